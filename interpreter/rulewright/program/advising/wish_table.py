"""The table of wishes: what people write, and the sentence that says it here. It lies in grammar/wishes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from rulewright.cache import keep, kept
from rulewright.library import find_library
from rulewright.program.advising.logical_lines import LogicalLine
from rulewright.records import Draft, field
from rulewright.text import read_beside

WISHES: Final = "samples.wishes"
"""Beside the rules of a game: how its wishes are written."""
LARGEST: Final = 200_000
"""Such a file has so many bytes at most."""
FRAME: Final = "frame.rules"
"""The little game that the examples are about."""
_SIGN: Final = 5
"""So wide is what says at the beginning of a line what the line is."""


class Wish(Draft):
    """One row: an example of the wish with its answer.

    `also` has words by which it is found, `ways` other sentences that mean all of it;
    for one of the `words` of a sentence it is told where nothing says them. `context` says where the example
    stands; `extra` are the declarations that its answer needs besides. The remark is told after the answer.
    """

    example: str
    chapter: str
    context: str
    answer: list[str] = field(factory=list)
    also: list[str] = field(factory=list)
    ways: list[str] = field(factory=list)
    extra: list[str] = field(factory=list)
    words: list[str] = field(factory=list)
    remark: str = ""


@cache
def wishes() -> tuple[Wish, ...]:
    """All rows, in the order of the files; they are kept from one run to the next."""
    found: tuple[Wish, ...] | None = kept("wishes")
    if found is None:
        folder = find_library().folder("grammar") / "wishes"
        texts = (path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.wishes")))
        found = tuple(row for text in texts for row in _rows(text))
        keep("wishes", found)
    return found


@cache
def wishes_beside(folder: Path) -> tuple[Wish, ...]:
    """The rows that lie beside the rules of a game, in its own names; of a stranger's that cannot be read, none."""
    try:
        return tuple(_rows(read_beside(folder / WISHES, WISHES, LARGEST).decode("utf-8")))
    except (OSError, ValueError):
        return ()


def _rows(text: str) -> Iterator[Wish]:
    """The rows of a file; what a line says is told by its first word."""
    chapter = context = ""
    wish: Wish | None = None
    for line in text.splitlines():
        sign, said = line[:_SIGN].strip(), line[_SIGN:]
        match sign:
            case "" | "#":
                continue
            case "##":
                chapter = said.strip()
            case "in":
                context = said.strip()
            case "wish":
                if wish is not None:
                    yield wish
                wish = Wish(said, chapter, context)
            case _ if wish is not None:
                _note(wish, sign, said)
    if wish is not None:
        yield wish


def _note(wish: Wish, sign: str, said: str) -> None:
    match sign:
        case "say":
            wish.answer.append(said)
        case "also":
            wish.also.append(said)
        case "or":
            wish.ways += said.split(" | ")
        case "with":
            wish.extra.append(said)
        case "word":
            wish.words += said.split(" | ")
        case "note":
            wish.remark = said.strip()
        case _:
            raise ValueError(f"a table of wishes has no line that begins with {sign!r}")


# ------------------------------------------------------------------ which can be meant on a line

_RULES: Final = frozenset({"rule", "hook"})
_ANYWHERE: Final = frozenset({"condition", "sum", "list"})
_DEEDS: Final = frozenset({"deed", "heads", "until", "later", "turn", "setup"})
_TOP: Final = frozenset({"top", "topblock", "outcome"})
_SECTION: Final = re.compile(r"(?m)^    (given|when|then)\b")
_BLOCKS: Final = frozenset(
    {"event", "phase", "flow", "power", "means", "after", "before", "when", "at"}
)
"""Declarations under which deeds stand."""


def wishes_for(line: LogicalLine) -> tuple[Wish, ...]:
    """Return the rows that can be meant on a line, those just for such lines first."""
    return _rows_in(*_contexts(line))


@cache
def _rows_in(own: frozenset[str], other: frozenset[str]) -> tuple[Wish, ...]:
    return tuple(wish for among in (own, other) for wish in wishes() if wish.context in among)


def _contexts(line: LogicalLine) -> tuple[frozenset[str], frozenset[str]]:
    """What a line can be above all, and what besides."""
    head = line.above.split(None, 1)[:1]
    if line.depth == 0:
        return _TOP | _RULES | {"card"}, _ANYWHERE | _DEEDS
    if head == ["scenario"]:
        sections = _SECTION.findall(line.above)
        section = sections[-1] if sections else "place"
        if section == "place":
            return frozenset({section}), frozenset()
        if section == "then":
            return frozenset({section}), _ANYWHERE
        return frozenset({section}), _DEEDS | _ANYWHERE
    if head and head[0] in _BLOCKS:
        own = _DEEDS | {head[0]}
        return own, _ANYWHERE | _RULES
    if line.depth == 4:
        return frozenset({"field", "note", "card"}) | _RULES, _ANYWHERE | _DEEDS
    return _DEEDS, _ANYWHERE | _RULES

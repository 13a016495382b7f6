"""The table of wishes: what people write, and the sentence that says it here. It lies in grammar/wishes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from rulewright.library import find_library
from rulewright.program.advising.patterns import Rewriting, rewriting
from rulewright.records import Draft, field

FRAME: Final = "frame.rules"
"""The little game that the examples are about."""
_SIGN: Final = 5
"""So wide is what says at the beginning of a line what the line is."""


class Wish(Draft):
    """One row: an example of the wish with its answer, and the patterns that find others like it.

    `context` says where the example stands; `extra` are the declarations that its answer needs besides. The remark
    is told after the answer.
    """

    example: str
    chapter: str
    context: str
    answer: list[str] = field(factory=list)
    rewritings: list[Rewriting] = field(factory=list)
    extra: list[str] = field(factory=list)
    remark: str = ""


@cache
def wishes() -> tuple[Wish, ...]:
    """All rows, in the order of the files."""
    folder = find_library().folder("grammar") / "wishes"
    rows: list[Wish] = []
    for path in sorted(folder.glob("*.wishes")):
        rows += _rows(path.read_text(encoding="utf-8"))
    return tuple(rows)


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
        case "like" | "late" | "soon" | "form" | "last":
            wish.rewritings.append(rewriting(said, sign))
        case "with":
            wish.extra.append(said)
        case "note":
            wish.remark = said.strip()
        case _:
            raise ValueError(f"a table of wishes has no line that begins with {sign!r}")

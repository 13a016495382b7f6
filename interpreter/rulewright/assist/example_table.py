"""The table of worked examples: English phrases, and the lines of the rule language that express them.

An unindented line lists phrases, separated by ` | `; the indented lines below it are the example. `+` marks a
declaration that the example needs, `>` a remark. `## ` begins a topic, `[deed]` a context.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from rulewright.assist.logical_lines import LogicalLine
from rulewright.base.cache import load_cached, store_cached
from rulewright.base.library import find_library
from rulewright.base.records import Draft, field
from rulewright.language.syntax.parsing.lexer import STEP
from rulewright.language.text import read_auxiliary

TABLE: Final = "worked.examples"
BESIDE: Final = "samples.examples"
"""File name of the table beside the rules of a game, in the names of that game."""
LARGEST: Final = 200_000
"""Largest size of a table beside rules, in bytes."""
FRAME: Final = "frame.rules"
"""File name of the rules of the sample game."""
_TOPIC: Final = "## "
_INDENT: Final = " " * STEP
_ON_THE_PAGE: Final = "* "
"""Marks the phrases of an example that docs/how-to-say.md shows."""


class WorkedExample(Draft):
    """One row of the table of worked examples.

    `context` names where the lines may appear; `extra` are declarations that they need.
    """

    phrases: tuple[str, ...]
    topic: str
    context: str
    lines: list[str] = field(factory=list)
    extra: list[str] = field(factory=list)
    remark: str = ""
    is_on_the_page: bool = False


def folder() -> Path:
    """Return the folder of the table, of its sample game and of the word lists."""
    return find_library().folder("grammar") / "assist"


@cache
def worked_examples() -> tuple[WorkedExample, ...]:
    """Return all rows of the table in their order, cached across runs."""
    rows: tuple[WorkedExample, ...] | None = load_cached("worked examples")
    if rows is None:
        rows = tuple(parse_table((folder() / TABLE).read_text(encoding="utf-8")))
        store_cached("worked examples", rows)
    return rows


@cache
def examples_beside(rules: Path) -> tuple[WorkedExample, ...]:
    """Return the rows of the table in the folder `rules`; none if the file cannot be read."""
    try:
        return tuple(parse_table(read_auxiliary(rules / BESIDE, BESIDE, LARGEST).decode("utf-8")))
    except (OSError, ValueError):
        return ()


def parse_table(text: str) -> Iterator[WorkedExample]:
    """Yield the rows of a table. Raises ValueError for a line outside any row."""
    topic = context = ""
    row: WorkedExample | None = None
    for line in text.splitlines():
        if line.startswith(_TOPIC):
            topic = line.removeprefix(_TOPIC)
        elif line.startswith("["):
            context = line.strip("[]")
        elif line.startswith(_INDENT):
            _add_line(row, line.removeprefix(_INDENT))
        elif line and not line.startswith("#"):
            if row is not None:
                yield row
            phrases = tuple(line.removeprefix(_ON_THE_PAGE).split(" | "))
            row = WorkedExample(phrases, topic, context, is_on_the_page=line[:2] == _ON_THE_PAGE)
    if row is not None:
        yield row


def _add_line(row: WorkedExample | None, line: str) -> None:
    """Add an indented line to a row. Raises ValueError without a row."""
    if row is None:
        raise ValueError(f"{line!r} stands below no phrases")
    match line[:2]:
        case "+ ":
            row.extra.append(line[2:])
        case "> ":
            row.remark = line[2:]
        case _:
            row.lines.append(line)


# ------------------------------------------------------------------ which can stand on a line

_RULES: Final = frozenset({"rule", "hook"})
_ANYWHERE: Final = frozenset({"condition", "sum", "list"})
_DEEDS: Final = frozenset({"deed", "heads", "until", "later", "turn", "setup"})
_TOP: Final = frozenset({"top", "topblock", "outcome"})
_SECTION: Final = re.compile(r"(?m)^    (given|when|then)\b")
_BLOCKS: Final = frozenset(
    {"event", "phase", "flow", "power", "means", "after", "before", "when", "at"}
)
"""Declarations with statements in their blocks."""


def examples_for(line: LogicalLine) -> tuple[WorkedExample, ...]:
    """Return the rows that may replace `line`, those of its most likely contexts first."""
    return _rows_in_contexts(*_likely_contexts(line))


@cache
def _rows_in_contexts(own: frozenset[str], other: frozenset[str]) -> tuple[WorkedExample, ...]:
    """Return the rows with a context in `own`, then those with one in `other`."""
    return tuple(row for among in (own, other) for row in worked_examples() if row.context in among)


def _likely_contexts(line: LogicalLine) -> tuple[frozenset[str], frozenset[str]]:
    """Return the contexts that `line` most likely has, and the other possible ones."""
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

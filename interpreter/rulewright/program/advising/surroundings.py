"""Where a line stands: what can be wished for there."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from rulewright.program.advising.said_lines import SaidLine
from rulewright.program.advising.wish_index import RULES, Rows
from rulewright.program.advising.wish_table import wishes

_ANYWHERE: Final = frozenset({"condition", "sum", "list"})
_DEEDS: Final = frozenset({"deed", "heads", "until", "later", "turn", "setup"})
_TOP: Final = frozenset({"top", "topblock", "outcome"})
_SECTION: Final = re.compile(r"(?m)^    (given|when|then)\b")
_BLOCKS: Final = frozenset(
    {"event", "phase", "flow", "power", "means", "after", "before", "when", "at"}
)
"""Declarations under which deeds stand."""


def wishes_for(line: SaidLine) -> Rows:
    """The rows of the table that can be meant on a line, those that are just for such lines first."""
    return _rows(*_contexts(line))


@cache
def _rows(own: frozenset[str], other: frozenset[str]) -> Rows:
    first = [wish for wish in wishes() if wish.context in own]
    elsewhere = [wish for wish in wishes() if wish.context in other]
    return Rows.of(first, elsewhere)


def _contexts(line: SaidLine) -> tuple[frozenset[str], frozenset[str]]:
    """What a line can be above all, and what besides."""
    head = line.above.split(None, 1)[:1]
    if line.depth == 0:
        return _TOP | RULES | {"card"}, _ANYWHERE | _DEEDS
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
        return own, _ANYWHERE | RULES
    if line.depth == 4:
        return frozenset({"field", "note", "card"}) | RULES, _ANYWHERE | _DEEDS
    return _DEEDS, _ANYWHERE | RULES

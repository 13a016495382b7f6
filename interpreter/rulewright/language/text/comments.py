"""Which line a remark is about: its own, or the next that says something; and which remarks are for people."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rulewright.language.text.source import Source, Span

_SAYS: Final = re.compile(r"^[ \t]*[^\s#]")
_FOR_TOOLS: Final = re.compile(r"[#\s]*(allow [A-Z]\d|same when\b)")


def is_for_people(remark: str) -> bool:
    """Whether a remark says something of the rules, and does not allow or name something for a check."""
    return not _FOR_TOOLS.match(remark)


def remarks(source: Source, pattern: re.Pattern[str]) -> Iterator[tuple[re.Match[str], Span, int]]:
    """The remarks of a file that are so: what was found, where, and the line that it is about."""
    found = list(pattern.finditer(source.text))
    spoken = _next_spoken(source) if found else []
    for each in found:
        at = Span(source, each.start(), each.end())
        yield each, at, _line(source, at, spoken)


def _next_spoken(source: Source) -> list[int]:
    """For each line, from 0, the number of the first one behind it that says something; 0 if none does."""
    following, found = 0, [0] * (source.line_count + 1)
    for number, line in zip(
        range(source.line_count, 0, -1), reversed(source.text.split("\n")), strict=True
    ):
        found[number] = following
        if _SAYS.match(line):
            following = number
    found[0] = following
    return found


def _line(source: Source, at: Span, spoken: list[int]) -> int:
    if source.text[source.line_starts[at.line - 1] : at.start].strip():
        return at.line
    return spoken[at.line] or at.line

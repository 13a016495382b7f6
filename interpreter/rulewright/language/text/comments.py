"""Comments in source files: which line each is about, and whether it is for people or for tools."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rulewright.language.text.source import Source, Span

_HAS_TEXT: Final = re.compile(r"^[ \t]*[^\s#]")
_FOR_TOOLS: Final = re.compile(r"[#\s]*(allow [A-Z]\d|same when\b)")


def is_for_people(remark: str) -> bool:
    """Return whether a comment is for readers, not an instruction to a tool such as `# allow W0101`."""
    return not _FOR_TOOLS.match(remark)


def find_comments(
    source: Source, pattern: re.Pattern[str]
) -> Iterator[tuple[re.Match[str], Span, int]]:
    """Yield the comments of a file that match `pattern`, as match, span and number of the line they are about.

    That is the comment's own line, or the next line with text if the comment is alone on its line.
    """
    matches = list(pattern.finditer(source.text))
    spoken = _next_text_lines(source) if matches else []
    for each in matches:
        at = Span(source, each.start(), each.end())
        yield each, at, _line_about(source, at, spoken)


def _next_text_lines(source: Source) -> list[int]:
    """Return for each line (index 0 is line 1) the number of the next line with text; 0 if there is none."""
    following, next_lines = 0, [0] * (source.line_count + 1)
    for number, line in zip(
        range(source.line_count, 0, -1), reversed(source.text.split("\n")), strict=True
    ):
        next_lines[number] = following
        if _HAS_TEXT.match(line):
            following = number
    next_lines[0] = following
    return next_lines


def _line_about(source: Source, at: Span, spoken: list[int]) -> int:
    """Return the number of the line that the comment at `at` is about; `spoken` has the next lines with text."""
    if source.text[source.line_starts[at.line - 1] : at.start].strip():
        return at.line
    return spoken[at.line] or at.line

"""Logical lines: a line with its continuation lines, and without remarks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rulewright.base.records import Record
from rulewright.language.syntax.parsing.lexer import STEP
from rulewright.language.text import Complaint, Source, Span, strip_comment

_GOES_ON: Final = re.compile(r"\s+(?:where|and|or)(?![\w-])")
_LINE: Final = re.compile(r"(?m)^( *)([^\n]*)$")
_EDGE: Final = re.compile(r"(?m)^[a-z]")


Lines = tuple[tuple[int, str], ...]
"""Lines of text, each with its indentation below the first, in steps."""


class LogicalLine(Record):
    """A logical line: its span, its words, and its indentation."""

    span: Span
    text: str
    depth: int

    @property
    def above(self) -> str:
        """The text of its declaration above the line."""
        before = self.span.source.text[: self.span.start]
        starts = [match.start() for match in _EDGE.finditer(before)]
        return before[starts[-1] :] if starts else before

    @property
    def below(self) -> Iterator[Span]:
        """The nonempty lines of its declaration below the line."""
        source = self.span.source
        edge = _EDGE.search(source.text, self.span.end)
        end = edge.start() if edge is not None else len(source.text)
        for line in _LINE.finditer(source.text, self.span.end + 1, end):
            if line[2]:
                yield Span(source, line.start(2), line.end())

    @property
    def siblings(self) -> Iterator[Span]:
        """The lines below it in the same block, without nested ones."""
        for below in self.below:
            depth = below.start - below.source.line_starts[below.line - 1]
            if depth < self.depth:
                return
            if depth == self.depth:
                yield below

    def indented(self, lines: Lines) -> str:
        """Return `lines` as text that can replace this line."""
        parts = [" " * (self.depth + STEP * deep) + text for deep, text in lines]
        return "\n".join(parts).removeprefix(" " * self.depth)

    @property
    def with_block(self) -> Span:
        """The span of the line and the deeper lines below it."""
        end = self.span.end
        for line in _LINE.finditer(self.span.source.text, end + 1):
            if line[2] and len(line[1]) <= self.depth:
                break
            end = line.end() if line[2] else end
        return Span(self.span.source, self.span.start, end)


def logical_line(complaint: Complaint) -> LogicalLine | None:
    """Return the line that `complaint` is about; None if it is about no place or an empty line."""
    span = complaint.span
    if span is None:
        return None
    source, number = span.source, span.line
    while number > 1 and _continues(source, number - 1):
        number -= 1
    last = number
    while last < source.line_count and _continues(source, last):
        last += 1
    parts = [strip_comment(source.line(each)) for each in range(number, last + 1)]
    text = " ".join(part.strip() for part in parts)
    if not text:
        return None
    depth = len(parts[0]) - len(parts[0].lstrip())
    start = source.line_starts[number - 1] + depth
    end = source.line_starts[last - 1] + len(parts[-1].rstrip())
    return LogicalLine(Span(source, start, end), text, depth)


def _continues(source: Source, number: int) -> bool:
    """Return whether line `number` continues in the next one."""
    line, following = strip_comment(source.line(number)), source.line(number + 1)
    if not line.strip() or not following.strip():
        return False
    return line.rstrip().endswith(",") or _GOES_ON.match(following) is not None

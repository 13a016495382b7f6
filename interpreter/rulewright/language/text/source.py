"""Source texts and spans (character ranges) in them."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from typing import Final

from attrs import frozen

from rulewright.base.records import Record

_COMMENT: Final = re.compile(r'^((?:[^"#]|"[^"]*")*)#.*$')


def strip_comment(line: str) -> str:
    """Return a line without its comment; a `#` inside quotes starts none."""
    match = _COMMENT.match(line) if "#" in line else None
    return match[1] if match else line


@frozen
class Source:
    r"""A text written by a user, with the name that complaints use for it.

    `name` is its path as shown to people; `text` has `\n` as its only line end.
    """

    name: str
    text: str

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """The offset of each line's first character."""
        starts = [0]
        while (end := self.text.find("\n", starts[-1])) >= 0:
            starts.append(end + 1)
        return tuple(starts)

    @property
    def line_count(self) -> int:
        r"""The number of lines; a text that ends in `\n` has an empty last line."""
        return len(self.line_starts)

    def line(self, number: int) -> str:
        """Return line `number` (from 1) without its line end.

        Raises IndexError if there is no such line.
        """
        if not 1 <= number <= self.line_count:
            raise IndexError(f"{self.name} has lines 1 to {self.line_count}, not {number}")
        start = self.line_starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start:] if end < 0 else self.text[start:end]

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line and column (both from 1) of the character at `offset`.

        An offset outside the text is clamped to its nearest end. Reporting an error must never fail, and a parser
        that appends a line end may point one past the text.
        """
        inside = min(max(offset, 0), len(self.text))
        line = bisect_right(self.line_starts, inside)
        return line, inside - self.line_starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a line and column (both from 1), clamped to that line.

        Raises IndexError if there is no such line.
        """
        length = len(self.line(line))
        return self.line_starts[line - 1] + min(max(column - 1, 0), length)


class Span(Record):
    """The characters of `source` from offset `start` up to, but not including, offset `end`."""

    source: Source
    start: int
    end: int

    @classmethod
    def whole(cls, source: Source) -> Span:
        """Return the span of all of `source`."""
        return cls(source, 0, len(source.text))

    @property
    def line(self) -> int:
        """The line of the first character, from 1."""
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        """The column of the first character, from 1, in characters."""
        return self.source.position(self.start)[1]

    @property
    def end_line(self) -> int:
        """The line on which the span ends."""
        return self.source.position(self.end)[0]

    @property
    def end_column(self) -> int:
        """The column after the last character, from 1."""
        return self.source.position(self.end)[1]

    @property
    def text(self) -> str:
        """The source text that the span covers."""
        return self.source.text[self.start : self.end]

    def on_one_line(self) -> str:
        """Return the text of the span as one line, without comments and with single blanks."""
        return " ".join(" ".join(map(strip_comment, self.text.split("\n"))).split())

    def first_line(self, most: int = 1 << 30) -> str:
        """Return the first line of the span without its comment, cut to `most` characters."""
        line = " ".join(self.text.partition("\n")[0].split())
        line = strip_comment(line).rstrip() or line
        return line if len(line) <= most else line[: most - 1] + "…"

    def to(self, other: Span) -> Span:
        """Return the smallest span that contains this one and `other`.

        Raises ValueError if they are in two sources.
        """
        if self.source != other.source:
            raise ValueError(f"{self} and {other} are in two sources")
        return Span(self.source, min(self.start, other.start), max(self.end, other.end))

    def __str__(self) -> str:
        """Return `file:line:column`, a form that terminals and editors can follow."""
        return f"{self.source.name}:{self.line}:{self.column}"

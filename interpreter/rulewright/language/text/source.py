"""Source texts and places in them."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from typing import Final

from attrs import frozen

from rulewright.base.records import Record

_REMARK: Final = re.compile(r'^((?:[^"#]|"[^"]*")*)#.*$')


def without_remark(line: str) -> str:
    """A line up to the `#` with which a remark begins; one in a text in quotes begins none."""
    found = _REMARK.match(line) if "#" in line else None
    return found[1] if found else line


@frozen
class Source:
    """A text somebody wrote.

    `name` is the path as it is shown to people; `text` has `\\n` as its only line end.
    """

    name: str
    text: str

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """The offset at which each line begins; found when first asked for."""
        starts = [0]
        while (end := self.text.find("\n", starts[-1])) >= 0:
            starts.append(end + 1)
        return tuple(starts)

    @property
    def line_count(self) -> int:
        """How many lines there are; a text that ends in `\\n` ends in an empty line."""
        return len(self.line_starts)

    def line(self, number: int) -> str:
        """Return line `number` (the first is 1) without its line end.

        Raises IndexError when there is no such line.
        """
        if not 1 <= number <= self.line_count:
            raise IndexError(f"{self.name} has lines 1 to {self.line_count}, not {number}")
        start = self.line_starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start:] if end < 0 else self.text[start:end]

    def position(self, offset: int) -> tuple[int, int]:
        """Return line and column (both from 1) of the character at `offset`.

        An offset outside the text is taken as its nearest end. Telling a mistake must never
        fail, and a parser that adds a last line end points one past the text.
        """
        inside = min(max(offset, 0), len(self.text))
        line = bisect_right(self.line_starts, inside)
        return line, inside - self.line_starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a line and column (both from 1), kept within that line.

        Raises IndexError when there is no such line.
        """
        length = len(self.line(line))
        return self.line_starts[line - 1] + min(max(column - 1, 0), length)


class Span(Record):
    """The characters of `source` from offset `start` up to, and without, offset `end`."""

    source: Source
    start: int
    end: int

    @classmethod
    def whole(cls, source: Source) -> Span:
        """Return the span of everything in `source`."""
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
        """The characters themselves."""
        return self.source.text[self.start : self.end]

    def on_one_line(self) -> str:
        """All of it as it reads on one line: how it is split says nothing, and neither do comments."""
        return " ".join(" ".join(map(without_remark, self.text.split("\n"))).split())

    def first_line(self, most: int = 1 << 30) -> str:
        """The first line of it without a comment behind it, or so many characters of that as say which it is."""
        line = " ".join(self.text.partition("\n")[0].split())
        line = without_remark(line).rstrip() or line
        return line if len(line) <= most else line[: most - 1] + "…"

    def to(self, other: Span) -> Span:
        """Return the smallest span that holds this one and `other`, in either order.

        Raises ValueError when they are in two sources.
        """
        if self.source != other.source:
            raise ValueError(f"{self} and {other} are in two sources")
        return Span(self.source, min(self.start, other.start), max(self.end, other.end))

    def __str__(self) -> str:
        """Return `file:line:column`, which terminals and editors can follow."""
        return f"{self.source.name}:{self.line}:{self.column}"

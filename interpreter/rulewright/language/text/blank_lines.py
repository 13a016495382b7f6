"""What stands between the lines that say something: blank lines and remarks, put in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

TAB_WIDTH: Final = 4
LEAST_GAP: Final = 2
"""Blanks at least between what a line says and a remark at its end."""

Level = tuple[int, int]
"""The column in which a block stands, and the one in which it is to stand."""


def tidy_between(lines: Iterable[str], above: Sequence[Level], below: Level) -> Iterator[str]:
    """The remarks among these lines, and of several blank lines in a row one.

    A remark stands with the line below it. Where blocks end it may also stand in one of these, as far in as it
    was: `above` are the blocks of the line before, `below` is that of the line after. Each line is blank or a
    remark.
    """
    blank = False
    for line in lines:
        remark = line.strip(" \t")
        if blank and remark:
            yield ""
        if remark:
            column = width(line[: line.index(remark)])
            inside = [level for level in above if below[0] <= level[0] <= column]
            yield " " * max(inside, default=below)[1] + remark
        blank = not remark
    if blank:
        yield ""


def with_remark(line: str, remark: str, column: int) -> str:
    """A line with a remark at its end, in this column or as near to it as can be; without one just the line."""
    return line + " " * max(column - len(line), LEAST_GAP) + remark if remark else line


def width(text: str) -> int:
    """How many columns a text takes, with tabs for up to four blanks."""
    return len(text.expandtabs(TAB_WIDTH))

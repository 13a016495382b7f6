"""Formatting of the blank lines and comments between the lines of a rule file or YAML file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

TAB_WIDTH: Final = 4
LEAST_GAP: Final = 2
"""The minimum number of blanks before a comment at the end of a line."""

Level = tuple[int, int]
"""The current and the target column of a block."""


def format_between_lines(
    lines: Iterable[str], above: Sequence[Level], below: Level
) -> Iterator[str]:
    """Yield the blank lines and comments in `lines` as formatted; several blank lines become one.

    A comment is indented like the line below it. Where blocks end, it may keep the indentation of one of them:
    `above` are the blocks of the preceding line, `below` is that of the following line. A level is an old and a
    new column.
    """
    blank = False
    for line in lines:
        remark = line.strip(" \t")
        if blank and remark:
            yield ""
        if remark:
            column = display_width(line[: line.index(remark)])
            inside = [level for level in above if below[0] <= level[0] <= column]
            yield " " * max(inside, default=below)[1] + remark
        blank = not remark
    if blank:
        yield ""


def append_comment(line: str, remark: str, column: int) -> str:
    """Return `line` with the comment `remark` at its end, in `column` if possible; unchanged if that is empty."""
    return line + " " * max(column - len(line), LEAST_GAP) + remark if remark else line


def display_width(text: str) -> int:
    """Return the width of a text in columns, where a tab advances to the next multiple of 4."""
    return len(text.expandtabs(TAB_WIDTH))

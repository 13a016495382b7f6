"""One line of a source as a terminal prints it, and where a mark under it goes."""

from __future__ import annotations

from itertools import accumulate
from unicodedata import combining, east_asian_width

from rulewright.records import Record

TAB = 4
CUT = "…"


class Snippet(Record):
    """A printed line: the mark under it begins `at` cells from the left and is `length` long."""

    text: str
    at: int
    length: int
    cropped: bool


def make_snippet(line: str, first: int, last: int, room: int) -> Snippet:
    """Return `line` for a place of `room` cells, marked from character `first` up to `last`.

    Tabs become spaces, characters that would upset a terminal are escaped, and a line that is
    too long is cropped around the mark. The mark is at least one cell long, also when it stands
    after the last character.
    """
    glyphs = _glyphs(line)
    starts = list(accumulate(map(_cells, glyphs), initial=0))
    at = starts[min(first, len(glyphs))]
    until = max(starts[min(last, len(glyphs))], at + 1)
    if starts[-1] <= room:
        return Snippet("".join(glyphs), at, until - at, False)
    return _cropped(glyphs, starts, (at, until), room)


def clean(text: str) -> str:
    """Return `text` with all but its line ends safe to print: no escape can reach a terminal."""
    return "\n".join(map(one_line, text.split("\n")))


def one_line(text: str) -> str:
    """The same of a name, in which a line end is a sign like others: it begins no line of its own."""
    return text if text.isprintable() else "".join(_glyphs(text))


def _glyphs(line: str) -> list[str]:
    """What is printed for each character of `line`."""
    glyphs: list[str] = []
    column = 0
    for character in line:
        glyph = _glyph(character, column)
        glyphs.append(glyph)
        column += _cells(glyph)
    return glyphs


def _glyph(character: str, column: int) -> str:
    if character == "\t":
        return " " * (TAB - column % TAB)
    return character if character.isprintable() else _escaped(character)


def _escaped(character: str) -> str:
    """A sign that is not printed, as it is written in a program."""
    return character.encode("unicode_escape").decode("ascii")


def _cells(glyph: str) -> int:
    """How many cells `glyph` takes; near enough without a table of its own."""
    if len(glyph) != 1 or glyph.isascii():
        return len(glyph)
    if combining(glyph):
        return 0
    return 2 if east_asian_width(glyph) in "WF" else 1


def _cropped(glyphs: list[str], starts: list[int], mark: tuple[int, int], room: int) -> Snippet:
    at, until = mark
    inner = max(room - 2 * len(CUT), 1)
    # The mark stands in the middle; one that is too long shows how it begins.
    left = at - max((inner - (until - at)) // 2, 0)
    left = max(min(left, starts[-1] - inner), 0)
    # A mark after the last character needs a cell of its own.
    left = max(left, at + 1 - inner)
    shown = [i for i in range(len(glyphs)) if starts[i] >= left and starts[i + 1] <= left + inner]
    if not shown:
        return Snippet(CUT, 0, 1, True)
    begin, end = shown[0], shown[-1] + 1
    before = CUT if begin > 0 else ""
    after = CUT if end < len(glyphs) else ""
    offset = len(before) - starts[begin]
    length = max(min(until, max(starts[end], at + 1)) - at, 1)
    return Snippet(before + "".join(glyphs[begin:end]) + after, at + offset, length, True)

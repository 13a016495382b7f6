"""Complaints as text for people: the message, and the source line underlined at the mistake."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Final
from unicodedata import combining, east_asian_width

from rulewright.base.records import Record
from rulewright.language.text.complaints.complaint import SEVERITIES, Complaint, Severity
from rulewright.language.text.source import Span
from rulewright.language.text.words.inflection import format_count

TAB = 4
CUT = "…"


class Snippet(Record):
    """A source line as printed: its underline starts `at` cells from the left and is `length` cells long."""

    text: str
    at: int
    length: int
    cropped: bool


def make_snippet(line: str, first: int, last: int, room: int) -> Snippet:
    """Return a source line to print in `room` cells, underlined from character `first` up to `last`.

    Tabs become spaces, control characters are escaped, and a line that is too long is cropped around the
    underline. The underline is at least one cell long, also after the last character.
    """
    # Crop a very long line first, since escaping all of it for every complaint is slow.
    skipped, most = max(first - 2 * room, 0), max(room, NARROWEST) * 8
    begun, ended = skipped > most, len(line) > first + most
    if begun or ended:
        begin = skipped - skipped % TAB if begun else 0
        line, first, last = line[begin : first + most], first - begin, min(last - begin, len(line))
    glyphs = _glyphs(line)
    starts = list(accumulate(map(_cells, glyphs), initial=0))
    at = starts[min(first, len(glyphs))]
    until = max(starts[min(last, len(glyphs))], at + 1)
    if starts[-1] <= room:
        return Snippet("".join(glyphs), at, until - at, False)
    return _crop(glyphs, starts, (at, until), room)


_ORDER: Final = re.compile(r"^(\s*):(?=:(?!: ))|#(?=#\w*\[)")
"""Commands of build servers: `::error::` at the beginning of a line, `##[group]` or `##vso[` anywhere.

`::: file` is no command; it introduces a further place of a complaint.
"""

_FIRST_SIGN: Final = re.compile(r"^(\s*):")


def escape_text(text: str) -> str:
    """Return `text` with control characters escaped, so that it cannot control a terminal or build server."""
    return "\n".join(map(_escape_controls, text.split("\n")))


def escape_line(text: str) -> str:
    """Return `text` with control characters and line ends escaped, so that it prints as one line."""
    return _FIRST_SIGN.sub(r"\1\\x3a", _escape_controls(text))


def _escape_controls(text: str) -> str:
    """Return one line with control characters, and marks of build-server commands, escaped."""
    gives_orders = ("::" in text or "##" in text) and _ORDER.search(text) is not None
    return text if text.isprintable() and not gives_orders else "".join(_glyphs(text))


def _glyphs(line: str) -> list[str]:
    """Return each character of a line as it is printed; marks of build-server commands are escaped."""
    glyphs: list[str] = []
    column = 0
    for character in line:
        glyph = _printable(character, column)
        glyphs.append(glyph)
        column += _cells(glyph)
    for order in _ORDER.finditer(line):
        sign = order.end() - 1
        glyphs[sign] = rf"\x{ord(line[sign]):02x}"
    return glyphs


def _printable(character: str, column: int) -> str:
    """Return a character as printed at a column: a tab as blanks, an unprintable one escaped."""
    if character == "\t":
        return " " * (TAB - column % TAB)
    return character if character.isprintable() else _escape_character(character)


def _escape_character(character: str) -> str:
    """Return an unprintable character as a Python escape sequence."""
    return character.encode("unicode_escape").decode("ascii")


def _cells(glyph: str) -> int:
    """Return the approximate width of a printed character in terminal cells."""
    if len(glyph) != 1 or glyph.isascii():
        return len(glyph)
    if combining(glyph):
        return 0
    return 2 if east_asian_width(glyph) in "WF" else 1


def _crop(glyphs: list[str], starts: list[int], mark: tuple[int, int], room: int) -> Snippet:
    """Return the part of a line that fits into `room` cells around the underlined part `mark`."""
    at, until = mark
    inner = max(room - 2 * len(CUT), 1)
    # Center the mark; if it is too long, show its beginning.
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


WIDTH: Final = 100
NARROWEST: Final = 20
MOST_SHOWN: Final = 100
"""The maximum number of complaints printed at a time."""

_RESET: Final = "\x1b[0m"
_BOLD: Final = "\x1b[1m"
_QUIET: Final = "\x1b[34m"
_HELP: Final = "\x1b[1;32m"
_FURTHER: Final = "\x1b[1;34m"
_STYLES: Final[dict[Severity, str]] = {
    "error": "\x1b[1;31m",
    "warning": "\x1b[1;33m",
    "note": "\x1b[1;36m",
}


class _Mark(Record):
    """A span to underline in the output, with the underline's character, label and terminal style."""

    span: Span
    sign: str
    label: str
    style: str


class _Page(Record):
    """The settings of the output: whether in colour, total width, and digits of line numbers."""

    colour: bool
    width: int
    digits: int

    def paint(self, text: str, style: str) -> str:
        """Return `text` in a terminal style, if colours are on."""
        return f"{style}{text}{_RESET}" if self.colour and text else text

    def gutter(self, number: str = "") -> str:
        """Return the left margin of a line: a line number, if given, and a bar."""
        return self.paint(f"{number:>{self.digits}} |", _QUIET)

    @property
    def room(self) -> int:
        """The number of cells for source text, right of the margin."""
        return max(self.width - self.digits - len(" | "), NARROWEST)


def show_complaint(complaint: Complaint, *, colour: bool = False, width: int = WIDTH) -> str:
    """Return `complaint` as text without a final line end.

    `colour` adds ANSI colours, which only repeat what the text says. Source lines longer than `width` are cropped
    around the span; messages are not.
    """
    marks = list(_marks_of(complaint))
    digits = max((len(str(mark.span.line)) for mark in marks), default=1)
    page = _Page(colour, width, digits)
    rows = [_headline(complaint, page), *_draw_marks(marks, page)]
    if complaint.help is not None:
        rows.append(f"{page.paint('help:', _HELP)} {escape_text(complaint.help)}")
    if complaint.perhaps:
        rows.append(page.paint("for example:", _HELP))
        rows += [
            f"  {line}" for each in complaint.perhaps for line in escape_text(each).split("\n")
        ]
    return "\n".join(rows)


def show_complaints(complaints: Iterable[Complaint], *, colour: bool = False) -> str:
    """Return all `complaints` as text in the given order, with their number at the end.

    The text is empty if there are no complaints.
    """
    complaint_list = list(complaints)
    if not complaint_list:
        return ""
    shown, remainder = limit_shown(complaint_list)
    parts = [show_complaint(complaint, colour=colour) for complaint in shown]
    return "\n\n".join([*parts, *remainder, count_complaints(complaint_list)])


def limit_shown(complaints: Sequence[Complaint]) -> tuple[Sequence[Complaint], list[str]]:
    """Return the complaints to print, and lines that count those left out.

    At most MOST_SHOWN are printed, errors first.
    """
    if len(complaints) <= MOST_SHOWN:
        return complaints, []
    worst = sorted(complaints, key=lambda each: SEVERITIES.index(each.severity))
    shown = set(map(id, worst[:MOST_SHOWN]))
    remainder = format_count(len(complaints) - MOST_SHOWN, "more complaint")
    return [each for each in complaints if id(each) in shown], [f"… and {remainder}"]


def count_complaints(complaints: Iterable[Complaint]) -> str:
    """Return the number of complaints of each severity as text: `2 errors, 1 warning`."""
    counts = Counter(complaint.severity for complaint in complaints)
    counted = [
        format_count(counts[severity], severity) for severity in SEVERITIES if counts[severity]
    ]
    return ", ".join(counted) or "no complaints"


def _headline(complaint: Complaint, page: _Page) -> str:
    """Return a complaint's first line: severity, code and message."""
    kind = page.paint(f"{complaint.severity}[{complaint.code}]", _STYLES[complaint.severity])
    return kind + page.paint(f": {escape_line(complaint.message)}", _BOLD)


def _marks_of(complaint: Complaint) -> Iterator[_Mark]:
    """Yield the spans of a complaint to underline: its own, then those of its notes."""
    if complaint.span is not None:
        yield _Mark(complaint.span, "^", "", _STYLES[complaint.severity])
    for note in complaint.notes:
        yield _Mark(note.span, "-", escape_line(note.message), _FURTHER)


def _draw_marks(marks: list[_Mark], page: _Page) -> Iterator[str]:
    """Yield source lines with underlines; consecutive marks on one source line share it."""
    shared: tuple[str, int] | None = None
    for index, mark in enumerate(marks):
        snippet, more = _first_snippet(mark.span, page.room)
        place = (mark.span.source.name, mark.span.line)
        # A cropped line shows only the surroundings of its own mark, so it cannot be shared.
        if place != shared or snippet.cropped:
            yield from _heading(mark.span, page, first=index == 0)
            yield _join_gutter(page.gutter(str(mark.span.line)), snippet.text)
        yield _underline(mark, snippet, more, page)
        shared = None if snippet.cropped else place


def _heading(span: Span, page: _Page, *, first: bool) -> Iterator[str]:
    """Yield the lines above a source line, which name its place; `first` marks the complaint's own place."""
    arrow = "-->" if first else ":::"
    if not first:
        yield page.gutter()
    yield f"{' ' * page.digits}{page.paint(arrow, _QUIET)} {escape_line(str(span))}"
    yield page.gutter()


def _underline(mark: _Mark, snippet: Snippet, more: str, page: _Page) -> str:
    """Return the line below a source line: the underline with the mark's label after it."""
    words = " ".join(part for part in (mark.sign * snippet.length + more, mark.label) if part)
    return f"{page.gutter()} {' ' * snippet.at}{page.paint(words, mark.style)}"


def _first_snippet(span: Span, room: int) -> tuple[Snippet, str]:
    """Return the first line of `span` to print, and where a longer span ends, as text."""
    # Many statement spans end after the line end, which is no second line worth mentioning.
    lines = span.text.rstrip().split("\n")
    first = span.column - 1
    snippet = make_snippet(span.source.line(span.line), first, first + len(lines[0]), room)
    more = f"... to line {span.line + len(lines) - 1}" if len(lines) > 1 else ""
    return snippet, more


def _join_gutter(gutter: str, text: str) -> str:
    """Return the left margin followed by a text, without a trailing blank for an empty text."""
    return f"{gutter} {text}" if text else gutter

"""The formatter for rule files: it normalizes blanks, line ends and indentation, but no words or comments.

The text is written again from its tokens; only whitespace and the position of comments between them change. Line
breaks remain where the author put them (decision 0016).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import dropwhile, pairwise
from typing import Final

from rulewright.base.records import Draft, field
from rulewright.language.syntax.parsing.lexer import DEDENT, END, INDENT, NEWLINE, STEP, Token
from rulewright.language.text.blank_lines import (
    Level,
    append_comment,
    display_width,
    format_between_lines,
)

COLUMN_GAP: Final = 3
"""The number of blanks between the columns of a table."""

_CLOSE_BEHIND: Final = frozenset({",", ":", ")", "'s"})
_SIGN_BEHIND: Final = frozenset(" \t(")
_NOTES: Final = frozenset({"cite", "reading", "borrowed", "printed", "text", "because"})


class _Line(Draft):
    """A logical line of rules, with its continuation lines.

    `columns` are the columns where its enclosing blocks begin, as written.
    """

    columns: tuple[int, ...]
    tokens: list[Token] = field(factory=list)
    aligned: str = ""
    """The line's text with aligned columns, if it is part of a table."""
    apart: bool = False
    """Whether blank lines surround the line with its block."""

    @property
    def depth(self) -> int:
        """The number of blocks that enclose the line."""
        return len(self.columns) - 1

    @property
    def levels(self) -> list[Level]:
        """The enclosing blocks as pairs of old and new column, the outermost (column 0) first."""
        return [(column, STEP * depth) for depth, column in enumerate(self.columns)]


def format_tokens(text: str, tokens: Iterable[Token]) -> str:
    """Return `text`, which must parse, formatted; `tokens` are its tokens."""
    lines = list(_logical_lines(text, tokens))
    for table in _find_tables(lines):
        _align_columns(*table)
    _mark_separated(lines)
    written: list[str] = []
    before = head = _Line((0,))
    for line in (*lines, _Line((0,))):
        between = list(
            format_between_lines(_lines_between(text, before, line), before.levels, line.levels[-1])
        )
        if line.depth > before.depth:
            between = list(dropwhile(lambda each: not each, between))
        elif line.depth == 0:
            if not line.tokens and between and not between[-1]:
                between.pop()  # at the end of the file
            if (head.apart or line.apart) and "" not in between:
                between.insert(_first_remark(between), "")
            head = line
        written += between
        written += _format_line(text, line)
        before = line
    return "\n".join(written).strip("\n") + "\n" if any(written) else ""


def _mark_separated(lines: Iterable[_Line]) -> None:
    """Mark the declarations to surround with blank lines: all but single lines with only notes below."""
    head = _Line((0,))
    for line in lines:
        if line.depth == 0:
            head = line
        elif line.tokens[0].text not in _NOTES:
            head.apart = True


def _first_remark(between: Sequence[str]) -> int:
    """Return the index of the first comment in `between` that belongs to the declaration below it."""
    return next((at for at, remark in enumerate(between) if remark[0] != " "), len(between))


def _logical_lines(text: str, tokens: Iterable[Token]) -> Iterator[_Line]:
    """Yield the logical lines of a text from its tokens."""
    line = _Line((0,))
    for token in tokens:
        if token.type in (NEWLINE, END):
            if line.tokens:
                yield line
            line = _Line(line.columns)
        elif token.type == INDENT:
            line.columns += (display_width(text[token.start : token.end]),)
        elif token.type == DEDENT:
            line.columns = line.columns[:-1]
        else:
            line.tokens.append(token)


def _lines_between(text: str, before: _Line, line: _Line) -> list[str]:
    """Return the lines of `text` between two logical lines: blank lines and comments."""
    start = _end_of_line(text, before.tokens[-1].end) + 1 if before.tokens else 0
    end = text.rfind("\n", 0, line.tokens[0].start) + 1 if line.tokens else len(text)
    return text[start:end].removesuffix("\n").split("\n") if start < end else []


def _end_of_line(text: str, at: int) -> int:
    """Return the offset of the first line end from offset `at` on, else of the end of the text."""
    position = text.find("\n", at)
    return len(text) if position < 0 else position


# ------------------------------------------------------------------ one line


def _format_line(text: str, line: _Line) -> Iterator[str]:
    """Yield the formatted lines of a logical line; continuation lines are indented one step more."""
    if not line.tokens:
        return
    inner = " " * STEP * line.depth
    written = inner + (line.aligned or line.tokens[0].text)
    for one, two in pairwise(line.tokens):
        gap = text[one.end : two.start]
        if "\n" in gap:
            yield _with_comment(text, written, one)
            inner = " " * STEP * (line.depth + 1)
            yield from (
                inner + remark for each in gap.split("\n")[1:] if (remark := each.strip(" \t"))
            )
            written = inner + _token_text(two)
        elif not line.aligned:
            # Some tokens have several words: `, rounded up`.
            written += _blanks_between(text, one, two) + _token_text(two)
    yield _with_comment(text, written, line.tokens[-1])


def _token_text(token: Token) -> str:
    """Return a token as formatted; several words in one token get single blanks between them."""
    if token.type == "STRING":
        return token.text
    return " ".join(token.text.split())


def _with_comment(text: str, written: str, last: Token) -> str:
    """Return the formatted line `written` with the comment that follows the token `last` in `text`."""
    rest = text[last.end : _end_of_line(text, last.end)]
    remark = rest.strip(" \t")
    start = text.rfind("\n", 0, last.end) + 1
    return append_comment(
        written, remark, display_width(text[start : last.end + len(rest) - len(rest.lstrip(" \t"))])
    )


def _blanks_between(text: str, one: Token, two: Token) -> str:
    """Return the blanks to write between two adjacent tokens of a line."""
    if one.text == "(" or two.text in _CLOSE_BEHIND or two.text[:1] == ",":
        return ""
    if one.text == "-" and one.end == two.start and text[one.start - 1] in _SIGN_BEHIND:
        return ""  # a negative sign, as in `less -x`
    if one.type == two.type == "PROPER":
        return "  "  # with a single blank they would be one name
    return " "


# ------------------------------------------------------------------ tables


def _find_tables(lines: Sequence[_Line]) -> Iterator[list[_Line]]:
    """Yield the lines of each table and each list of cards: its first line, heading and rows, no notes."""
    table: list[_Line] = []
    for line in lines:
        if line.depth == 0:
            if table:
                yield table
            table = [line] if line.tokens[0].type in ("TABLE", "LIST") else []
        elif table and line.tokens[0].text not in _NOTES:
            table.append(line)
    if table:
        yield table


def _align_columns(first: _Line, *rows: _Line) -> None:
    """Align the columns of a table or list of cards; `rows` are its heading and rows."""
    cells = [[token.text for token in row.tokens] for row in rows]
    if first.tokens[0].type == "TABLE":
        cells[0] = _column_headings(cells[0])
    columns = max(map(len, cells))
    widths = [max(len(row[n]) for row in cells if n < len(row)) for n in range(columns)]
    for row, texts in zip(rows, cells, strict=True):
        padded = (cell.ljust(size) for cell, size in zip(texts, widths, strict=False))
        row.aligned = (" " * COLUMN_GAP).join(padded).rstrip(" ")


def _column_headings(words: Iterable[str]) -> list[str]:
    """Return the headings of a table's columns; a number and the word after it form one heading."""
    heads: list[str] = []
    for word in words:
        if heads and heads[-1][0].isdigit() and word.isalpha():
            heads[-1] += f" {word}"
        else:
            heads.append(word)
    return heads

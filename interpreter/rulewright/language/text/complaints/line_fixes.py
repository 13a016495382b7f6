"""Fixes that need no knowledge of the language: for quotes, indentation and lines that occur twice."""

from __future__ import annotations

import re
from typing import Final

from rulewright.language.text.complaints.complaint import Fix
from rulewright.language.text.source import Source, Span

_STRAIGHT: Final = str.maketrans("“”„«»\u2018\u2019", '"' * 5 + "''")
"""Straight quotes by the typographic ones that are written for them."""
_TABBED: Final = re.compile(r"^ *\t[ \t]*", re.MULTILINE)
"""Matches an indentation with a tab."""


def straighten_quotes(at: Span, help: str) -> Fix:
    """Return a fix that replaces all typographic quotes from `at` to the end of its line by straight ones."""
    text = at.source.text
    rest = Span(at.source, at.start, max(at.end, _line_end(text, at.start)))
    return Fix(rest, rest.text.translate(_STRAIGHT), help)


def is_curly_quote(sign: str) -> bool:
    """Return whether `sign` is a single typographic quote."""
    return len(sign) == 1 and ord(sign) in _STRAIGHT


def indent_with_spaces(source: Source, step: int, help: str) -> tuple[Fix, ...]:
    """Return a fix that writes `step` spaces for each tab in the indentation of a line; no fix without tabs."""
    indents = [each.span() for each in _TABBED.finditer(source.text)]
    if not indents:
        return ()
    at = Span(source, indents[0][0], indents[-1][1])
    text = _TABBED.sub(lambda each: each[0].replace("\t", " " * step), at.text)
    return (Fix(at, text, help),)


def drop_equal_line(at: Span, first: Span) -> tuple[Fix, ...]:
    """Return a fix that deletes the line of `at` if it says the same as the line of `first`; else no fix.

    A line that has a block below it is kept.
    """
    text = at.source.text
    begin, end = _line_start(text, at.start), _line_end(text, at.start)
    if at.source != first.source or at.line == first.line:
        return ()
    line = text[begin:end]
    other = text[_line_start(text, first.start) : _line_end(text, first.start)]
    if line.strip() != other.strip() or _depth(text[end:].lstrip("\n")) > _depth(line):
        return ()
    return (Fix(Span(at.source, begin, min(end + 1, len(text))), "", "keep one of them"),)


def outdent_block(at: Span, head: Span, help: str) -> Fix:
    """Return a fix that gives the block that begins at `at` the indentation of the line of `head` above it."""
    text = at.source.text
    begin = end = _line_start(text, at.start)
    depth = _depth(text[begin:])
    excess = depth - _depth(text[_line_start(text, head.start) :])
    lines = []
    for line in text[begin:].splitlines(keepends=True):
        if line.strip() and _depth(line) < depth:
            break
        lines.append(line[excess:] if line.strip() else line)
        end += len(line)
    return Fix(Span(at.source, begin, end), "".join(lines), help)


def _line_start(text: str, place: int) -> int:
    """Return where the line of `place` begins."""
    return text.rfind("\n", 0, place) + 1


def _line_end(text: str, place: int) -> int:
    """Return where the line of `place` ends, before its newline."""
    end = text.find("\n", place)
    return len(text) if end < 0 else end


def _depth(text: str) -> int:
    """Return the number of spaces that `text` begins with."""
    return len(text) - len(text.lstrip(" "))

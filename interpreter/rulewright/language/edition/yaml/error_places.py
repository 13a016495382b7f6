"""Better places for YAML errors: where the mistake is, not where the YAML library noticed it.

The library often reports a line after the cause.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import Final

from rulewright.base.records import evolve
from rulewright.language.edition.yaml.yaml_nodes import Keys, Node
from rulewright.language.text import Complaint, Complaints, Source, Span

_SAYS: Final = re.compile(r"(?m)^(?![ ]*(?:#|$)).+$")
_KEYED: Final = re.compile(r"""[ ]*(?:- )?(?:"[^"]*"|'[^']*'|[^\s"'{\[#][^#]*?):(?:\s|$)""")
_FLOW: Final = "while parsing a flow"
_NO_KEY: Final = ("could not find expected ':'", "mapping values are not allowed")
_RUN_TOGETHER: Final = re.compile(r"(?m)^[ ]*(?:- )?([A-Za-z][\w/-]*:)(?=[^\s:/])")
_OTHER_SIGN: Final = re.compile(r"[a-z-]+ ?(?:=|->?|:=|=>)(?= )")
_LINES: Final = 6
"""The number of lines above an error to search for its cause."""
_NEAR: Final = 2
_LONGEST: Final = 20_000
"""The maximum number of characters of a file that is parsed again to find the cause."""
_UNEVEN: Final = ("expected <block end>", "mapping values are not allowed")


_TYPOGRAPHIC: Final = re.compile("[\u201c\u201d\u201e]")


def typographic_quote(at: Span) -> Span | None:
    """Return the span of a typographic quote on the line of `at` or just above it, or None."""
    for line in _lines_above(at)[:_NEAR]:
        match = _TYPOGRAPHIC.search(line.text.partition(" #")[0])
        if match is not None:
            return Span(at.source, line.start + match.start(), line.start + match.end())
    return None


def error_span(problem: str, at: Span, since: Span | None) -> Span:
    """Return the likely cause of the library's error `problem` at `at`, in a context that began at `since`."""
    if _FLOW in problem and since is not None:
        return _rest_of_line(since)
    if any(part in problem for part in _NO_KEY) and (line := _line_without_key(at)) is not None:
        return line
    if (
        any(part in problem for part in _UNEVEN)
        and (line := _unevenly_indented_line(at)) is not None
    ):
        return line
    return at


def _lines_above(at: Span) -> list[Span]:
    """Return the non-empty lines from the start of the text to the line of `at`, the nearest first."""
    source = at.source
    end = source.text.find("\n", at.start)
    text = source.text[: len(source.text) if end < 0 else end]
    return [Span(source, match.start(), match.end()) for match in _SAYS.finditer(text)][::-1]


def _line_without_key(at: Span) -> Span | None:
    """Return the nearest line, on `at` or up to two above, that lacks the key it should begin with; else None."""
    for line in _lines_above(at)[:3]:
        bare = line.text.lstrip()
        if not _KEYED.match(line.text) and bare[0] not in "]}" and not bare.startswith("- "):
            sign = _OTHER_SIGN.match(bare)
            at = _stripped(line)
            return at if sign is None else Span(at.source, at.start, at.start + sign.end())
    return None


def _unevenly_indented_line(at: Span) -> Span | None:
    """Return the nearest line above `at` with an odd indentation if that of `at` is even, else None."""
    lines = _lines_above(at)
    if not lines or _depth(lines[0]) % 2:
        return None
    deeper = [line for line in lines[1:6] if _depth(line) % 2 and _KEYED.match(line.text)]
    return _stripped(deeper[0]) if deeper else None


def _depth(line: Span) -> int:
    """Return the indentation of a line in characters."""
    return len(line.text) - len(line.text.lstrip())


def _stripped(line: Span) -> Span:
    """Return the span of a line without its indentation."""
    return Span(line.source, line.start + _depth(line), line.end)


def _rest_of_line(since: Span) -> Span:
    """Return the span from the start of `since` to the end of its line."""
    source: Source = since.source
    end = source.text.find("\n", since.start)
    return Span(source, since.start, len(source.text) if end < 0 else end)


def key_without_blank(at: Span, fails_at: Callable[[str], int | None]) -> Span | None:
    """Return the span of a key near `at` whose `:` lacks a blank, if a blank there fixes the error; else None.

    `fails_at` returns the offset where parsing a text fails, or None.
    """
    text = at.source.text
    for line in _lines_above(at)[:_LINES] if len(text) <= _LONGEST else ():
        match = _RUN_TOGETHER.match(text, line.start)
        if match is not None:
            place = fails_at(f"{text[: match.end()]} {text[match.end() :]}")
            if place is None or place > at.end + 1:
                return Span(at.source, match.start(1), match.end(1))
    return None


# ------------------------------------------------------------------ a line lost


_OF_SHAPE: Final = ("Y0201", "Y0203", "Y0210", "Y0211")


def merge_row_complaints(tree: Keys, complaints: Complaints) -> None:
    """Keep only the first complaint where consecutive keys all have complaints about their form.

    Such a run usually has one cause: a line above it is missing or superfluous.
    """
    shape_complaints = [
        each for each in complaints.in_order() if each.code in _OF_SHAPE and each.span is not None
    ]
    for _, node in tree.entries:
        _merge_rows(node, shape_complaints, complaints)


def _merge_rows(node: Node, shape_complaints: Sequence[Complaint], complaints: Complaints) -> None:
    """Keep only the first complaint about consecutive keys, in the mapping `node` and in those below it."""
    inside = _complaints_within(shape_complaints, node.span)
    if not isinstance(node, Keys) or len(inside) < 2:
        return
    row: list[Sequence[Complaint]] = []
    for key, value in node.entries:
        own = _complaints_within(inside, key.span.to(value.span))
        _merge_rows(value, own, complaints)
        if own:
            row.append(own)
        else:
            _keep_first(row, complaints)
            row = []
    _keep_first(row, complaints)


def _keep_first(row: Sequence[Sequence[Complaint]], complaints: Complaints) -> None:
    """Remove all complaints about a run of keys but the first, whose help then mentions that more follow."""
    if len(row) < 2:
        return
    first, *others = (each for own in row for each in own)
    for each in others:
        complaints.replace(each, None)
    if first.span and others[-1].span and first.span.line < others[-1].span.line:
        help = (
            f"{first.help}; the lines below do not fit either: perhaps a line above them is missing"
        )
        complaints.replace(first, evolve(first, help=help))


def _complaints_within(sorted_complaints: Sequence[Complaint], at: Span) -> Sequence[Complaint]:
    """Return the complaints that begin inside the span `at`; they must be sorted by position."""
    return sorted_complaints[
        bisect_left(sorted_complaints, at.start, key=_start_offset) : bisect_left(
            sorted_complaints, at.end, key=_start_offset
        )
    ]


def _start_offset(complaint: Complaint) -> int:
    """Return the offset where a complaint's span begins, as a sort key."""
    assert complaint.span is not None
    return complaint.span.start


def dash_without_blank(at: Span) -> Span | None:
    """Return the span of the `-` if `at` begins with a list item that lacks its blank (`-own.rules`), else None."""
    begin = at.source.text[at.start : at.start + 2]
    is_one = begin[:1] == "-" and begin[1:].isalpha()
    return Span(at.source, at.start, at.start + 1) if is_one else None

"""The words of a rule file, each with its sort: for whatever shows them in colours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, Literal

from rulewright.records import Record
from rulewright.syntax.lexer import DEEP, LAYOUT, LONG, STRANGE, UNEVEN, Excerpt
from rulewright.syntax.parser import grammar
from rulewright.text import Source, Span

WordSort = Literal["keyword", "name", "proper", "number", "string", "remark", "sign", "strange"]

_REMARK: Final = re.compile(r"#[^\n]*")
_SORTS: Final[dict[str, WordSort]] = {
    "NAME": "name", "PROPER": "proper", "STRING": "string",
    "NUMBER": "number", "NEGATIVE": "number", "RANGE": "number",
    STRANGE: "strange", UNEVEN: "strange", LONG: "strange", DEEP: "strange",
}  # fmt: skip


class SortedWord(Record):
    """A word, a sign, a text or a remark. A word of the language that stands for a name is still a keyword."""

    span: Span
    sort: WordSort


def sorted_words(source: Source) -> Iterator[SortedWord]:
    """Everything that is written in a file, in order; blanks and line ends are left out."""
    known = grammar()
    end = 0
    for token in known.lexer.tokens(Excerpt(source, source.text)):
        if token.type in LAYOUT or token.start == token.end:
            continue
        yield from _remarks(source, end, token.start)
        yield SortedWord(token.span, _sort(token.type, known.spelling))
        end = token.end
    yield from _remarks(source, end, len(source.text))


def _remarks(source: Source, start: int, end: int) -> Iterator[SortedWord]:
    for found in _REMARK.finditer(source.text, start, end):
        yield SortedWord(Span(source, found.start(), found.end()), "remark")


def _sort(kind: str, spelling: dict[str, str]) -> WordSort:
    if kind in spelling:
        return "keyword" if spelling[kind].strip("'")[0].isalpha() else "sign"
    return _SORTS.get(kind, "keyword")  # several words that are one terminal

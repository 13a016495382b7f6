"""What each word of a rule file is, for its colour: by the lexer, and by what its names mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from lsprotocol import types as lsp

from rulewright.front.lsp.positions import Positions
from rulewright.program.witness import Reference
from rulewright.syntax.continuing import WordSort, sorted_words
from rulewright.text import Source, Span

TYPES: Final = (
    "keyword", "string", "number", "comment", "operator", "class", "enumMember", "enum", "variable", "property",
    "event", "function", "method", "parameter", "type",
)  # fmt: skip
"""The sorts of words that are told apart, in the order in which they are numbered."""

_BY_WORD: Final[dict[WordSort, str]] = {
    "keyword": "keyword", "proper": "class", "number": "number", "string": "string", "remark": "comment",
}  # fmt: skip
_BY_SORT: Final = {
    "card": "class", "series": "class", "kind": "type", "labels": "enum", "label": "enumMember",
    "zone": "variable", "variable": "property", "value": "property", "fact": "property", "field": "property",
    "setting": "variable", "table": "function", "event": "event", "phase": "function", "moment": "method",
    "stance": "method", "local": "parameter", "choice": "method",
}  # fmt: skip


def semantic_tokens(
    source: Source, references: Iterable[Reference], positions: Positions, *, rules: bool = True
) -> lsp.SemanticTokens:
    """The words of a file as numbers: how far from the one before, how long, of what sort.

    In editions (`rules` is no) only names are told: the rest is YAML, which editors know.
    """
    found = list(references)
    words = _words(source, {each.at.start: each.sort for each in found}) if rules else _names(found)
    data: list[int] = []
    line = column = 0
    for span, sort in words:
        start = positions.position(source, span.start)
        length = positions.position(source, span.end).character - start.character
        beyond = start.character - (column if start.line == line else 0)
        data += [start.line - line, beyond, length, TYPES.index(sort), 0]
        line, column = start.line, start.character
    return lsp.SemanticTokens(data=data)


def _words(source: Source, meant: Mapping[int, str]) -> Iterator[tuple[Span, str]]:
    for word in sorted_words(source):
        sort = _BY_SORT.get(meant.get(word.span.start, "")) or _BY_WORD.get(word.sort)
        if sort is not None:
            yield word.span, sort


def _names(found: Iterable[Reference]) -> Iterator[tuple[Span, str]]:
    for each in sorted(found, key=lambda each: each.at.start):
        yield each.at, _BY_SORT[each.sort]

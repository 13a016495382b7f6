"""Entry points of the parser: parse or format a source, and report all its syntax errors."""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Iterable
from functools import lru_cache
from typing import Final

from rulewright.base.records import evolve
from rulewright.language.syntax import syntax_complaints as say, tree
from rulewright.language.syntax.parsing.grammar import CONTEXTUAL_KEYWORDS
from rulewright.language.syntax.parsing.lexer import Excerpt
from rulewright.language.syntax.parsing.parser import GrammarMismatch, grammar
from rulewright.language.text import Complaint, Complaints, Source, Span

MOST_KEPT: Final = 400
"""The number of parsed files to memoize."""

_TABS: Final = re.compile(r"(?m)^[ ]*\t[ \t]*(?=[^\s#])")


def parse_all(
    sources: Iterable[Source | tree.Node], complaints: Complaints
) -> tuple[tree.Node, ...]:
    """Return the declarations of several files in order; declarations that are parsed already are kept."""
    nodes: list[tree.Node] = []
    for source in sources:
        nodes += parse_rules(source, complaints) if isinstance(source, Source) else [source]
    return tuple(nodes)


def parse_rules(source: Source, complaints: Complaints) -> tuple[tree.Node, ...]:
    """Return the declarations of a rule file; report syntax errors, and omit parts that do not parse."""
    tabs = _report_tabs(source, complaints)
    try:
        return _parse_clean(source)
    except GrammarMismatch:
        nodes, errors = _parse_with_errors(source)
        complaints.extend(each for each in errors if not (tabs and _is_caused_by_tabs(each, tabs)))
        return nodes


@lru_cache(maxsize=MOST_KEPT)
def _parse_with_errors(source: Source) -> tuple[tuple[tree.Node, ...], Complaints]:
    """Return the declarations of a file with syntax errors, as far as they parse, and its complaints; memoized."""
    # Imported only on an error: half of the parser's code is for errors.
    from rulewright.language.syntax.recovery.recovery import recover

    errors = Complaints()
    return recover(source, errors), errors


@lru_cache(maxsize=MOST_KEPT)
def _parse_clean(source: Source) -> tuple[tree.Node, ...]:
    """Return the declarations of a file without syntax errors; memoized, since editions share files."""
    nodes: tuple[tree.Node, ...] = grammar().read(Excerpt(source, source.text))
    return nodes


def format_rules(source: Source, complaints: Complaints) -> str | None:
    """Return the formatted text of a rule file; None, after complaints, if it has syntax errors.

    Tabs are no errors here, since formatting removes them.
    """
    from rulewright.language.syntax.formatting import format_tokens

    known = grammar()
    excerpt = Excerpt(source, source.text)
    try:
        nodes = known.read(excerpt)
    except GrammarMismatch:
        parse_rules(source, complaints)
        return None
    text = format_tokens(source.text, known.lexer.tokens(excerpt))
    assert known.read(Excerpt(source, text)) == nodes, "a formatted file says something else"
    return text


def parse_phrase(at: Span, words: Container[str] = ()) -> tree.Node | None:
    """Return the syntax tree of a single expression, as in the braces of a text; None if it does not parse.

    A phrase that begins with a name outside `words` is parsed as if `the` preceded it.
    """
    known = grammar()
    excerpt = Excerpt(at.source, at.text, at.start, lines=False)
    first = next(known.lexer.tokens(excerpt))
    is_name = first.type == "NAME" or first.text in CONTEXTUAL_KEYWORDS
    if (is_name and first.text not in words) or first.text == "number":
        excerpt = evolve(excerpt, before=(("THE", "the"),))
    try:
        node: tree.Node = known.read(excerpt, start="cond")
    except GrammarMismatch:
        return None
    return node


def first_error_span(source: Source) -> Span | None:
    """Return the span of the first token that the grammar rejects; None if the source parses."""
    known = grammar()
    states = known.start()
    tokens = known.lexer.tokens(Excerpt(source, source.text))
    return next((each.span for each in tokens if not known.accepts(states, each.type)), None)


def language_keywords() -> Collection[str]:
    """Return all keywords of the language, also those that may be names."""
    return grammar().lexer.keywords.keys()


def reserved_words() -> Collection[str]:
    """Return the keywords of the language that can never be names."""
    return frozenset(language_keywords()) - CONTEXTUAL_KEYWORDS


def _report_tabs(source: Source, complaints: Complaints) -> frozenset[int]:
    """Return the numbers of the lines that are indented by tabs; report the first of them."""
    if "\t" not in source.text:
        return frozenset()
    indents = [Span(source, *match.span()) for match in _TABS.finditer(source.text)]
    if indents:
        complaints.add(say.tab(indents))
    return frozenset(each.line for each in indents)


_OF_DEPTH: Final = ("E0104", "E0106", "E0107")


def _is_caused_by_tabs(complaint: Complaint, tabs: Collection[int]) -> bool:
    """Return whether a complaint about indentation is on or just below a line that is indented by tabs."""
    if complaint.code not in _OF_DEPTH or complaint.span is None:
        return False
    return complaint.span.line in tabs or complaint.span.end_line + 1 in tabs

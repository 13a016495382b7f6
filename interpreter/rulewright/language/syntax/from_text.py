"""Text -> tree: reads a source by the grammar and says what is wrong with it, all of it."""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Iterable
from functools import lru_cache
from typing import Final

from rulewright.base.records import evolve
from rulewright.language.syntax import syntax_complaints as say, tree
from rulewright.language.syntax.parsing.grammar import NAMES_TOO
from rulewright.language.syntax.parsing.lexer import Excerpt
from rulewright.language.syntax.parsing.parser import NotUnderstood, grammar
from rulewright.language.text import Complaint, Complaints, Source, Span

MOST_KEPT: Final = 400
"""So many files stay read as long as the process lives."""

_TABS: Final = re.compile(r"(?m)^[ ]*\t[ \t]*(?=[^\s#])")


def parse_all(
    sources: Iterable[Source | tree.Node], complaints: Complaints
) -> tuple[tree.Node, ...]:
    """Return the declarations of several files in order; declarations already parsed are taken as they are."""
    nodes: list[tree.Node] = []
    for source in sources:
        nodes += parse_rules(source, complaints) if isinstance(source, Source) else [source]
    return tuple(nodes)


def parse_rules(source: Source, complaints: Complaints) -> tuple[tree.Node, ...]:
    """The declarations of a rule file; what cannot be read is left out and complained about."""
    tabs = _look_for_tabs(source, complaints)
    try:
        return _right(source)
    except NotUnderstood:
        nodes, found = _wrong(source)
        complaints.extend(each for each in found if not (tabs and _is_of_tabs(each, tabs)))
        return nodes


@lru_cache(maxsize=MOST_KEPT)
def _wrong(source: Source) -> tuple[tuple[tree.Node, ...], Complaints]:
    """What can be read of a file with mistakes, and those: the rules and the scenarios in it are read apart."""
    # Imported only for a mistake, as half of this stage is there for mistakes.
    from rulewright.language.syntax.recovery.recovery import recover

    found = Complaints()
    return recover(source, found), found


@lru_cache(maxsize=MOST_KEPT)
def _right(source: Source) -> tuple[tree.Node, ...]:
    """The declarations of a file without mistakes: editions share files, and trees never change."""
    nodes: tuple[tree.Node, ...] = grammar().read(Excerpt(source, source.text))
    return nodes


def format_rules(source: Source, complaints: Complaints) -> str | None:
    """Return the text of a rule file in order; None if it has mistakes, which are complained about.

    Tabs are no mistakes here: this is the way to be rid of them.
    """
    from rulewright.language.syntax.formatting import formatted

    known = grammar()
    excerpt = Excerpt(source, source.text)
    try:
        nodes = known.read(excerpt)
    except NotUnderstood:
        parse_rules(source, complaints)
        return None
    text = formatted(source.text, known.lexer.tokens(excerpt))
    assert known.read(Excerpt(source, text)) == nodes, "a formatted file says something else"
    return text


def parse_phrase(at: Span, words: Container[str] = ()) -> tree.Node | None:
    """A single expression, as it stands in the braces of a text; None if it is none.

    One that begins with a name is read as if `the` stood before it, unless it is one of `words`.
    """
    known = grammar()
    excerpt = Excerpt(at.source, at.text, at.start, lines=False)
    first = next(known.lexer.tokens(excerpt))
    if (first.type == "NAME" and first.text not in words) or first.text == "number":
        excerpt = evolve(excerpt, before=(("THE", "the"),))
    try:
        node: tree.Node = known.read(excerpt, start="cond")
    except NotUnderstood:
        return None
    return node


def first_mistake(source: Source) -> Span | None:
    """Where a text stops making sense, None if it makes sense to its end."""
    known = grammar()
    states = known.start()
    tokens = known.lexer.tokens(Excerpt(source, source.text))
    return next((each.span for each in tokens if not known.takes(states, each.type)), None)


def known_words() -> Collection[str]:
    """The words of the language itself."""
    return grammar().lexer.keywords.keys()


def reserved_words() -> Collection[str]:
    """Those of them that are never names."""
    return frozenset(known_words()) - NAMES_TOO


def _look_for_tabs(source: Source, complaints: Complaints) -> frozenset[int]:
    """Complain of tabs before a line, once; gives the lines that they indent."""
    if "\t" not in source.text:
        return frozenset()
    indents = [Span(source, *found.span()) for found in _TABS.finditer(source.text)]
    if indents:
        complaints.add(say.tab(indents[0], len(indents)))
    return frozenset(each.line for each in indents)


_OF_DEPTH: Final = ("E0104", "E0106", "E0107")


def _is_of_tabs(complaint: Complaint, tabs: Collection[int]) -> bool:
    """Whether a line stands too deep, or lacks its block, because of a tab before it or the one below."""
    if complaint.code not in _OF_DEPTH or complaint.span is None:
        return False
    return complaint.span.line in tabs or complaint.span.end_line + 1 in tabs

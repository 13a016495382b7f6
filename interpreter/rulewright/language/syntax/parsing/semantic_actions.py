"""Semantic actions: for each production, the function that builds a tree node from its parts.

They follow the tree conventions of the parser library. Filtered words are dropped, productions named with `_` are
inlined, missing optional parts are None, and a production with `?` and a single part is that part. Each node also
gets its span.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rulewright.base.records import Record, evolve
from rulewright.language.syntax import tree
from rulewright.language.syntax.parsing.grammar import Production, Symbol
from rulewright.language.syntax.parsing.lexer import LAYOUT, Token
from rulewright.language.syntax.parsing.node_building import node_builder
from rulewright.language.text import Source, Span

Part = Any
Reduce = Callable[[list[Part]], Part]

_NOWHERE: Final = Span(Source("", ""), 0, 0)


class _Inlined(Record):
    """The parts of a production whose name begins with `_`; they become parts of the production above it."""

    parts: list[Part]
    at: Span | None


def make_action(rule: Production) -> Reduce:
    """Return the semantic action of a production: a function from its parts to their node or other result."""
    name = rule.name
    select = _part_selector(rule)
    if name == "start":
        return lambda parts: tuple(select(parts))
    if name.startswith("_"):
        return _appending_action(rule, select) or (
            lambda parts: _Inlined(select(parts), _span_of_parts(parts))
        )
    if rule.expands_one and not rule.alias:
        return _unwrapping_action(rule, select)
    build = node_builder(name)
    return lambda parts: build(_span_of_parts(parts) or _NOWHERE, select(parts))


def _appending_action(rule: Production, select: Reduce) -> Reduce | None:
    """Return an action that appends to the list of a left-recursive production; None for other productions.

    The list is extended in place, since copying a long list for each item takes quadratic time.
    """
    if not rule.symbols or rule.symbols[0].name != rule.origin or rule.missing[:1] == (True,):
        return None
    nothing = _Inlined([], None)

    def reduce(parts: list[Part]) -> Part:
        """Append the new parts to the list in the first part, in place."""
        row: _Inlined = parts[0]
        row.parts.extend(select([nothing, *parts[1:]]))
        return _Inlined(row.parts, _span_of_parts(parts))

    return reduce


def _unwrapping_action(rule: Production, select: Reduce) -> Reduce:
    """Return the action of a production with `?`: its part if there is only one, else a node."""
    if len(rule.symbols) == 1:
        return pass_through if _is_node(rule.symbols[0]) else lambda parts: select(parts)[0]
    name = rule.origin

    def reduce(parts: list[Part]) -> Part:
        """Return the only part, or a node made from several."""
        chosen = select(parts)
        at = _span_of_parts(parts)
        if len(chosen) == 1:
            return _with_parentheses(chosen[0], at)
        return node_builder(name)(at or _NOWHERE, chosen)

    return reduce


def pass_through(parts: list[Part]) -> Part:
    """Return the only part unchanged; the parser recognizes this function and skips the call."""
    return parts[0]


def _is_node(symbol: Symbol) -> bool:
    """Return whether a symbol is a nonterminal with a node of its own."""
    return not symbol.is_terminal and not symbol.name.startswith("_")


def _with_parentheses(node: Part, at: Span | None) -> Part:
    """Return a node with the span `at`, which includes the parentheses around it."""
    return evolve(node, at=at) if isinstance(node, tree.Node) and at is not None else node


def _part_selector(rule: Production) -> Reduce:
    """Return a function that selects the parts to pass to a node, with None for missing optional ones."""
    missing = _missing_before(rule)
    plan = []
    nones = 0
    for index, symbol in enumerate(rule.symbols):
        nones += missing[index]
        if rule.keeps_all or not symbol.filtered:
            plan.append((index, [None] * nones))
            nones = 0
    after = [None] * (nones + missing[-1])

    def select(parts: list[Part]) -> list[Part]:
        """Return the parts for the node: tokens as words, inlined parts spliced in, None for missing ones."""
        chosen: list[Part] = []
        for index, none in plan:
            if none:
                chosen += none
            part = parts[index]
            kind = type(part)
            if kind is Token:
                chosen.append(_word(part))
            elif kind is _Inlined:
                chosen += part.parts
            else:
                chosen.append(part)
        return chosen + after if after else chosen

    return select


def _missing_before(rule: Production) -> list[int]:
    """Return how many optional parts are missing before each symbol of a production, and after the last."""
    counts = [0]
    for missing in rule.missing:
        if missing:
            counts[-1] += 1
        else:
            counts.append(0)
    return counts


def _word(token: Token) -> tree.Word:
    """Return a token as a word of the tree; a text loses its quotes."""
    text = token.text[1:-1] if token.type == "STRING" else token.text
    if token.type == "ROUNDED":
        text = text.split()[-1]  # `up` or `down`, whatever blanks precede it
    return tree.Word(token.span, text, token.type)


def _span_of_parts(parts: list[Part]) -> Span | None:
    """Return the span from the first part to the last, without layout tokens; None if no part has one."""
    first = last = None
    for part in parts:
        if (first := _span_of(part)) is not None:
            break
    else:
        return None
    for part in reversed(parts):
        if (last := _span_of(part)) is not None:
            break
    assert last is not None
    return first if first is last else Span(first.source, first.start, last.end)


def _span_of(part: Part) -> Span | None:
    """Return the span of a part; None for layout tokens and empty parts."""
    if type(part) is Token:
        return None if part.type in LAYOUT else part.span
    at: Span | None = getattr(part, "at", None)
    return None if at is _NOWHERE else at

"""Semantic actions: for each grammar rule the function that makes of its parts a node of the tree.

It does what the parser library would do for a tree of its own: words that only mark a place are left
out, rules whose name begins with `_` put their parts where they stand, what may be missing is None,
and a rule with a `?` and one part is that part. And it tells the node its place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rulewright.base.records import Record, evolve
from rulewright.language.syntax import tree
from rulewright.language.syntax.parsing.grammar import Rule, Symbol
from rulewright.language.syntax.parsing.lexer import LAYOUT, Token
from rulewright.language.syntax.parsing.node_building import builder
from rulewright.language.text import Source, Span

Part = Any
Reduce = Callable[[list[Part]], Part]

_NOWHERE: Final = Span(Source("", ""), 0, 0)


class _Inlined(Record):
    """The parts of a rule that has no node of its own, and from where to where they go."""

    parts: list[Part]
    at: Span | None


def reducer(rule: Rule) -> Reduce:
    """Return the function for one rule of the compiled grammar."""
    name = rule.name
    select = _selection(rule)
    if name == "start":
        return lambda parts: tuple(select(parts))
    if name.startswith("_"):
        return _growing(rule, select) or (lambda parts: _Inlined(select(parts), _place(parts)))
    if rule.expands_one and not rule.alias:
        return _passing_on(rule, select)
    build = builder(name)
    return lambda parts: build(_place(parts) or _NOWHERE, select(parts))


def _growing(rule: Rule, select: Reduce) -> Reduce | None:
    """A rule for one more of what there is a row of. It goes into that row: copies of long rows take for ever."""
    if not rule.symbols or rule.symbols[0].name != rule.origin or rule.missing[:1] == (True,):
        return None
    nothing = _Inlined([], None)

    def reduce(parts: list[Part]) -> Part:
        row: _Inlined = parts[0]
        row.parts.extend(select([nothing, *parts[1:]]))
        return _Inlined(row.parts, _place(parts))

    return reduce


def _passing_on(rule: Rule, select: Reduce) -> Reduce:
    """A rule with a `?`: what it is made of if that is one thing, else a node."""
    if len(rule.symbols) == 1:
        return passed_on if _is_node(rule.symbols[0]) else lambda parts: select(parts)[0]
    name = rule.origin

    def reduce(parts: list[Part]) -> Part:
        chosen = select(parts)
        at = _place(parts)
        if len(chosen) == 1:
            return _widened(chosen[0], at)
        return builder(name)(at or _NOWHERE, chosen)

    return reduce


def passed_on(parts: list[Part]) -> Part:
    """What is made of one part that stays as it is; the parser looks for this, and leaves it where it stands."""
    return parts[0]


def _is_node(symbol: Symbol) -> bool:
    return not symbol.is_terminal and not symbol.name.startswith("_")


def _widened(node: Part, at: Span | None) -> Part:
    """What stands in parentheses, with its parentheses."""
    return evolve(node, at=at) if isinstance(node, tree.Node) and at is not None else node


def _selection(rule: Rule) -> Reduce:
    """Which parts a node is made of, with None for what is missing."""
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


def _missing_before(rule: Rule) -> list[int]:
    """How many optional parts are missing before each symbol of a rule, and after the last."""
    counts = [0]
    for missing in rule.missing:
        if missing:
            counts[-1] += 1
        else:
            counts.append(0)
    return counts


def _word(token: Token) -> tree.Word:
    text = token.text[1:-1] if token.type == "STRING" else token.text
    if token.type == "ROUNDED":
        text = text.split()[-1]  # up or down, whatever blanks stand before it
    return tree.Word(token.span, text, token.type)


def _place(parts: list[Part]) -> Span | None:
    """From the first word to the last; line ends and the like are no words."""
    first = last = None
    for part in parts:
        if (first := _at(part)) is not None:
            break
    else:
        return None
    for part in reversed(parts):
        if (last := _at(part)) is not None:
            break
    assert last is not None
    return first if first is last else Span(first.source, first.start, last.end)


def _at(part: Part) -> Span | None:
    if type(part) is Token:
        return None if part.type in LAYOUT else part.span
    at: Span | None = getattr(part, "at", None)
    return None if at is _NOWHERE else at

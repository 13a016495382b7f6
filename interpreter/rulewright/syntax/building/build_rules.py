"""Builders of rules: what would happen, what is denied or granted, powers and means."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.syntax import tree
from rulewright.syntax.building.builders import Child, builds
from rulewright.text import Span


@builds("would")
def _would(at: Span, children: Sequence[Child]) -> tree.Node:
    subject, verb, tail, condition, block = children
    last = (*([tail.object] if tail.object else []), *tail.labelled, verb)
    place = subject.at.to(max((node.at for node in last), key=lambda span: span.end))
    pattern = tree.Pattern(place, subject, verb, tail.object, tail.labelled)
    return tree.Would(at, pattern, condition, block)


@builds("restriction")
def _restriction(at: Span, children: Sequence[Child]) -> tree.Node:
    subject, verb, tail, condition = children
    pattern = tree.Pattern(at, subject, verb, tail.object, tail.labelled)
    return tree.Restriction(at, pattern, condition)


@builds("pattern")
def _pattern(at: Span, children: Sequence[Child]) -> tree.Node:
    subject, verb, tail = children
    return tree.Pattern(at, subject, verb, tail.object, tail.labelled)


@builds("pattern_tail", "tail")
def _tail(at: Span, children: Sequence[Child]) -> tree.Node:
    return tree.Tail(at, children[0], tuple(children[1:]))


@builds("deny")
def _deny(at: Span, children: Sequence[Child]) -> tree.Node:
    subject, name, what, condition = children
    return tree.Grant(at, subject, name, what, condition, granted=False)


@builds("grant_adjective")
def _grant_adjective(at: Span, children: Sequence[Child]) -> tree.Node:
    subject, name, condition = children
    return tree.Grant(at, subject, name, None, condition)


@builds("deny_adjective")
def _deny_adjective(at: Span, children: Sequence[Child]) -> tree.Node:
    subject, name, condition = children
    return tree.Grant(at, subject, name, None, condition, granted=False)


@builds("power")
def _power(at: Span, children: Sequence[Child]) -> tree.Node:
    name, shown, moment, *clauses, block = children
    return tree.Power(at, name, shown, moment, tuple(clauses), block)


@builds("means")
def _means(at: Span, children: Sequence[Child]) -> tree.Node:
    name, shown, verb, tail, *clauses, block = children
    return tree.Means(at, name, shown, verb, tail.object, tail.labelled, tuple(clauses), block)

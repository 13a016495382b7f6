"""Builders of what stands in rules: sentences, decisions, control, lists."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.syntax import tree
from rulewright.syntax.building.builders import BUILD, Build, Child, builds
from rulewright.text import Span


@builds("moment_word", "edge_word", "whose", "preposition", "type_name")
def _word(at: Span, children: Sequence[Child]) -> tree.Node:
    word: tree.Node = children[0]
    return word


@builds("order", "as_binder")
def _single(at: Span, children: Sequence[Child]) -> tree.Node:
    node: tree.Node = children[0]
    return node


@builds("sentence")
def _sentence(at: Span, children: Sequence[Child]) -> tree.Node:
    subject, verb, tail = children
    return tree.Sentence(at, subject, verb, tail.object, tail.labelled)


@builds("may")
def _may(at: Span, children: Sequence[Child]) -> tree.Node:
    subject, verb, tail, *rest = children
    return tree.May(at, subject, verb, tail.object, tail.labelled, *rest)


@builds("can")
def _can(at: Span, children: Sequence[Child]) -> tree.Node:
    subject, verb, tail = children
    return tree.Can(at, subject, verb, tail.object, tail.labelled)


@builds("cannot")
def _cannot(at: Span, children: Sequence[Child]) -> tree.Node:
    subject, verb, tail = children
    return tree.Can(at, subject, verb, tail.object, tail.labelled, negated=True)


@builds("menu")
def _menu(at: Span, children: Sequence[Child]) -> tree.Node:
    return tree.Menu(at, children[0], tuple(children[1:]))


@builds("play")
def _play(at: Span, children: Sequence[Child]) -> tree.Node:
    phase, player, *others = children
    return tree.Play(at, phase, player, tuple(other.what for other in others))


@builds("if_")
def _if(at: Span, children: Sequence[Child]) -> tree.Node:
    condition, block, *else_ifs, otherwise = children
    return tree.If(at, condition, block, tuple(else_ifs), otherwise)


@builds("until")
def _until(at: Span, children: Sequence[Child]) -> tree.Node:
    return tree.Until(at, children[0], tuple(children[1:]))


@builds("some")
def _some(at: Span, children: Sequence[Child]) -> tree.Node:
    name, source, *condition = children
    return tree.Some(at, name, source, condition[0] if condition else None)


@builds("none")
def _none(at: Span, children: Sequence[Child]) -> tree.Node:
    name, source, *condition = children
    return tree.Some(at, name, source, condition[0] if condition else None, negated=True)


@builds("number_of")
def _number_of(at: Span, children: Sequence[Child]) -> tree.Node:
    source, *condition = children
    return tree.NumberOf(at, source, condition[0] if condition else None)


def _gathered(how: str) -> Build:
    def build(at: Span, children: Sequence[Child]) -> tree.Node:
        name, source, *condition = children
        return tree.Gathered(at, name, source, condition[0] if condition else None, how)

    return build


for _how in ("total", "most", "least"):
    BUILD[f"{_how}_of"] = _gathered(_how)


@builds("any_zone")
def _any_zone(at: Span, children: Sequence[Child]) -> tree.Node:
    other, zone = children
    return tree.AnyZone(at, other is not None, zone)

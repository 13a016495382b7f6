"""Builders of declarations: labels, kinds, facts, tables, cards, events and phases."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.syntax import tree
from rulewright.syntax.building.builders import NOTES, Child, builds, only
from rulewright.text import Span


@builds("labels")
def _labels(at: Span, children: Sequence[Child]) -> tree.Node:
    return tree.Labels(at, children[0], only(children[1:], tree.Word), children[-1])


@builds("kind")
def _kind(at: Span, children: Sequence[Child]) -> tree.Node:
    return tree.Kind(at, children[0], children[1], tuple(children[2:]))


@builds("common_value")
def _common_value(at: Span, children: Sequence[Child]) -> tree.Node:
    name, result, notes = children
    return tree.Value(at, None, name, None, result, notes)


@builds("fact_adjective")
def _fact_adjective(at: Span, children: Sequence[Child]) -> tree.Node:
    subject, name, condition, notes = children
    return tree.Fact(at, subject, name, None, condition, notes)


@builds("fact_relation")
def _fact_relation(at: Span, children: Sequence[Child]) -> tree.Node:
    return tree.Fact(at, *children)


@builds("table")
def _table(at: Span, children: Sequence[Child]) -> tree.Node:
    name, row_key, column_key, *rest = children
    heading = only(rest, tree.Heading)[0]
    rows = only(rest, tree.Row)
    notes = only(rest, *NOTES)
    return tree.Table(at, name, row_key, column_key, notes, heading, rows)


@builds("heading")
def _heading(at: Span, children: Sequence[Child]) -> tree.Node:
    return tree.Heading(at, children[0], tuple(children[1:]))


@builds("list")
def _list(at: Span, children: Sequence[Child]) -> tree.Node:
    heading = only(children, tree.ListHeading)[0].names
    rows = only(children, tree.ListRow)
    return tree.CardList(at, children[0], only(children, *NOTES), heading, rows)


@builds("list_row")
def _list_row(at: Span, children: Sequence[Child]) -> tree.Node:
    return tree.ListRow(at, children[0], tuple(children[1:]))


@builds("card")
def _card(at: Span, children: Sequence[Child]) -> tree.Node:
    kind, name, body = children
    return tree.Card(at, kind, name, body.items if body else ())


@builds("section")
def _section(at: Span, children: Sequence[Child]) -> tree.Node:
    return tree.Section(at, children[0], tuple(children[1:]))


@builds("event")
def _event(at: Span, children: Sequence[Child]) -> tree.Node:
    subject, verb, obj, *labelled, body = children
    return tree.Event(at, subject, verb, obj, tuple(labelled), body.items if body else ())


@builds("phase")
def _phase(at: Span, children: Sequence[Child]) -> tree.Node:
    name, player, *others, block = children
    return tree.Phase(at, name, player, tuple(others), block)


@builds("outcome")
def _outcome(at: Span, children: Sequence[Child]) -> tree.Node:
    return tree.Outcome(at, only(children, tree.Word), children[-1])

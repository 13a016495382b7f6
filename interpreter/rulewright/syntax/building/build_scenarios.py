"""Builders of scenarios."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.syntax import tree
from rulewright.syntax.building.builders import NOTES, Child, builds, only
from rulewright.text import Span


@builds("scenario")
def _scenario(at: Span, children: Sequence[Child]) -> tree.Node:
    title, *rest = children
    covers = tuple(word for node in only(rest, tree.Covers) for word in node.ids)
    notes = only(rest, *NOTES)
    place = only(rest, tree.Place)[0]
    sections = only(rest, tree.Given, tree.When, tree.Then)
    return tree.Scenario(at, title, covers, notes, place, sections)


@builds("place")
def _place(at: Span, children: Sequence[Child]) -> tree.Node:
    edition, players, unit, *clauses = children
    return tree.Place(at, edition, players, unit, tuple(clauses))


@builds("answer")
def _answer(at: Span, children: Sequence[Child]) -> tree.Node:
    return tree.Answer(at, children[0], tuple(children[1:]))

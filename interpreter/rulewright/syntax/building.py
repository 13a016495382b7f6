"""How the children of a parsed phrase become the fields of its tree node.

Most nodes take their children as they come; the functions here are for those whose children need
sorting.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulewright.syntax import tree
from rulewright.text import Span

Child = Any
Build = Callable[[Span, Sequence[Child]], tree.Node]

NOTES = (
    tree.Cite, tree.Borrowed, tree.Reading, tree.Printed, tree.TextNote, tree.Because,
)  # fmt: skip

#: Builders by grammar rule, where passing the children on is not enough.
BUILD: dict[str, Build] = {}


def builds(*names: str) -> Callable[[Build], Build]:
    """Register a builder for grammar rules of these names."""

    def register(build: Build) -> Build:
        for name in names:
            BUILD[name] = build
        return build

    return register


def _only(children: Sequence[Child], *classes: type) -> tuple[Any, ...]:
    return tuple(child for child in children if isinstance(child, classes))


@builds("moment_word", "edge_word", "whose", "preposition", "type_name")
def _word(at: Span, children: Sequence[Child]) -> tree.Node:
    word: tree.Node = children[0]
    return word


@builds("order", "as_binder")
def _single(at: Span, children: Sequence[Child]) -> tree.Node:
    node: tree.Node = children[0]
    return node


@builds("labels")
def _labels(at: Span, children: Sequence[Child]) -> tree.Node:
    return tree.Labels(at, children[0], _only(children[1:], tree.Word), children[-1])


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
    heading = _only(rest, tree.Heading)[0]
    rows = _only(rest, tree.Row)
    notes = _only(rest, *NOTES)
    return tree.Table(at, name, row_key, column_key, notes, heading, rows)


@builds("heading")
def _heading(at: Span, children: Sequence[Child]) -> tree.Node:
    return tree.Heading(at, children[0], tuple(children[1:]))


@builds("list")
def _list(at: Span, children: Sequence[Child]) -> tree.Node:
    heading = _only(children, tree.ListHeading)[0].names
    rows = _only(children, tree.ListRow)
    return tree.CardList(at, children[0], _only(children, *NOTES), heading, rows)


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
    return tree.Outcome(at, _only(children, tree.Word), children[-1])


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


@builds("scenario")
def _scenario(at: Span, children: Sequence[Child]) -> tree.Node:
    title, *rest = children
    covers = tuple(word for node in _only(rest, tree.Covers) for word in node.ids)
    notes = _only(rest, *NOTES)
    place = _only(rest, tree.Place)[0]
    sections = _only(rest, tree.Given, tree.When, tree.Then)
    return tree.Scenario(at, title, covers, notes, place, sections)


@builds("place")
def _place(at: Span, children: Sequence[Child]) -> tree.Node:
    edition, players, unit, *clauses = children
    return tree.Place(at, edition, players, unit, tuple(clauses))


@builds("answer")
def _answer(at: Span, children: Sequence[Child]) -> tree.Node:
    return tree.Answer(at, children[0], tuple(children[1:]))


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


#: Nodes whose only field is the tuple of all their children.
GATHERING = {
    "type": tree.TypeName,
    "row": tree.Row,
    "list_heading": tree.ListHeading,
    "card_body": tree.CardBody,
    "fields": tree.Fields,
    "event_body": tree.EventBody,
    "notes": tree.Notes,
    "block": tree.Block,
    "covers": tree.Covers,
    "with_cards": tree.WithCards,
    "moments": tree.Moments,
    "when": tree.When,
    "then": tree.Then,
    "pick": tree.Pick,
}


def builder(name: str) -> Build:
    """Return what makes a tree node of the children of a grammar rule."""
    if name in BUILD:
        return BUILD[name]
    cls: Callable[..., tree.Node]
    if name in GATHERING:
        cls = GATHERING[name]
        return lambda at, children: cls(at, tuple(children))
    cls = tree.NODES[name]
    return lambda at, children: cls(at, *children)

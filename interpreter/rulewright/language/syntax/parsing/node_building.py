"""Construction of syntax nodes from the parts of a production.

Most builders assign the parts to the fields in order; a field with a tuple type takes all remaining parts.
Functions handle the few productions whose parts need sorting; each is named after its production.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, Final

from rulewright.base.records import declared_fields
from rulewright.language.syntax import tree
from rulewright.language.text import Span

Part = Any
Build = Callable[[Span, Sequence[Part]], Part]

PASS_THROUGH: Final = frozenset({
    "as_binder", "bound", "edge_word", "for_word", "moment_word", "of_each", "order", "otherwise", "play_as",
    "plural", "preposition", "shown", "sight", "type_name", "whose",
})  # fmt: skip
"""Productions that only add words around their single part and have no node of their own."""


def _rule_name(cls: type[tree.Node]) -> str:
    """Return the name of the production for a node class: `for_each` for `ForEach`."""
    name = cls.__name__.removesuffix("Declaration")
    return re.sub("(?<=[a-z])(?=[A-Z])", "_", name).lower()


NODES: Final[dict[str, type[tree.Node]]] = {
    _rule_name(cls): cls
    for cls in vars(tree).values()
    if isinstance(cls, type) and issubclass(cls, tree.Node)
}


@cache
def node_builder(name: str) -> Build:
    """Return the function that makes the syntax node of the production `name` from its span and parts."""
    if name in PASS_THROUGH:
        return lambda at, parts: parts[0]
    if name in BUILDERS:
        build = BUILDERS[name]
        return lambda at, parts: build(at, *parts)
    cls, *kind = tree.KINDS.get(name) or (NODES[name],)
    return _field_builder(cls, kind)


def _field_builder(cls: Any, kind: Sequence[str]) -> Build:
    """Return a function that makes a node of class `cls`: `kind`, then the parts, become its fields in order.

    The field with a tuple type takes as many parts as the others leave.
    """
    types = [*declared_fields(cls).values()][1 + len(kind) :]
    tuples = [type_.startswith("tuple[") for type_ in types]
    if True not in tuples:
        return lambda at, parts: cls(at, *kind, *parts)
    before = tuples.index(True)
    after = len(tuples) - before - 1

    def build(at: Span, parts: Sequence[Part]) -> tree.Node:
        """Make the node; the parts in the middle become its tuple field."""
        end = len(parts) - after
        node: tree.Node = cls(at, *kind, *parts[:before], tuple(parts[before:end]), *parts[end:])
        return node

    return build


# ------------------------------------------------------------------ parts that need sorting


def _common_value(at: Span, name: Part, result: Part, notes: Part) -> tree.ValueDeclaration:
    """Make the node of a value without owner: `value the goal is …`."""
    return tree.ValueDeclaration(at, None, name, None, result, notes)


def _fact_adjective(
    at: Span, subject: Part, name: Part, condition: Part, notes: Part
) -> tree.FactDeclaration:
    """Make the node of a fact without object: `a player is finished, if …`."""
    return tree.FactDeclaration(at, subject, name, None, condition, notes)


def _table(
    at: Span, name: Part, row_key: Part, column_key: Part, *rest: Part
) -> tree.TableDeclaration:
    """Make the node of a table from its heading, notes and rows."""
    heading = _only(rest, tree.Heading)[0]
    notes, rows = _only(rest, tree.Note), _only(rest, tree.Row)
    return tree.TableDeclaration(at, name, row_key, column_key, notes, heading, rows)


def _card_list(at: Span, kind: Part, *rest: Part) -> tree.CardList:
    """Make the node of a list of cards from its notes, heading and rows."""
    notes, heading, rows = (_only(rest, cls) for cls in (tree.Note, tree.Word, tree.ListRow))
    return tree.CardList(at, kind, notes, heading, rows)


def _event(at: Span, subject: Part, verb: Part, what: Part, *rest: Part) -> tree.EventDeclaration:
    """Make the node of an event declaration from its head, labelled parameters and body."""
    labelled = _only(rest, tree.Labelled)
    return tree.EventDeclaration(at, subject, verb, what, labelled, rest[len(labelled) :])


def _grant_adjective(at: Span, subject: Part, name: Part, condition: Part) -> tree.Grant:
    """Make the node of a rule that grants an adjective: `this is shielded`."""
    return tree.Grant(at, "grant", subject, name, None, condition)


def _deny_adjective(at: Span, subject: Part, name: Part, condition: Part) -> tree.Grant:
    """Make the node of a rule that denies an adjective: `this is not shielded`."""
    return tree.Grant(at, "deny", subject, name, None, condition)


def _relation(at: Span, verb: Part, preposition: Part) -> tree.Word:
    """Return a verb with a preposition as one word, `follows-for`, so that lookups find it by one name."""
    return tree.Word(at, f"{verb.text}-{preposition.text}")


def _get_number(at: Span, of: Part) -> tree.Get:
    """Make the node of `…'s number`, where `number` is a keyword used as a name."""
    return tree.Get(at, of, tree.Word(at, "number"))


def _get_of_label(at: Span, label: Part, name: Part) -> tree.Get:
    """Make the node of an attribute of a label: `red's …`."""
    return tree.Get(at, tree.Name(label.at, label), name)


def _the_number(at: Span) -> tree.The:
    """Make the node of `the number`, where `number` is a keyword used as a name."""
    return tree.The(at, tree.Word(at, "number"))


def _means(at: Span, name: Part, shown: Part, verb: Part, what: Part, *rest: Part) -> tree.Means:
    """Make the node of a means; the event that it is an alternative for becomes a pattern with the actor `I`."""
    *clauses, block = rest
    labelled = _only(clauses, tree.Labelled)
    doer = tree.Pronoun(verb.at, "I")
    pattern = tree.Pattern(verb.at, doer, verb, what, labelled)
    return tree.Means(at, name, shown, pattern, tuple(clauses[len(labelled) :]), block)


def _several_win(at: Span, first: Part, last: Part, verb: Part) -> tree.Wins:
    """Make the node of the check `A and B win`, with both winners joined by `and`."""
    return tree.Wins(at, tree.Binary(first.at.to(last.at), "and", first, last), None, verb)


def _scenario(at: Span, title: Part, *rest: Part) -> tree.Scenario:
    """Make the node of a scenario from what it covers, its notes, its place and its sections."""
    covers, notes = _only(rest, tree.Word), _only(rest, tree.Note)
    place = _only(rest, tree.Place)[0]
    return tree.Scenario(at, title, covers, notes, place, _only(rest, tree.ScenarioPart))


def _only(parts: Iterable[Part], cls: type[tree.Node]) -> tuple[Any, ...]:
    """Return those parts that are instances of `cls`, in order."""
    return tuple(part for part in parts if isinstance(part, cls))


BUILDERS: Final[dict[str, Callable[..., tree.Node]]] = {
    "common_value": _common_value,
    "fact_adjective": _fact_adjective,
    "table": _table,
    "card_list": _card_list,
    "event": _event,
    "grant_adjective": _grant_adjective,
    "deny_adjective": _deny_adjective,
    "get_number": _get_number,
    "get_of_label": _get_of_label,
    "means": _means,
    "relation": _relation,
    "scenario": _scenario,
    "the_number": _the_number,
    "several_win": _several_win,
}

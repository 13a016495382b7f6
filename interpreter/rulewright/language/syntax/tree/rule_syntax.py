"""Rules: what a card or the frame says about events, phases, values, facts and moments."""

from __future__ import annotations

from typing import Literal

from rulewright.language.syntax.tree.decision_syntax import EachOf
from rulewright.language.syntax.tree.node import Flag, Node, Notes, Word, kinds
from rulewright.language.syntax.tree.statement_syntax import (
    Binder,
    Block,
    Labelled,
    Per,
    Sentence,
    WonByNobody,
)


class Event(Node):
    """`event a player gives some stones to a player called taker`: a verb of the game."""

    subject: Binder
    verb: Word
    object: Node | None
    labelled: tuple[Labelled, ...]
    body: tuple[Node, ...]


class OnlyIf(Node):
    """`only if …`: without this the event cannot happen."""

    condition: Node


class First(Node):
    """`first pay …`: a deed that must be possible, and is done before all others."""

    deed: Sentence | WonByNobody


class Phase(Node):
    """`phase turn for a player as a role`: a part of the game that is played."""

    name: Word
    player: Binder | None
    others: tuple[Binder, ...]
    instead: Flag | None
    block: Block | None


class Moment(Node):
    """`moment main "your turn"`: when powers may be used, and what a player is told then."""

    name: Word
    shown: Word | None
    notes: Notes | None


class Flow(Node):
    """How the whole game runs."""

    block: Block


class Outcome(Node):
    """`outcome by points`: what is compared at the end."""

    values: tuple[Word, ...]
    instead: Flag | None
    notes: Notes | None


class Refuse(Node):
    """`refuse "text", if …`: a way to set up the game that the rules do not allow."""

    message: Word
    condition: Node
    notes: Notes | None


class Always(Node):
    """`always, …`: what has to hold after every event of every game."""

    condition: Node
    notes: Notes | None


GrantKind = Literal["grant", "deny"]
HowKind = Literal["to", "more", "less", "floor", "ceiling"]


class RuleNode(Node):
    """Anything that may stand where rules stand."""


class UsesPower(Node):
    """`a player uses a power of a card`: what hooks hear, as a pattern of an event that nobody declares."""

    subject: Node
    of: Node | None


class Copying(RuleNode):
    """`this does what the other does`."""

    subject: Node
    of: Node
    condition: Node | None


class Hook(RuleNode):
    """`before …` or `after …` an event."""

    moment: Word
    pattern: Pattern | UsesPower
    condition: Node | None
    block: Block


class Would(RuleNode):
    """`when … would …`: takes the event's place."""

    pattern: Pattern
    condition: Node | None
    block: Block


class Edge(RuleNode):
    """`at the start of my turn`: where a phase begins or ends."""

    edge: Word
    whose: Word
    phase: Word
    condition: Node | None
    block: Block


class Pattern(Node):
    """Which events are meant: an event's sentence, with names for some of its things."""

    subject: Node
    verb: Word
    object: Node | None
    labelled: tuple[Labelled, ...]


class Change(RuleNode):
    """`my reach is 3`, `this is shielded`: a value or a fact that a rule changes."""

    subject: Node
    other: Node | None
    how: How
    each: EachOf | None
    condition: Node | None
    shown: Word | None


class Owned(Node):
    """`a player's reach`: the value of anyone."""

    binder: Binder
    name: Word


@kinds(HowKind)
class How(Node):
    """How a value is changed: `is 3`, `is 1 more`, `is 1 less`, `is at least 2`, `is at most 4`."""

    kind: HowKind
    amount: Node
    per: Per | None = None


@kinds(GrantKind)
class Grant(RuleNode):
    """`this shows a colour` or, denied, `this does not show a colour`."""

    kind: GrantKind
    subject: Node
    name: Word
    object: Node | None
    condition: Node | None


class Restriction(RuleNode):
    """`a player cannot attack this`."""

    pattern: Pattern
    condition: Node | None


class Power(RuleNode):
    """`power swap at main`: what may be chosen at a moment."""

    name: Word
    shown: Word | None
    moment: Word | None
    clauses: tuple[Node, ...]
    block: Block


class Means(RuleNode):
    """`means swap to build this`: another way to meet the `first` deeds of an event."""

    name: Word
    shown: Word | None
    pattern: Pattern
    clauses: tuple[Node, ...]
    block: Block


class Covering(Node):
    """`, covers 1`: so much of the event's amount, and no more."""

    amount: Node


class Once(Node):
    """`, once per round`; without a phase in a whole game."""

    phase: Word | None = None


class PowerIf(Node):
    """`, if …`: when the power is offered."""

    condition: Node

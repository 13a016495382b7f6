"""Syntax nodes of rules: events, phases, moments, hooks, powers, grants and changes of values."""

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


class EventDeclaration(Node):
    """`event a player gives some stones to a player called taker`: the declaration of a verb of the game."""

    subject: Binder
    verb: Word
    object: Node | None
    labelled: tuple[Labelled, ...]
    body: tuple[Node, ...]


class OnlyIf(Node):
    """`only if …`: a precondition of an event."""

    condition: Node


class First(Node):
    """`first pay …`: a statement that must be possible and runs before the rest of the event."""

    deed: Sentence | WonByNobody


class PhaseDeclaration(Node):
    """`phase turn for a player as a role`: a part of the game that is played."""

    name: Word
    player: Binder | None
    others: tuple[Binder, ...]
    instead: Flag | None
    block: Block | None


class MomentDeclaration(Node):
    """`moment main "your turn"`: an occasion to use powers, with the prompt for the player."""

    name: Word
    shown: Word | None
    notes: Notes | None


class Flow(Node):
    """The top-level statements that run the whole game."""

    block: Block


class OutcomeDeclaration(Node):
    """`outcome by points`: the ranking of players at the end."""

    values: tuple[Word, ...]
    instead: Flag | None
    notes: Notes | None


class Refuse(Node):
    """`refuse "text", if …`: a game setup that the rules forbid."""

    message: Word
    condition: Node
    notes: Notes | None


class Always(Node):
    """`always, …`: an invariant that is checked after every event."""

    condition: Node
    notes: Notes | None


GrantKind = Literal["grant", "deny"]
HowKind = Literal["to", "more", "less", "floor", "ceiling"]


class RuleNode(Node):
    """The base class of the syntax nodes of rules."""


class UsesPower(Node):
    """`a player uses a power of a card`: a built-in event that hooks can match."""

    subject: Node
    of: Node | None


class Copying(RuleNode):
    """A card that copies the rules of another: `this does what the other does`."""

    subject: Node
    of: Node
    condition: Node | None


class Hook(RuleNode):
    """`before …` or `after …` an event: statements triggered by the event."""

    moment: Word
    pattern: Pattern | UsesPower
    condition: Node | None
    block: Block


class Would(RuleNode):
    """`when … would …`: statements that replace an event."""

    pattern: Pattern
    condition: Node | None
    block: Block


class Edge(RuleNode):
    """`at the start of my turn`: statements triggered at the start or end of a phase."""

    edge: Word
    whose: Word
    phase: Word
    condition: Node | None
    block: Block


class Pattern(Node):
    """A pattern that matches events: an event's sentence with binders for some of its parts."""

    subject: Node
    verb: Word
    object: Node | None
    labelled: tuple[Labelled, ...]


class Change(RuleNode):
    """`my reach is 3`, `this is shielded`: a continuous effect on a value or a fact."""

    subject: Node
    other: Node | None
    how: How
    each: EachOf | None
    condition: Node | None
    shown: Word | None


class Owned(Node):
    """`a player's reach`: an attribute of any player or card, as the subject of a rule that changes it."""

    binder: Binder
    name: Word


@kinds(HowKind)
class How(Node):
    """The change of a value: `is 3`, `is 1 more`, `is 1 less`, `is at least 2`, `is at most 4`."""

    kind: HowKind
    amount: Node
    per: Per | None = None


@kinds(GrantKind)
class Grant(RuleNode):
    """A continuous effect on a relation: `this shows a colour`, or denied, `this does not show a colour`."""

    kind: GrantKind
    subject: Node
    name: Word
    object: Node | None
    condition: Node | None


class Restriction(RuleNode):
    """`a player cannot attack this`: a prohibition of events."""

    pattern: Pattern
    condition: Node | None


class Power(RuleNode):
    """`power swap at main`: an action that a player may choose at a moment."""

    name: Word
    shown: Word | None
    moment: Word | None
    clauses: tuple[Node, ...]
    block: Block


class Means(RuleNode):
    """`means swap to build this`: an alternative to the `first` statements of an event."""

    name: Word
    shown: Word | None
    pattern: Pattern
    clauses: tuple[Node, ...]
    block: Block


class Covering(Node):
    """`, covers 1`: the part of an event's amount that the means pays for."""

    amount: Node


class Once(Node):
    """`, once per round`: the phase that limits a power to one use; by default the whole game."""

    phase: Word | None = None


class PowerIf(Node):
    """`, if …`: the condition under which a power is offered."""

    condition: Node

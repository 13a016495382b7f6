"""What happens: events, phases, moments, the flow of the game and its outcome."""

from __future__ import annotations

from attrs import frozen

from rulewright.syntax.tree.node import Node, Word, rule
from rulewright.syntax.tree.note_syntax import Notes
from rulewright.syntax.tree.statement_syntax import Block, Sentence


@rule("event")
@frozen
class Event(Node):
    """`event a player gives some stones to a player called taker`: a verb of the game."""

    subject: Binder
    verb: Word
    object: Node | None
    labelled: tuple[Labelled, ...]
    body: tuple[Node, ...]


@rule("labelled", "pattern_labelled", "tail_labelled")
@frozen
class Labelled(Node):
    """A preposition and what follows it, in an event's head, a pattern or a sentence."""

    preposition: Word
    what: Node


@rule("binder")
@frozen
class Binder(Node):
    """`a player` or `a player called taker`: introduces a name."""

    type: Word
    called: Word | None

    @property
    def name(self) -> Word:
        """The name that is introduced."""
        return self.called or self.type


@rule("amount")
@frozen
class Amount(Node):
    """`some stones`: introduces a number that is counted in a unit."""

    unit: Word
    called: Word | None

    @property
    def name(self) -> Word:
        """The name that is introduced."""
        return self.called or self.unit


@rule("fixed")
@frozen
class Fixed(Node):
    """A word of an event's sentence that is always the same: `takes the lead`."""

    word: Word


@rule("event_body")
@frozen
class EventBody(Node):
    """The block under an event's head."""

    items: tuple[Node, ...]


@rule("only_if")
@frozen
class OnlyIf(Node):
    """`only if …`: without this the event cannot happen."""

    condition: Node


@rule("first")
@frozen
class First(Node):
    """`first pay …`: a deed that must be possible, and is done before all others."""

    deed: Sentence


@rule("phase")
@frozen
class Phase(Node):
    """`phase turn for a player as a role`: a part of the game that is played."""

    name: Word
    player: Binder | None
    others: tuple[Binder, ...]
    block: Block | None


@rule("moment")
@frozen
class Moment(Node):
    """`moment main "your turn"`: when powers may be used, and what a player is told then."""

    name: Word
    shown: Word | None
    notes: Notes | None


@rule("flow")
@frozen
class Flow(Node):
    """How the whole game runs."""

    block: Block


@rule("outcome")
@frozen
class Outcome(Node):
    """`outcome by points`: what is compared at the end."""

    values: tuple[Word, ...]
    notes: Notes | None


@rule("refuse")
@frozen
class Refuse(Node):
    """`refuse "text", if …`: a way to set up the game that the rules do not allow."""

    message: Word
    condition: Node
    notes: Notes | None

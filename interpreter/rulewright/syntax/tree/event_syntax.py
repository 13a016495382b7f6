"""What happens: events, phases, moments, the flow of the game and its outcome."""

from __future__ import annotations

from rulewright.syntax.tree.node import Node, Word
from rulewright.syntax.tree.note_syntax import Notes
from rulewright.syntax.tree.sentence_syntax import Binder, Labelled, Sentence
from rulewright.syntax.tree.statement_syntax import Block


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

    deed: Sentence


class Phase(Node):
    """`phase turn for a player as a role`: a part of the game that is played."""

    name: Word
    player: Binder | None
    others: tuple[Binder, ...]
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
    notes: Notes | None


class Refuse(Node):
    """`refuse "text", if …`: a way to set up the game that the rules do not allow."""

    message: Word
    condition: Node
    notes: Notes | None

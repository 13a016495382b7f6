"""Decisions: what players choose, what chance chooses, when powers are used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from rulewright.syntax.tree.node import Node, Word, rule
from rulewright.syntax.tree.statement_syntax import Block, Otherwise

if TYPE_CHECKING:
    from rulewright.syntax.tree.event_syntax import Labelled


@rule("choose")
@frozen
class Choose(Node):
    """`choose a target from …`: one of a list."""

    subject: Node | None
    name: Word
    source: Node
    shown: Shown | None


@rule("chance")
@frozen
class Chance(Node):
    """`chance chooses a target from …`."""

    name: Word
    source: Node


@rule("choose_some")
@frozen
class ChooseSome(Node):
    """`repeatedly choose a card from …`: several of a list, one after the other."""

    subject: Node | None
    name: Word
    source: Node
    limit: Node | None
    shown: Shown | None
    block: Block


@rule("up_to")
@frozen
class UpTo(Node):
    """`, at most 2 times`."""

    amount: Node


@rule("exactly")
@frozen
class Exactly(Node):
    """`, exactly 2 times`."""

    amount: Node


@rule("shown")
@frozen
class Shown(Node):
    """`, shown as "text"`: how an option is labelled."""

    text: Word


@rule("menu")
@frozen
class Menu(Node):
    """`choose` with a block of options."""

    subject: Node | None
    options: tuple[Option, ...]


@rule("option")
@frozen
class Option(Node):
    """A line of a menu, with what it leads to."""

    name: Word
    shown: Word | None
    each: EachOf | None
    condition: Node | None
    block: Block | None


@rule("power_each", "option_each")
@frozen
class EachOf(Node):
    """`for each tower from …`: one power or option for each of a list."""

    name: Word
    source: Node


@rule("anyway")
@frozen
class Anyway(Node):
    """`, asked anyway`: also when only no can be said, so that the question gives nothing away."""


@rule("may")
@frozen
class May(Node):
    """`I may pay 1 stone`: yes or no."""

    subject: Node
    verb: Word
    object: Node | None
    labelled: tuple[Labelled, ...]
    anyway: Anyway | None
    shown: Shown | None
    block: Block | None
    otherwise: Otherwise | None


@rule("may_choose")
@frozen
class MayChoose(Node):
    """`I may choose a card from …`: one of a list, or none."""

    subject: Node
    name: Word
    source: Node
    shown: Shown | None
    block: Block
    otherwise: Otherwise | None


@rule("moments")
@frozen
class Moments(Node):
    """`main and closing`: the moments that are opened together."""

    names: tuple[Word, ...]


@rule("use")
@frozen
class Use(Node):
    """`use powers at main`."""

    subject: Node | None
    moments: Moments
    during: Node | None
    until: Node | None


@rule("play")
@frozen
class Play(Node):
    """`play turn for the player as the card`."""

    phase: Word
    player: Node | None
    others: tuple[Node, ...]


@rule("play_as")
@frozen
class PlayAs(Node):
    """A further thing that a phase is played with."""

    what: Node

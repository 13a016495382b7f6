"""Decisions: what players choose, what chance chooses, when powers are used."""

from __future__ import annotations

from typing import Literal

from rulewright.language.syntax.tree.node import Flag, Node, Word, kinds
from rulewright.language.syntax.tree.statement_syntax import Block, Labelled

LimitKind = Literal["up to", "exactly"]


class Choose(Node):
    """`choose a target from …`: one of a list."""

    subject: Node | None
    name: Word
    source: Node
    shown: Word | None


class ChooseSeveral(Node):
    """`choose 2 targets from …`: so many of a list, one after the other, under one name."""

    subject: Node | None
    count: Node
    name: Word
    source: Node
    shown: Word | None


class ChanceChooses(Node):
    """`chance chooses a target from …`."""

    name: Word
    source: Node


class ChooseSome(Node):
    """`repeatedly choose a card from …`: several of a list, one after the other."""

    subject: Node | None
    name: Word
    source: Node
    limit: Limit | None
    shown: Word | None
    block: Block


@kinds(LimitKind)
class Limit(Node):
    """`, at most 2 times` or `, exactly 2 times`."""

    kind: LimitKind
    amount: Node


class Menu(Node):
    """`choose` with a block of options."""

    subject: Node | None
    options: tuple[Option, ...]


class Option(Node):
    """A line of a menu, with what it leads to."""

    name: Word
    shown: Word | None
    each: EachOf | None
    condition: Node | None
    block: Block | None


class EachOf(Node):
    """`for each tower from …`: one power, option or change for each of a list."""

    name: Word
    source: Node


class May(Node):
    """`I may pay 1 stone`: yes or no. Asked `anyway` also if only no can be said: that gives nothing away."""

    subject: Node
    verb: Word
    object: Node | None
    labelled: tuple[Labelled, ...]
    anyway: Flag | None
    shown: Word | None
    block: Block | None
    otherwise: Block | None


class MayChoose(Node):
    """`I may choose a card from …`: one of a list, or none. Asked `anyway` also if only none can be chosen."""

    subject: Node
    name: Word
    source: Node
    anyway: Flag | None
    shown: Word | None
    block: Block
    otherwise: Block | None


class Use(Node):
    """`use powers at main and closing`: at moments that are opened together."""

    subject: Node | None
    moments: tuple[Word, ...]
    during: Node | None
    until: Node | None


class UseOf(Node):
    """`use a power of the card`."""

    subject: Node | None
    of: Node


class Play(Node):
    """`play turn for the player as the card`."""

    phase: Word
    player: Node | None
    others: tuple[Node, ...]

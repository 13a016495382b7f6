"""Syntax nodes of decisions: choices of players, choices of chance, and use of powers."""

from __future__ import annotations

from typing import Literal

from rulewright.language.syntax.tree.node import Flag, Node, Word, kinds
from rulewright.language.syntax.tree.statement_syntax import Block, Labelled

LimitKind = Literal["up to", "exactly"]


class Choose(Node):
    """`choose a target from …`: the choice of one item of a list."""

    subject: Node | None
    name: Word
    source: Node
    shown: Word | None


class ChooseSeveral(Node):
    """`choose 2 targets from …`: a given number of choices from a list, in sequence, under one name."""

    subject: Node | None
    count: Node
    name: Word
    source: Node
    shown: Word | None


class ChanceChooses(Node):
    """`chance chooses a target from …`: a random choice."""

    name: Word
    source: Node


class ChooseSome(Node):
    """`repeatedly choose a card from …`: any number of choices from a list, in sequence."""

    subject: Node | None
    name: Word
    source: Node
    limit: Limit | None
    shown: Word | None
    block: Block


@kinds(LimitKind)
class Limit(Node):
    """`, at most 2 times` or `, exactly 2 times`: the number of repeated choices."""

    kind: LimitKind
    amount: Node


class Menu(Node):
    """`choose` with a block of options: a choice between them."""

    subject: Node | None
    options: tuple[Option, ...]


class Option(Node):
    """An option of a menu with the statements that it runs."""

    name: Word
    shown: Word | None
    each: EachOf | None
    condition: Node | None
    block: Block | None


class EachOf(Node):
    """`for each tower from …`: one power, option or change for each item of a list."""

    name: Word
    source: Node


class May(Node):
    """`I may pay 1 stone`: a choice whether to perform an event.

    If asked `anyway`, the player is asked even if only "no" is possible, so that others learn nothing.
    """

    subject: Node
    verb: Word
    object: Node | None
    labelled: tuple[Labelled, ...]
    anyway: Flag | None
    shown: Word | None
    block: Block | None
    otherwise: Block | None


class MayChoose(Node):
    """`I may choose a card from …`: the choice of one item of a list or none.

    If asked `anyway`, the player is asked even if the list is empty, so that others learn nothing.
    """

    subject: Node
    name: Word
    source: Node
    anyway: Flag | None
    shown: Word | None
    block: Block
    otherwise: Block | None


class Use(Node):
    """`use powers at main and closing`: opens several moments together for using powers."""

    subject: Node | None
    moments: tuple[Word, ...]
    during: Node | None
    until: Node | None


class UseOf(Node):
    """`use a power of the card`: the statement that lets a player use one power of a card."""

    subject: Node | None
    of: Node


class Play(Node):
    """`play turn for the player as the card`: runs a phase."""

    phase: Word
    player: Node | None
    others: tuple[Node, ...]

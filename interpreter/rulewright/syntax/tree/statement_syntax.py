"""Statements: what is done, in which order, and what it changes on the table."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from rulewright.syntax.tree.node import Node, Word, kinds

MarkChange = Literal["becomes", "stops"]
Rearranging = Literal["shuffle", "reverse"]


@frozen
class Block(Node):
    """Statements, and notes among them."""

    items: tuple[Node, ...]


# ------------------------------------------------------------------ control


@frozen
class If(Node):
    """`if …`, with its `otherwise if` and its `otherwise`."""

    condition: Node
    block: Block
    else_ifs: tuple[ElseIf, ...]
    otherwise: Block | None


@frozen
class ElseIf(Node):
    """`otherwise if …`."""

    condition: Node
    block: Block


@frozen
class ForEach(Node):
    """`for each card in …`."""

    name: Word
    source: Node
    block: Block


@frozen
class Let(Node):
    """`let the count be …`: a name for what something comes to now."""

    name: Word
    value: Node


@frozen
class Repeat(Node):
    """`repeat until …`: the rounds of a game."""

    condition: Node
    block: Block


@frozen
class Until(Node):
    """`until the round ends`: rules that speak from now on, till then."""

    phase: Word
    rules: tuple[Node, ...]


@frozen
class CarryOn(Node):
    """The event that a rule stopped goes on."""


@frozen
class DoNothing(Node):
    """Nothing happens."""


# ------------------------------------------------------------------ the table


@frozen
class Set(Node):
    """`set my stones to 3`."""

    target: Node
    value: Node


@frozen
class Move(Node):
    """A card, or all of a list, is laid somewhere."""

    what: Node
    to: Node


@frozen
class Exchange(Node):
    """Two places exchange their contents, or two cards their places."""

    one: Node
    other: Node


@kinds(Rearranging)
@frozen
class Rearrange(Node):
    """`shuffle the deck`, `reverse the deck`: cards come to lie otherwise in their place."""

    how: Rearranging
    zone: Node


@frozen
class Show(Node):
    """A card, or all of a list, is shown to somebody."""

    what: Node
    to: Node


@kinds(MarkChange)
@frozen
class Becomes(Node):
    """`the target becomes asleep`, `the target stops being asleep`: a mark is set, or taken off."""

    kind: MarkChange
    subject: Node
    mark: Word


@frozen
class Tell(Node):
    """A line of the story, for all or for one player."""

    text: Word
    to: Node | None

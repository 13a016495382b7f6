"""Statements: what is done, in which order, and what it changes on the table."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from rulewright.syntax.tree.node import Node, Word, kinds

MarkChange = Literal["becomes", "stops"]
Rearranging = Literal["shuffle", "reverse"]


@frozen(eq=False, repr=False)
class Block(Node):
    """Statements, and notes among them."""

    items: tuple[Node, ...]


# ------------------------------------------------------------------ control


@frozen(eq=False, repr=False)
class If(Node):
    """`if …`, with its `otherwise if` and its `otherwise`."""

    condition: Node
    block: Block
    else_ifs: tuple[ElseIf, ...]
    otherwise: Block | None


@frozen(eq=False, repr=False)
class ElseIf(Node):
    """`otherwise if …`."""

    condition: Node
    block: Block


@frozen(eq=False, repr=False)
class ForEach(Node):
    """`for each card in …`."""

    name: Word
    source: Node
    block: Block


@frozen(eq=False, repr=False)
class Let(Node):
    """`let the count be …`: a name for what something comes to now."""

    name: Word
    value: Node


@frozen(eq=False, repr=False)
class Repeat(Node):
    """`repeat until …`: the rounds of a game."""

    condition: Node
    block: Block


@frozen(eq=False, repr=False)
class RepeatAtMost(Node):
    """`repeat at most 3 times until …`."""

    most: Node
    condition: Node | None
    block: Block


@frozen(eq=False, repr=False)
class Until(Node):
    """`until the round ends`: rules that speak from now on, till then."""

    phase: Word
    rules: tuple[Node, ...]


@frozen(eq=False, repr=False)
class UntilNext(Node):
    """`until my next turn`: rules that speak from now on, till one begins that is played for me."""

    phase: Word
    rules: tuple[Node, ...]


@frozen(eq=False, repr=False)
class CarryOn(Node):
    """The event that a rule stopped goes on."""


@frozen(eq=False, repr=False)
class DoNothing(Node):
    """Nothing happens."""


# ------------------------------------------------------------------ the table


@frozen(eq=False, repr=False)
class Set(Node):
    """`set my stones to 3`."""

    target: Node
    value: Node


@frozen(eq=False, repr=False)
class Move(Node):
    """A card, or all of a list, is laid somewhere."""

    what: Node
    to: Node


@frozen(eq=False, repr=False)
class Exchange(Node):
    """Two places exchange their contents, or two cards their places."""

    one: Node
    other: Node


@kinds(Rearranging)
@frozen(eq=False, repr=False)
class Rearrange(Node):
    """`shuffle the deck`, `reverse the deck`: cards come to lie otherwise in their place."""

    how: Rearranging
    zone: Node


@frozen(eq=False, repr=False)
class Show(Node):
    """A card, or all of a list, is shown to somebody."""

    what: Node
    to: Node


@kinds(MarkChange)
@frozen(eq=False, repr=False)
class Becomes(Node):
    """`the target becomes asleep`, `the target stops being asleep`: a mark is set, or taken off."""

    kind: MarkChange
    subject: Node
    mark: Word


@frozen(eq=False, repr=False)
class Tell(Node):
    """A line of the story, for all or for one player."""

    text: Word
    to: Node | None

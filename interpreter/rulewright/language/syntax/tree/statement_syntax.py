"""Syntax nodes of statements: events, control flow, and changes of the table."""

from __future__ import annotations

from typing import Literal

from rulewright.language.syntax.tree.node import Node, Word, kinds

EachKind = Literal["each of all", "each of others"]
LoopOrderKind = Literal["most first", "least first"]
BinderKind = Literal["binder", "amount", "another"]


class Sentence(Node):
    """`the victim gives 2 stones to me`: a statement that performs an event."""

    subject: Node | None
    verb: Word
    object: Node | None
    labelled: tuple[Labelled, ...]


class Labelled(Node):
    """A preposition with its object, in an event's head, a pattern or a sentence."""

    preposition: Word
    what: Node


@kinds(BinderKind)
class Binder(Node):
    """A part that introduces a name: `a player`, `a player called taker`, `some stones`, `another player`.

    The type of an amount is its unit. `another` excludes the speaker among players and the card itself among
    cards.
    """

    kind: BinderKind
    type: Word
    called: Word | None

    @property
    def name(self) -> Word:
        """The name that the binder introduces."""
        return self.called or self.type


class Unit(Node):
    """`2 stones`: a number with its unit, perhaps for each item of a list."""

    what: Node
    unit: Word
    per: Per | None = None


class Per(Node):
    """`for each tower in my hand where …`: a multiplier that counts a list."""

    thing: EachOfKind | EachIn
    condition: Node | None = None


@kinds(EachKind)
class EachOfKind(Node):
    """`each player`, `each other player`: a repeated subject, with the word for one of them."""

    kind: EachKind
    name: Word


class EachIn(Node):
    """`each tower in my hand`: a repeated part of a sentence."""

    name: Word
    zone: Node


class WholeGame(Node):
    """`the game`, as the object of ending or winning."""


class WonByNobody(Node):
    """`nobody wins the game`: ends the game without a winner."""

    who: Node
    verb: Word


class AllOf(Node):
    """`all stones`: the whole amount that the actor has."""

    name: Word


MarkChange = Literal["becomes", "stops"]
Rearranging = Literal["shuffle", "reverse", "rotate"]


class Block(Node):
    """The lines of an indented block: statements, with notes among them."""

    items: tuple[Node, ...]


# ------------------------------------------------------------------ control


class If(Node):
    """A conditional statement with its else-if and else branches."""

    condition: Node
    block: Block
    else_ifs: tuple[ElseIf, ...]
    otherwise: Block | None


class ElseIf(Node):
    """An else-if branch, with its condition and block."""

    condition: Node
    block: Block


class ForEach(Node):
    """`for each card in …`: a loop over a list.

    With `at once`, all players make the choices at the top of the body before the rest runs.
    """

    name: Word
    source: Node
    way: AtOnce | LoopOrder | None
    block: Block


class AtOnce(Node):
    """`, at once`: players choose without knowing the choices of others."""


@kinds(LoopOrderKind)
class LoopOrder(Node):
    """`, the most stones first`: the list of a loop is sorted by a number."""

    kind: LoopOrderKind
    name: Word


class Let(Node):
    """`let the count be …`: a name for the current value of an expression."""

    name: Word
    value: Node


class Repeat(Node):
    """`repeat until …`: a loop, such as the rounds of a game."""

    condition: Node
    block: Block


class RepeatAtMost(Node):
    """`repeat at most 3 times until …`: a bounded loop."""

    most: Node
    condition: Node | None
    block: Block


class Until(Node):
    """`until the round ends`: rules that apply from now until a phase ends."""

    phase: Word
    rules: tuple[Node, ...]


class UntilNext(Node):
    """`until my next turn`, `until the loser's next turn`: rules that apply until a player's next phase begins."""

    whose: Node
    phase: Word
    rules: tuple[Node, ...]


class CarryOn(Node):
    """The statement that resumes an event which a rule replaced."""


class DoNothing(Node):
    """`do nothing`: the empty statement."""


# ------------------------------------------------------------------ the table


class Set(Node):
    """`set my stones to 3`: an assignment."""

    target: Node
    value: Node


class Move(Node):
    """Moves a card, or all cards of a list, to a zone."""

    what: Node
    to: Node


class Exchange(Node):
    """Exchanges the contents of two zones, or the positions of two cards."""

    one: Node
    other: Node


@kinds(Rearranging)
class Rearrange(Node):
    """`shuffle the deck`, `rotate the deck by 2`: reorders the cards of a zone."""

    how: Rearranging
    zone: Node
    by: Node | None = None


class Show(Node):
    """Shows a card, or all cards of a list, to somebody."""

    what: Node
    to: Node


@kinds(MarkChange)
class Becomes(Node):
    """`the target becomes asleep`, `the target stops being asleep`: sets or clears a mark."""

    kind: MarkChange
    subject: Node
    mark: Word


class Tell(Node):
    """`tell …`: adds a line to the game log, for everyone or for one player."""

    text: Word
    to: Node | None

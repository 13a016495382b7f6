"""Statements: what is done, in which order, and what it changes on the table."""

from __future__ import annotations

from typing import Literal

from rulewright.language.syntax.tree.node import Node, Word, kinds

EachKind = Literal["each of all", "each of others"]
BinderKind = Literal["binder", "amount", "another"]


class Sentence(Node):
    """`the victim gives 2 stones to me`: an event is done."""

    subject: Node | None
    verb: Word
    object: Node | None
    labelled: tuple[Labelled, ...]


class Labelled(Node):
    """A preposition and what follows it, in an event's head, a pattern or a sentence."""

    preposition: Word
    what: Node


@kinds(BinderKind)
class Binder(Node):
    """`a player`, `a player called taker`, `some stones`, `another player`: introduces a name.

    An amount is counted in what `type` says; another one is anyone but me, or any card but this.
    """

    kind: BinderKind
    type: Word
    called: Word | None

    @property
    def name(self) -> Word:
        """The name that is introduced."""
        return self.called or self.type


class Unit(Node):
    """`2 stones`: a number with the word for what it counts; perhaps so many for each of a list."""

    what: Node
    unit: Word
    per: Per | None = None


class Per(Node):
    """`for each tower in my hand where …`: as many times as there are such things."""

    thing: EachOfKind | EachIn
    condition: Node | None = None


@kinds(EachKind)
class EachOfKind(Node):
    """`each player`, `each other player`: what is counted, as one of them is called."""

    kind: EachKind
    name: Word


class EachIn(Node):
    """`each tower in my hand`."""

    name: Word
    zone: Node


class WholeGame(Node):
    """`the game`: what is ended or won."""


class WonByNobody(Node):
    """`nobody wins the game`."""

    who: Node
    verb: Word


class AllOf(Node):
    """`all stones`: as much as the doer has."""

    name: Word


MarkChange = Literal["becomes", "stops"]
Rearranging = Literal["shuffle", "reverse", "rotate"]


class Block(Node):
    """Statements, and notes among them."""

    items: tuple[Node, ...]


# ------------------------------------------------------------------ control


class If(Node):
    """`if …`, with its `otherwise if` and its `otherwise`."""

    condition: Node
    block: Block
    else_ifs: tuple[ElseIf, ...]
    otherwise: Block | None


class ElseIf(Node):
    """`otherwise if …`."""

    condition: Node
    block: Block


class ForEach(Node):
    """`for each card in …`; with `at once` all players make the choices at its top before the rest is done."""

    name: Word
    source: Node
    at_once: AtOnce | None
    block: Block


class AtOnce(Node):
    """`, at once`: players choose without knowing what others choose."""


class Let(Node):
    """`let the count be …`: a name for what something comes to now."""

    name: Word
    value: Node


class Repeat(Node):
    """`repeat until …`: the rounds of a game."""

    condition: Node
    block: Block


class RepeatAtMost(Node):
    """`repeat at most 3 times until …`."""

    most: Node
    condition: Node | None
    block: Block


class Until(Node):
    """`until the round ends`: rules that speak from now on, till then."""

    phase: Word
    rules: tuple[Node, ...]


class UntilNext(Node):
    """`until my next turn`, `until the loser's next turn`: rules that speak till a phase begins for a player."""

    whose: Node
    phase: Word
    rules: tuple[Node, ...]


class CarryOn(Node):
    """The event that a rule stopped goes on."""


class DoNothing(Node):
    """Nothing happens."""


# ------------------------------------------------------------------ the table


class Set(Node):
    """`set my stones to 3`."""

    target: Node
    value: Node


class Move(Node):
    """A card, or all of a list, is laid somewhere."""

    what: Node
    to: Node


class Exchange(Node):
    """Two places exchange their contents, or two cards their places."""

    one: Node
    other: Node


@kinds(Rearranging)
class Rearrange(Node):
    """`shuffle the deck`, `rotate the deck by 2`: cards come to lie otherwise in their place."""

    how: Rearranging
    zone: Node
    by: Node | None = None


class Show(Node):
    """A card, or all of a list, is shown to somebody."""

    what: Node
    to: Node


@kinds(MarkChange)
class Becomes(Node):
    """`the target becomes asleep`, `the target stops being asleep`: a mark is set, or taken off."""

    kind: MarkChange
    subject: Node
    mark: Word


class Tell(Node):
    """A line of the story, for all or for one player."""

    text: Word
    to: Node | None

"""Sentences, which say an event, and their parts: in an event's head, in a pattern, in a block."""

from __future__ import annotations

from typing import Literal

from rulewright.syntax.tree.node import Node, Word, kinds

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


class AllOf(Node):
    """`all stones`: as much as the doer has."""

    name: Word

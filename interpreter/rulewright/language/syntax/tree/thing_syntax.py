"""Lists, and the names of things."""

from __future__ import annotations

from typing import Literal

from rulewright.language.syntax.tree.node import Flag, Node, Word, kinds

PronounWord = Literal["I", "me", "this", "it"]
ConstantWord = Literal["yes", "no", "nothing"]
PartyWord = Literal["everyone", "nobody", "chance"]
EndWord = Literal["top", "bottom"]
ExtremeKind = Literal["with most", "with least"]
SeveralKind = Literal["several top", "several bottom"]


class Filtered(Node):
    """`… where …`."""

    source: Node
    condition: Node


class Members(Node):
    """`towers in my hand`, `towers in any hand`."""

    kind: Word
    zone: Node


class AnyZone(Node):
    """`any hand`, `any other hand`."""

    other: Flag | None
    zone: Word


class Others(Node):
    """`other players`."""

    name: Word


class Around(Node):
    """`players starting with me`."""

    name: Word
    start: Node


@kinds(ExtremeKind)
class Extreme(Node):
    """`players with the most stones`: all that have so many."""

    kind: ExtremeKind
    source: Node
    name: Word


class Backwards(Node):
    """`towers in my hand in reverse order`."""

    source: Node


@kinds(SeveralKind)
class Several(Node):
    """`the top 3 towers of the pile`."""

    kind: SeveralKind
    count: Node
    name: Word
    zone: Node


# ------------------------------------------------------------------ names


class Get(Node):
    """`X's name`."""

    of: Node
    name: Word


@kinds(PronounWord)
class Pronoun(Node):
    """The player for whom a rule speaks, the card on which it stands, what a `where` looks at."""

    word: PronounWord


@kinds(PartyWord)
class Party(Node):
    """All players, nobody or chance, where a player or seat could stand."""

    word: PartyWord


@kinds(ConstantWord)
class Constant(Node):
    """Yes, no, or nothing (and nobody)."""

    word: ConstantWord


@kinds(EndWord)
class End(Node):
    """`the top of the pile`, `the bottom of the pile`."""

    end: EndWord
    zone: Node


class The(Node):
    """`the name`."""

    name: Word


class My(Node):
    """`my name`."""

    name: Word


class Its(Node):
    """`its name`."""

    name: Word


class Proper(Node):
    """A card by its name, or a seat by its letter."""

    name: Word


class Name(Node):
    """A word on its own."""

    word: Word


class Number(Node):
    """Digits, perhaps with a `-` before them."""

    word: Word

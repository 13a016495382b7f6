"""Syntax nodes of lists and references."""

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
    """`… where …`: the items of a list that meet a condition."""

    source: Node
    condition: Node


class Members(Node):
    """`towers in my hand`, `towers in any hand`: the cards of a kind in a zone."""

    kind: Word
    zone: Node


class AnyZone(Node):
    """`any hand`, `any other hand`: all players' zones of this name."""

    other: Flag | None
    zone: Word


class Others(Node):
    """`other players`, `other towers`: all but the speaking player, or all cards of a kind but this one."""

    name: Word


class Around(Node):
    """`players starting with me`: the players in seating order from one on."""

    name: Word
    start: Node


@kinds(ExtremeKind)
class Extreme(Node):
    """`players with the most stones`: all items with the maximum or minimum of a value, or of a later rank."""

    kind: ExtremeKind
    source: Node
    rank: Word | None
    name: Word


class Backwards(Node):
    """`towers in my hand in reverse order`: a reversed list."""

    source: Node


@kinds(SeveralKind)
class Several(Node):
    """`the top 3 towers of the pile`: a given number of cards from an end of a zone."""

    kind: SeveralKind
    count: Node
    name: Word
    zone: Node


# ------------------------------------------------------------------ names


class Get(Node):
    """`X's name`: the attribute of an expression."""

    of: Node
    name: Word


@kinds(PronounWord)
class Pronoun(Node):
    """A pronoun: the player a rule speaks for, the card of the rule, or the item tested in a `where`."""

    word: PronounWord


@kinds(PartyWord)
class Party(Node):
    """`everyone`, `nobody` or `chance` in place of a player or seat."""

    word: PartyWord


@kinds(ConstantWord)
class Constant(Node):
    """The constants yes, no and nothing (or nobody)."""

    word: ConstantWord


@kinds(EndWord)
class End(Node):
    """`the top of the pile`, `the bottom of the pile`: the card at an end of a zone."""

    end: EndWord
    zone: Node


class The(Node):
    """`the name`: a reference to a declared or bound name."""

    name: Word


class My(Node):
    """`my name`: an attribute of the speaker."""

    name: Word


class Its(Node):
    """`its name`: an attribute of the item tested in a `where`."""

    name: Word


class Proper(Node):
    """A card by its name, or a seat by its letter."""

    name: Word


class Name(Node):
    """A word without article: a label, a setting or a plural."""

    word: Word


class Number(Node):
    """An integer literal, perhaps negative."""

    word: Word

"""Scenarios: what is given, what is done and chosen, and what has to hold then."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from rulewright.language.syntax.tree.node import Flag, Node, Word, kinds
from rulewright.language.syntax.tree.thing_syntax import Constant, Name, Number, Proper

PartKind = Literal["given", "when", "then"]
PlaceClauseKind = Literal["with cards", "with option", "with seed", "with language"]


class Scenario(Node):
    """A test of rules, in the language of rules."""

    title: Word
    covers: tuple[Word, ...]
    notes: tuple[Node, ...]
    place: Place
    sections: tuple[ScenarioPart, ...]


class Place(Node):
    """`in classic, 4 players`: under which edition and with how many players."""

    edition: Word
    players: Word
    unit: Word
    clauses: tuple[PlaceClause, ...]


@kinds(PlaceClauseKind)
class PlaceClause(Node):
    """What is wanted besides: cards, an option of the edition, where chance starts, a language to tell it in."""

    kind: PlaceClauseKind
    words: tuple[Word, ...]


@kinds(PartKind)
class ScenarioPart(Node):
    """How the table lies (`given`), what is done and chosen (`when`), what has to hold (`then`), in order."""

    kind: PartKind
    items: tuple[Any, ...]


class Answer(Node):
    """`A chooses swap B, done`."""

    who: Node
    picks: tuple[Pick, ...]


class BySeed(Node):
    """`the seed decides`: whatever chance is asked."""


class PhaseEnds(Node):
    """`the round ends`, `A's turn ends`: as if it had been played."""

    phase: Node


class OwnedCard(Node):
    """`B's Ace`: of several copies the one that a player has."""

    owner: Word
    card: Word


PickWord: TypeAlias = Name | Number | Proper | Constant | OwnedCard


class Pick(Node):
    """The words by which an option is named, and perhaps the place where its card lies."""

    words: tuple[PickWord, ...]
    place: Node | None


class Holds(Node):
    """A condition."""

    condition: Node


class Offered(Node):
    """`A may choose swap B`: it is among the options."""

    who: Node
    negated: Flag | None
    pick: Pick


class Told(Node):
    """`told "text" to B`: the story says so."""

    negated: Flag | None
    text: Word
    to: Word | None


class Decides(Node):
    """`A decides swap`: whose turn it is to choose."""

    who: Node
    pick: Pick | None


class Wins(Node):
    """`A wins`, `A and B win`, `A does not win`: by the outcome of the rules, as the table lies."""

    who: Node
    negated: Flag | None
    verb: Word


class GameOver(Node):
    """`the game is over`, `the game is not over`: whether a rule has ended it."""

    negated: Flag | None
    word: Word


Check: TypeAlias = Holds | Offered | Told | Decides | Wins | GameOver

"""Scenarios: what is given, what is done and chosen, and what has to hold then."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from attrs import frozen

from rulewright.syntax.tree.node import Flag, Node, Word, kinds
from rulewright.syntax.tree.thing_syntax import Constant, Name, Number, Proper

PartKind = Literal["given", "when", "then"]
PlaceClauseKind = Literal["with cards", "with option", "with seed", "with language"]


@frozen(eq=False, repr=False)
class Scenario(Node):
    """A test of rules, in the language of rules."""

    title: Word
    covers: tuple[Word, ...]
    notes: tuple[Node, ...]
    place: Place
    sections: tuple[ScenarioPart, ...]


@frozen(eq=False, repr=False)
class Place(Node):
    """`in classic, 4 players`: under which edition and with how many players."""

    edition: Word
    players: Word
    unit: Word
    clauses: tuple[PlaceClause, ...]


@kinds(PlaceClauseKind)
@frozen(eq=False, repr=False)
class PlaceClause(Node):
    """What is wanted besides: cards, an option of the edition, where chance starts, a language to tell it in."""

    kind: PlaceClauseKind
    words: tuple[Word, ...]


@kinds(PartKind)
@frozen(eq=False, repr=False)
class ScenarioPart(Node):
    """How the table lies (`given`), what is done and chosen (`when`), what has to hold (`then`), in order."""

    kind: PartKind
    items: tuple[Any, ...]


@frozen(eq=False, repr=False)
class Answer(Node):
    """`A chooses swap B, done`."""

    who: Node
    picks: tuple[Pick, ...]


@frozen(eq=False, repr=False)
class BySeed(Node):
    """`the seed decides`: whatever chance is asked."""


@frozen(eq=False, repr=False)
class OwnedCard(Node):
    """`B's Ace`: of several copies the one that a player has."""

    owner: Word
    card: Word


PickWord: TypeAlias = Name | Number | Proper | Constant | OwnedCard


@frozen(eq=False, repr=False)
class Pick(Node):
    """The words by which an option is named, and perhaps the place where its card lies."""

    words: tuple[PickWord, ...]
    place: Node | None


@frozen(eq=False, repr=False)
class Holds(Node):
    """A condition."""

    condition: Node


@frozen(eq=False, repr=False)
class Offered(Node):
    """`A may choose swap B`: it is among the options."""

    who: Node
    negated: Flag | None
    pick: Pick


@frozen(eq=False, repr=False)
class Told(Node):
    """`told "text" to B`: the story says so."""

    negated: Flag | None
    text: Word
    to: Word | None


@frozen(eq=False, repr=False)
class Decides(Node):
    """`A decides swap`: whose turn it is to choose."""

    who: Node
    pick: Pick | None


@frozen(eq=False, repr=False)
class Wins(Node):
    """`A wins`, `A does not win`: by the outcome of the rules, as the table lies."""

    who: Node
    negated: Flag | None
    verb: Word


@frozen(eq=False, repr=False)
class GameOver(Node):
    """`the game is over`, `the game is not over`: whether a rule has ended it."""

    negated: Flag | None
    word: Word


Check: TypeAlias = Holds | Offered | Told | Decides | Wins | GameOver

"""Syntax nodes of scenarios: the given table, the actions and choices, and the assertions."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from rulewright.language.syntax.tree.node import Flag, Node, Word, kinds
from rulewright.language.syntax.tree.thing_syntax import Constant, Name, Number, Proper

PartKind = Literal["given", "when", "then"]
PlaceClauseKind = Literal["with cards", "with option", "with seed", "with language"]


class Scenario(Node):
    """A test of rules, written in the rule language."""

    title: Word
    covers: tuple[Word, ...]
    notes: tuple[Node, ...]
    place: Place
    sections: tuple[ScenarioPart, ...]


class Place(Node):
    """`in classic, 4 players`: the edition and the number of players."""

    edition: Word
    players: Word
    unit: Word
    clauses: tuple[PlaceClause, ...]


@kinds(PlaceClauseKind)
class PlaceClause(Node):
    """A further setting of the game: cards, an option of the edition, a random seed or a language."""

    kind: PlaceClauseKind
    words: tuple[Word, ...]


@kinds(PartKind)
class ScenarioPart(Node):
    """A section of a scenario: `given`, `when` or `then`."""

    kind: PartKind
    items: tuple[Any, ...]


class Answer(Node):
    """`A chooses swap B, done`: the choices of a seat."""

    who: Node
    picks: tuple[Pick, ...]


class BySeed(Node):
    """`the seed decides`: the random generator answers all further choices of chance."""


class PhaseEnds(Node):
    """`the round ends`, `A's turn ends`: the end of a phase without playing it."""

    phase: Node


class OwnedCard(Node):
    """`B's Ace`: the copy of a card that a player has; `owner` is a word in the name of an option."""

    owner: Node
    card: Word


PickWord: TypeAlias = Name | Number | Proper | Constant | OwnedCard


class Pick(Node):
    """The words that name an option, and perhaps the place of its card."""

    words: tuple[PickWord, ...]
    place: Node | None


class Holds(Node):
    """An assertion in a scenario: a condition that must be true."""

    condition: Node


class Offered(Node):
    """`A may choose swap B`: an assertion that the option is offered."""

    who: Node
    negated: Flag | None
    pick: Pick


class Told(Node):
    """A check that the story has a text, for all or for one seat: `told "text" to B`."""

    negated: Flag | None
    text: Word
    to: Word | None


class Decides(Node):
    """`A decides swap`: an assertion about whose choice is next."""

    who: Node
    pick: Pick | None


class Wins(Node):
    """`A wins`, `A and B win`, `A does not win`: an assertion about the current outcome."""

    who: Node
    negated: Flag | None
    verb: Word


class GameOver(Node):
    """`the game is over`, `the game is not over`: an assertion that a rule has ended the game or not."""

    negated: Flag | None
    word: Word


Check: TypeAlias = Holds | Offered | Told | Decides | Wins | GameOver

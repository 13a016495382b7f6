"""Scenarios: what is given, what is done and chosen, and what has to hold then."""

from __future__ import annotations

from attrs import frozen

from rulewright.syntax.tree.node import Node, Word, rule
from rulewright.syntax.tree.statement_syntax import Block


@rule("scenario")
@frozen
class Scenario(Node):
    """A test of rules, in the language of rules."""

    title: Word
    covers: tuple[Word, ...]
    notes: tuple[Node, ...]
    place: Place
    sections: tuple[Given | When | Then, ...]


@rule("covers")
@frozen
class Covers(Node):
    """The ids of what it tests."""

    ids: tuple[Word, ...]


@rule("place")
@frozen
class Place(Node):
    """`in classic, 4 players`: under which edition and with how many players."""

    edition: Word
    players: Word
    unit: Word
    clauses: tuple[Node, ...]


@rule("with_cards")
@frozen
class WithCards(Node):
    """Cards that are in the game besides."""

    names: tuple[Word, ...]


@rule("with_option")
@frozen
class WithOption(Node):
    """An option of the edition."""

    name: Word


@rule("with_seed")
@frozen
class WithSeed(Node):
    """Where chance starts."""

    seed: Word


@rule("with_language")
@frozen
class WithLanguage(Node):
    """The language in which it is told."""

    language: Word


@rule("given")
@frozen
class Given(Node):
    """How the table lies."""

    block: Block


@rule("when")
@frozen
class When(Node):
    """What is done and chosen, in order."""

    steps: tuple[Node, ...]


@rule("then")
@frozen
class Then(Node):
    """What has to hold."""

    checks: tuple[Node, ...]


@rule("answer")
@frozen
class Answer(Node):
    """`A chooses swap B, done`."""

    who: Node
    picks: tuple[Pick, ...]


@rule("pick")
@frozen
class Pick(Node):
    """The words by which an option is named."""

    words: tuple[Node, ...]


@rule("chance_word")
@frozen
class ChanceWord(Node):
    """Chance, where a seat could stand."""


@rule("nobody_word")
@frozen
class NobodyWord(Node):
    """Nobody, where a seat or player could stand."""


@rule("not_word")
@frozen
class NotWord(Node):
    """The word `not` in a check."""


@rule("holds")
@frozen
class Holds(Node):
    """A condition."""

    condition: Node


@rule("offered")
@frozen
class Offered(Node):
    """`A may choose swap B`: it is among the options."""

    who: Node
    negated: NotWord | None
    pick: Pick


@rule("told")
@frozen
class Told(Node):
    """`told "text" to B`: the story says so."""

    negated: NotWord | None
    text: Word
    to: Word | None


@rule("decides")
@frozen
class Decides(Node):
    """`A decides swap`: whose turn it is to choose."""

    who: Node
    pick: Pick | None

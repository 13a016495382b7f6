"""Checked scenarios: steps, answers and checks."""

from __future__ import annotations

from rulewright.program.declarations import NO_NOTES, Notes
from rulewright.program.typed import Block, Expr, ZoneOf
from rulewright.records import KeywordRecord, field
from rulewright.text import Span


class Pick(KeywordRecord):
    """What a player chooses in a scenario: the words of an option, and perhaps whose card or where it lies."""

    words: tuple[object, ...]
    owner: int | None = None
    place: ZoneOf | None = None
    at: Span = field(eq=False, repr=False)


class Answer(KeywordRecord):
    """What a seat chooses; no seat is chance."""

    player: int | None
    pick: Pick
    at: Span = field(eq=False, repr=False)


class BySeed(KeywordRecord):
    """What chance is asked is answered by the game's own chance, until somebody else has to decide."""

    at: Span = field(eq=False, repr=False)


class Steps(KeywordRecord):
    """Statements to be carried out: how the table lies, or what is done then."""

    body: Block
    given: bool


class Check(KeywordRecord):
    """`kind` is holds, over, offered, told, decides, wins or ended; `chance` is asked of what chance decides."""

    kind: str
    at: Span = field(eq=False, repr=False)
    negated: bool = False
    condition: Expr | None = None
    player: int | None = None
    chance: bool = False
    pick: Pick | None = None
    text: str = ""


Step = Steps | Answer | BySeed | Check


class Scenario(KeywordRecord):
    """A test of rules."""

    title: str
    at: Span = field(eq=False, repr=False)
    notes: Notes = NO_NOTES
    covers: tuple[str, ...] = ()
    edition: str
    players: int
    cards: tuple[tuple[str, Span], ...] = ()
    options: tuple[tuple[str, Span], ...] = ()
    seed: int | None = None
    language: str = ""
    steps: tuple[Step, ...] = ()

"""Checked rules, what cards and the frame say about events, values, facts and moments; and checked scenarios."""

from __future__ import annotations

from typing import Final

from rulewright.base.records import KeywordRecord, field
from rulewright.language.program import typed
from rulewright.language.program.declarations import NO_NOTES, Notes
from rulewright.language.program.typed import Block, Expr, Template, ZoneOf
from rulewright.language.program.types import Type
from rulewright.language.text import Span

WHOSE: Final = "whose next"
"""Whom a delayed rule carries for whose next phase it waits, if that is not `me`: no name that rules could give."""


class Rule(KeywordRecord):
    """What a card or the frame says about events, phases, values, facts and moments.

    `about` is the name of what it speaks of. `card` is the card it stands on (none: it stands in the frame),
    `stance` the situation in which it speaks.
    `names` are what the rule calls the parameters of its event or value, in their order. `asked` are the parts of
    its `condition` that stand behind its `if`; the others are what its pattern means.
    `begun_on` is the card on which a delayed rule begins, None if an event or a phase of the frame begins it.
    `captured` (delayed rules only) are the names that it carries with it, `me` and `this` among them. It ends with
    the phase `until`; if `until_next`, when one begins for the player whom it carries as its first.
    """

    number: int
    about: str
    card: str | None
    stance: str | None
    name: str
    at: Span = field(eq=False, repr=False)
    notes: Notes = NO_NOTES
    names: tuple[str, ...] = ()
    condition: Expr | None = None
    asked: tuple[Expr, ...] = ()
    delayed: bool = False
    begun_on: str | None = None
    captured: tuple[tuple[str, Type], ...] = ()
    until: str | None = None
    until_next: bool = False

    @property
    def word(self) -> str:
        """Its name without that of its card."""
        return self.name.rpartition(".")[2]


class Hook(Rule):
    """`when` is before, after, would (events), start or end (phases)."""

    when: str
    body: Block

    def is_deaf_to(self, deed: object) -> bool:
        """Whether it does not hear what it does by this: it replaces that, or speaks of another than does it."""
        if not isinstance(deed, typed.Do | typed.May) or deed.event != self.about:
            return False
        given = dict(zip(self.names, deed.arguments, strict=False))
        same = (p.what for p in typed.conjuncts(self.condition) if isinstance(p, typed.Not))
        return self.when == "would" or any(
            isinstance(each, typed.Compare) and each.operator == "==" and isinstance(each.left, typed.Var)
            and isinstance(each.right, typed.Var) and given.get(each.left.name) == each.right
            for each in same
        )  # fmt: skip


class Change(Rule):
    """`how` is to, more, less, floor or ceiling; `shown` is what a line of a score sheet is called.

    `each` is a name and a list of labels: there is such a change for each of them.
    """

    how: str
    amount: Expr
    shown: str = ""
    each: tuple[str, str] | None = None


class Grant(Rule):
    """A fact that a rule makes true, or (not granted) false."""

    granted: bool


class Restriction(Rule):
    """What a rule makes impossible."""


class Copy(KeywordRecord):
    """In its stance a card does what rules on another card of its kind do in theirs, while that is `of`."""

    card: str
    kind: str
    stance: str | None
    of: Expr
    condition: Expr | None
    at: Span = field(eq=False, repr=False)


class Power(Rule):
    """What may be chosen at a moment; `used` is the mark of one that can be used once in a game or phase."""

    shown: Template | None
    repeatedly: bool
    must: bool
    used: Expr | None = None
    var: str | None
    source: Expr | None
    body: Block


class Means(Rule):
    """Another way to meet the `first` deeds of an event; with `covers`, so much of its amount only."""

    shown: Template | None
    var: str | None
    source: Expr | None
    covers: Expr | None
    body: Block


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
    winners: tuple[Expr, ...] = ()


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

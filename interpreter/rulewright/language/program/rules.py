"""Checked rules, which react to events, values, facts and moments; and checked scenarios."""

from __future__ import annotations

from typing import Final

from rulewright.base.records import KeywordRecord, field
from rulewright.language.program import typed
from rulewright.language.program.declarations import NO_NOTES, DeclarationNotes
from rulewright.language.program.typed import Block, Expr, Template, ZoneOf
from rulewright.language.program.types import Type
from rulewright.language.text import Span

AWAITED_PLAYER: Final = "whose next"
"""Name under which a delayed rule captures the player whose next phase ends it, if that is not `me`.

It contains a blank, so no declared name can equal it.
"""


class Rule(KeywordRecord):
    """The base class of all checked rules, whether on a card or on none (in the frame).

    - `about`: name of the event, phase, value, fact or moment that the rule reacts to.
    - `card`: the card that it is written on (None: in the frame); `stance`: the situation in which it applies.
    - `names`: the rule's names for the parameters of its event or value, in their order.
    - `if_conditions`: the parts of `condition` that come from its `if`; the others come from its pattern.
    - `begun_on`: the card on which a delayed rule begins, None if an event or a phase of the frame begins it.
    - `captured`: the variables in the closure of a delayed rule, `me` and `this` among them.
    - `until`: the phase whose end ends a delayed rule; with `until_next` it ends when that phase begins for
      the player that it captured first.
    """

    number: int
    about: str
    card: str | None
    stance: str | None
    name: str
    at: Span = field(eq=False, repr=False)
    notes: DeclarationNotes = NO_NOTES
    names: tuple[str, ...] = ()
    condition: Expr | None = None
    if_conditions: tuple[Expr, ...] = ()
    delayed: bool = False
    begun_on: str | None = None
    captured: tuple[tuple[str, Type], ...] = ()
    until: str | None = None
    until_next: bool = False

    @property
    def word(self) -> str:
        """The rule's name without the name of its card before it."""
        return self.name.rpartition(".")[2]


class Hook(Rule):
    """A rule that runs statements before, after or in place of an event, or at an edge of a phase.

    `when` is `before`, `after` or `would` (events), `start` or `end` (phases).
    """

    when: str
    body: Block

    def is_not_triggered_by(self, statement: object) -> bool:
        """Return whether a statement in the rule's own body cannot trigger the rule again.

        It cannot if the rule replaces the event, or if its pattern excludes the arguments that the statement
        passes.
        """
        if not isinstance(statement, typed.Do | typed.May) or statement.event != self.about:
            return False
        arguments = dict(zip(self.names, statement.arguments, strict=False))
        same = (p.what for p in typed.conjuncts(self.condition) if isinstance(p, typed.Not))
        return self.when == "would" or any(
            isinstance(each, typed.Compare) and each.operator == "==" and isinstance(each.left, typed.Var)
            and isinstance(each.right, typed.Var) and arguments.get(each.left.name) == each.right
            for each in same
        )  # fmt: skip


class Change(Rule):
    """A rule that changes a value; `how` is `to`, `more`, `less`, `floor` or `ceiling`.

    `shown` is its line on a score sheet. `each` is a variable and a list of labels: the rule exists once per
    label.
    """

    how: str
    amount: Expr
    shown: str = ""
    each: tuple[str, str] | None = None


class Grant(Rule):
    """A rule that makes a fact true or, if not `granted`, false."""

    granted: bool


class Restriction(Rule):
    """A rule that forbids an event."""


class Copy(KeywordRecord):
    """A declaration that gives `card`, in its stance, the rules of another card: the result of `of`."""

    card: str
    kind: str
    stance: str | None
    of: Expr
    condition: Expr | None
    at: Span = field(eq=False, repr=False)


class Power(Rule):
    """An option that a player may use at a moment; `use_mark` limits it to once in a game or phase."""

    shown: Template | None
    repeatedly: bool
    must: bool
    use_mark: Expr | None = None
    var: str | None
    source: Expr | None
    body: Block


MEANS: Final = "means"
"""Last word of the name of the decision among the means to an event: `spends.means`."""


class Means(Rule):
    """An alternative to the `first` statements of an event; with `covers` it replaces only part of the amount."""

    shown: Template | None
    var: str | None
    source: Expr | None
    covers: Expr | None
    body: Block


class Pick(KeywordRecord):
    """An option that a player chooses in a scenario: its words, and perhaps the owner or zone of the card.

    `copy` counts the copies of the card that are on offer, from 1.
    """

    words: tuple[object, ...]
    owner: int | None = None
    place: ZoneOf | None = None
    copy: int | None = None
    at: Span = field(eq=False, repr=False)


class Answer(KeywordRecord):
    """A choice made by a seat in a scenario; `player` is None for a chance decision."""

    player: int | None
    pick: Pick
    at: Span = field(eq=False, repr=False)


class BySeed(KeywordRecord):
    """A scenario step: the random generator makes chance decisions until a player has to decide."""

    at: Span = field(eq=False, repr=False)


class ScenarioStatements(KeywordRecord):
    """Statements that a scenario executes; `given` if they set up the position."""

    body: Block
    given: bool


class Check(KeywordRecord):
    """An assertion in a scenario: a line under `then`.

    `kind` is `holds`, `over`, `offered`, `told`, `decides`, `wins` or `ended`; `chance` means a chance decision.
    """

    kind: str
    at: Span = field(eq=False, repr=False)
    negated: bool = False
    condition: Expr | None = None
    player: int | None = None
    chance: bool = False
    pick: Pick | None = None
    text: str = ""
    winners: tuple[Expr, ...] = ()


ScenarioStep = ScenarioStatements | Answer | BySeed | Check


class Scenario(KeywordRecord):
    """A test of rules, written in the rule language."""

    title: str
    at: Span = field(eq=False, repr=False)
    notes: DeclarationNotes = NO_NOTES
    covers: tuple[str, ...] = ()
    edition: str
    players: int
    players_at: Span = field(eq=False, repr=False)
    cards: tuple[tuple[str, Span], ...] = ()
    options: tuple[tuple[str, Span], ...] = ()
    seed: int | None = None
    language: str = ""
    steps: tuple[ScenarioStep, ...] = ()

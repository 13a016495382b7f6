"""Checked expressions: constants and names, what stands on the table, what is worked out of it."""

from __future__ import annotations

from rulewright.base.records import KeywordRecord, field
from rulewright.language.program.types import NUMBER, PLAYER, YES_OR_NO, Type
from rulewright.language.text import Span


class Expr(KeywordRecord):
    """An expression. `at` is where it stands and does not count in comparisons."""

    type: Type
    at: Span = field(eq=False, repr=False)


# ------------------------------------------------------------------ constants and names


class Number(Expr):
    """A whole number."""

    value: int
    type: Type = NUMBER


class YesNo(Expr):
    """Yes or no."""

    value: bool
    type: Type = YES_OR_NO


class Nothing(Expr):
    """Nothing, or nobody."""


class Label(Expr):
    """A word of a list of labels, or of a setting."""

    name: str


class Design(Expr):
    """A card by its name. Where a piece is wanted it is the only copy; in a question any copy will do."""

    card: str


class Seat(Expr):
    """A seat by its letter, in scenarios."""

    number: int
    type: Type = PLAYER


class Var(Expr):
    """A name bound by `a`, `for each`, `let`, a `where` (`it`), or `me` and `this`."""

    name: str


class Unknown(Expr):
    """Stands for what was already complained about."""


# ------------------------------------------------------------------ reading the table


class FieldOf(Expr):
    """What is printed on a card, with all rules that change it."""

    card: Expr
    field: str


class Printed(Expr):
    """What is printed on a card, whatever rules make of it."""

    card: Expr
    field: str


def field_value(kind: str, field: str) -> str:
    """What a field is called as a value that rules change; no value that is declared has a blank in its name."""
    return f"{kind}'s {field}"


class DesignOf(Expr):
    """`its name`: equal for copies of one card."""

    card: Expr


class OwnerOf(Expr):
    """Who owns the place in which a card lies; nobody owns a common one."""

    card: Expr


class NeighbourOf(Expr):
    """The player to the left or to the right."""

    player: Expr
    side: str


class VariableOf(Expr):
    """A number, pointer or mark that is kept, of its owner or common."""

    variable: str
    owner: Expr | None


class Slot(Expr):
    """Whose place or number it is and, as the owner has one for each label of a list, for which of them."""

    owner: Expr | None
    which: Expr


class Running(Expr):
    """A parameter of the phase that is being played, read from outside it; nothing when none is."""

    phase: str
    parameter: str


class TimesPlayed(Expr):
    """How often a phase was played, with the time that it is being played now."""

    phase: str
    type: Type = NUMBER


class ValueOf(Expr):
    """A value, worked out with all rules that change it."""

    value: str
    arguments: tuple[Expr, ...]


class FactOf(Expr):
    """A fact, with all rules that grant or deny it."""

    fact: str
    arguments: tuple[Expr, ...]


class Can(Expr):
    """Whether an event could happen now: its conditions hold and no rule forbids it."""

    event: str
    arguments: tuple[Expr, ...]


class Sees(Expr):
    """In scenarios: whether a player knows which card this is and where it lies."""

    player: Expr
    card: Expr
    type: Type = YES_OR_NO


class SettingOf(Expr):
    """What the edition chose."""

    setting: str


class TableOf(Expr):
    """A table's cell for this game."""

    table: str


# ------------------------------------------------------------------ working things out


class Arithmetic(Expr):
    """`+`, `-`, `*` on whole numbers, and the `min` or `max` of two."""

    operator: str
    left: Expr
    right: Expr
    type: Type = NUMBER


class Quotient(Expr):
    """A number divided by another, rounded down or up."""

    left: Expr
    right: Expr
    up: bool = False
    type: Type = NUMBER


class Compare(Expr):
    """`==`, `!=`, `<`, `<=`, `>`, `>=`."""

    operator: str
    left: Expr
    right: Expr
    type: Type = YES_OR_NO


class IsDesign(Expr):
    """Whether a piece is a copy of this card."""

    piece: Expr
    card: str
    type: Type = YES_OR_NO


class Within(Expr):
    """Whether a card lies in a zone (of somebody, or of anybody), or a thing is in a list."""

    what: Expr
    source: Expr
    type: Type = YES_OR_NO


class Every(Expr):
    """All parts hold (`and`), or one of them (`or`), looked at in order."""

    operator: str
    parts: tuple[Expr, ...]
    type: Type = YES_OR_NO


def conjuncts(condition: Expr | None) -> tuple[Expr, ...]:
    """The conditions that all have to hold for this one."""
    if isinstance(condition, Every) and condition.operator == "and":
        return condition.parts
    return () if condition is None else (condition,)


class Not(Expr):
    """It does not hold."""

    what: Expr
    type: Type = YES_OR_NO

"""Typed expressions: constants and names, reads of the game state, and operators."""

from __future__ import annotations

from rulewright.base.records import KeywordRecord, field
from rulewright.language.program.types import NUMBER, PLAYER, YES_OR_NO, Type
from rulewright.language.text import Span


class Expr(KeywordRecord):
    """The base class of typed expressions; `at`, the source position, is ignored in comparisons."""

    type: Type
    at: Span = field(eq=False, repr=False)


# ------------------------------------------------------------------ constants and names


class Number(Expr):
    """A whole number."""

    value: int
    type: Type = NUMBER


class YesNo(Expr):
    """The constant yes or no."""

    value: bool
    type: Type = YES_OR_NO


class Nothing(Expr):
    """The constant `nothing` or `nobody`."""


class Label(Expr):
    """A label of a list, or a choice of a setting."""

    name: str


class Design(Expr):
    """A card by its name: its only copy where a piece is needed, any copy in a condition."""

    card: str


class Seat(Expr):
    """A player named by the letter of a seat, in scenarios."""

    number: int
    type: Type = PLAYER


class Var(Expr):
    """A reference to a name bound by `a`, `for each`, `let` or a `where` (`it`), or to `me` or `this`."""

    name: str


class Unknown(Expr):
    """A placeholder for an expression that already has a complaint."""


# ------------------------------------------------------------------ reads of the game state


class FieldOf(Expr):
    """The value of a card's field, after all rules that change it."""

    card: Expr
    field: str


class Printed(Expr):
    """The printed value of a card's field, before any rule changes it."""

    card: Expr
    field: str


def field_value(kind: str, field: str) -> str:
    """Return the name of the value that represents a field of cards; it has a blank, unlike declared ones."""
    return f"{kind}'s {field}"


class DesignOf(Expr):
    """The design of a card, written `its name`, which is equal for all copies of the card."""

    card: Expr


class OwnerOf(Expr):
    """The owner of the zone that holds a card; nobody for a shared zone."""

    card: Expr


class NeighbourOf(Expr):
    """The player to the left or right of a player."""

    player: Expr
    side: str


class VariableOf(Expr):
    """The value of a number, pointer or mark; `owner` is None if it is shared."""

    variable: str
    owner: Expr | None


class Slot(Expr):
    """The index of one zone or variable of a family: the owner, and the label if there is one per label."""

    owner: Expr | None
    which: Expr


class Running(Expr):
    """A parameter of the phase in progress, read from outside its body; nothing while it is not played."""

    phase: str
    parameter: str


class TimesPlayed(Expr):
    """The number of times that a phase was played, including the one in progress."""

    phase: str
    type: Type = NUMBER


class ValueOf(Expr):
    """A computed value with its arguments, after all rules that change it."""

    value: str
    arguments: tuple[Expr, ...]


class FactOf(Expr):
    """A fact with its arguments, after all rules that grant or deny it."""

    fact: str
    arguments: tuple[Expr, ...]


class Can(Expr):
    """The test whether an event is possible now: its conditions hold and no rule forbids it."""

    event: str
    arguments: tuple[Expr, ...]


class Sees(Expr):
    """The test, in scenarios, whether a player knows a card and its zone."""

    player: Expr
    card: Expr
    type: Type = YES_OR_NO


class SettingOf(Expr):
    """The value that the edition chooses for a setting."""

    setting: str


class TableOf(Expr):
    """The cell of a table that applies to this game."""

    table: str


# ------------------------------------------------------------------ operators


class Arithmetic(Expr):
    """A sum, difference or product of whole numbers, or the `min` or `max` of two."""

    operator: str
    left: Expr
    right: Expr
    type: Type = NUMBER


class Quotient(Expr):
    """The quotient of two numbers, rounded down or up."""

    left: Expr
    right: Expr
    up: bool = False
    type: Type = NUMBER


class Compare(Expr):
    """A comparison of two values by `==`, `!=`, `<`, `<=`, `>` or `>=`."""

    operator: str
    left: Expr
    right: Expr
    type: Type = YES_OR_NO


class IsDesign(Expr):
    """The test whether a piece is a copy of a card."""

    piece: Expr
    card: str
    type: Type = YES_OR_NO


class Within(Expr):
    """The test whether a card is in a zone (of one player or of any), or an element in a list."""

    what: Expr
    source: Expr
    type: Type = YES_OR_NO


class Every(Expr):
    """A conjunction (`and`) or disjunction (`or`) of its parts, evaluated in order with short circuit."""

    operator: str
    parts: tuple[Expr, ...]
    type: Type = YES_OR_NO


def conjuncts(condition: Expr | None) -> tuple[Expr, ...]:
    """Return the parts of a condition joined by `and`; the condition alone if it is no conjunction."""
    if isinstance(condition, Every) and condition.operator == "and":
        return condition.parts
    return () if condition is None else (condition,)


class Not(Expr):
    """The negation of a condition."""

    what: Expr
    type: Type = YES_OR_NO

"""Checked expressions and statements: names are resolved, types are known, nothing depends on an edition yet."""

from __future__ import annotations

from attrs import field, frozen

from rulewright.program.types import NUMBER, PLAYER, YES_OR_NO, Type
from rulewright.text import Span


@frozen(kw_only=True)
class Expr:
    """An expression. `at` is where it stands and does not count in comparisons."""

    type: Type
    at: Span = field(eq=False, repr=False)


# ------------------------------------------------------------------ constants and names


@frozen(kw_only=True)
class Number(Expr):
    value: int
    type: Type = NUMBER


@frozen(kw_only=True)
class YesNo(Expr):
    value: bool
    type: Type = YES_OR_NO


@frozen(kw_only=True)
class Nothing(Expr):
    pass


@frozen(kw_only=True)
class Label(Expr):
    name: str


@frozen(kw_only=True)
class Design(Expr):
    """A card by its name. Where a piece is wanted it is the only copy; in a question any copy will do."""

    card: str


@frozen(kw_only=True)
class Seat(Expr):
    """A seat by its letter, in scenarios."""

    number: int
    type: Type = PLAYER


@frozen(kw_only=True)
class Var(Expr):
    """A name bound by `a`, `for each`, `let`, a `where` (`it`), or `me` and `this`."""

    name: str


@frozen(kw_only=True)
class Unknown(Expr):
    """Stands for what was already complained about."""


# ------------------------------------------------------------------ reading the table


@frozen(kw_only=True)
class FieldOf(Expr):
    card: Expr
    field: str


@frozen(kw_only=True)
class DesignOf(Expr):
    """`its name`: equal for copies of one card."""

    card: Expr


@frozen(kw_only=True)
class OwnerOf(Expr):
    card: Expr


@frozen(kw_only=True)
class NeighbourOf(Expr):
    player: Expr
    side: str


@frozen(kw_only=True)
class TrackOf(Expr):
    track: str
    owner: Expr | None


@frozen(kw_only=True)
class Running(Expr):
    """A parameter of the phase that is being played, read from outside it; nothing when none is."""

    phase: str
    parameter: str


@frozen(kw_only=True)
class ValueOf(Expr):
    value: str
    arguments: tuple[Expr, ...]


@frozen(kw_only=True)
class FactOf(Expr):
    fact: str
    arguments: tuple[Expr, ...]


@frozen(kw_only=True)
class Can(Expr):
    """Whether an event could happen now: its conditions hold and no rule forbids it."""

    event: str
    arguments: tuple[Expr, ...]


@frozen(kw_only=True)
class Sees(Expr):
    """In scenarios: whether a player knows which card this is and where it lies."""

    player: Expr
    card: Expr
    type: Type = YES_OR_NO


@frozen(kw_only=True)
class SettingOf(Expr):
    setting: str


@frozen(kw_only=True)
class TableOf(Expr):
    table: str


# ------------------------------------------------------------------ lists


@frozen(kw_only=True)
class ZoneOf(Expr):
    zone: str
    owner: Expr | None


@frozen(kw_only=True)
class AnyZone(Expr):
    """The zones of this name of all players, or of all but `without`."""

    zone: str
    without: Expr | None


@frozen(kw_only=True)
class KindAll(Expr):
    """All cards of a kind that are in this game, in the kind's order."""

    kind: str
    without: Expr | None = None


@frozen(kw_only=True)
class LabelAll(Expr):
    labels: str


@frozen(kw_only=True)
class Players(Expr):
    """Players clockwise from `start` (seat order when there is none), perhaps without that one."""

    start: Expr | None = None
    others: bool = False


@frozen(kw_only=True)
class Range(Expr):
    low: Expr
    high: Expr


@frozen(kw_only=True)
class Filter(Expr):
    source: Expr
    var: str
    condition: Expr


@frozen(kw_only=True)
class End(Expr):
    """The top or bottom card of an ordered zone; nothing if the zone is empty."""

    zone: Expr
    end: str


@frozen(kw_only=True)
class Count(Expr):
    source: Expr
    type: Type = NUMBER


@frozen(kw_only=True)
class Gather(Expr):
    """The `total`, `most` or `least` of an attribute over a list; 0 of an empty one."""

    how: str
    source: Expr
    var: str
    of: Expr
    type: Type = NUMBER


@frozen(kw_only=True)
class Some(Expr):
    """Whether a list has an element at all."""

    source: Expr
    type: Type = YES_OR_NO


# ------------------------------------------------------------------ working things out


@frozen(kw_only=True)
class Arithmetic(Expr):
    """`+`, `-`, `*` on whole numbers."""

    operator: str
    left: Expr
    right: Expr
    type: Type = NUMBER


@frozen(kw_only=True)
class Half(Expr):
    """Half a number, rounded down."""

    what: Expr
    type: Type = NUMBER


@frozen(kw_only=True)
class Compare(Expr):
    """`==`, `!=`, `<`, `<=`, `>`, `>=`."""

    operator: str
    left: Expr
    right: Expr
    type: Type = YES_OR_NO


@frozen(kw_only=True)
class IsDesign(Expr):
    """Whether a piece is a copy of this card."""

    piece: Expr
    card: str
    type: Type = YES_OR_NO


@frozen(kw_only=True)
class Within(Expr):
    """Whether a card lies in a zone (of somebody, or of anybody), or a thing is in a list."""

    what: Expr
    source: Expr
    type: Type = YES_OR_NO


@frozen(kw_only=True)
class Every(Expr):
    """All parts hold (`and`), or one of them (`or`), looked at in order."""

    operator: str
    parts: tuple[Expr, ...]
    type: Type = YES_OR_NO


@frozen(kw_only=True)
class Not(Expr):
    what: Expr
    type: Type = YES_OR_NO


# ------------------------------------------------------------------ statements


@frozen(kw_only=True)
class Stmt:
    at: Span = field(eq=False, repr=False)


Block = tuple[Stmt, ...]


@frozen(kw_only=True)
class Do(Stmt):
    event: str
    arguments: tuple[Expr, ...]


@frozen(kw_only=True)
class Play(Stmt):
    phase: str
    arguments: tuple[Expr, ...]


@frozen(kw_only=True)
class Template:
    """A text with values in it, for labels and for the story."""

    parts: tuple[str | Expr, ...]


@frozen(kw_only=True)
class Choose(Stmt):
    """One of a list, by a player or (no decider) by chance; what follows in the block depends on it."""

    name: str
    var: str
    source: Expr
    decider: Expr | None
    shown: Template | None
    then: Block


@frozen(kw_only=True)
class ChooseSome(Stmt):
    """A row of single choices without repetition, each followed by the block; with a way to stop unless exact."""

    name: str
    var: str
    source: Expr
    decider: Expr
    limit: Expr | None
    exact: bool
    shown: Template | None
    body: Block


@frozen(kw_only=True)
class MenuOption:
    name: str
    var: str | None
    source: Expr | None
    condition: Expr | None
    shown: Template | None
    body: Block
    at: Span = field(eq=False, repr=False)


@frozen(kw_only=True)
class Menu(Stmt):
    name: str
    decider: Expr
    options: tuple[MenuOption, ...]


@frozen(kw_only=True)
class May(Stmt):
    """Yes or no to an event; asked only if the event can happen."""

    name: str
    decider: Expr
    event: str
    arguments: tuple[Expr, ...]
    shown: Template | None
    body: Block
    otherwise: Block


@frozen(kw_only=True)
class MayChoose(Stmt):
    name: str
    var: str
    source: Expr
    decider: Expr
    shown: Template | None
    body: Block
    otherwise: Block


@frozen(kw_only=True)
class UsePowers(Stmt):
    moment: str
    player: Expr
    until: Expr | None


@frozen(kw_only=True)
class If(Stmt):
    condition: Expr
    body: Block
    otherwise: Block


@frozen(kw_only=True)
class ForEach(Stmt):
    var: str
    source: Expr
    body: Block


@frozen(kw_only=True)
class Let(Stmt):
    var: str
    value: Expr


@frozen(kw_only=True)
class SetTrack(Stmt):
    track: str
    owner: Expr | None
    value: Expr


@frozen(kw_only=True)
class Move(Stmt):
    """One card, or all of a list, to a zone: on top, at the bottom, or just into it."""

    what: Expr
    zone: ZoneOf
    end: str | None


@frozen(kw_only=True)
class Exchange(Stmt):
    """Two zones exchange their contents, or two cards their places."""

    one: Expr
    other: Expr


@frozen(kw_only=True)
class Shuffle(Stmt):
    zone: ZoneOf


@frozen(kw_only=True)
class Show(Stmt):
    """A card, or all of a list, is shown to a player, or to everybody (none)."""

    what: Expr
    to: Expr | None


@frozen(kw_only=True)
class Tell(Stmt):
    text: Template
    to: Expr | None


@frozen(kw_only=True)
class Until(Stmt):
    """Rules that speak until the phase ends, with what they captured."""

    phase: str
    rules: tuple[int, ...]


@frozen(kw_only=True)
class CarryOn(Stmt):
    pass


@frozen(kw_only=True)
class Repeat(Stmt):
    until: Expr
    body: Block

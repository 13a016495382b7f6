"""Expressions of the IR: pure functions of the state and locals. Every scalar value is an integer."""

from __future__ import annotations

from typing import Literal

from rulewright.base.records import Record, field
from rulewright.language.text import Span
from rulewright.runtime.ir.nodes.ir_types import Type

Operator = Literal["+", "-", "*", "//", "&", "|", "==", "!=", "<", "<=", ">", ">=", "max", "min"]
Way = Literal["count", "some", "total", "most", "least", "median", "first", "last"]

# ------------------------------------------------------------------ numbers


class Const(Record):
    """An integer constant of any type."""

    value: int


class Local(Record):
    """Value of a local: an assigned one, a parameter, or the loop variable of a list."""

    name: str


class Read(Record):
    """Value of a number, mark or pointer of the rules.

    `index` is the owner; for a variable with one value for each label it is a `Slot`, or the label if there is no
    owner. If `guarded`, the owner NOTHING gives `default`.
    """

    variable: str
    index: Node | None = None
    guarded: bool = False
    default: Node = Const(0)


class Slot(Record):
    """Index of an owner's value for one label, in a variable with a value for each owner and label.

    Every owner has `each` values, and `first` is the first owner's number.
    """

    owner: Node
    label: Node
    first: int
    each: int


class Lookup(Record):
    """Entry of a constant array at an index; the index NOTHING (-1) reads its last entry."""

    array: str
    index: Node


class PlaceOf(Record):
    """Place that a piece is in; if `guarded`, the piece may be NOTHING and then has the place NOTHING."""

    piece: Node
    guarded: bool = False


class Position(Record):
    """Number of pieces before a piece in its place, if that is ordered; 0 elsewhere."""

    piece: Node


class Place(Record):
    """Place of a zone (of the owner `index`); if `guarded`, the owner NOTHING has the place NOTHING."""

    zone: str
    index: Node | None = None
    guarded: bool = False


class InZone(Record):
    """Test that a place belongs to a zone, or to the part of the zone that one owner has."""

    place: Node
    zone: str
    owner: Node | None = None


class OwnerOf(Record):
    """Seat that owns a place; NOTHING if no seat does."""

    place: Node


class Binary(Record):
    """Binary operation on two numbers; division rounds down. `at` is as in statements."""

    operator: Operator
    left: Node
    right: Node
    at: Span | None = field(default=None, eq=False, repr=False)


class Not(Record):
    """Negation of a condition."""

    what: Node


class All(Record):
    """Conjunction, evaluated from left to right with short circuit."""

    parts: tuple[Node, ...]


class Any(Record):
    """Disjunction, evaluated from left to right with short circuit."""

    parts: tuple[Node, ...]


class Cond(Record):
    """Conditional expression for values or lists."""

    condition: Node
    yes: Node
    no: Node


class Call(Record):
    """Call of a pure function of the module."""

    function: str
    arguments: tuple[Node, ...]


class Reduce(Record):
    """Reduction of a list, perhaps of the expression `of` for each element `var`; an empty list gives `default`."""

    how: Way
    source: Node
    var: str = "_"
    of: Node | None = None
    default: Node = Const(0)


class Member(Record):
    """Test that a list contains an item."""

    item: Node
    source: Node


class End(Record):
    """First or last piece of a place; NOTHING if it is empty."""

    pieces: Node
    last: bool = False


class Trial(Record):
    """The value of `function` after `procedure`, which asks nothing, has run on a copy of the state."""

    procedure: str
    arguments: tuple[Node, ...]
    function: str
    asked: tuple[Node, ...]


class Watched(Record):
    """A condition with coverage counters for true (`holds`) and false (`fails`); -1 means no counter."""

    what: Node
    holds: int
    fails: int


class Metered(Record):
    """Value of `what`, evaluated after `steps` units of the decision's fuel are consumed."""

    what: Node
    steps: int


class Bounded(Record):
    """Value of `what`; the game stops with a fault if it is outside the range of a game's numbers."""

    what: Node


class Part(Record):
    """Value number `index` of a tuple captured by a delayed rule."""

    of: Node
    index: int


class Sees(Record):
    """Test that a player knows the identity and the place of a piece."""

    piece: Node
    player: Node


# ------------------------------------------------------------------ lists


class Sequence(Record):
    """Constant list of values of type `of`."""

    items: tuple[int, ...]
    of: Type


class Around(Record):
    """List of the players clockwise from the seat `start`; if `others`, without that seat."""

    start: Node
    others: bool


class Numbers(Record):
    """List of the integers from `low` to `high`, both included."""

    low: Node
    high: Node


class Pieces(Record):
    """List of the pieces in a zone's place, or in the place of the owner `index`."""

    zone: str
    index: Node | None = None


class AllPieces(Record):
    """List of the pieces in all places of a zone, perhaps without those of one owner."""

    zone: str
    without: Node | None = None


class Filtered(Record):
    """List of the elements of `source` that satisfy `condition`; `var` names the element."""

    source: Node
    var: str
    condition: Node


class Backwards(Record):
    """List with the elements of `source` in reverse order."""

    source: Node


class Taken(Record):
    """List of the first `count` elements of `source`, or of all if there are fewer."""

    source: Node
    count: Node


class Kept(Record):
    """Copy of a list, unaffected by later changes of the state."""

    source: Node


class Append(Record):
    """List with `item` added at the end."""

    source: Node
    item: Node


class Rest(Record):
    """List without its first element."""

    source: Node


class Head(Record):
    """First element of a list that is not empty."""

    source: Node


class Captured(Record):
    """List of the pending instances of one delayed rule, each a tuple of captured values."""

    rule: int


ListNode = (
    Sequence | Around | Numbers | Pieces | AllPieces | Filtered | Backwards | Taken | Kept | Append | Rest
    | Captured
)  # fmt: skip
"""Expressions whose value is a list."""

Node = (
    Const | Local | Read | Slot | Lookup | PlaceOf | Position | Place | InZone | OwnerOf | Binary | Not | All
    | Any | Cond | Call | Reduce | Member | End | Trial | Watched | Metered | Bounded | Part | Sees | Head
    | ListNode
)  # fmt: skip
"""All expressions."""

"""Expressions of the intermediate form: pure, they read the state and locals. Every value is a whole number."""

from __future__ import annotations

from typing import Literal

from rulewright.ir.ir_types import Type
from rulewright.records import Record, record

Operator = Literal["+", "-", "*", "//", "&", "|", "==", "!=", "<", "<=", ">", ">=", "max", "min"]
Way = Literal["count", "some", "total", "most", "least", "first", "last"]

# ------------------------------------------------------------------ numbers


@record
class Const(Record):
    """A number; it stands for whatever is wanted where it stands."""

    value: int


@record
class Local(Record):
    """A local of a procedure or function, or what a list is looked through with."""

    name: str


@record
class Read(Record):
    """A number, mark or pointer, perhaps that of an owner; of nobody's (if `guarded`) it reads the default.

    The index is the owner; where there is one for each label, it is a slot, or the label if there is no owner.
    """

    variable: str
    index: Node | None = None
    guarded: bool = False
    default: Node = Const(0)


@record
class Slot(Record):
    """The index of what an owner has for one label: every owner has `each`, the first owner is number `first`."""

    owner: Node
    label: Node
    first: int
    each: int


@record
class Lookup(Record):
    """An entry of a constant array; index -1 reads the last, which is that of nothing."""

    array: str
    index: Node


@record
class PlaceOf(Record):
    """The place that a piece lies in; nothing of nothing, if that may be."""

    piece: Node
    guarded: bool = False


@record
class Place(Record):
    """The place of a zone, perhaps that of an owner; nothing of nobody, if `guarded`."""

    zone: str
    index: Node | None = None
    guarded: bool = False


@record
class InZone(Record):
    """Whether a place is one of a zone, or one of those of an owner."""

    place: Node
    zone: str
    owner: Node | None = None


@record
class OwnerOf(Record):
    """The seat that a place belongs to; nothing if it is no seat's."""

    place: Node


@record
class Binary(Record):
    """An operation on two numbers; division rounds down."""

    operator: Operator
    left: Node
    right: Node


@record
class Not(Record):
    """The opposite of a yes or no."""

    what: Node


@record
class All(Record):
    """Whether all hold; looked at one after the other, as far as needed."""

    parts: tuple[Node, ...]


@record
class Any(Record):
    """Whether one holds; looked at one after the other, as far as needed."""

    parts: tuple[Node, ...]


@record
class Cond(Record):
    """One of two values or lists."""

    condition: Node
    yes: Node
    no: Node


@record
class Call(Record):
    """A function of the module."""

    function: str
    arguments: tuple[Node, ...]


@record
class Reduce(Record):
    """What a list comes to, perhaps with something worked out `of` each; `default` of an empty one."""

    how: Way
    source: Node
    var: str = "_"
    of: Node | None = None
    default: Node = Const(0)


@record
class Member(Record):
    """Whether a thing is in a list."""

    item: Node
    source: Node


@record
class End(Record):
    """The first or last piece of a place; nothing when it is empty."""

    pieces: Node
    last: bool = False


@record
class Trial(Record):
    """Whether a function would be true after a procedure (that asks nothing) had been carried out.

    The procedure works on a copy of the state, and nothing of it is told.
    """

    procedure: str
    arguments: tuple[Node, ...]
    function: str
    asked: tuple[Node, ...]


@record
class Watched(Record):
    """A condition that is counted when it is looked at, where it holds and where it fails (-1: not counted)."""

    what: Node
    holds: int
    fails: int


@record
class Metered(Record):
    """The same, after so many steps of the decision's have been taken."""

    what: Node
    steps: int


@record
class Bounded(Record):
    """The same number; the game stops where it is none that a game can hold."""

    what: Node


@record
class Part(Record):
    """One thing that a delayed rule captured."""

    of: Node
    index: int


@record
class Sees(Record):
    """Whether a player knows which piece this is, and where it lies."""

    piece: Node
    player: Node


# ------------------------------------------------------------------ lists


@record
class Sequence(Record):
    """A fixed list."""

    items: tuple[int, ...]
    of: Type


@record
class Around(Record):
    """The players clockwise from a seat, perhaps without that seat itself."""

    start: Node
    others: bool


@record
class Numbers(Record):
    """All numbers from one to another."""

    low: Node
    high: Node


@record
class Pieces(Record):
    """The pieces in a place of a zone, perhaps in that of an owner."""

    zone: str
    index: Node | None = None


@record
class AllPieces(Record):
    """The pieces in all places of a zone, perhaps without those of one owner."""

    zone: str
    without: Node | None = None


@record
class Filtered(Record):
    """What of a list passes a condition."""

    source: Node
    var: str
    condition: Node


@record
class Backwards(Record):
    """A list from its last to its first."""

    source: Node


@record
class Taken(Record):
    """The first so many of a list, or all that there are."""

    source: Node
    count: Node


@record
class Kept(Record):
    """A list that stays as it is now, whatever happens while it is gone through."""

    source: Node


@record
class Append(Record):
    """A list with one thing more."""

    source: Node
    item: Node


@record
class Rest(Record):
    """A list without its first."""

    source: Node


@record
class Head(Record):
    """The first of a list that has one."""

    source: Node


@record
class Captured(Record):
    """The delayed rules of one number that are waiting: for each what it captured."""

    rule: int


ListNode = (
    Sequence | Around | Numbers | Pieces | AllPieces | Filtered | Backwards | Taken | Kept | Append | Rest
    | Captured
)  # fmt: skip
"""An expression that is a list."""

Node = (
    Const | Local | Read | Slot | Lookup | PlaceOf | Place | InZone | OwnerOf | Binary | Not | All | Any | Cond
    | Call | Reduce | Member | End | Trial | Watched | Metered | Bounded | Part | Sees | Head | ListNode
)  # fmt: skip
"""An expression."""

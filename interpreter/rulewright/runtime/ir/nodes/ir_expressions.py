"""Expressions of the intermediate form: pure, they read the state and locals. Every value is a whole number."""

from __future__ import annotations

from typing import Literal

from rulewright.base.records import Record
from rulewright.runtime.ir.nodes.ir_types import Type

Operator = Literal["+", "-", "*", "//", "&", "|", "==", "!=", "<", "<=", ">", ">=", "max", "min"]
Way = Literal["count", "some", "total", "most", "least", "median", "first", "last"]

# ------------------------------------------------------------------ numbers


class Const(Record):
    """A number; it stands for whatever is wanted where it stands."""

    value: int


class Local(Record):
    """A local of a procedure or function, or what a list is looked through with."""

    name: str


class Read(Record):
    """A number, mark or pointer, perhaps that of an owner; of nobody's (if `guarded`) it reads the default.

    The index is the owner; where there is one for each label, it is a slot, or the label if there is no owner.
    """

    variable: str
    index: Node | None = None
    guarded: bool = False
    default: Node = Const(0)


class Slot(Record):
    """The index of what an owner has for one label: every owner has `each`, the first owner is number `first`."""

    owner: Node
    label: Node
    first: int
    each: int


class Lookup(Record):
    """An entry of a constant array; index -1 reads the last, which is that of nothing."""

    array: str
    index: Node


class PlaceOf(Record):
    """The place that a piece lies in; nothing of nothing, if that may be."""

    piece: Node
    guarded: bool = False


class Place(Record):
    """The place of a zone, perhaps that of an owner; nothing of nobody, if `guarded`."""

    zone: str
    index: Node | None = None
    guarded: bool = False


class InZone(Record):
    """Whether a place is one of a zone, or one of those of an owner."""

    place: Node
    zone: str
    owner: Node | None = None


class OwnerOf(Record):
    """The seat that a place belongs to; nothing if it is no seat's."""

    place: Node


class Binary(Record):
    """An operation on two numbers; division rounds down."""

    operator: Operator
    left: Node
    right: Node


class Not(Record):
    """The opposite of a yes or no."""

    what: Node


class All(Record):
    """Whether all hold; looked at one after the other, as far as needed."""

    parts: tuple[Node, ...]


class Any(Record):
    """Whether one holds; looked at one after the other, as far as needed."""

    parts: tuple[Node, ...]


class Cond(Record):
    """One of two values or lists."""

    condition: Node
    yes: Node
    no: Node


class Call(Record):
    """A function of the module."""

    function: str
    arguments: tuple[Node, ...]


class Reduce(Record):
    """What a list comes to, perhaps with something worked out `of` each; `default` of an empty one."""

    how: Way
    source: Node
    var: str = "_"
    of: Node | None = None
    default: Node = Const(0)


class Member(Record):
    """Whether a thing is in a list."""

    item: Node
    source: Node


class End(Record):
    """The first or last piece of a place; nothing when it is empty."""

    pieces: Node
    last: bool = False


class Trial(Record):
    """Whether a function would be true after a procedure (that asks nothing) had been carried out.

    The procedure works on a copy of the state, and nothing of it is told.
    """

    procedure: str
    arguments: tuple[Node, ...]
    function: str
    asked: tuple[Node, ...]


class Watched(Record):
    """A condition that is counted when it is looked at, where it holds and where it fails (-1: not counted)."""

    what: Node
    holds: int
    fails: int


class Metered(Record):
    """The same, after so many steps of the decision's have been taken."""

    what: Node
    steps: int


class Bounded(Record):
    """The same number; the game stops where it is none that a game can hold."""

    what: Node


class Part(Record):
    """One thing that a delayed rule captured."""

    of: Node
    index: int


class Sees(Record):
    """Whether a player knows which piece this is, and where it lies."""

    piece: Node
    player: Node


# ------------------------------------------------------------------ lists


class Sequence(Record):
    """A fixed list."""

    items: tuple[int, ...]
    of: Type


class Around(Record):
    """The players clockwise from a seat, perhaps without that seat itself."""

    start: Node
    others: bool


class Numbers(Record):
    """All numbers from one to another."""

    low: Node
    high: Node


class Pieces(Record):
    """The pieces in a place of a zone, perhaps in that of an owner."""

    zone: str
    index: Node | None = None


class AllPieces(Record):
    """The pieces in all places of a zone, perhaps without those of one owner."""

    zone: str
    without: Node | None = None


class Filtered(Record):
    """What of a list passes a condition."""

    source: Node
    var: str
    condition: Node


class Backwards(Record):
    """A list from its last to its first."""

    source: Node


class Taken(Record):
    """The first so many of a list, or all that there are."""

    source: Node
    count: Node


class Kept(Record):
    """A list that stays as it is now, whatever happens while it is gone through."""

    source: Node


class Append(Record):
    """A list with one thing more."""

    source: Node
    item: Node


class Rest(Record):
    """A list without its first."""

    source: Node


class Head(Record):
    """The first of a list that has one."""

    source: Node


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

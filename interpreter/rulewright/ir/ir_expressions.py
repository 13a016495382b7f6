"""Expressions of the lowered form: they read the row `S` and locals."""

from __future__ import annotations

from attrs import frozen


@frozen
class Node:
    """An expression of the lowered form."""


@frozen
class Const(Node):
    """A number."""

    value: int


@frozen
class Local(Node):
    """A local of a function, or of a frame."""

    name: str


@frozen
class Cell(Node):
    """`S[base]`, or `S[base + index]`; of a negative index (nothing) it reads `default` when `guarded`."""

    base: int
    index: Node | None = None
    guarded: bool = False
    default: Node = Const(0)


@frozen
class Static(Node):
    """An entry of a constant array, by piece, label or place; of nothing it is -1 (the arrays end in it)."""

    array: str
    index: Node


@frozen
class Op(Node):
    """An operation on numbers and truths: + - * // == != < <= > >= and or not max min if."""

    name: str
    parts: tuple[Node, ...]


@frozen
class Call(Node):
    """A pure function of the row: a value, a fact or a question that has its own code."""

    function: str
    arguments: tuple[Node, ...]


@frozen
class Sequence(Node):
    """A fixed list of numbers."""

    items: tuple[int, ...]


@frozen
class Around(Node):
    """The players clockwise from a seat, perhaps without that seat itself."""

    start: Node
    others: bool


@frozen
class Numbers(Node):
    """All numbers from one to another."""

    low: Node
    high: Node


@frozen
class ZoneCards(Node):
    """The cards of a place, or of a run of places one after the other, perhaps without those of one owner.

    Every owner has `each` of them.
    """

    base: int
    index: Node | None
    count: int = 1
    without: Node | None = None
    each: int = 1


@frozen
class Filtered(Node):
    """What of a list passes a condition."""

    source: Node
    var: str
    condition: Node


@frozen
class Listed(Node):
    """A list made to stay as it is while a loop goes over it."""

    source: Node


@frozen
class Fold(Node):
    """`count`, `some`, `total`, `most`, `least`, `first` or `last` over a list; `default` of an empty one."""

    how: str
    source: Node
    var: str = "_"
    of: Node | None = None
    default: Node = Const(0)


@frozen
class Member(Node):
    """Whether a thing is in a list."""

    item: Node
    source: Node


@frozen
class First(Node):
    """The first (or last) card of a place, nothing when it is empty."""

    zone: Node
    last: bool = False


@frozen
class Trial(Node):
    """Whether a function would be true after a procedure (that asks nothing) had been carried out.

    The procedure works on a copy of the row, and nothing of it is told.
    """

    procedure: str
    arguments: tuple[Node, ...]
    function: str
    asked: tuple[Node, ...]


@frozen
class Watched(Node):
    """A condition that is counted when it is looked at, where it holds and where it fails (-1: not counted)."""

    what: Node
    holds: int
    fails: int


@frozen
class Captured(Node):
    """The delayed rules of one number that are waiting, each a tuple of what it captured."""

    rule: int


@frozen
class Part(Node):
    """One number of a tuple."""

    of: Node
    index: int

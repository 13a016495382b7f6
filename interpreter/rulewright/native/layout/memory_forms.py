"""Binary format of frames, lists and ordered places: everything that a reader of states needs."""

from __future__ import annotations

from typing import Literal

from rulewright.base.records import Record
from rulewright.runtime.ir.nodes.ir_types import Type

LINE = 64
"""States, and columns of many games, begin at multiples of this: where lines of a processor's cache do."""

BLOCK, BELOW, LOCALS = 0, 2, 4
"""Where a frame has its block and where the frame below begins (two bytes each), and its locals."""

LIST_COUNT, LIST_START, LIST_ITEMS = 0, 2, 4
"""Where a list has how many things there are and the first that is left (two bytes each), and the things."""

FIRST, LAST, COUNT = 0, 2, 4
"""Where a place with order has its first piece, its last, and how many there are: two bytes each."""

END = -2
"""The block in the frame below which is none: the game is over."""

Span = tuple[int, int]
"""Between which numbers a number lies."""

ListOf = Literal["number", "list", "capture", "captures"]


class Slot(Record):
    """A local in a frame: its kind, offset and span, the capacity of a list, and the bytes of an item."""

    kind: ListOf
    type: Type
    offset: int
    span: Span
    capacity: int = 0
    item: int = 4


LETTERS = {1: "b", 2: "h", 4: "i"}
"""What `struct` calls numbers of so many bytes, which have a sign."""

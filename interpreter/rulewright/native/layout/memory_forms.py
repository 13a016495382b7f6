"""Binary format of frames, lists and ordered places: everything that a reader of states needs."""

from __future__ import annotations

from typing import Literal

from rulewright.base.records import Record
from rulewright.runtime.ir.nodes.ir_types import Type

CACHE_LINE = 64
"""The alignment of states and batch columns, in bytes: a cache line."""

BLOCK, BELOW, LOCALS = 0, 2, 4
"""Offsets in a frame: resume block, offset of the frame below (two bytes each), locals."""

LIST_COUNT, LIST_START, LIST_ITEMS = 0, 2, 4
"""Offsets in a list: item count, index of the first remaining item (two bytes each), items."""

FIRST, LAST, COUNT = 0, 2, 4
"""Offsets in an ordered place: first piece, last piece, count (two bytes each)."""

END = -2
"""The block number of the bottom frame: the game is over."""

Span = tuple[int, int]
"""The bounds of a number, inclusive."""

ListOf = Literal["number", "list", "capture", "captures"]


class FrameSlot(Record):
    """The memory of a local in a frame: kind, type, offset, bounds, a list's capacity, and bytes of an item."""

    kind: ListOf
    type: Type
    offset: int
    span: Span
    capacity: int = 0
    item: int = 4


LETTERS = {1: "b", 2: "h", 4: "i"}
"""`struct` format letters of signed numbers, by bytes."""

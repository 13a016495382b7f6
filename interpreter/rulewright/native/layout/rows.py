"""Converts native states to rows of the module's own layout, and back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from struct import Struct, error, pack_into, unpack_from
from typing import TYPE_CHECKING, Any, overload

from rulewright.base.records import Draft, Record, field
from rulewright.native.layout import memory_forms as memory
from rulewright.runtime.ir.layout import (
    ANSWER,
    ASKING,
    DECIDER,
    DECISION,
    DELAYED,
    FORCED,
    FRAMES,
    MADE,
    RANDOM,
)

if TYPE_CHECKING:
    from rulewright.native.layout.state_layout import Cells, StateLayout

Frame = tuple[Any, ...]


class StateDoesNotFit(Exception):
    """The error if a state has longer lists or other numbers than a native state can hold."""


def _struct(cells: Cells) -> Struct:
    """Return the `struct` format of one number of an array."""
    letter = {1: "b", 2: "h", 4: "i", 8: "q"}[cells.size]
    return Struct("<" + (letter if cells.signed else letter.upper()))


class _FrameShape(Record):
    """The form of the frames that resume at one block: size, slots, and which slots are needed there.

    `at` is the offset of the frame in the stack if that is constant.
    """

    size: int
    slots: tuple[memory.FrameSlot, ...]
    live: tuple[bool, ...]
    at: int | None


class RowConverter(Draft):
    """A converter of one module's states between native bytes and the Python engine's lists (rows).

    It is plain data and is cached with the code.
    """

    size: int
    count: int
    numbers: dict[int, tuple[str, int, int, int]] = field(factory=dict)
    sets: dict[int, int] = field(factory=dict)
    orders: dict[int, int] = field(factory=dict)
    shapes: dict[int, _FrameShape] = field(factory=dict)
    captures: dict[int, int] = field(factory=dict)
    words: int = 1
    entry: int = 4
    captured: str = "i"
    delayed: tuple[int, int, int] = (0, 0, 0)
    frames: tuple[int, int] = (0, 0)
    next: tuple[str, int] = ("b", 0)
    pieces: int = 0
    held: dict[int, tuple[int, int]] = field(factory=dict)
    runs: list[tuple[int, int, str, int]] = field(factory=list)
    """Numbers adjacent both in a row and in a state: first and end cell, `struct` format, offset."""

    @classmethod
    def of(cls, layout: StateLayout) -> RowConverter:
        """Return the converter for the states of a layout."""
        module, graph = layout.module, layout.frames.graph
        rows = cls(layout.size, module.layout.size, words=layout.words, entry=layout.entry)
        rows.captured = memory.LETTERS[layout.captured]
        own = layout.own
        for cell, held in (
            (DECISION, own.decision), (DECIDER, own.decider), (ANSWER, own.answer),
            (RANDOM, own.random), (ASKING, own.asking), (FORCED, own.forced), (MADE, own.made),
        ):  # fmt: skip
            rows._record_cells(cell, held)
        for variable in module.variables.values():
            rows._record_cells(variable.run.base, layout.variables[variable.name])
        rows._record_cells(module.layout.place, layout.place)
        rows._record_cells(module.layout.known, layout.known)
        for zone in module.zones.values():
            into = rows.orders if zone.ordered else rows.sets
            into.update((cell, layout.place_offset(cell)) for cell in zone.run.cells)
            span = layout.spans.pieces_in(zone.run.base, zone.run.base + zone.run.count - 1)
            rows.held.update((cell, span) for cell in zone.run.cells)
        for block in graph.blocks:
            slots, live = layout.frames.slots[block.procedure], block.live or frozenset()
            rows.shapes[block.number] = _FrameShape(
                layout.frames.sizes[block.procedure],
                tuple(slots.values()),
                tuple(name in live for name in slots),
                layout.frames.known_offset(block.procedure),
            )
        rows.captures = {rule: len(types) for rule, types in module.code.captures.items()}
        rows.delayed = (own.delayed.offset, layout.delayed_table, layout.capacity.delayed)
        rows.frames = (own.frames.offset, layout.frame_stack)
        rows.next = (_struct(layout.next).format, layout.next.offset)
        rows.pieces = len(module.pieces)
        return rows

    def _record_cells(self, base: int, cells: Cells) -> None:
        """Record the cells, from `base` on, of the Python engine's list that the native array `cells` holds."""
        format_ = _struct(cells).format
        self.runs.append((base, base + cells.count, f"<{cells.count}{format_[1:]}", cells.offset))
        for number in range(cells.count):
            offset = cells.offset + number * cells.size
            self.numbers[base + number] = (format_, offset, cells.low, cells.high)

    # ------------------------------------------------------------------ native state to row

    def row(self, state: bytes | bytearray) -> list[Any]:
        """Return the Python engine's list for the bytes of a native state."""
        row: list[Any] = [None] * self.count
        for first, end, format_, offset in self.runs:
            row[first:end] = unpack_from(format_, state, offset)
        for number, offset in self.sets.items():
            row[number] = self._decode_set(state, offset)
        for number, offset in self.orders.items():
            row[number] = tuple(self._decode_order(state, offset))
        row[FRAMES], row[DELAYED] = self._decode_frames(state), self._decode_delayed(state)
        return row

    def cell(self, state: bytes | bytearray, number: int) -> Any:
        """Return the cell with a number of the Python engine's list, decoded from the bytes of a native state."""
        number_format = self.numbers.get(number)
        if number_format is not None:
            return unpack_from(number_format[0], state, number_format[1])[0]
        if number in self.sets:
            return self._decode_set(state, self.sets[number])
        if number in self.orders:
            return tuple(self._decode_order(state, self.orders[number]))
        return self._decode_frames(state) if number == FRAMES else self._decode_delayed(state)

    def slice(self, state: bytes | bytearray, cells: range) -> list[Any]:
        """Return a range of cells of the Python engine's list, decoded from the bytes of a native state."""
        for first, end, format_, offset in self.runs:
            if first == cells.start and cells.stop <= end and cells.step == 1:
                return list(unpack_from(format_, state, offset)[: len(cells)])
        return [self.cell(state, number) for number in cells]

    def _decode_set(self, state: bytes | bytearray, offset: int) -> tuple[int, ...]:
        """Return the pieces in an unordered place, decoded from its bit set."""
        bits, pieces = int.from_bytes(state[offset : offset + 8 * self.words], "little"), []
        while bits:
            lowest = bits & -bits
            pieces.append(lowest.bit_length() - 1)
            bits ^= lowest
        return tuple(pieces)

    def _decode_order(self, state: bytes | bytearray, offset: int) -> Iterator[int]:
        """Yield the pieces in an ordered place, decoded from its linked list."""
        format_, next_ = self.next
        size = Struct(format_).size
        piece = unpack_from("<h", state, offset + memory.FIRST)[0]
        while piece >= 0:
            yield piece
            piece = unpack_from(format_, state, next_ + piece * size)[0]

    def _decode_delayed(self, state: bytes | bytearray) -> tuple[Frame, ...]:
        """Return the waiting delayed rules with their captures, decoded from their table."""
        count, table, _ = self.delayed
        (waiting,) = unpack_from("<h", state, count)
        return tuple(self._decode_captured(state, table + n * self.entry) for n in range(waiting))

    def _decode_captured(self, state: bytes | bytearray, offset: int) -> Frame:
        """Return a delayed rule's number and its captures, decoded from the record at `offset`."""
        (rule,) = unpack_from(f"<{self.captured}", state, offset)
        return tuple(unpack_from(f"<{1 + self.captures[rule]}{self.captured}", state, offset))

    def _decode_frames(self, state: bytes | bytearray) -> Frame:
        """Return the stack as nested tuples, decoded from its frames; locals no longer needed are None."""
        top, stack = self.frames
        offset, frames = stack + unpack_from("<i", state, top)[0], []
        while (block := unpack_from("<h", state, offset)[0]) != memory.END:
            shape = self.shapes[block]
            locals_ = [
                self._decode_local(state, offset + slot.offset, slot) if live else None
                for slot, live in zip(shape.slots, shape.live, strict=True)
            ]
            frames.append((block, *locals_))
            offset = stack + unpack_from("<H", state, offset + memory.BELOW)[0]
        frame: Frame = (memory.END,)
        for each in reversed(frames):
            frame = (*each, frame)
        return frame

    def _decode_local(self, state: bytes | bytearray, offset: int, slot: memory.FrameSlot) -> Any:
        """Return the value of a local, decoded from its slot in the frame."""
        if slot.kind == "number":
            return unpack_from(f"<{memory.LETTERS[slot.item]}", state, offset)[0]
        if slot.kind == "capture":
            return self._decode_captured(state, offset)
        (count,) = unpack_from("<h", state, offset + memory.LIST_COUNT)
        (start,) = unpack_from("<h", state, offset + memory.LIST_START)
        items = range(
            offset + memory.LIST_ITEMS + start * slot.item,
            offset + memory.LIST_ITEMS + count * slot.item,
            slot.item,
        )
        if slot.kind == "captures":
            return tuple(self._decode_captured(state, item) for item in items)
        return tuple(unpack_from(f"<{memory.LETTERS[slot.item]}", state, item)[0] for item in items)

    # ------------------------------------------------------------------ row to native state

    def state(self, row: Sequence[Any]) -> bytearray:
        """Return the bytes of the native state for a Python engine's list. Raises StateDoesNotFit."""
        state, after = bytearray(self.size), [-1] * self.pieces
        for first, end, format_, offset in self.runs:
            values = row[first:end]
            if values:
                _, _, low, high = self.numbers[first]
                if min(values) < low or max(values) > high:
                    raise StateDoesNotFit(f"cells from {first} on: {values}")
                pack_into(format_, state, offset, *values)
        for number in self.held:
            self._encode_pieces(state, number, row[number], after)
        _encode_numbers(state, *self.next, after)
        self._encode_delayed(state, row[DELAYED])
        self._encode_frames(state, row[FRAMES])
        return state

    def _encode_pieces(
        self, state: bytearray, number: int, pieces: Sequence[int], after: list[int]
    ) -> None:
        """Write the pieces of a place into `state`; the links of an ordered place go to `after`."""
        low, high = self.held[number]
        if pieces and not low <= min(pieces) <= max(pieces) <= high:
            raise StateDoesNotFit(f"what lies in place {number}")
        if number in self.sets:
            bits, offset = sum(1 << piece for piece in pieces), self.sets[number]
            state[offset : offset + 8 * self.words] = bits.to_bytes(8 * self.words, "little")
        else:
            first, last = (pieces[0], pieces[-1]) if pieces else (-1, -1)
            pack_into("<hhh", state, self.orders[number], first, last, len(pieces))
            for piece, next_ in pairwise(pieces):
                after[piece] = next_

    def _encode_delayed(self, state: bytearray, delayed: Sequence[Sequence[int]]) -> None:
        """Write the waiting delayed rules with their captures into `state`."""
        count, table, room = self.delayed
        if len(delayed) > room:
            raise StateDoesNotFit(f"{len(delayed)} delayed rules")
        pack_into("<h", state, count, len(delayed))
        for number, captured in enumerate(delayed):
            self._encode_captured(state, table + number * self.entry, captured)

    def _encode_captured(self, state: bytearray, offset: int, captured: Sequence[int]) -> None:
        """Write a delayed rule's number and its captures into `state` at `offset`."""
        try:
            pack_into(f"<{len(captured)}{self.captured}", state, offset, *captured)
        except error as problem:
            raise StateDoesNotFit(f"what was captured: {captured}") from problem

    def _encode_frames(self, state: bytearray, frame: Frame) -> None:
        """Write the stack, given as nested tuples, into `state`."""
        top, stack = self.frames
        frames: list[Frame] = []
        while len(frame) > 1:
            frames.append(frame)
            frame = frame[-1]
        pack_into("<hH", state, stack, memory.END, 0)
        offset, below = 0, 0
        size = 4
        for block, *locals_, _ in reversed(frames):
            below, offset = offset, offset + size
            shape = self.shapes[block]
            if shape.at not in (None, offset):
                raise StateDoesNotFit(f"block {block} is begun where it is not")
            size = shape.size
            pack_into("<hH", state, stack + offset, block, below)
            for slot, value, live in zip(shape.slots, locals_, shape.live, strict=True):
                if live:
                    self._encode_local(state, stack + offset + slot.offset, slot, value)
        pack_into("<i", state, top, offset)

    def _encode_local(
        self, state: bytearray, offset: int, slot: memory.FrameSlot, value: Any
    ) -> None:
        """Write the value of a local into its slot in the frame."""
        low, high = slot.span
        if slot.kind == "number":
            if not low <= value <= high:
                raise StateDoesNotFit(f"a local: {value}")
            pack_into(f"<{memory.LETTERS[slot.item]}", state, offset, int(value))
            return
        if slot.kind == "capture":
            self._encode_captured(state, offset, value)
            return
        if len(value) > slot.capacity:
            raise StateDoesNotFit(f"a list of {len(value)}")
        pack_into("<hh", state, offset, len(value), 0)
        if slot.kind == "captures":
            for number, captured in enumerate(value):
                self._encode_captured(
                    state, offset + memory.LIST_ITEMS + number * slot.item, captured
                )
            return
        if any(not low <= item <= high for item in value):
            raise StateDoesNotFit("a list")
        _encode_numbers(state, f"<{memory.LETTERS[slot.item]}", offset + memory.LIST_ITEMS, value)


def _encode_numbers(state: bytearray, format_: str, offset: int, values: Sequence[int]) -> None:
    """Write numbers of one format side by side into `state`."""
    pack_into(f"<{len(values)}{format_[1:]}", state, offset, *values)


class RowOfState(Sequence[Any]):
    """A read-only view of a native state as the Python engine's list; each cell is decoded when it is read."""

    __slots__ = ("_cell", "_count", "_slice", "_state")

    def __init__(self, rows: RowConverter, state: bytes | bytearray) -> None:
        self._state, self._count = state, rows.count
        self._cell: Callable[[bytes | bytearray, int], Any] = rows.cell
        self._slice: Callable[[bytes | bytearray, range], list[Any]] = rows.slice

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Any]:
        return iter(self._slice(self._state, range(self._count)))

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> list[Any]: ...
    def __getitem__(self, index: int | slice) -> Any:
        if type(index) is int and index >= 0:
            return self._cell(self._state, index)
        if isinstance(index, slice):
            return self._slice(self._state, range(self._count)[index])
        return self._cell(self._state, range(self._count)[index])

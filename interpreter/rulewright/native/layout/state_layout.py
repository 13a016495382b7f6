"""Layout of a native state: a fixed-size record of bytes, the same for every state of a module.

| part | representation | |---|---| | the state's own cells, variables | numbers of as few bytes as their interval
allows | | a place without order | a bit set of pieces; their order is that of their numbers | | a place with
order | a linked list: first and last piece, count, and a `next` for every piece | | place of each piece, players
who know it | numbers | | delayed rules | a count, and a table of fixed width | | frames | a stack; see
`frame_layout` |
"""

from __future__ import annotations

from rulewright.base.records import Record
from rulewright.native.analysis.points_to import PointsTo
from rulewright.native.analysis.spans import Spans
from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.layout.frame_layout import Capacity, FrameLayout
from rulewright.native.layout.memory_forms import CACHE_LINE
from rulewright.runtime.ir.module import Module


class Cells(Record):
    """An array of numbers in a state, each of `size` bytes and from `low` to `high`."""

    offset: int
    size: wasm.Size
    count: int
    low: int
    high: int

    @property
    def signed(self) -> bool:
        """Whether the numbers may be negative."""
        return self.low < 0

    def load(self, state: wasm.Expr, index: wasm.Expr | int = 0) -> wasm.Expr:
        """Return an expression that reads the number at `index`, which must be in range."""
        type_: wasm.Type = "i64" if self.size == 8 else "i32"
        address, offset = self._at(state, index)
        return wasm.Load(
            address, offset, self.size, self.signed, type=type_, low=self.low, high=self.high
        )

    def store(self, state: wasm.Expr, value: wasm.Expr, index: wasm.Expr | int = 0) -> wasm.Store:
        """Return a statement that writes the number at `index`, which must be in range."""
        address, offset = self._at(state, index)
        return wasm.Store(address, offset, self.size, value)

    def _at(self, state: wasm.Expr, index: wasm.Expr | int) -> tuple[wasm.Expr, int]:
        """Return the address of the number at `index`: an expression and a constant offset."""
        if isinstance(index, int):
            return state, self.offset + index * self.size
        if isinstance(index, wasm.Const):
            return self._at(state, index.value)
        if isinstance(state, wasm.Const) and index.low >= 0:
            return index * self.size, state.value + self.offset
        return state + index * self.size, self.offset


class StateCells(Record):
    """The cells of a state that belong to the engine: decision, decider, random stream, counters."""

    random: Cells
    answer: Cells
    frames: Cells
    forced: Cells
    made: Cells
    decision: Cells
    decider: Cells
    delayed: Cells
    asking: Cells


class StateLayout:
    """The layout of the states of one module: the offset and format of every part."""

    def __init__(self, module: Module, spans: Spans, capacity: Capacity) -> None:
        self.module, self.spans, self.capacity = module, spans, capacity
        self.points_to = PointsTo(module)
        self.variables: dict[str, Cells] = {}
        self.size = 0
        pieces = len(module.pieces)
        self.words = max(1, -(-pieces // 64))
        # Widest first: all are naturally aligned without padding.
        wide = [self._cells(1, 0, 2**64 - 1, 8), self._cells(1, -(2**63), 2**63 - 1, 8)]
        self.own = StateCells(*wide, *self._single_cells(3, 4), *self._single_cells(4, 2))
        self._align(8)
        self.runs = self._allocate_places()
        self.first_place = self.runs[0][0]
        cells = [cell for zone in module.zones.values() for cell in zone.run.cells]
        self.last_place = max(cells, default=self.first_place)
        self._numbers(pieces)
        self.frames = FrameLayout(module, self.spans, self.capacity)
        self.entry, self.captured = self.frames.entry, self.frames.captured
        self._align(4)
        self.delayed_table = self.size
        self.size += self.capacity.delayed * self.entry
        self._align(2)
        self.frame_stack = self.size
        self._align(CACHE_LINE, self.frames.stack_bytes)  # so that arrays of states stay aligned

    def _single_cells(self, count: int, size: wasm.Size) -> list[Cells]:
        """Lay out `count` cells of one signed number each, of `size` bytes."""
        half = 2 ** (8 * size - 1)
        return [self._cells(1, -half, half - 1, size) for _ in range(count)]

    def _allocate_places(self) -> list[tuple[int, int]]:
        """Allocate a record for each place; return (first cell, offset) of each run of consecutive cells."""
        runs: list[tuple[int, int]] = []
        cells = sorted(cell for zone in self.module.zones.values() for cell in zone.run.cells)
        for before, cell in zip([None, *cells], cells, strict=False):
            if before is None or cell != before + 1:
                runs.append((cell, self.size))
            self.size += 8 * self.words
        return runs or [(0, self.size)]

    def _numbers(self, pieces: int) -> None:
        """Lay out variables, and each piece's place, knowers and next piece; wide variables come first."""
        module = self.module
        wanted = {
            name: (variable.run.count, *self.spans.variable(name))
            for name, variable in module.variables.items()
        }
        for name in sorted(wanted, key=lambda name: -size_of(*wanted[name][1:])):
            count, low, high = wanted[name]
            self.variables[name] = self._cells(count, low, high)
        everybody = (1 << (module.players + 1)) - 1
        self.place = self._cells(pieces, -1, self.last_place)
        self.known = self._cells(pieces, 0, everybody)
        self.next = self._cells(pieces, -1, pieces - 1)

    def _cells(self, count: int, low: int, high: int, size: wasm.Size | None = None) -> Cells:
        """Lay out an aligned array of `count` numbers from `low` to `high`, and return it."""
        bytes_ = size or size_of(low, high)
        self._align(bytes_)
        cells = Cells(self.size, bytes_, count, low, high)
        self.size += bytes_ * count
        return cells

    def _align(self, align: int, after: int = 0) -> None:
        """Reserve `after` bytes, then round the size of the state up to a multiple of `align`."""
        self.size = (self.size + after + align - 1) // align * align

    def place_offset(self, cell: int) -> int:
        """Return the offset of the record of the place `cell` in a state."""
        first, at = max(run for run in self.runs if run[0] <= cell)
        return at + 8 * self.words * (cell - first)


def size_of(low: int, high: int) -> wasm.Size:
    """Return how many bytes (1, 2 or 4) hold all numbers from `low` to `high`; unsigned if `low` >= 0."""
    size: wasm.Size
    for size in (1, 2):
        room = 1 << (8 * size - (low < 0))
        if -room <= low and high < room:
            return size
    return 4

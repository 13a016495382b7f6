"""The context of all emitters of one module: layout, allocated memory and constant tables."""

from __future__ import annotations

import struct
from collections import Counter
from functools import cached_property

from rulewright.base.records import Record
from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.encode.wasm_module import FIRST_ADDRESS, WasmModule
from rulewright.native.layout.memory_forms import CACHE_LINE
from rulewright.native.layout.native_code import GAMES_PER_CALL
from rulewright.native.layout.state_layout import StateLayout, size_of
from rulewright.native.layout.trace_layout import REPLAY_GLOBALS, ReplayMemory

MAX_OPTIONS = 1024
"""The most options of a decision."""

SCRATCH = 128 * 1024
"""Bytes of scratch memory, for lists and trial copies."""

STORY = 64 * 1024
"""Bytes of the story of one move."""


class ConstantArray(Record):
    """A constant array in memory; index -1 (NOTHING) has an entry too."""

    address: int
    size: wasm.Size
    count: int
    low: int
    high: int

    def load(self, index: wasm.Expr) -> wasm.Expr:
        """Emit the read of the entry at an index from -1 (NOTHING) to `count` - 1."""
        low, high, address = self.low, self.high, self.address
        if index.low < 0:  # addresses are unsigned
            index, address = index + 1, address - self.size
        return wasm.Load(index * self.size, address, self.size, low < 0, low=low, high=high)


class ModuleBuilder:
    """The WebAssembly module under construction, with the analyses and layout of its IR module.

    - `knowledge`: track who knows which piece is where; off for games that never ask for it.
    - `after`: where memory begins that may be allocated.
    - `suspends`: games can suspend between decisions.
    - `replays`: the module replays trajectories; shuffles are recorded and arranged as given (`trace`).
      Messages to the seat in the global `seat` are hashed into the global `message_digest`.
    - `records_story`: while the global `records_story` is set, messages are written to memory, from `story` to the
      global `story_position`.
    - `never_on_copies`: functions and procedures that never run on a trial copy of the game.
    """

    def __init__(
        self,
        layout: StateLayout,
        knowledge: bool = True,
        after: int = FIRST_ADDRESS,
        suspends: bool = True,
        replays: bool = False,
        records_story: bool = False,
    ) -> None:
        self.suspends, self.replays, self.records_story = suspends, replays, records_story
        self.layout, self.spans, self.knowledge = layout, layout.spans, knowledge
        self.module = module = layout.module
        self.points_to = layout.points_to
        self.never_on_copies: frozenset[str] = frozenset()
        self.wasm = module_ = WasmModule(used=after)
        self.words = self.layout.words
        self.pieces = len(module.pieces)
        self.everybody = (1 << (module.players + 1)) - 1
        self.ordered = frozenset(
            cell for zone in module.zones.values() if zone.ordered for cell in zone.run.cells
        )
        self._arrays: dict[str, ConstantArray] = {}
        self.options = module_.reserve(8 * MAX_OPTIONS)
        self.stream, self.steps = module_.reserve(8), module_.reserve(4)
        self.order = module_.reserve(2 * max(self.pieces, 1))
        self.owners = self.constants(self._owners())
        values = len(module.outcome.values) * module.players
        self.numbers_per_game = 2 + len(module.phases) + values  # the numbers reported for a game
        self.seeds, self.results = (
            module_.reserve(16 * GAMES_PER_CALL),
            module_.reserve(4 * self.numbers_per_game * GAMES_PER_CALL),
        )
        self.sum_count = (
            self.numbers_per_game + 1 + module.players
        )  # their sums, the best scores, wins by seat
        self.sums = module_.reserve(8 * self.sum_count)
        self.first = module_.reserve(self.layout.size, CACHE_LINE)
        self.state = module_.reserve(self.layout.size, CACHE_LINE)
        self.scratch = module_.reserve(SCRATCH, 16)
        self.scratch_end = self.scratch + SCRATCH
        module_.globals["scratch"] = ("i32", self.scratch)
        module_.globals["option_count"] = ("i32", 0)
        module_.globals["is_over"] = module_.globals["refuelled_at"] = ("i32", 0)
        for name in ("plays_randomly", "record_position", "record_end", "ignores_knowledge"):
            module_.globals[name] = ("i32", 0)
        self.trace: ReplayMemory | None = None
        if replays:
            self.trace = ReplayMemory.of(module_.reserve, layout.size, self.pieces, self.words)
            module_.globals |= dict.fromkeys(REPLAY_GLOBALS, ("i32", 0)) | {
                "message_digest": ("i64", 0)
            }

        if records_story:
            self.story = module_.reserve(STORY)
            self.places_before = module_.reserve(self.layout.place.size * self.pieces, 16)
            flags = dict.fromkeys(
                ("records_story", "story_requested", "story_overflowed"), ("i32", 0)
            )
            module_.globals |= {"story_position": ("i32", self.story), **flags}

    def array(self, name: str) -> ConstantArray:
        """Return the constant array `name` of the IR module, put into memory on first use."""
        if name not in self._arrays:
            self._arrays[name] = self.constants(self.module.code.arrays[name].values)
        return self._arrays[name]

    def constants(self, values: tuple[int, ...]) -> ConstantArray:
        """Put a constant array into memory and return it; the last of `values` is the entry for NOTHING."""
        low, high = min(values), max(values)
        size, letter = _smallest_format(low, high)
        data = struct.pack(f"<{len(values)}{letter}", values[-1], *values[:-1])
        return ConstantArray(self.wasm.put(data) + size, size, len(values) - 1, low, high)

    def _owners(self) -> tuple[int, ...]:
        """Return the seat that owns each place, -1 for none; the last entry is that for NOTHING."""
        owners = [-1] * (self.module.layout.size + 1)
        for zone in self.module.zones.values():
            for at, cell in enumerate(zone.run.cells):
                if zone.owner == "player":
                    owners[cell] = at // zone.run.each
        return tuple(owners)

    def place(self, state: wasm.Expr, cell: wasm.Expr) -> tuple[wasm.Expr, int]:
        """Return the address of the record of the place `cell`: an expression plus a constant offset from 0 on."""
        if isinstance(cell, wasm.Const):
            return state, self.layout.place_offset(cell.value)
        offset, index = self._place_offset(cell)
        if isinstance(state, wasm.Const):
            offset += state.value
            return (index, offset) if offset >= 0 else (index + offset, 0)
        return (state + index, offset) if offset >= 0 else (state + (index + offset), 0)

    def _place_offset(self, cell: wasm.Expr) -> tuple[int, wasm.Expr]:
        """Return a constant and an expression whose sum is the offset of a place's record in a state."""
        step, runs = 8 * self.words, self.layout.runs
        before = [run for run in runs if run[0] <= max(cell.low, self.layout.first_place)]
        (first, at), index = before[-1], cell * step
        # Branch-free: subtract the gap before each later run, times a comparison that is 1 or 0. Most places are in
        # one run, so most sums have no such term.
        for later, there in runs[len(before) :]:
            gap = (later - first) * step - (there - at)
            if later <= cell.high:
                index = index - cell.at_least(later) * gap
            first, at = later, there
        first, at = before[-1]
        return at - first * step, index

    def masks(self, sets: list[int], words: int) -> int:
        """Put a table of bit sets, each of `words` words, into memory and return its address."""
        return self.wasm.put(b"".join(bits.to_bytes(8 * words, "little") for bits in sets), 8)

    def copies(self) -> int:
        """Return the address of a table with the set of other copies of each piece."""
        return self._copies

    @cached_property
    def _copies(self) -> int:
        names, sets = [piece.name for piece in self.module.pieces], Counter[str]()
        for at, name in enumerate(names):
            sets[name] |= 1 << at
        return self.masks([sets[name] ^ 1 << at for at, name in enumerate(names)], self.words)

    def words_of(self, bits: int) -> list[wasm.Expr]:
        """Return the constant bit set `bits` as 64 bit words."""
        return [wasm.number(bits >> 64 * word & (2**64 - 1), "i64") for word in range(self.words)]


def _smallest_format(low: int, high: int) -> tuple[wasm.Size, str]:
    """Return the fewest bytes that hold numbers from `low` to `high`, and their `struct` letter."""
    size = size_of(low, high)
    letter = {1: "b", 2: "h", 4: "i"}[size]
    return size, letter if low < 0 or size == 4 else letter.upper()

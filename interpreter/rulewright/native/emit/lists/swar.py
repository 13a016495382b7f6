"""Reads small numbers eight bytes at a time and tests them all at once, as a bit set (SWAR).

SWAR is SIMD within a register. See Warren, "Hacker's Delight", chapter 6, and Fisher and Dietz, "Compiling for
SIMD within a register", LCPC 1998.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import or_

from rulewright.base.records import Record
from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import is_zero, negated
from rulewright.native.layout.state_layout import Cells


class Lanes(Record):
    """An array of small numbers, one per piece from `first` on, read as 64 bit words of equal lanes.

    `words` is the number of words of the resulting bit set.
    """

    cells: Cells
    first: int
    words: int

    @property
    def lanes(self) -> int:
        """How many numbers one 64 bit word holds."""
        return 8 // self.cells.size

    @property
    def width(self) -> int:
        """How many bits one number has."""
        return 8 * self.cells.size

    def replicate(self, value: int) -> wasm.Expr:
        """Return a word with `value` in every lane."""
        lane = value & (1 << self.width) - 1
        return wasm.number(sum(lane << at for at in range(0, 64, self.width)), "i64")

    def set_of(self, state: wasm.Expr, tested: Callable[[wasm.Expr], wasm.Expr]) -> list[wasm.Expr]:
        """Emit the set of pieces whose lanes pass a test; `tested` must give 1 or 0 in each lane of a word."""
        parts: list[list[wasm.Expr]] = [[] for _ in range(self.words + 1)]
        for at in range(0, self.cells.count, self.lanes):
            bits = self._gather_bits(tested(self._word_at(state, at)))
            remaining = self.cells.count - at
            if remaining < self.lanes:  # bytes after the array belong to other data
                bits = bits & ((1 << remaining) - 1)
            word, shift = divmod(self.first + at, 64)
            parts[word].append(bits << shift if shift else bits)
            if shift + min(remaining, self.lanes) > 64:
                parts[word + 1].append(bits >> (64 - shift))
        none = wasm.number(0, "i64")
        return [reduce(or_, part) if part else none for part in parts[: self.words]]

    def any_other_than(self, state: wasm.Expr, nothing: int) -> wasm.Expr:
        """Emit the test whether any number of the array differs from `nothing`."""
        parts: list[wasm.Expr] = []
        for at in range(0, self.cells.count, self.lanes):
            chunk = self._word_at(state, at)
            differing = chunk ^ self.replicate(nothing) if nothing else chunk
            remaining = (self.cells.count - at) * self.width
            parts.append(differing & ((1 << remaining) - 1) if remaining < 64 else differing)
        return negated(is_zero(reduce(or_, parts)))

    def _word_at(self, state: wasm.Expr, at: int) -> wasm.Expr:
        """Emit the read of the 64 bit word whose first number has the index `at`."""
        return wasm.Load(state, self.cells.offset + at * self.cells.size, 8, type="i64")

    def _gather_bits(self, bits: wasm.Expr) -> wasm.Expr:
        """Emit the lowest bit of each lane of a word, packed side by side.

        The factor moves the bit of lane n to bit n of the topmost bits. No two partial products meet in one bit,
        so there are no carries.
        """
        top = 64 - self.lanes
        factor = sum(1 << top - (self.width - 1) * at for at in range(self.lanes))
        return (bits * wasm.number(factor, "i64")) >> top

    def other_than(self, chunk: wasm.Expr, nothing: int) -> wasm.Expr:
        """Emit a word with 1 in each lane of `chunk` that differs from `nothing`, else 0."""
        high = 1 << self.width - 1
        if (nothing, self.cells.low, self.cells.high) == (0, 0, 1):
            return chunk & self.replicate(1)  # bytes after the array may have any value
        # Nonzero test per lane: adding all ones below a lane's top bit carries into it if a lower bit is set; the
        # "or" adds the top bit itself. Carries cannot cross lanes. Warren, "Hacker's Delight", section 6-1.
        differing = chunk ^ self.replicate(nothing) if nothing else chunk
        carried = (differing & self.replicate(high - 1)) + self.replicate(high - 1)
        return ((carried | differing) & self.replicate(high)) >> (self.width - 1)

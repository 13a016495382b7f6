"""Emits masks of the elements that share a field with an element of another set (semijoins)."""

from __future__ import annotations

from itertools import groupby

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.emit.emit_context import EmitScope, Emitter, Words
from rulewright.native.emit.lists.masks import MaskEmitter, is_expensive
from rulewright.native.emit.lists.sets import ALL, SetEmitter
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow.uses import free_locals


class JoinEmitter(Emitter):
    """An emitter of bit masks of the elements that share a field with an element of another set (semijoins)."""

    def __init__(self, scope: EmitScope, sets: SetEmitter, masks: MaskEmitter) -> None:
        super().__init__(scope)
        self.sets, self.masks = sets, masks

    def join_mask(self, source: ir.Filtered, var: str, words: int) -> Words | None:
        """Return the mask of the elements that equal some element of `source` in a field; None if not possible."""
        match source.condition:
            case ir.Binary(operator="==", left=left, right=right):
                other = source.var
                if var in free_locals(left):
                    left, right = right, left
                values = self.masks.values(right, var, words)
                if values is None or var in free_locals(source.source) or var in free_locals(left):
                    return None
                if is_expensive(source.source) or is_expensive(left):
                    return None
                if values == self.masks.values(left, other, words):
                    spread = self._run_mask(source.source, values, words)
                    if spread is not None:
                        return spread
                return self._loop_mask(source, left, values, words)
        return None

    def _run_mask(self, source: ir.Node, values: list[int], words: int) -> Words | None:
        """Return the mask of elements whose field occurs in a set, if equal fields are adjacent; else None.

        It needs no loop, whose exit would be unpredictable.
        """
        equal = groupby(range(len(values)), values.__getitem__)
        runs = [list(run) for _, run in equal]
        if len(runs) > len(set(values)) or max(map(len, runs)) > 64:
            return None
        with self.writer.recording() as lines:
            set_words = self.sets.set_of(source)
        if set_words is None or len(set_words) > words:
            return None
        self.writer.emit(*lines)
        low, high = self.sets.element_span(source) or (0, 64 * words - 1)
        ends = [(run[0], run[-1]) for run in runs if run[0] <= high and low <= run[-1]]
        return self.fill_runs(
            [*set_words, *(wasm.number(0, "i64") for _ in range(words - len(set_words)))],
            ends,
        )

    def fill_runs(self, words: Words, runs: list[tuple[int, int]]) -> Words:
        """Return the set of all runs (first, last) that contain an element of the set `words`."""
        spread_words: Words = []
        for at, word in enumerate(words):
            parts = [
                (max(a - 64 * at, 0), min(b - 64 * at, 63))
                for a, b in runs
                if a >> 6 <= at <= b >> 6
            ]
            longest = max((last - first + 1 for first, last in parts), default=1)
            if longest > 1 and not isinstance(word, wasm.Const):
                word = self._fill_down(self._last_bits(word, parts), parts, longest)
            spread_words.append(self.writer.let(word, "alike"))
        return self._fill_across_words(spread_words, runs)

    def _last_bits(self, word: wasm.Expr, runs: list[tuple[int, int]]) -> wasm.Expr:
        """Emit a word with the last bit of each run that has an element in `word`."""
        # Carry propagation in place of a loop: adding all ones below the last bit of a run carries into that bit
        # if and only if a lower bit of the run is set. The last bits are masked out first, so that no carry
        # reaches the next run, and put back by the "or". See Warren, "Hacker's Delight", chapter 6 (zero bytes).
        last = sum(1 << end for _, end in runs)
        below = sum((1 << end) - (1 << first) for first, end in runs)
        word = self.writer.let(word, "word")
        carried = (word & (ALL ^ last)) + wasm.number(below, "i64")
        return self.writer.let((carried | word) & last, "last")

    def _fill_down(self, lasts: wasm.Expr, runs: list[tuple[int, int]], longest: int) -> wasm.Expr:
        """Emit a word with all bits of the runs whose last bits are in `lasts`."""
        # Parallel prefix (Kogge–Stone fill, https://www.chessprogramming.org/Kogge-Stone_Algorithm): each round
        # fills twice as much of a run. `may` are the bits that can be set by now; the mask that keeps a shift
        # within its run is omitted where no bit could leave it.
        may, step = {end for _, end in runs}, 1
        while step < longest:
            inside = {at for first, end in runs for at in range(first, end + 1 - step)}
            moved = lasts >> step
            if not {at - step for at in may if at >= step} <= inside:
                moved = moved & sum(1 << at for at in inside)
            lasts = self.writer.let(lasts | moved, "alike")
            may |= {at - step for at in may} & inside
            step *= 2
        return lasts

    def _fill_across_words(self, words: Words, runs: list[tuple[int, int]]) -> Words:
        """Return `words` with each run that spans two words filled in both if it is in one."""
        completed = list(words)
        for first, end in runs:
            at = first >> 6
            if end >> 6 == at:
                continue
            lower, upper = words[at], words[at + 1]
            all_low, all_up = ALL ^ (1 << first % 64) - 1, (2 << end % 64) - 1
            # 0 - bit is all ones or zero: a mask of the part in the other word, without a branch.
            none = wasm.number(0, "i64")
            down = upper << 63 if all_low == 1 << 63 else (none - (upper & 1)) & all_low
            up = lower >> 63 if all_up == 1 else (none - (lower >> 63)) & all_up
            completed[at], completed[at + 1] = completed[at] | down, completed[at + 1] | up
        return [self.writer.let(word, "alike") for word in completed]

    def _loop_mask(
        self, source: ir.Filtered, field: ir.Node, values: list[int], words: int
    ) -> Words | None:
        """Return the semijoin mask, computed by a loop over `source`; None without a table of its fields."""
        joined = [self.function.local("joined", "i64") for _ in range(words)]
        fits, code = True, self.writer
        code.clear(*joined)
        for element in self.each(source.source):
            with self.scope.element(source.var, source.source, element):
                value = self.number(field)
            mask = self.masks.table_mask(values, "==", value, words)
            fits = fits and mask is not None
            for each, word in zip(joined, mask or joined, strict=True):
                code.assign(each, each | word)
        return list(joined) if fits else None

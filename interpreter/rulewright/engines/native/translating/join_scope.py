"""Masks of what has a field in common with something in another set."""

from __future__ import annotations

from itertools import groupby

from rulewright.engines.native.form.native_form import Body, Expr, Set, number
from rulewright.engines.native.translating.mask_scope import MaskScope, is_dear
from rulewright.engines.native.translating.set_scope import Words
from rulewright.ir import terms as ir
from rulewright.ir.dataflow import free


class JoinScope(MaskScope):
    """Finds masks by other sets."""

    def join_mask(self, source: ir.Filtered, var: str, words: int, body: Body) -> Words | None:
        """Elements to which something in another set is as a condition says."""
        match source.condition:
            case ir.Binary(operator="==", left=left, right=right):
                other = source.var
                if var in free(left):
                    left, right = right, left
                values = self.values(right, var, words)
                if values is None or var in free(source.source) or var in free(left):
                    return None
                if is_dear(source.source) or is_dear(left):
                    return None
                if values == self.values(left, other, words):
                    spread = self._spread(source.source, values, words, body)
                    if spread is not None:
                        return spread
                return self._together(source, left, values, words, body)
        return None

    def _spread(self, source: ir.Node, values: list[int], words: int, body: Body) -> Words | None:
        """What is like something in a set, where all that is alike lies side by side: bits spread to both sides.

        There is no loop, which would end nobody knows when.
        """
        alike = groupby(range(len(values)), values.__getitem__)
        runs = [list(run) for _, run in alike]
        if len(runs) > len(set(values)):
            return None
        lines: Body = []
        found = self.set_of(source, lines)
        if found is None or len(found) > words:
            return None
        body += lines
        span = self.element_span(source) or (0, 64 * words - 1)
        runs = [run for run in runs if run[0] <= span[1] and span[0] <= run[-1]]
        spread = [*found, *(number(0, "i64") for _ in range(words - len(found)))]
        longest = max(map(len, runs), default=1)
        for up in (True, False):
            for step in (1 << at for at in range((longest - 1).bit_length())):
                reached = [at for run in runs for at in (run[step:] if up else run[:-step])]
                spread = self._stepped(spread, step if up else -step, reached, body)
        return spread

    def _stepped(self, words: Words, step: int, reached: list[int], body: Body) -> Words:
        """A set with what lies so many places beside something in it, of what can be reached so."""
        found: Words = []
        for at, word in enumerate(words):
            for other, by in ((at, step), (at - 1, step - 64), (at + 1, step + 64)):
                bits = sum(1 << p % 64 for p in reached if p >> 6 == at and p - step >> 6 == other)
                if bits:
                    moved = words[other] << by if by > 0 else words[other] >> -by
                    word = word | (moved & number(bits, "i64"))
            found.append(self.kept(word, body, "alike"))
        return found

    def _together(
        self, source: ir.Filtered, field: ir.Node, values: list[int], words: int, body: Body
    ) -> Words | None:
        """The same by each thing in the other set: what has its field."""
        found = [self.function.local("joined", "i64") for _ in range(words)]
        body += [Set(each.name, number(0, "i64")) for each in found]
        fits: list[bool] = []

        def add(element: Expr) -> Body:
            lines: Body = []
            with self.element(source.var, source.source, element):
                value = self.number(field)
            mask = self.chosen_mask(values, "==", value, words, lines)
            fits.append(mask is not None)
            pairs = zip(found, mask or found, strict=True)
            return [*lines, *(Set(each.name, each | word) for each, word in pairs)]

        lines = self.each(source.source, add)
        body += lines
        return list(found) if all(fits) else None

"""Emits reductions of lists: count, existence, sum, extremes, median, and the first or last element."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from rulewright.base.records import evolve
from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import (
    any_of_words,
    both,
    choose,
    fold_comparison,
    narrowed,
    negated,
    sequenced,
    size_of_set,
    trailing_zeros,
    widened,
)
from rulewright.native.builder.structs import I32, NumberArray
from rulewright.native.emit.accesses import AccessEmitter
from rulewright.native.emit.emit_context import EmitScope, Emitter, InMemory, Unsupported
from rulewright.native.emit.lists.lists import ListEmitter
from rulewright.native.emit.lists.sets import SetEmitter
from rulewright.native.layout.memory_forms import COUNT, FIRST, LAST
from rulewright.runtime.ir import terms as ir

MAX_ELEMENTS = 2**17
"""Upper bound of the length of any list."""


class ReductionEmitter(Emitter):
    """An emitter of reductions: functions of a list that give a number, such as its sum."""

    def __init__(
        self, scope: EmitScope, access: AccessEmitter, lists: ListEmitter, sets: SetEmitter
    ) -> None:
        super().__init__(scope)
        self.access, self.lists, self.sets = access, lists, sets
        self.wide: dict[int, ir.Reduce] = {}
        """Sums that do not fit into 32 bits, by `id`; the reference keeps the `id` from being reused."""

    def reduce(self, node: ir.Reduce) -> wasm.Expr:
        """Emit a reduction of a list to a number; an empty list gives the reduction's default."""
        match node.how:
            case "count":
                return self.count(node.source)
            case "some":
                return self.some(node.source)
            case "total":
                return self._sum(node)
            case "most" | "least":
                return self._extremum(node)
            case "median":
                return self._median(node)
            case "first" | "last":
                return self._first_or_last(node)

    # ------------------------------------------------------------------ count and existence

    def count(self, source: ir.Node) -> wasm.Expr:
        """Emit the number of elements of a list."""
        match source:
            case ir.Sequence():
                return wasm.number(len(source.items))
            case ir.Pieces():
                place = self.access.zone_place(source.zone, source.index)
                return self._pieces_in(source.zone, place)
            case ir.AllPieces(without=None):
                run = self.module.zones[source.zone].run
                counts = [self._pieces_in(source.zone, wasm.number(cell)) for cell in run.cells]
                return sum(counts[1:], counts[0])
            case ir.Local():
                held = self.lists.list_local(source.name)
                return held.count() - held.start()
        with self.writer.recording() as lines:
            words = self.sets.set_of(source)
        if words is not None:
            return sequenced(lines, size_of_set(words))
        with self.writer.recording() as lines:
            count = self.writer.var(0, "count", low=0, high=MAX_ELEMENTS)
            for _ in self.each(source):
                count += 1
        return sequenced(lines, count.fixed)

    def _pieces_in(self, zone: str, place: wasm.Expr) -> wasm.Expr:
        """Emit the number of pieces in a place of `zone`."""
        with self.writer.recording() as lines:
            place = self.writer.let(place)
        if self.module.zones[zone].ordered:
            return sequenced(lines, evolve(self.writer.order(place, COUNT), low=0))
        return sequenced(lines, size_of_set(self.writer.used_words(place)))

    def some(self, source: ir.Node) -> wasm.Expr:
        """Emit the test whether a list is not empty."""
        match source:
            case ir.Sequence():
                return wasm.number(int(bool(source.items)))
            case ir.Pieces():
                with self.writer.recording() as lines:
                    place = self.writer.let(self.access.zone_place(source.zone, source.index))
                if self.module.zones[source.zone].ordered:
                    return sequenced(lines, self._end_of_order(place, False) >= 0)
                return sequenced(lines, any_of_words(self.writer.used_words(place)))
            case ir.Local():
                held = self.lists.list_local(source.name)
                return held.start().less(held.count())
        return self._has_any(source)

    def equal_lists(self, left: ir.Node, right: ir.Node) -> wasm.Expr:
        """Emit the test whether two lists are equal. Raises Unsupported unless both are bit sets."""
        with self.writer.recording() as lines:
            one, other = self.sets.set_of(left), self.sets.set_of(right)
        if one is None or other is None:
            raise Unsupported(f"a comparison of lists: {left} and {right}")
        nothing = wasm.number(0, "i64")
        pairs = zip_longest(one, other, fillvalue=nothing)
        # Both are in ascending order, so equal sets are equal lists.
        return sequenced(lines, negated(any_of_words([left ^ right for left, right in pairs])))

    def _has_any(self, source: ir.Node) -> wasm.Expr:
        """Emit the test whether a list has an element, by a search that stops at the first."""
        with self.writer.recording() as lines:
            words = self.sets.set_of(source)
        if words is not None:
            return sequenced(lines, any_of_words(words))
        with self.writer.recording() as lines:
            some = self.writer.var(0, "some", low=0, high=1)
            with self.writer.block("found") as found:
                for _ in self.each(source):
                    some.set(1)
                    found.leave()
        return sequenced(lines, some.fixed)

    # ------------------------------------------------------------------ sums and extremes

    def _each_value(self, node: ir.Reduce) -> Iterator[wasm.Expr]:
        """Yield the value that the reduction takes of each element of its list."""
        source = node.source
        var = source.var if isinstance(source, ir.Filtered) else node.var
        for each in self.each(source):
            element = self.writer.let(each, "each")
            if node.of is None:
                yield element
                continue
            with self.scope.element(var, source, element):
                value = self.number(node.of)
            yield value

    def _sum(self, node: ir.Reduce) -> wasm.Expr:
        """Emit the sum of a list's values, in 64 bits where it might not fit into 32.

        A sum within a sum is tried in 32 bits once. Tried again within each outer attempt, it would be emitted
        twice as often with each depth.
        """
        if id(node) not in self.wide:
            total = self._sum_in_32_bits(node)
            if total is not None:
                return total
            self.wide[id(node)] = node
        with self.writer.recording() as lines:
            wide = self.writer.var(wasm.number(0, "i64"), "total")
            for value in self._each_value(node):
                wide += widened(value)
            result = self.writer.let(narrowed(wide), "sum")
            self.writer.trap_if(widened(result) != wide)
        return sequenced(lines, result)

    def _sum_in_32_bits(self, node: ir.Reduce) -> wasm.Expr | None:
        """Return the sum of a list's values; None unless 32 bits provably hold it."""
        low = high = 0
        with self.writer.recording() as lines:
            total = self.writer.var(0, "total")
            for value in self._each_value(node):
                total += value
                low, high = min(low, value.low), max(high, value.high)
        fits = low * MAX_ELEMENTS >= wasm.LOWEST and high * MAX_ELEMENTS <= wasm.HIGHEST
        return sequenced(lines, total.fixed) if fits else None

    def _extremum(self, node: ir.Reduce) -> wasm.Expr:
        """Emit the largest or smallest value of a list; the default for an empty list."""
        code = self.writer
        with code.recording() as lines:
            best, some = code.var(hint="best"), code.var(0, "any", low=0, high=1)
            for each in self._each_value(node):
                value = code.let(each, "value")
                wins = value > best if node.how == "most" else value < best
                with code.when(choose(some, wins, wasm.number(1))):
                    best.set(value)
                    some.set(1)
        return sequenced(lines, choose(some.fixed, best.fixed, self.number(node.default)))

    def _median(self, node: ir.Reduce) -> wasm.Expr:
        """Emit the median of a list's values, or the lower of the two middle ones."""
        capacity, code = max(self.builder.pieces, 64), self.writer
        sorted_ = NumberArray(code, I32, 0, code.reserve(4 * capacity))
        with code.recording() as lines:
            count = code.var(0, "count", low=0, high=capacity)
            at = code.var(hint="at", low=0, high=capacity)
            for each in self._each_value(node):  # insertion sort
                code.trap_if(count >= capacity)
                value = code.let(each, "value")
                at.set(count)
                with code.loop() as loop:
                    loop.leave(at < 1)
                    loop.leave(sorted_[at - 1] <= value)
                    sorted_[at] = sorted_[at - 1]
                    at -= 1
                sorted_[at] = value
                count += 1
        middle = sorted_[(count.fixed - 1) >> 1]
        return sequenced(lines, choose(count.fixed, middle, self.number(node.default)))

    def _first_or_last(self, node: ir.Reduce) -> wasm.Expr:
        """Emit the value of a list's first or last element; the default for an empty list."""
        with self.writer.recording() as lines:
            result = self.writer.var(self.number(node.default), "first")
            with self.writer.block("found") as found:
                for value in self._each_value(node):
                    result.set(value)
                    found.leave(node.how == "first")
        return sequenced(lines, result.fixed)

    # ------------------------------------------------------------------ single elements

    def member(self, node: ir.Member) -> wasm.Expr:
        """Emit the test whether an element is in a list."""
        code = self.writer
        with code.recording() as lines:
            item = code.let(self.number(node.item), "item")
        if isinstance(node.source, ir.Pieces):
            place = self.access.zone_place(node.source.zone, node.source.index)
            there = code.place_of_piece(self.within(item, -1, self.builder.pieces - 1))
            return sequenced(lines, both(item >= 0, fold_comparison(there == place)))
        if isinstance(node.source, ir.Local) and node.source.name in self.scope.among:
            among = self.scope.among[node.source.name]
            pairs = zip(among, self.sets.bits_of(item, len(among)), strict=True)
            inside = any_of_words([word & bit for word, bit in pairs])
            return sequenced(lines, both(item >= 0, inside))
        with code.recording() as search:
            is_member = code.var(0, "in", low=0, high=1)
            with code.block("found") as found:
                for element in self.each(node.source):
                    with code.when(element == item):
                        is_member.set(1)
                        found.leave()
        return sequenced([*lines, *search], is_member.fixed)

    def end(self, node: ir.End) -> wasm.Expr:
        """Emit the first or last piece of a place; -1 if the place is empty."""
        pieces = node.pieces
        if not isinstance(pieces, ir.Pieces):
            return self._first_or_last(
                ir.Reduce("last" if node.last else "first", pieces, default=ir.Const(-1))
            )
        code, is_ordered = self.writer, self.module.zones[pieces.zone].ordered
        with code.recording() as lines:
            place = code.let(self.access.zone_place(pieces.zone, pieces.index))
            words = [] if is_ordered else [code.let(w, "word") for w in code.used_words(place)]
        if is_ordered:
            return sequenced(lines, self._end_of_order(place, node.last))
        return sequenced(lines, self._end_of_set(words, node.last))

    def _end_of_order(self, place: wasm.Expr, last: bool) -> wasm.Expr:
        """Emit the first or last piece of an ordered place; -1 if the place is empty."""
        return self._as_piece(self.writer.order(place, LAST if last else FIRST))

    def _end_of_set(self, words: list[wasm.Expr], last: bool) -> wasm.Expr:
        """Emit the lowest or highest piece of a set; -1 if it is empty."""
        end: wasm.Expr = wasm.number(-1)
        # The last word that is not empty wins, so the words are visited towards the wanted end.
        for at, word in enumerate(words) if last else reversed(list(enumerate(words))):
            first = trailing_zeros(word) + 64 * at
            highest = wasm.number(63 + 64 * at) - narrowed(
                wasm.Unary("i64.clz", word, type="i64"), 0, 64
            )
            end = choose(wasm.compared("ne", word, 0), highest if last else first, end)
        return self._as_piece(end)

    def _as_piece(self, piece: wasm.Expr) -> wasm.Expr:
        """Return `piece` with the interval of all pieces and -1 (NOTHING)."""
        return evolve(piece, low=-1, high=self.builder.pieces - 1)

    def head(self, source: ir.Node) -> wasm.Expr:
        """Emit the first element of a list; trap if it is empty. For captures it is their address."""
        if isinstance(source, ir.Local):
            return self._head_in_memory(self.lists.list_local(source.name))
        with self.writer.recording() as lines, self.writer.block("found") as found:
            head = self.writer.var(hint="head")
            for element in self.each(source):
                head.set(element)
                found.leave()
            self.writer.trap()
        return sequenced(lines, head.fixed)

    def _head_in_memory(self, held: InMemory) -> wasm.Expr:
        """Emit the first remaining item of a list in memory; trap if there is none."""
        with self.writer.recording() as lines:
            start = self.writer.let(held.start(), "start")
            self.writer.trap_if(start >= held.count())
        return sequenced(lines, held.item(start))

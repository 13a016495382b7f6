"""Emits reductions of lists: count, existence, sum, extremes, median, and the first or last element."""

from __future__ import annotations

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
    popcount,
    sequenced,
    trailing_zeros,
    widened,
)
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
        lines: wasm.Body = []
        words = self.sets.set_of(source, lines)
        if words is not None:
            counts = [popcount(word) for word in words]
            return sequenced(lines, sum(counts[1:], counts[0]))
        count = self.function.local("count", low=0, high=MAX_ELEMENTS)
        body = self.each(source, lambda element: [wasm.Set(count.name, count + 1)])
        return sequenced([wasm.Set(count.name, wasm.number(0)), *body], count)

    def _pieces_in(self, zone: str, place: wasm.Expr) -> wasm.Expr:
        """Emit the number of pieces in a place of `zone`."""
        body: wasm.Body = []
        place = self.to_local(place, body)
        address, offset = self.builder.place(self.state, place)
        if self.module.zones[zone].ordered:
            return sequenced(
                body, wasm.Load(address, offset + COUNT, 2, low=0, high=self.builder.pieces)
            )
        counts = [popcount(word) for word in self.writer.used_words(place)]
        return sequenced(body, sum(counts[1:], counts[0]))

    def some(self, source: ir.Node) -> wasm.Expr:
        """Emit the test whether a list is not empty."""
        match source:
            case ir.Sequence():
                return wasm.number(int(bool(source.items)))
            case ir.Pieces():
                body: wasm.Body = []
                place = self.to_local(self.access.zone_place(source.zone, source.index), body)
                if self.module.zones[source.zone].ordered:
                    return sequenced(body, self._end_of_order(place, False).at_least(0))
                return sequenced(body, any_of_words(self.writer.used_words(place)))
            case ir.Local():
                held = self.lists.list_local(source.name)
                return held.start().less(held.count())
        return self._has_any(source)

    def equal_lists(self, left: ir.Node, right: ir.Node) -> wasm.Expr:
        """Emit the test whether two lists are equal. Raises Unsupported unless both are bit sets."""
        lines: wasm.Body = []
        one, other = self.sets.set_of(left, lines), self.sets.set_of(right, lines)
        if one is None or other is None:
            raise Unsupported(f"a comparison of lists: {left} and {right}")
        nothing = wasm.number(0, "i64")
        pairs = zip_longest(one, other, fillvalue=nothing)
        # Both are in ascending order, so equal sets are equal lists.
        return sequenced(lines, negated(any_of_words([left ^ right for left, right in pairs])))

    def _has_any(self, source: ir.Node) -> wasm.Expr:
        """Emit the test whether a list has an element, by a search that stops at the first."""
        lines: wasm.Body = []
        words = self.sets.set_of(source, lines)
        if words is not None:
            return sequenced(lines, any_of_words(words))
        any_, out = self.function.local("some", low=0, high=1), self.label("found")
        body = self.each(
            source, lambda element: [wasm.Set(any_.name, wasm.number(1)), wasm.Jump(out)]
        )
        return sequenced([wasm.Set(any_.name, wasm.number(0)), wasm.Block(out, body)], any_)

    # ------------------------------------------------------------------ sums and extremes

    def _value_of(self, node: ir.Reduce, element: wasm.Expr, body: wasm.Body) -> wasm.Expr:
        """Emit the value that the reduction takes of one element of its list."""
        source = node.source
        var = source.var if isinstance(source, ir.Filtered) else node.var
        element = self.to_local(element, body, "each")
        if node.of is None:
            return element
        with self.scope.element(var, source, element):
            return self.number(node.of)

    def _sum(self, node: ir.Reduce) -> wasm.Expr:
        """Emit the sum of a list's values, in 64 bits where it might not fit into 32.

        A sum within a sum is tried in 32 bits once. Tried again within each outer attempt, it would be emitted
        twice as often with each depth.
        """
        if id(node) not in self.wide:
            body, span = self._sum_in(node, "i32")
            if span is not None:
                return body
            self.wide[id(node)] = node
        return self._sum_in(node, "i64")[0]

    def _sum_in(self, node: ir.Reduce, type_: str) -> tuple[wasm.Expr, tuple[int, int] | None]:
        """Return a sum in 32 or 64 bits (`type_`), and its interval if 32 bits provably hold it."""
        wide = type_ == "i64"
        total = self.function.local("total", "i64" if wide else "i32")
        spans: list[tuple[int, int]] = []

        def add(element: wasm.Expr) -> wasm.Body:
            """Emit adding one element's value to the sum."""
            body: wasm.Body = []
            value = self._value_of(node, element, body)
            spans.append((min(value.low, 0) * MAX_ELEMENTS, max(value.high, 0) * MAX_ELEMENTS))
            return [*body, wasm.Set(total.name, total + (widened(value) if wide else value))]

        body = [
            wasm.Set(total.name, wasm.number(0, "i64" if wide else "i32")),
            *self.each(node.source, add),
        ]
        if not wide:
            low, high = min((s[0] for s in spans), default=0), max((s[1] for s in spans), default=0)
            fits = low >= wasm.LOWEST and high <= wasm.HIGHEST
            return sequenced(body, total), (low, high) if fits else None
        result = self.function.local("sum")
        body += [
            wasm.Set(result.name, narrowed(total)),
            wasm.If(wasm.compared("ne", widened(result), total), [wasm.Trap()]),
        ]
        return sequenced(body, result), None

    def _extremum(self, node: ir.Reduce) -> wasm.Expr:
        """Emit the largest or smallest value of a list; the default for an empty list."""
        best, any_ = self.function.local("best"), self.function.local("any", low=0, high=1)
        better = "gt_s" if node.how == "most" else "lt_s"

        def compare(element: wasm.Expr) -> wasm.Body:
            """Emit the comparison of one element's value with the best so far."""
            body: wasm.Body = []
            value = self.to_local(self._value_of(node, element, body), body, "value")
            wins = wasm.Binary(better, value, best, low=0, high=1)
            take: wasm.Body = [wasm.Set(best.name, value), wasm.Set(any_.name, wasm.number(1))]
            return [*body, wasm.If(choose(any_, wins, wasm.number(1)), take)]

        body = [wasm.Set(any_.name, wasm.number(0)), *self.each(node.source, compare)]
        return sequenced(body, choose(any_, best, self.number(node.default)))

    def _median(self, node: ir.Reduce) -> wasm.Expr:
        """Emit the median of a list's values, or the lower of the two middle ones."""
        capacity = max(self.builder.pieces, 64)
        sorted_ = self.writer.reserve(4 * capacity)
        count = self.function.local("count", low=0, high=capacity)
        at = self.function.local("at", low=0, high=capacity)
        before = wasm.Load(sorted_ + (at - 1) * 4, 0, 4)
        label, out = self.label("sort"), self.label("out")

        def insert_sorted(element: wasm.Expr) -> wasm.Body:
            """Emit inserting one element's value in the sorted array."""
            body: wasm.Body = [wasm.If(count.at_least(capacity), [wasm.Trap()])]
            value = self.to_local(self._value_of(node, element, body), body, "value")
            step: wasm.Body = [
                wasm.Jump(out, at.less(1)),
                wasm.Jump(out, wasm.compared("le_s", before, value)),
                wasm.Store(sorted_ + at * 4, 0, 4, before),
                wasm.Set(at.name, at - 1),
                wasm.Jump(label),
            ]
            return [
                *body,
                wasm.Set(at.name, count),
                wasm.Block(out, [wasm.Loop(label, step)]),
                wasm.Store(sorted_ + at * 4, 0, 4, value),
                wasm.Set(count.name, count + 1),
            ]

        body = [wasm.Set(count.name, wasm.number(0)), *self.each(node.source, insert_sorted)]
        middle = wasm.Load(sorted_ + ((count - 1) >> 1) * 4, 0, 4)
        return sequenced(body, choose(count, middle, self.number(node.default)))

    def _first_or_last(self, node: ir.Reduce) -> wasm.Expr:
        """Emit the value of a list's first or last element; the default for an empty list."""
        result, out = self.function.local("first"), self.label("found")
        last = node.how == "last"

        def store_value(element: wasm.Expr) -> wasm.Body:
            """Emit storing one element's value; where the first is wanted, leave the loop."""
            body: wasm.Body = []
            value = self._value_of(node, element, body)
            return [*body, wasm.Set(result.name, value), *([] if last else [wasm.Jump(out)])]

        lines = self.each(node.source, store_value)
        return sequenced(
            [wasm.Set(result.name, self.number(node.default)), wasm.Block(out, lines)], result
        )

    # ------------------------------------------------------------------ single elements

    def member(self, node: ir.Member) -> wasm.Expr:
        """Emit the test whether an element is in a list."""
        body: wasm.Body = []
        item = self.to_local(self.number(node.item), body, "item")
        if isinstance(node.source, ir.Pieces):
            place = self.access.zone_place(node.source.zone, node.source.index)
            there = self.writer.place_of_piece(self.within(item, -1, self.builder.pieces - 1))
            return sequenced(body, both(item.at_least(0), fold_comparison(there.equals(place))))
        if isinstance(node.source, ir.Local) and node.source.name in self.scope.among:
            among = self.scope.among[node.source.name]
            pairs = zip(among, self.sets.bits_of(item, len(among)), strict=True)
            inside = any_of_words([word & bit for word, bit in pairs])
            return sequenced(body, both(item.at_least(0), inside))
        is_member, out = self.function.local("in", low=0, high=1), self.label("found")
        lines = self.each(
            node.source,
            lambda x: [
                wasm.If(x.equals(item), [wasm.Set(is_member.name, wasm.number(1)), wasm.Jump(out)])
            ],
        )
        return sequenced(
            [*body, wasm.Set(is_member.name, wasm.number(0)), wasm.Block(out, lines)], is_member
        )

    def end(self, node: ir.End) -> wasm.Expr:
        """Emit the first or last piece of a place; -1 if the place is empty."""
        pieces = node.pieces
        if not isinstance(pieces, ir.Pieces):
            return self._first_or_last(
                ir.Reduce("last" if node.last else "first", pieces, default=ir.Const(-1))
            )
        lines: wasm.Body = []
        place = self.to_local(self.access.zone_place(pieces.zone, pieces.index), lines)
        if self.module.zones[pieces.zone].ordered:
            return sequenced(lines, self._end_of_order(place, node.last))
        words = [self.to_local(word, lines, "word") for word in self.writer.used_words(place)]
        return sequenced(lines, self._end_of_set(words, node.last))

    def _end_of_order(self, place: wasm.Expr, last: bool) -> wasm.Expr:
        """Emit the first or last piece of an ordered place; -1 if the place is empty."""
        address, offset = self.builder.place(self.state, place)
        high = self.builder.pieces - 1
        return wasm.Load(address, offset + (LAST if last else FIRST), 2, low=-1, high=high)

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
        head, out = self.function.local("head"), self.label("found")
        lines = self.each(source, lambda element: [wasm.Set(head.name, element), wasm.Jump(out)])
        return sequenced([wasm.Block(out, [*lines, wasm.Trap()])], head)

    def _head_in_memory(self, held: InMemory) -> wasm.Expr:
        """Emit the first remaining item of a list in memory; trap if there is none."""
        body: wasm.Body = []
        start = self.to_local(held.start(), body, "start")
        body.append(wasm.If(start.at_least(held.count()), [wasm.Trap()]))
        return sequenced(body, held.item(start))

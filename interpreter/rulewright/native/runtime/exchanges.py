"""Runtime functions that exchange the contents of two places, or two pieces."""

from __future__ import annotations

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import both, choose, popcount
from rulewright.native.layout.memory_forms import COUNT, FIRST, LAST
from rulewright.native.runtime.runtime_function import RuntimeFunction, implements
from rulewright.runtime.ir.terms import Change


@implements(Change.EXCHANGE_PLACES, "one", "other")
class ExchangePlacesFunction(RuntimeFunction):
    """Wasm function: exchange the contents of two places; -1 for a place does nothing."""

    def _emit_body(self) -> wasm.Body:
        one, other = self.place_parameter("one"), self.place_parameter("other")
        viewers = self.function.local("seen", low=0, high=self.everybody)
        keepers = self.function.local("kept", low=0, high=self.everybody)
        lines: wasm.Body = [
            wasm.If(wasm.Get("one").less(0), [wasm.Return()]),
            wasm.If(wasm.Get("other").less(0), [wasm.Return()]),
            wasm.If(one.equals(other), [wasm.Return()]),
        ]
        if self.builder.knowledge:
            same_kind = self.is_ordered(one).equals(self.is_ordered(other))
            lines += [
                wasm.Set(viewers.name, self.viewers(one) | self.viewers(other)),
                wasm.Set(keepers.name, choose(same_kind, wasm.number(self.everybody), viewers)),
            ]
        lines += self.if_ordered_else(
            one,
            self.if_ordered_else(
                other,
                self._swap_contents(one, other),
                self._swap_ordered_with_unordered(one, other),
            ),
            self.if_ordered_else(
                other,
                self._swap_ordered_with_unordered(other, one),
                self._swap_contents(one, other),
            ),
        )
        for place, source in ((one, other), (other, one)):
            lines += self.each_in(place, lambda piece, p=place, f=source: [  # type: ignore[misc]
                self.layout.place.store(self.state, p, piece),
                *self.set_known((self.known(piece) & keepers) | viewers, piece),
                *self.reset_variables(piece, f, p),
            ])  # fmt: skip
        return lines

    def _swap_contents(self, one: wasm.Expr, other: wasm.Expr) -> wasm.Body:
        """Emit that two places exchange their pieces; both are ordered, or both are not."""
        held = [self.function.local("held", "i64") for _ in range(self.builder.words)]
        lines: wasm.Body = [
            wasm.Set(each.name, word) for each, word in zip(held, self.words(one), strict=True)
        ]
        return [*lines, *self.set_words(one, self.words(other)), *self.set_words(other, list(held))]

    def _swap_ordered_with_unordered(self, ordered: wasm.Expr, other: wasm.Expr) -> wasm.Body:
        """Emit that an ordered place and an unordered one exchange their pieces, which are put in number order."""
        from_set = [self.function.local("held", "i64") for _ in range(self.builder.words)]
        from_order = [self.function.local("held", "i64") for _ in range(self.builder.words)]
        at = self.function.local("at", low=0)
        list_ = self.builder.order

        def collect(piece: wasm.Expr) -> wasm.Body:
            """Emit adding a piece to the set that becomes the unordered place."""
            bits = self.singleton(piece)
            return [wasm.Set(h.name, h | bit) for h, bit in zip(from_order, bits, strict=True)]

        lines: wasm.Body = [
            wasm.Set(each.name, word)
            for each, word in zip(from_set, self.words(other), strict=True)
        ]
        lines += [wasm.Set(each.name, wasm.number(0, "i64")) for each in from_order]
        lines += self.in_order(self.order(ordered, FIRST), collect, ordered)
        lines += [wasm.Set(at.name, wasm.number(0))]
        lines += self.in_set(
            list(from_set),
            lambda piece: [wasm.Store(at * 2, list_, 2, piece), wasm.Set(at.name, at + 1)],
        )
        # `link_from_array` leaves an empty place alone, so its first and last piece are reset here.
        for end in (FIRST, LAST):
            lines += self.set_order(ordered, end, wasm.number(-1))
        lines += self.set_order(ordered, COUNT, at)
        return [
            *lines,
            *self.link_from_array(ordered, list_),
            *self.set_words(other, list(from_order)),
        ]


@implements(Change.EXCHANGE_PIECES, "one", "other")
class ExchangePiecesFunction(RuntimeFunction):
    """Wasm function: exchange two pieces; players who see neither place cannot say which of its pieces left it."""

    def _emit_body(self) -> wasm.Body:
        one, other = self.piece("one"), self.piece("other")
        high = self.module.layout.size - 1
        first = self.function.local("first", low=0, high=high)
        second = self.function.local("second", low=0, high=high)
        viewers = self.function.local("seen", low=0, high=self.everybody)
        lines: wasm.Body = [
            wasm.If(wasm.Get("one").less(0), [wasm.Return()]),
            wasm.If(wasm.Get("other").less(0), [wasm.Return()]),
            wasm.If(one.equals(other), [wasm.Return()]),
            wasm.Set(first.name, self.layout.place.load(self.state, one)),
            wasm.Set(second.name, self.layout.place.load(self.state, other)),
        ]
        if self.builder.knowledge:
            lines.append(wasm.Set(viewers.name, self.viewers(first) | self.viewers(second)))
            lines += self._confuse(one, first, second) + self._confuse(other, second, first)
            lines += self._forget_in(first, viewers)
            lines.append(wasm.If(first.differs(second), self._forget_in(second, viewers)))
        lines += self._swap_positions(one, other, first, second)
        lines += self._store_place(one, second, first, viewers) + self._store_place(
            other, first, second, viewers
        )
        return lines

    def _confuse(self, piece: wasm.Get, place: wasm.Get, to: wasm.Get) -> wasm.Body:
        """Emit that players who only see a piece arrive mistake it for a copy that they knew."""
        rest = [
            word & (bit ^ -1)
            for word, bit in zip(self.words(place), self.singleton(piece), strict=True)
        ]
        who = self.difference(
            self.difference(self.viewers(to), self.viewers(place)), self.known(piece)
        )
        return self.if_ordered_else(
            place, [], [wasm.CallStmt("confuse_copies", (self.state, piece, who, *rest))]
        )

    def _forget_in(self, place: wasm.Get, viewers: wasm.Get) -> wasm.Body:
        """Emit that players other than `viewers` forget a place's pieces if it has several."""
        forget = self.each_in(place, lambda piece: self.forget_piece(piece, viewers))
        return [wasm.If(self._has_several(place), forget)]

    def _has_several(self, place: wasm.Expr) -> wasm.Expr:
        """Emit the test whether a place holds more than one piece."""
        counts = [popcount(word) for word in self.words(place)]
        count = sum(counts[1:], counts[0])
        return wasm.compared(
            "gt_s", choose(self.is_ordered(place), self.order(place, COUNT), count), 1
        )

    def _swap_positions(
        self, one: wasm.Get, other: wasm.Get, first: wasm.Get, second: wasm.Get
    ) -> wasm.Body:
        """Emit that two pieces change places; each takes the other's position if the place is ordered."""
        lists = (self.builder.order, self.builder.wasm.reserve(2 * max(self.builder.pieces, 1)))
        lines: wasm.Body = []
        for place, list_ in zip((first, second), lists, strict=True):
            lines += self.if_ordered_else(place, self.copy_to_array(place, list_), [])
        lines.append(wasm.If(first.differs(second), [
            *self._replace_in_set(one, other, first), *self._replace_in_set(other, one, second),
        ]))  # fmt: skip
        for place, list_ in zip((first, second), lists, strict=True):
            again = [
                *self._swap_in_list(one, other, place, list_),
                *self.link_from_array(place, list_),
            ]
            lines += self.if_ordered_else(place, again, [])
        return lines

    def _replace_in_set(self, removed: wasm.Get, added: wasm.Get, place: wasm.Get) -> wasm.Body:
        """Emit replacing the piece `removed` by the piece `added` if the place is unordered."""
        nothing = wasm.number(0)
        lines = [*self.take(removed, place), *self.enter(added, place, nothing)]
        return self.if_ordered_else(place, [], lines)

    def _swap_in_list(
        self, one: wasm.Get, other: wasm.Get, place: wasm.Get, list_: int
    ) -> wasm.Body:
        """Emit swapping two pieces in the array at `list_`, a copy of an ordered place."""
        at, label = self.function.local("at", low=0), self.label("rename")
        item = self.function.local("item", low=0)
        swapped = choose(item.equals(one), other, choose(item.equals(other), one, item))
        return [
            wasm.Set(at.name, wasm.number(0)),
            wasm.Loop(label, [
                wasm.Set(item.name, wasm.Load(at * 2, list_, 2)),
                wasm.Store(at * 2, list_, 2, swapped),
                wasm.Set(at.name, at + 1),
                wasm.Jump(label, at.less(self.order(place, COUNT))),
            ]),
        ]  # fmt: skip

    def _store_place(
        self, piece: wasm.Get, place: wasm.Get, source: wasm.Get, viewers: wasm.Get
    ) -> wasm.Body:
        """Emit storing a piece's new place and who knows the piece there."""
        order = both(self.is_ordered(place), self._has_several(place))
        keepers = choose(order, viewers, wasm.number(self.everybody))
        return [
            self.layout.place.store(self.state, place, piece),
            *self.set_known((self.known(piece) & keepers) | viewers, piece),
            *self.reset_variables(piece, source, place),
        ]

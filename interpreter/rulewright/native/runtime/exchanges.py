"""Runtime functions that exchange the contents of two places, or two pieces."""

from __future__ import annotations

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import both, choose, fold_comparison, negated, popcount
from rulewright.native.ast.wasm_ast import Expr
from rulewright.native.builder.structs import I16, NumberArray
from rulewright.native.layout.memory_forms import COUNT, FIRST, LAST
from rulewright.native.runtime.runtime_function import RuntimeFunction, implements
from rulewright.runtime.ir.terms import Change


class _ExchangeFunction(RuntimeFunction):
    """A function that exchanges `one` and `other`; it does nothing if one of them is nothing, or both are one."""

    def give_unless_two(self) -> None:
        """Record the return if there are no two things to exchange."""
        one, other = wasm.Get("one"), wasm.Get("other")
        self.give_if(one < 0)
        self.give_if(other < 0)
        self.give_if(one == other)

    def arrive(self, piece: Expr, source: Expr, place: Expr, known: Expr) -> None:
        """Record storing a piece's new place, and who knows it there."""
        self.set_place(piece, place)
        self.set_known(piece, known)
        self.reset_variables(piece, source, place)


@implements(Change.EXCHANGE_PLACES, "one", "other")
class ExchangePlacesFunction(_ExchangeFunction):
    """Wasm function: exchange the contents of two places; -1 for a place does nothing."""

    def _record(self) -> None:
        self.give_unless_two()
        one, other = self.place_parameter("one"), self.place_parameter("other")
        viewers: Expr = wasm.FALSE
        keepers: Expr = wasm.FALSE
        if self.builder.knowledge:
            same_kind = fold_comparison(self.is_ordered(one) == self.is_ordered(other))
            viewers = self.let(self.viewers(one) | self.viewers(other), "seen")
            keepers = self.let(choose(same_kind, wasm.number(self.everybody), viewers), "kept")
        with self.when(self.is_ordered(one)):
            with self.when(self.is_ordered(other)):
                self._swap_contents(one, other)
            with self.else_():
                self._swap_ordered_with_unordered(one, other)
        with self.else_():
            with self.when(self.is_ordered(other)):
                self._swap_ordered_with_unordered(other, one)
            with self.else_():
                self._swap_contents(one, other)
        for place, source in ((one, other), (other, one)):
            with self.each_piece(place) as piece:
                self.arrive(piece, source, place, (self.known(piece) & keepers) | viewers)

    def _swap_contents(self, one: Expr, other: Expr) -> None:
        """Record that two places exchange their pieces; both are ordered, or both are not."""
        held = [self.let(word, "held") for word in self.words(one)]
        self.set_words(one, self.words(other))
        self.set_words(other, held)

    def _swap_ordered_with_unordered(self, ordered: Expr, other: Expr) -> None:
        """Record that an ordered place and an unordered one exchange their pieces, in number order."""
        from_set = [self.let(word, "held") for word in self.words(other)]
        from_order = [self.var(wasm.number(0, "i64"), "held") for _ in from_set]
        with self.each_in_order(ordered) as piece:
            for word, bit in zip(from_order, self.singleton(piece), strict=True):
                word.set(word | bit)
        pieces, at = NumberArray(self, I16, self.builder.order), self.var(0, "at", low=0)
        with self.each_in_set(from_set) as piece:
            pieces[at] = piece
            at += 1
        # `link_from_array` leaves an empty place alone, so its first and last piece are reset here.
        for end in (FIRST, LAST):
            self.set_order(ordered, end, -1)
        self.set_order(ordered, COUNT, at)
        self.link_from_array(ordered, self.builder.order)
        self.set_words(other, list(from_order))


@implements(Change.EXCHANGE_PIECES, "one", "other")
class ExchangePiecesFunction(_ExchangeFunction):
    """Wasm function: exchange two pieces; players who see neither place cannot say which of its pieces left it."""

    def _record(self) -> None:
        self.give_unless_two()
        one, other = self.piece("one"), self.piece("other")
        first = self.let(self.place_of(one), "first")
        second = self.let(self.place_of(other), "second")
        viewers: Expr = wasm.FALSE
        if self.builder.knowledge:
            viewers = self.let(self.viewers(first) | self.viewers(second), "seen")
            self._confuse(one, first, second)
            self._confuse(other, second, first)
            self._forget_in(first, viewers)
            with self.when(first != second):
                self._forget_in(second, viewers)
        self._swap_positions(one, other, first, second)
        for piece, source, place in ((one, first, second), (other, second, first)):
            order = both(self.is_ordered(place), self._has_several(place))
            keepers = choose(order, viewers, wasm.number(self.everybody))
            self.arrive(piece, source, place, (self.known(piece) & keepers) | viewers)

    def _confuse(self, piece: Expr, place: Expr, to: Expr) -> None:
        """Record that players who only see a piece arrive mistake it for a copy that they knew."""
        with self.when(negated(self.is_ordered(place))):
            words = zip(self.words(place), self.singleton(piece), strict=True)
            unaware = self.difference(self.viewers(to), self.viewers(place))
            who = self.difference(unaware, self.known(piece))
            rest = [word & (bit ^ -1) for word, bit in words]
            self.run("confuse_copies", self.state, piece, who, *rest)

    def _forget_in(self, place: Expr, viewers: Expr) -> None:
        """Record that players other than `viewers` forget a place's pieces if it has several."""
        with self.when(self._has_several(place)):
            self.forget_pieces(place, viewers)

    def _has_several(self, place: Expr) -> Expr:
        """Return the test whether a place holds more than one piece."""
        counts = [popcount(word) for word in self.words(place)]
        count = sum(counts[1:], counts[0])
        return choose(self.is_ordered(place), self.order(place, COUNT), count) > 1

    def _swap_positions(self, one: Expr, other: Expr, first: Expr, second: Expr) -> None:
        """Record that two pieces change places; each takes the other's position if the place is ordered."""
        lists = (self.builder.order, self.builder.wasm.reserve(2 * max(self.builder.pieces, 1)))
        for place, list_ in zip((first, second), lists, strict=True):
            with self.when(self.is_ordered(place)):
                self.copy_to_array(place, list_)
        with self.when(first != second):
            for removed, added, place in ((one, other, first), (other, one, second)):
                with self.when(negated(self.is_ordered(place))):
                    self.take_from_set(removed, place)
                    self.put_into_set(added, place)
        for place, list_ in zip((first, second), lists, strict=True):
            with self.when(self.is_ordered(place)):
                pieces = NumberArray(self, I16, list_)
                with self.range(self.order(place, COUNT)) as at:
                    item = self.let(pieces[at], "item")
                    pieces[at] = choose(item == one, other, choose(item == other, one, item))
                self.link_from_array(place, list_)

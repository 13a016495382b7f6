"""Places of which only play knows which one it is: pieces put in and taken out, gone through, set in order."""

from __future__ import annotations

from rulewright.engines.native.form.making import both, decided, negated
from rulewright.engines.native.form.native_form import (
    FALSE,
    Block,
    Body,
    Const,
    Expr,
    Get,
    If,
    Jump,
    Load,
    Loop,
    Set,
    Store,
    Trap,
    Unary,
    compared,
    number,
)
from rulewright.engines.native.layout.memory_forms import COUNT, FIRST, LAST
from rulewright.engines.native.translating.list_scope import ListScope
from rulewright.engines.native.translating.scope import Each


class PlaceScope(ListScope):
    """Works on places by their cells."""

    def is_ordered(self, place: Expr) -> Expr:
        """Whether a place keeps an order."""
        ordered = sorted(self.tables.ordered)
        if not ordered:
            return FALSE
        among = [cell for cell in ordered if place.low <= cell <= place.high]
        if not among or len(among) == place.high - place.low + 1:
            return number(int(bool(among)))
        if len(ordered) == 1:
            return place.equals(ordered[0])
        if ordered == list(range(ordered[0], ordered[-1] + 1)):
            return compared("lt_u", place - ordered[0], len(ordered))
        size = self.module.layout.size
        return self.tables.constants(
            (*(int(c in self.tables.ordered) for c in range(size)), 0)
        ).load(place)

    def by_order(self, place: Expr, ordered: Body, unordered: Body) -> Body:
        """One of two bodies, by whether a place keeps an order."""
        test = self.is_ordered(place)
        if isinstance(test, Const):
            return ordered if test.value else unordered
        return [If(test, ordered, unordered)]

    def words(self, place: Expr) -> list[Expr]:
        """The set of pieces in a place without order."""
        address, offset = self.tables.place(self.state, place)
        return [
            Load(address, offset + 8 * word, 8, type="i64") for word in range(self.tables.words)
        ]

    def set_words(self, place: Expr, words: list[Expr]) -> Body:
        """A place without order holds these pieces."""
        address, offset = self.tables.place(self.state, place)
        return [Store(address, offset + 8 * at, 8, word) for at, word in enumerate(words)]

    def word_of(self, place: Expr, piece: Expr) -> tuple[Expr, int, Expr]:
        """Where the word with the bit of a piece is, and that bit."""
        address, offset = self.tables.place(self.state, place)
        if self.tables.words > 1:
            address = address + (piece >> 6) * 8 if piece.low >> 6 < piece.high >> 6 else address
            offset += 8 * (piece.low >> 6) if piece.low >> 6 == piece.high >> 6 else 0
        return address, offset, self._bit_of(piece)

    def _bit_of(self, piece: Expr) -> Expr:
        """The bit of a piece in its word; where it was found as the lowest of a word, that is quicker."""
        word = self.lowest_of.get(piece.name) if isinstance(piece, Get) else None
        if word is not None:
            return word & (number(0, "i64") - word)
        return number(1, "i64") << Unary("i64.extend_i32_u", piece, type="i64")

    def each_in(self, place: Expr, do: Each) -> Body:
        """Something done with each piece of a place, which stays as it is meanwhile."""
        first = self.order(place, FIRST)
        return self.by_order(
            place,
            self.in_order(first, do, place),
            self.in_set(self.words_in(place), do, self.lying_in(place)),
        )

    def set_back(self, piece: Expr, left: Expr, place: Expr) -> Body:
        """Variables that last while a piece is in a zone go back when it leaves that."""
        lines: Body = []
        for variable in self.module.variables.values():
            if variable.while_in not in self.module.zones:
                continue
            zone, run = self.module.zones[variable.while_in].run, variable.run
            was = decided(compared("lt_u", left - zone.base, zone.count))
            is_ = decided(compared("lt_u", place - zone.base, zone.count))
            leaves = both(was, negated(is_))
            if isinstance(leaves, Const) and not leaves.value:
                continue
            cells, start = self.layout.variables[variable.name], number(variable.start)
            first = (piece - run.first_owner) * run.each
            at = [self.within(first + each, 0, run.count - 1) for each in range(run.each)]
            lines.append(If(leaves, [cells.store(self.state, start, each) for each in at]))
        return lines

    # ------------------------------------------------------------------ places with order

    def order(self, place: Expr, what: int) -> Expr:
        """The first piece of a place with order, its last, or how many there are."""
        address, offset = self.tables.place(self.state, place)
        return Load(address, offset + what, 2, low=-1, high=self.tables.pieces)

    def set_order(self, place: Expr, what: int, value: Expr) -> Body:
        """The first piece becomes another, or the last, or how many there are."""
        address, offset = self.tables.place(self.state, place)
        return [Store(address, offset + what, 2, value)]

    def take(self, piece: Expr, place: Expr) -> Body:
        """A piece is taken out of the place where it lies."""
        return self.by_order(place, self._unlink(piece, place), self.take_from_set(piece, place))

    def take_from_set(self, piece: Expr, place: Expr) -> Body:
        """The same of a place without order."""
        address, offset, bit = self.word_of(place, piece)
        without = Load(address, offset, 8, type="i64") & (bit ^ -1)
        return [Store(address, offset, 8, without)]

    def enter(self, piece: Expr, place: Expr, on_top: Expr) -> Body:
        """A piece is put into a place; on top of it, or under it."""
        top, bottom = self.link_first(piece, place), self.link_last(piece, place)
        return self.by_order(place, [If(on_top, top, bottom)], self.put_into_set(piece, place))

    def put_into_set(self, piece: Expr, place: Expr) -> Body:
        """A piece is put into a place without order."""
        address, offset, bit = self.word_of(place, piece)
        return [Store(address, offset, 8, Load(address, offset, 8, type="i64") | bit)]

    def _unlink(self, piece: Expr, place: Expr) -> Body:
        """The piece before it, looked for from the first on, comes before the one after it."""
        after, before = self.function.local("after", low=-1), self.function.local("before", low=-1)
        at, label, out = self.function.local("at", low=-1), self.label("links"), self.label("out")
        next_ = self.layout.next
        inside: Body = [
            Jump(out, at.equals(piece)),
            If(at.less(0), [Trap()]),
            Set(before.name, at),
            Set(at.name, next_.load(self.state, at)),
            Jump(label),
        ]
        return [
            Set(after.name, next_.load(self.state, piece)),
            Set(before.name, number(-1)),
            Set(at.name, self.order(place, FIRST)),
            Block(out, [Loop(label, inside)]),
            If(before.at_least(0), [next_.store(self.state, after, before)], self.set_order(place, FIRST, after)),
            If(after.less(0), self.set_order(place, LAST, before)),
            *self.set_order(place, COUNT, self.order(place, COUNT) - 1),
        ]  # fmt: skip

    def unlink_first(self, piece: Expr, place: Expr) -> Body:
        """The same of the first piece."""
        after = self.function.local("after", low=-1)
        return [
            Set(after.name, self.layout.next.load(self.state, piece)),
            *self.set_order(place, FIRST, after),
            If(after.less(0), self.set_order(place, LAST, number(-1))),
            *self.set_order(place, COUNT, self.order(place, COUNT) - 1),
        ]

    def link_first(self, piece: Expr, place: Expr) -> Body:
        """A piece comes to lie on top of a place with order."""
        first = self.function.local("first", low=-1)
        return [
            Set(first.name, self.order(place, FIRST)),
            self.layout.next.store(self.state, first, piece),
            If(first.less(0), self.set_order(place, LAST, piece)),
            *self.set_order(place, FIRST, piece),
            *self.set_order(place, COUNT, self.order(place, COUNT) + 1),
        ]

    def link_last(self, piece: Expr, place: Expr) -> Body:
        """A piece comes to lie at the bottom of a place with order."""
        last, next_ = self.function.local("last", low=-1), self.layout.next
        return [
            Set(last.name, self.order(place, LAST)),
            next_.store(self.state, number(-1), piece),
            If(last.at_least(0), [next_.store(self.state, piece, last)], self.set_order(place, FIRST, piece)),
            *self.set_order(place, LAST, piece),
            *self.set_order(place, COUNT, self.order(place, COUNT) + 1),
        ]  # fmt: skip

    # ------------------------------------------------------------------ an order as a list

    def gathered(self, place: Expr, list_: int) -> Body:
        """The pieces of a place with order, in their order, two bytes each."""
        at = self.function.local("at", low=0)

        def add(piece: Expr) -> Body:
            return [Store(at * 2, list_, 2, piece), Set(at.name, at + 1)]

        return [Set(at.name, number(0)), *self.in_order(self.order(place, FIRST), add, place)]

    def linked(self, place: Expr, list_: int, backwards: bool = False) -> Body:
        """The pieces of a list become those of a place with order, which has as many."""
        next_, at = self.layout.next, self.function.local("at", low=0)
        before, piece = self.function.local("before", low=0), self.function.local("piece", low=0)
        count = self.function.local("count", low=0)
        label, out = self.label("link"), self.label("out")
        index = (count - 1 - at) if backwards else at
        take = Set(piece.name, Load(index * 2, list_, 2))
        inside: Body = [
            Jump(out, at.at_least(count)),
            Set(before.name, piece),
            take,
            next_.store(self.state, piece, before),
            Set(at.name, at + 1),
            Jump(label),
        ]
        lines: Body = [
            Set(at.name, number(0)),
            take,
            *self.set_order(place, FIRST, piece),
            Set(at.name, number(1)),
            Block(out, [Loop(label, inside)]),
            next_.store(self.state, number(-1), piece),
            *self.set_order(place, LAST, piece),
        ]
        return [Set(count.name, self.order(place, COUNT)), If(count, lines)]

"""Emits code on places and arrays of variables: insert, remove, iterate over and order pieces."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.base.records import evolve
from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import (
    both,
    fold_comparison,
    is_zero,
    narrowed,
    negated,
    trailing_zeros,
)
from rulewright.native.emit.function_writer import Each, FunctionWriter
from rulewright.native.emit.module_builder import ModuleBuilder
from rulewright.native.layout.memory_forms import COUNT, FIRST, LAST
from rulewright.native.layout.state_layout import Cells
from rulewright.runtime.ir.dataflow.interval_arithmetic import Span
from rulewright.runtime.ir.layout import CellRange

_HALVES: tuple[wasm.Size, ...] = (4, 2, 1)


class PlaceWriter(FunctionWriter):
    """An emitter of reads and changes of places: insert, remove and iterate over pieces."""

    def __init__(self, builder: ModuleBuilder, function: wasm.Function, code: str) -> None:
        super().__init__(builder, function, code)
        self.lowest_of: dict[str, wasm.Get] = {}
        """By the wasm local of a piece: a word whose lowest set bit is that of the piece."""

    # ------------------------------------------------------------------ places

    def in_place(self, zone: str, place: wasm.Expr, do: Each) -> wasm.Body:
        """Emit a loop over the pieces in a place of a zone."""
        address, offset = self.builder.place(self.state, place)
        if self.module.zones[zone].ordered:
            return self.in_order(wasm.Load(address, offset + FIRST, 2, low=-1), do, place)
        return self.in_set(self.used_words(place), do, self.pieces_in(place))

    def pieces_in(self, place: wasm.Expr) -> Span:
        """Return the lowest and highest piece that may be in a place."""
        return self.spans.pieces_in(place.low, place.high)

    def used_words(self, place: wasm.Expr) -> list[wasm.Expr]:
        """Emit the bit set of pieces in an unordered place, without words that are always empty."""
        address, offset = self.builder.place(self.state, place)
        used = min(self.builder.words, 1 + (self.pieces_in(place)[1] >> 6))
        return [wasm.Load(address, offset + 8 * word, 8, type="i64") for word in range(used)]

    def in_order(
        self, first: wasm.Expr, do: Each, place: wasm.Expr, piece: wasm.Get | None = None
    ) -> wasm.Body:
        """Emit a loop over the pieces of an ordered place from the piece `first` to the last."""
        piece = self.piece_in(place) if piece is None else piece
        label, out = self.label("pieces"), self.label("out")
        inside = [
            wasm.Jump(out, wasm.Get(piece.name).less(0)),
            *do(piece),
            wasm.Set(piece.name, self.layout.next.load(self.state, piece)),
            wasm.Jump(label),
        ]
        return [wasm.Set(piece.name, first), wasm.Block(out, [wasm.Loop(label, inside)])]

    def piece_in(self, place: wasm.Expr) -> wasm.Get:
        """Return a local for a piece in a place."""
        low, high = self.pieces_in(place)
        return self.function.local("piece", low=low, high=high)

    def in_set(
        self,
        words: list[wasm.Expr],
        do: Each,
        span: Span | None = None,
        piece: wasm.Get | None = None,
    ) -> wasm.Body:
        """Emit a loop over the elements of a bit set in ascending order; the set may change meanwhile.

        `span` is the lowest and highest possible element.
        """
        piece = self.element_of(words, span) if piece is None else piece
        remaining = [self.function.local("left", "i64") for _ in words]
        label, out = self.label("set"), self.label("out")
        take: wasm.Body = []
        for number_ in reversed(range(len(words))):
            bits = remaining[number_]
            # Visit the lowest set bit and clear it by x & (x - 1).
            pick: wasm.Body = [
                wasm.Set(piece.name, trailing_zeros(bits) + 64 * number_),
                wasm.Set(bits.name, bits & (bits - 1)),
            ]
            empty = is_zero(bits)
            take = [wasm.Jump(out, empty), *pick] if not take else [wasm.If(empty, take, pick)]
        body: wasm.Body = [
            wasm.Set(bits.name, word) for bits, word in zip(remaining, words, strict=True)
        ]
        return [*body, wasm.Block(out, [wasm.Loop(label, [*take, *do(piece), wasm.Jump(label)])])]

    def element_of(self, words: list[wasm.Expr], span: Span | None) -> wasm.Get:
        """Return a local for an element of a bit set, from the lowest to the highest of `span`."""
        low, high = span or (0, max(self.builder.pieces - 1, 0) if len(words) > 1 else 63)
        return self.function.local("piece", low=low, high=high)

    def fill(self, cells: Cells, value: int) -> wasm.Body:
        """Emit the write of `value` to all numbers of an array in the state."""
        # Replicate the value to fill eight bytes, and store words.
        bits = 8 * cells.size
        pattern = sum((value & ((1 << bits) - 1)) << at for at in range(0, 64, bits))
        eights, rest = divmod(cells.size * cells.count, 8)
        body = self._fill_words(Cells(cells.offset, 8, eights, 0, 0), pattern)
        offset = cells.offset + 8 * eights
        for size in _HALVES:
            if rest & size:
                part = Cells(offset, size, 1, 0, 0)
                body.append(part.store(self.state, narrowed(wasm.number(pattern, "i64"))))
                offset += size
        return body

    def _fill_words(self, words: Cells, pattern: int) -> wasm.Body:
        """Emit the write of the 64 bit `pattern` to each word of `words`."""
        value = wasm.number(pattern, "i64")
        if words.count <= 8:
            return [words.store(self.state, value, at) for at in range(words.count)]
        at, label = self.function.local("at", low=0, high=words.count), self.label("fill")
        return [
            wasm.Set(at.name, wasm.number(0)),
            wasm.Loop(label, [
                words.store(self.state, value, at),
                wasm.Set(at.name, at + 1),
                wasm.Jump(label, at.less(words.count)),
            ]),
        ]  # fmt: skip

    def position_in_range(self, index: wasm.Expr, run: CellRange) -> wasm.Expr:
        """Emit the position of the owner `index` in the cell range `run`, from its first owner; trap if outside."""
        return self.within(index - run.first_owner, 0, run.count - 1)

    def place_of_piece(self, piece: wasm.Expr) -> wasm.Expr:
        """Emit the place where a piece is; the piece must not be NOTHING."""
        low, high = self.spans.places_of(piece.low, piece.high)
        return evolve(self.layout.place.load(self.state, piece), low=low, high=high)

    def is_ordered(self, place: wasm.Expr) -> wasm.Expr:
        """Emit the test whether a place is ordered."""
        ordered = sorted(self.builder.ordered)
        if not ordered:
            return wasm.FALSE
        among = [cell for cell in ordered if place.low <= cell <= place.high]
        if not among or len(among) == place.high - place.low + 1:
            return wasm.number(int(bool(among)))
        if len(ordered) == 1:
            return place.equals(ordered[0])
        if ordered == list(range(ordered[0], ordered[-1] + 1)):
            return wasm.compared("lt_u", place - ordered[0], len(ordered))
        size = self.module.layout.size
        return self.builder.constants(
            (*(int(c in self.builder.ordered) for c in range(size)), 0)
        ).load(place)

    def if_ordered_else(
        self, place: wasm.Expr, ordered: wasm.Body, unordered: wasm.Body
    ) -> wasm.Body:
        """Emit `ordered` if a place is ordered, else `unordered`; tested in the code only if unknown."""
        test = self.is_ordered(place)
        if isinstance(test, wasm.Const):
            return ordered if test.value else unordered
        return [wasm.If(test, ordered, unordered)]

    def words(self, place: wasm.Expr) -> list[wasm.Expr]:
        """Emit the bit set of pieces in an unordered place, with all its words."""
        address, offset = self.builder.place(self.state, place)
        return [
            wasm.Load(address, offset + 8 * word, 8, type="i64")
            for word in range(self.builder.words)
        ]

    def set_words(self, place: wasm.Expr, words: list[wasm.Expr]) -> wasm.Body:
        """Emit the write of the bit set of pieces in an unordered place."""
        address, offset = self.builder.place(self.state, place)
        return [wasm.Store(address, offset + 8 * at, 8, word) for at, word in enumerate(words)]

    def word_of(self, place: wasm.Expr, piece: wasm.Expr) -> tuple[wasm.Expr, int, wasm.Expr]:
        """Return the address and constant offset of the word with a piece's bit in a place, and the bit."""
        address, offset = self.builder.place(self.state, place)
        if self.builder.words > 1:
            address = address + (piece >> 6) * 8 if piece.low >> 6 < piece.high >> 6 else address
            offset += 8 * (piece.low >> 6) if piece.low >> 6 == piece.high >> 6 else 0
        return address, offset, self._bit_of(piece)

    def _bit_of(self, piece: wasm.Expr) -> wasm.Expr:
        """Emit the bit of a piece within its 64 bit word."""
        # x & -x isolates the lowest set bit; shifting by a variable takes two more instructions.
        word = self.lowest_of.get(piece.name) if isinstance(piece, wasm.Get) else None
        if word is not None:
            return word & (wasm.number(0, "i64") - word)
        return wasm.number(1, "i64") << wasm.Unary("i64.extend_i32_u", piece, type="i64")

    def each_in(self, place: wasm.Expr, do: Each, piece: wasm.Get | None = None) -> wasm.Body:
        """Emit a loop over the pieces of a place, which must not change during the loop."""
        first = self.order(place, FIRST)
        return self.if_ordered_else(
            place,
            self.in_order(first, do, place, piece),
            self.in_set(self.used_words(place), do, self.pieces_in(place), piece),
        )

    @contextmanager
    def each_piece(self, place: wasm.Expr) -> Iterator[wasm.Get]:
        """Repeat the statements inside for each piece of a place, which must not change meanwhile."""
        piece = self.piece_in(place)
        with self.recording() as body:
            yield piece
        self.emit(*self.each_in(place, lambda _: body, piece))

    @contextmanager
    def each_in_order(self, place: wasm.Expr) -> Iterator[wasm.Get]:
        """Repeat the statements inside for each piece of an ordered place, from the first to the last."""
        piece = self.piece_in(place)
        with self.recording() as body:
            yield piece
        self.emit(*self.in_order(self.order(place, FIRST), lambda _: body, place, piece))

    @contextmanager
    def each_in_set(self, words: list[wasm.Expr], span: Span | None = None) -> Iterator[wasm.Get]:
        """Repeat the statements inside for each element of a bit set, in ascending order; see `in_set`."""
        piece = self.element_of(words, span)
        with self.recording() as body:
            yield piece
        self.emit(*self.in_set(words, lambda _: body, piece=piece))

    def reset_variables(self, piece: wasm.Expr, source: wasm.Expr, place: wasm.Expr) -> wasm.Body:
        """Emit the reset of a moved piece's variables that last only while it is in the zone it leaves."""
        lines: wasm.Body = []
        for variable in self.module.variables.values():
            if variable.while_in not in self.module.zones:
                continue
            zone, run = self.module.zones[variable.while_in].run, variable.run
            was = fold_comparison(wasm.compared("lt_u", source - zone.base, zone.count))
            is_ = fold_comparison(wasm.compared("lt_u", place - zone.base, zone.count))
            leaves = both(was, negated(is_))
            if isinstance(leaves, wasm.Const) and not leaves.value:
                continue
            cells, start = self.layout.variables[variable.name], wasm.number(variable.start)
            first = (piece - run.first_owner) * run.each
            at = [self.within(first + each, 0, run.count - 1) for each in range(run.each)]
            lines.append(wasm.If(leaves, [cells.store(self.state, start, each) for each in at]))
        return lines

    # ------------------------------------------------------------------ ordered places

    def order(self, place: wasm.Expr, what: int) -> wasm.Expr:
        """Emit the read of an ordered place's FIRST piece, LAST piece or COUNT (`what`)."""
        address, offset = self.builder.place(self.state, place)
        return wasm.Load(address, offset + what, 2, low=-1, high=self.builder.pieces)

    def set_order(self, place: wasm.Expr, what: int, value: wasm.Expr) -> wasm.Body:
        """Emit the write of an ordered place's FIRST piece, LAST piece or COUNT (`what`)."""
        address, offset = self.builder.place(self.state, place)
        return [wasm.Store(address, offset + what, 2, value)]

    def take(self, piece: wasm.Expr, place: wasm.Expr) -> wasm.Body:
        """Emit the removal of a piece from its place."""
        return self.if_ordered_else(
            place, self._unlink(piece, place), self.take_from_set(piece, place)
        )

    def take_from_set(self, piece: wasm.Expr, place: wasm.Expr) -> wasm.Body:
        """Emit the removal of a piece from an unordered place."""
        address, offset, bit = self.word_of(place, piece)
        without = wasm.Load(address, offset, 8, type="i64") & (bit ^ -1)
        return [wasm.Store(address, offset, 8, without)]

    def enter(self, piece: wasm.Expr, place: wasm.Expr, on_top: wasm.Expr) -> wasm.Body:
        """Emit the insertion of a piece in a place; an ordered place gets it at the top or the bottom."""
        top, bottom = self.link_first(piece, place), self.link_last(piece, place)
        return self.if_ordered_else(
            place, [wasm.If(on_top, top, bottom)], self.put_into_set(piece, place)
        )

    def put_into_set(self, piece: wasm.Expr, place: wasm.Expr) -> wasm.Body:
        """Emit the insertion of a piece in an unordered place."""
        address, offset, bit = self.word_of(place, piece)
        return [wasm.Store(address, offset, 8, wasm.Load(address, offset, 8, type="i64") | bit)]

    def _unlink(self, piece: wasm.Expr, place: wasm.Expr) -> wasm.Body:
        """Emit the removal of a piece from an ordered place, a singly linked list, by searching for it."""
        after, before = self.function.local("after", low=-1), self.function.local("before", low=-1)
        at, label, out = self.function.local("at", low=-1), self.label("links"), self.label("out")
        next_ = self.layout.next
        inside: wasm.Body = [
            wasm.Jump(out, at.equals(piece)),
            wasm.If(at.less(0), [wasm.Trap()]),
            wasm.Set(before.name, at),
            wasm.Set(at.name, next_.load(self.state, at)),
            wasm.Jump(label),
        ]
        return [
            wasm.Set(after.name, next_.load(self.state, piece)),
            wasm.Set(before.name, wasm.number(-1)),
            wasm.Set(at.name, self.order(place, FIRST)),
            wasm.Block(out, [wasm.Loop(label, inside)]),
            wasm.If(
                before.at_least(0), [next_.store(self.state, after, before)], self.set_order(place, FIRST, after)
            ),
            wasm.If(after.less(0), self.set_order(place, LAST, before)),
            *self.set_order(place, COUNT, self.order(place, COUNT) - 1),
        ]  # fmt: skip

    def unlink_first(self, piece: wasm.Expr, place: wasm.Expr) -> wasm.Body:
        """Emit the removal of the first piece of an ordered place."""
        after = self.function.local("after", low=-1)
        return [
            wasm.Set(after.name, self.layout.next.load(self.state, piece)),
            *self.set_order(place, FIRST, after),
            wasm.If(after.less(0), self.set_order(place, LAST, wasm.number(-1))),
            *self.set_order(place, COUNT, self.order(place, COUNT) - 1),
        ]

    def link_first(self, piece: wasm.Expr, place: wasm.Expr) -> wasm.Body:
        """Emit the insertion of a piece at the top of an ordered place."""
        first = self.function.local("first", low=-1)
        return [
            wasm.Set(first.name, self.order(place, FIRST)),
            self.layout.next.store(self.state, first, piece),
            wasm.If(first.less(0), self.set_order(place, LAST, piece)),
            *self.set_order(place, FIRST, piece),
            *self.set_order(place, COUNT, self.order(place, COUNT) + 1),
        ]

    def link_last(self, piece: wasm.Expr, place: wasm.Expr) -> wasm.Body:
        """Emit the insertion of a piece at the bottom of an ordered place."""
        last, next_ = self.function.local("last", low=-1), self.layout.next
        return [
            wasm.Set(last.name, self.order(place, LAST)),
            next_.store(self.state, wasm.number(-1), piece),
            wasm.If(last.at_least(0), [next_.store(self.state, piece, last)], self.set_order(place, FIRST, piece)),
            *self.set_order(place, LAST, piece),
            *self.set_order(place, COUNT, self.order(place, COUNT) + 1),
        ]  # fmt: skip

    # ------------------------------------------------------------------ ordered places as arrays

    def copy_to_array(self, place: wasm.Expr, list_: int) -> wasm.Body:
        """Emit the copy of an ordered place's pieces to an array of 16 bit numbers at `list_`."""
        at = self.function.local("at", low=0)

        def add(piece: wasm.Expr) -> wasm.Body:
            """Emit the store of one piece in the array."""
            return [wasm.Store(at * 2, list_, 2, piece), wasm.Set(at.name, at + 1)]

        return [
            wasm.Set(at.name, wasm.number(0)),
            *self.in_order(self.order(place, FIRST), add, place),
        ]

    def link_from_array(self, place: wasm.Expr, list_: int, backwards: bool = False) -> wasm.Body:
        """Emit linking the pieces of an ordered place in the order of the array at `list_`."""
        next_, at = self.layout.next, self.function.local("at", low=0)
        before, piece = self.function.local("before", low=0), self.function.local("piece", low=0)
        count = self.function.local("count", low=0)
        label, out = self.label("link"), self.label("out")
        index = (count - 1 - at) if backwards else at
        take = wasm.Set(piece.name, wasm.Load(index * 2, list_, 2))
        inside: wasm.Body = [
            wasm.Jump(out, at.at_least(count)),
            wasm.Set(before.name, piece),
            take,
            next_.store(self.state, piece, before),
            wasm.Set(at.name, at + 1),
            wasm.Jump(label),
        ]
        lines: wasm.Body = [
            wasm.Set(at.name, wasm.number(0)),
            take,
            *self.set_order(place, FIRST, piece),
            wasm.Set(at.name, wasm.number(1)),
            wasm.Block(out, [wasm.Loop(label, inside)]),
            next_.store(self.state, wasm.number(-1), piece),
            *self.set_order(place, LAST, piece),
        ]
        return [wasm.Set(count.name, self.order(place, COUNT)), wasm.If(count, lines)]

"""Emits code on places and arrays of variables: insert, remove, iterate over and order pieces."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

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
from rulewright.native.builder.code import JumpLabel, LocalVar
from rulewright.native.builder.structs import I16, NumberArray
from rulewright.native.emit.function_writer import FunctionWriter
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

    def each_in_place(self, zone: str, place: wasm.Expr) -> AbstractContextManager[wasm.Get]:
        """Repeat the statements inside for each piece in a place of a zone."""
        if self.module.zones[zone].ordered:
            return self.each_in_order(place)
        return self.each_in_set(self.used_words(place), self.pieces_in(place))

    def pieces_in(self, place: wasm.Expr) -> Span:
        """Return the lowest and highest piece that may be in a place."""
        return self.spans.pieces_in(place.low, place.high)

    def used_words(self, place: wasm.Expr) -> list[wasm.Expr]:
        """Emit the bit set of pieces in an unordered place, without words that are always empty."""
        address, offset = self.builder.place(self.state, place)
        used = min(self.builder.words, 1 + (self.pieces_in(place)[1] >> 6))
        return [wasm.Load(address, offset + 8 * word, 8, type="i64") for word in range(used)]

    def fill(self, cells: Cells, value: int) -> None:
        """Record the write of `value` to all numbers of an array in the state."""
        # Replicate the value to fill eight bytes, and store words.
        bits = 8 * cells.size
        pattern = sum((value & ((1 << bits) - 1)) << at for at in range(0, 64, bits))
        word = wasm.number(pattern, "i64")
        eights, rest = divmod(cells.size * cells.count, 8)
        for at in self.unrolled(eights, most=8):
            self.emit(Cells(cells.offset, 8, eights, 0, 0).store(self.state, word, at))
        offset = cells.offset + 8 * eights
        for size in _HALVES:
            if rest & size:
                self.emit(Cells(offset, size, 1, 0, 0).store(self.state, narrowed(word)))
                offset += size

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

    def words(self, place: wasm.Expr) -> list[wasm.Expr]:
        """Emit the bit set of pieces in an unordered place, with all its words."""
        address, offset = self.builder.place(self.state, place)
        return [
            wasm.Load(address, offset + 8 * word, 8, type="i64")
            for word in range(self.builder.words)
        ]

    def set_words(self, place: wasm.Expr, words: list[wasm.Expr]) -> None:
        """Record the write of the bit set of pieces in an unordered place."""
        address, offset = self.builder.place(self.state, place)
        for at, word in enumerate(words):
            self.store(address, offset + 8 * at, 8, word)

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

    @contextmanager
    def each_piece(self, place: wasm.Expr) -> Iterator[wasm.Get]:
        """Repeat the statements inside for each piece of a place, which must not change meanwhile."""
        low, high = self.pieces_in(place)
        piece = self.function.local("piece", low=low, high=high)
        with self.recording() as body:
            yield piece
        with self.when(self.is_ordered(place)), self.each_in_order(place, piece):
            self.emit(*body)
        with self.else_(), self.each_in_set(self.used_words(place), piece=piece):
            self.emit(*body)

    @contextmanager
    def each_in_order(self, place: wasm.Expr, piece: wasm.Get | None = None) -> Iterator[wasm.Get]:
        """Repeat the statements inside for each piece of an ordered place, from the first to the last."""
        low, high = self.pieces_in(place)
        piece = self.function.local("piece", low=low, high=high) if piece is None else piece
        self.assign(piece, self.order(place, FIRST))
        with self.loop(wasm.Get(piece.name) >= 0):
            yield piece
            self.assign(piece, self.layout.next.load(self.state, piece))

    @contextmanager
    def each_in_set(
        self, words: list[wasm.Expr], span: Span | None = None, piece: wasm.Get | None = None
    ) -> Iterator[wasm.Get]:
        """Repeat the statements inside for each element of a bit set in ascending order.

        The set may change meanwhile. `span` is the lowest and highest possible element.
        """
        low, high = span or (0, max(self.builder.pieces - 1, 0) if len(words) > 1 else 63)
        piece = self.function.local("piece", low=low, high=high) if piece is None else piece
        remaining = [self.var(word, "left") for word in words]
        with self.loop() as loop:
            self._take_lowest(piece, remaining, loop)
            yield piece

    def _take_lowest(
        self, piece: wasm.Get, words: list[LocalVar], loop: JumpLabel, at: int = 0
    ) -> None:
        """Record taking the lowest element out of a bit set, from word `at` on; leave the loop if it is empty."""

        def take() -> None:
            """Record taking the lowest element of the word."""
            self.assign(piece, trailing_zeros(bits) + 64 * at)
            bits.set(bits & (bits - 1))

        bits = words[at]
        if at == len(words) - 1:
            loop.leave(is_zero(bits))
            take()
        else:
            with self.when(is_zero(bits)):
                self._take_lowest(piece, words, loop, at + 1)
            with self.else_():
                take()

    def reset_variables(self, piece: wasm.Expr, source: wasm.Expr, place: wasm.Expr) -> None:
        """Record the reset of a moved piece's variables that last only while it is in the zone it leaves."""
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
            with self.when(leaves):
                for each in range(run.each):
                    at = self.within(first + each, 0, run.count - 1)
                    self.emit(cells.store(self.state, start, at))

    def set_place(self, piece: wasm.Expr, place: wasm.Expr) -> None:
        """Record the write of the place where a piece is."""
        self.emit(self.layout.place.store(self.state, place, piece))

    # ------------------------------------------------------------------ ordered places

    def order(self, place: wasm.Expr, what: int) -> wasm.Expr:
        """Emit the read of an ordered place's FIRST piece, LAST piece or COUNT (`what`)."""
        address, offset = self.builder.place(self.state, place)
        return wasm.Load(address, offset + what, 2, low=-1, high=self.builder.pieces)

    def set_order(self, place: wasm.Expr, what: int, value: wasm.Operand) -> None:
        """Record the write of an ordered place's FIRST piece, LAST piece or COUNT (`what`)."""
        address, offset = self.builder.place(self.state, place)
        self.store(address, offset + what, 2, value)

    def next_of(self, piece: wasm.Expr) -> wasm.Expr:
        """Return the piece after a piece of an ordered place; -1 after the last."""
        return self.layout.next.load(self.state, piece)

    def set_next(self, piece: wasm.Expr, after: wasm.Operand) -> None:
        """Record the write of the piece after a piece of an ordered place."""
        self.emit(self.layout.next.store(self.state, wasm.operand(after, "i32"), piece))

    def take(self, piece: wasm.Expr, place: wasm.Expr) -> None:
        """Record the removal of a piece from its place."""
        with self.when(self.is_ordered(place)):
            self._unlink(piece, place)
        with self.else_():
            self.take_from_set(piece, place)

    def take_from_set(self, piece: wasm.Expr, place: wasm.Expr) -> None:
        """Record the removal of a piece from an unordered place."""
        address, offset, bit = self.word_of(place, piece)
        word = wasm.Load(address, offset, 8, type="i64")
        self.store(address, offset, 8, word & (bit ^ -1))

    def enter(self, piece: wasm.Expr, place: wasm.Expr, on_top: wasm.Expr) -> None:
        """Record the insertion of a piece in a place; an ordered place gets it at the top or the bottom."""
        with self.when(self.is_ordered(place)):
            self.link(piece, place, on_top)
        with self.else_():
            self.put_into_set(piece, place)

    def link(self, piece: wasm.Expr, place: wasm.Expr, on_top: wasm.Expr) -> None:
        """Record the insertion of a piece at the top or the bottom of an ordered place."""
        with self.when(on_top):
            self._link_first(piece, place)
        with self.else_():
            self._link_last(piece, place)

    def put_into_set(self, piece: wasm.Expr, place: wasm.Expr) -> None:
        """Record the insertion of a piece in an unordered place."""
        address, offset, bit = self.word_of(place, piece)
        word = wasm.Load(address, offset, 8, type="i64")
        self.store(address, offset, 8, word | bit)

    def _unlink(self, piece: wasm.Expr, place: wasm.Expr) -> None:
        """Record the removal of a piece from an ordered place, a singly linked list, by searching for it."""
        after = self.let(self.next_of(piece), "after")
        before = self.var(-1, "before", low=-1)
        at = self.var(self.order(place, FIRST), "at", low=-1)
        with self.loop(at != piece):
            self.trap_if(at < 0)
            before.set(at)
            at.set(self.next_of(at))
        with self.when(before >= 0):
            self.set_next(before, after)
        with self.else_():
            self.set_order(place, FIRST, after)
        with self.when(after < 0):
            self.set_order(place, LAST, before)
        self.set_order(place, COUNT, self.order(place, COUNT) - 1)

    def unlink_first(self, piece: wasm.Expr, place: wasm.Expr) -> None:
        """Record the removal of the first piece of an ordered place."""
        after = self.let(self.next_of(piece), "after")
        self.set_order(place, FIRST, after)
        with self.when(after < 0):
            self.set_order(place, LAST, -1)
        self.set_order(place, COUNT, self.order(place, COUNT) - 1)

    def _link_first(self, piece: wasm.Expr, place: wasm.Expr) -> None:
        """Record the insertion of a piece at the top of an ordered place."""
        first = self.let(self.order(place, FIRST), "first")
        self.set_next(piece, first)
        with self.when(first < 0):
            self.set_order(place, LAST, piece)
        self.set_order(place, FIRST, piece)
        self.set_order(place, COUNT, self.order(place, COUNT) + 1)

    def _link_last(self, piece: wasm.Expr, place: wasm.Expr) -> None:
        """Record the insertion of a piece at the bottom of an ordered place."""
        last = self.let(self.order(place, LAST), "last")
        self.set_next(piece, -1)
        with self.when(last >= 0):
            self.set_next(last, piece)
        with self.else_():
            self.set_order(place, FIRST, piece)
        self.set_order(place, LAST, piece)
        self.set_order(place, COUNT, self.order(place, COUNT) + 1)

    # ------------------------------------------------------------------ ordered places as arrays

    def copy_to_array(self, place: wasm.Expr, list_: int) -> None:
        """Record the copy of an ordered place's pieces to an array of 16 bit numbers at `list_`."""
        pieces, at = NumberArray(self, I16, list_), self.var(0, "at", low=0)
        with self.each_in_order(place) as piece:
            pieces[at] = piece
            at += 1

    def link_from_array(self, place: wasm.Expr, list_: int, backwards: bool = False) -> None:
        """Record linking the pieces of an ordered place in the order of the array at `list_`."""
        pieces = NumberArray(self, I16, list_)
        count = evolve(self.let(self.order(place, COUNT), "count"), low=0)
        with self.when(count):
            piece = self.var(pieces[count - 1] if backwards else pieces[0], "piece", low=0)
            self.set_order(place, FIRST, piece)
            with self.range(count, 1) as at:
                before = self.let(piece, "before")
                piece.set(pieces[count - 1 - at] if backwards else pieces[at])
                self.set_next(before, piece)
            self.set_next(piece, -1)
            self.set_order(place, LAST, piece)

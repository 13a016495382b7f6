"""Emits moves to places of known zones inline, specialised and without needless checks."""

from __future__ import annotations

from functools import reduce
from operator import or_

from rulewright.base.records import Record, evolve
from rulewright.native.analysis.intervals import place_range
from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import choose
from rulewright.native.builder.code import LocalVar
from rulewright.native.emit.accesses import AccessEmitter
from rulewright.native.emit.emit_context import EmitScope, Emitter
from rulewright.native.layout.memory_forms import COUNT, FIRST, LAST
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.module import ZoneEntry
from rulewright.runtime.ir.nodes.ir_types import MOST_NUMBERS, SHOWN_TO, UNSEEN
from rulewright.runtime.ir.terms import Change


class MoveTarget(Record):
    """The target of a move: zone, place, top or bottom, and which players can identify the piece (`clear`)."""

    zone: str
    place: wasm.Expr
    on_top: wasm.Expr
    clear: wasm.Expr


class MoveEmitter(Emitter):
    """An emitter of moves into places of known zones, as inline code."""

    def __init__(self, scope: EmitScope, access: AccessEmitter) -> None:
        super().__init__(scope)
        self.access = access

    def move(self, stmt: ir.Effect, to: ir.Place) -> None:
        """Record the move of a piece to a place of a known zone; for no piece (-1) it does nothing."""
        piece, _, on_top, clear = stmt.arguments
        place = self.writer.let(self.target_place(to), "place")
        ended = self._place_named(piece)
        moved = self.writer.let(self.number(piece), "piece")
        move = MoveTarget(to.zone, place, self.number(on_top), self.clear_to(clear))
        with self.writer.when(moved >= 0):
            source = self._source_place(stmt, moved) if ended is None else ended
            first = isinstance(piece, ir.End) and not piece.last and ended is not None
            self._relocate(self._narrow_to_place(moved, place), source, first, move)

    def _narrow_to_place(self, moved: wasm.Expr, place: wasm.Expr) -> wasm.Expr:
        """Return `moved` with its interval narrowed to the pieces that may be in `place`."""
        low, high = self.writer.pieces_in(place)
        return evolve(moved, low=max(low, moved.low), high=min(high, moved.high))

    def target_place(self, to: ir.Place) -> wasm.Expr:
        """Emit the target place of a move; trap if it is no place."""
        return self.within(self.access.place(to), self.layout.first_place, self.layout.last_place)

    def _place_named(self, piece: ir.Node) -> wasm.Expr | None:
        """Return the place if `piece` is "first or last piece of a place"; else None."""
        if isinstance(piece, ir.End) and isinstance(piece.pieces, ir.Pieces):
            place = self.access.zone_place(piece.pieces.zone, piece.pieces.index)
            return self.writer.let(place, "source")
        return None

    def _source_place(self, stmt: ir.Effect, moved: wasm.Expr) -> wasm.Expr:
        """Record reading the place that a piece leaves, or return it as the points-to analysis knows it."""
        location = self.builder.points_to.of(self.writer.ir_name, stmt)
        there = self.writer.place_of_piece(self.within(moved, 0, self.layout.place.count - 1))
        if location is None:
            return self.writer.let(there, "source")
        zone = self.module.zones[location.zone]
        first, last = place_range(zone)
        if self.builder.suspends:
            # A saved game that was edited by hand may have the piece elsewhere, so the location is checked.
            return self.writer.let(self.within(there, first, last), "source")
        if first == last:
            return wasm.number(first)
        plain = zone.owner == "player" and (zone.run.each, zone.run.first_owner) == (1, 0)
        if location.owner is not None and plain:
            owner = self.writer.let(self.number(location.owner), "owner")
            seat = evolve(owner, low=max(owner.low, 0), high=min(owner.high, last - first))
            return self.writer.let(seat + first, "source")
        return self.writer.let(evolve(there, low=first, high=last), "source")

    def _relocate(self, moved: wasm.Expr, source: wasm.Expr, first: bool, move: MoveTarget) -> None:
        """Record taking a piece out of `source` and putting it into the target, with all that follows from it."""
        code, place = self.writer, move.place
        ordered = code.is_ordered(source)
        if first and isinstance(ordered, wasm.Const) and ordered.value:
            code.unlink_first(moved, source)
        else:
            code.take(moved, source)
        self._enter(moved, move)
        code.set_place(moved, place)
        if self.builder.knowledge:
            code.update_knowledge(moved, source, place, move.clear)
        code.reset_variables(moved, source, place)

    def _enter(self, moved: wasm.Expr, move: MoveTarget) -> None:
        """Record the insertion of a piece in the target place."""
        if self.module.zones[move.zone].ordered:
            self.writer.link(moved, move.place, move.on_top)
        else:
            self.writer.put_into_set(moved, move.place)

    def clear_to(self, clear: ir.Node) -> wasm.Expr:
        """Emit the number that says which players can identify a moved piece; trap if out of range."""
        return self.within(self.number(clear), UNSEEN, SHOWN_TO + self.module.players - 1)

    def move_all(self, source: ir.Node, to: ir.Place, on_top: ir.Node, clear: ir.Node) -> bool:
        """Record the move of all pieces of an unordered zone to a place of another; return whether it can be."""
        if not isinstance(source, ir.Pieces | ir.AllPieces):
            return False
        zone, code = self.module.zones[source.zone], self.writer
        if zone.ordered or source.zone == to.zone:
            return False
        place = code.let(self.target_place(to), "place")
        top = code.let(self.number(on_top), "top")
        move = MoveTarget(to.zone, place, top, code.let(self.clear_to(clear), "clear"))
        if self.builder.knowledge or (isinstance(source, ir.AllPieces) and source.without):
            for piece in self.each(source):
                self._relocate_from(zone, code.let(piece), move)
        elif isinstance(source, ir.Pieces):
            there = code.let(self.access.zone_place(source.zone, source.index), "source")
            self._move_set([there], move)
        else:
            places: list[wasm.Expr] = [wasm.number(cell) for cell in zone.run.cells]
            to_order = self.module.zones[to.zone].ordered
            for each in [[each] for each in places] if to_order else [places]:
                self._move_set(each, move)
        return True

    def _relocate_from(self, zone: ZoneEntry, piece: wasm.Expr, move: MoveTarget) -> None:
        """Record the move of a piece of `zone` to the target."""
        there = self.within(self.writer.place_of_piece(piece), *place_range(zone))
        moved = self._narrow_to_place(piece, move.place)
        self._relocate(moved, self.writer.let(there, "source"), False, move)

    def _move_set(self, sources: list[wasm.Expr], move: MoveTarget) -> None:
        """Record the move of the set of all pieces in `sources` at once; what players know is not updated."""
        code, place, one = self.writer, move.place, sources[0]
        parts = zip(*map(code.used_words, sources), strict=True)
        words = [code.let(reduce(or_, each), "moved") for each in parts]
        for each in sources:
            code.set_words(each, self.builder.words_of(0)[: len(words)])
        ordered = self.module.zones[move.zone].ordered
        if not ordered:
            together = zip(words, code.words(place), strict=False)
            code.set_words(place, [one | other for one, other in together])
        with code.each_in_set(words, code.pieces_in(one)) as piece:
            if ordered:
                self._enter(self._narrow_to_place(piece, place), move)
            code.set_place(piece, place)
            code.reset_variables(piece, one, place)

    # ------------------------------------------------------------------ loops that draw pieces

    def draw_loop(self, stmt: ir.For) -> bool:
        """Record a loop that only draws pieces from an ordered place into a set; return whether it does."""
        if not stmt.body:
            return False
        match stmt.source, stmt.body[:-1], stmt.body[-1]:
            case (
                ir.Numbers() as source,
                () | (ir.Spend(),) as before,
                ir.Effect(
                    Change.MOVE, (ir.End(ir.Pieces() as pieces, False), ir.Place() as to, _, _)
                ),
            ) if self._is_draw_loop(stmt.var, pieces, to):
                steps = sum(each.steps for each in before if isinstance(each, ir.Spend))
                self._draw_pieces(pieces, to, self._count_turns(source, steps))
                return True
        return False

    def _is_draw_loop(self, var: str, pieces: ir.Pieces, to: ir.Place) -> bool:
        """Return whether a loop draws from one ordered place into one set, without tracked knowledge."""
        zones, plain = self.module.zones, (ir.Local, ir.Const, type(None))
        orders = zones[pieces.zone].ordered and not zones[to.zone].ordered
        known = all(
            isinstance(each, plain) and each != ir.Local(var) for each in (pieces.index, to.index)
        )
        return orders and known and not self.builder.knowledge

    def _count_turns(self, source: ir.Numbers, steps: int) -> LocalVar:
        """Record the number of turns of a counted loop; the fuel of all turns is spent at once."""
        low, high = self.number(source.low), self.number(source.high)
        turns = self.exact("add", self.exact("sub", high, low), wasm.number(1))
        count = self.writer.let(turns, "many")
        if count.high > MOST_NUMBERS:
            count = self.writer.let(self.within(count, wasm.LOWEST, MOST_NUMBERS), "many")
        count = count if count.low >= 0 else choose(count < 0, wasm.FALSE, count)
        remaining = self.writer.var(count, "left", low=0, high=max(count.high, 0))
        if steps:
            self.spend(self.exact("mul", remaining, wasm.number(steps)))
        return remaining

    def _draw_pieces(self, pieces: ir.Pieces, to: ir.Place, remaining: LocalVar) -> None:
        """Record the loop that moves the first `remaining` pieces of an ordered place into a set."""
        code = self.writer
        place = code.let(self.target_place(to), "place")
        source = code.let(self.access.zone_place(pieces.zone, pieces.index), "source")
        low, high = code.pieces_in(source)
        piece = code.var(code.order(source, FIRST), "piece", low=-1, high=high)
        count = code.var(code.order(source, COUNT), "count", low=0, high=self.builder.pieces)
        here = evolve(piece, low=max(low, 0))
        # Only the head of the linked list moves, so first, last and count are written once, after the loop.
        with code.loop(remaining >= 1) as loop:
            loop.leave(piece < 0)
            code.put_into_set(here, place)
            code.set_place(here, place)
            code.reset_variables(here, source, place)
            piece.set(code.next_of(here))
            count -= 1
            remaining -= 1
        code.set_order(source, FIRST, piece)
        code.set_order(source, COUNT, count)
        with code.when(piece < 0):
            code.set_order(source, LAST, -1)

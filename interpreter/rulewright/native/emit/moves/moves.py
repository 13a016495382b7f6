"""Emits moves to places of known zones inline, specialised and without needless checks."""

from __future__ import annotations

from functools import reduce
from operator import or_

from rulewright.base.records import Record, evolve
from rulewright.native.analysis.intervals import place_range
from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import choose
from rulewright.native.emit.accesses import AccessEmitter
from rulewright.native.emit.emit_context import EmitScope, Emitter
from rulewright.native.emit.function_writer import Each
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

    def inline_move(self, stmt: ir.Effect, to: ir.Place) -> wasm.Body:
        """Emit the move of a piece to a place of a known zone; for no piece (-1) it does nothing."""
        piece, _, on_top, clear = stmt.arguments
        lines: wasm.Body = []
        place = self.to_local(self.target_place(to), lines, "place")
        ended = self._place_named(piece, lines)
        moved = self.to_local(self.number(piece), lines, "piece")
        first = isinstance(piece, ir.End) and not piece.last
        move = MoveTarget(to.zone, place, self.number(on_top), self.clear_to(clear))
        inside: wasm.Body = []
        if ended is None:
            source, first = self._source_place(stmt, moved, inside), False
        else:
            source = ended
        inside += self._relocate(self._narrow_to_place(moved, place), source, first, move)
        return [*lines, *(inside if moved.low >= 0 else [wasm.If(moved.at_least(0), inside)])]

    def _narrow_to_place(self, moved: wasm.Expr, place: wasm.Expr) -> wasm.Expr:
        """Return `moved` with its interval narrowed to the pieces that may be in `place`."""
        low, high = self.writer.pieces_in(place)
        return evolve(moved, low=max(low, moved.low), high=min(high, moved.high))

    def target_place(self, to: ir.Place) -> wasm.Expr:
        """Emit the target place of a move; trap if it is no place."""
        return self.within(self.access.place(to), self.layout.first_place, self.layout.last_place)

    def _place_named(self, piece: ir.Node, lines: wasm.Body) -> wasm.Expr | None:
        """Return the place if `piece` is "first or last piece of a place"; else None."""
        if isinstance(piece, ir.End) and isinstance(piece.pieces, ir.Pieces):
            return self.to_local(
                self.access.zone_place(piece.pieces.zone, piece.pieces.index), lines, "source"
            )
        return None

    def _source_place(self, stmt: ir.Effect, moved: wasm.Expr, lines: wasm.Body) -> wasm.Expr:
        """Emit the place that a piece leaves: as known by the points-to analysis, else read from the state."""
        location = self.builder.points_to.of(self.writer.code, stmt)
        there = self.writer.place_of_piece(self.within(moved, 0, self.layout.place.count - 1))
        if location is None:
            return self.to_local(there, lines, "source")
        zone = self.module.zones[location.zone]
        first, last = place_range(zone)
        if self.builder.suspends:
            # A saved game that was edited by hand may have the piece elsewhere, so the location is checked.
            return self.to_local(self.within(there, first, last), lines, "source")
        if first == last:
            return wasm.number(first)
        plain = zone.owner == "player" and (zone.run.each, zone.run.first_owner) == (1, 0)
        if location.owner is not None and plain:
            owner = self.to_local(self.number(location.owner), lines, "owner")
            seat = evolve(owner, low=max(owner.low, 0), high=min(owner.high, last - first))
            return self.to_local(seat + first, lines, "source")
        return self.to_local(evolve(there, low=first, high=last), lines, "source")

    def _relocate(
        self, moved: wasm.Expr, source: wasm.Expr, first: bool, move: MoveTarget
    ) -> wasm.Body:
        """Emit taking a piece out of `source` and putting it into the target, with all that follows from it."""
        place = move.place
        first = first and self._keeps_order(source)
        lines = (
            self.writer.unlink_first(moved, source) if first else self.writer.take(moved, source)
        )
        lines += self._enter(moved, move.zone, place, move.on_top)
        lines.append(self.layout.place.store(self.state, place, moved))
        if self.builder.knowledge:
            lines += self.writer.update_knowledge(moved, source, place, move.clear)
        return [*lines, *self.writer.reset_variables(moved, source, place)]

    def _keeps_order(self, place: wasm.Expr) -> bool:
        """Return whether a place is known to be ordered at compile time."""
        ordered = self.writer.is_ordered(place)
        return isinstance(ordered, wasm.Const) and bool(ordered.value)

    def _enter(self, moved: wasm.Expr, zone: str, place: wasm.Expr, top: wasm.Expr) -> wasm.Body:
        """Emit the insertion of a piece in a place of `zone`; `top` matters if it is ordered."""
        if not self.module.zones[zone].ordered:
            return self.writer.put_into_set(moved, place)
        first, last = self.writer.link_first(moved, place), self.writer.link_last(moved, place)
        return [wasm.If(top, first, last)]

    def clear_to(self, clear: ir.Node) -> wasm.Expr:
        """Emit the number that says which players can identify a moved piece; trap if out of range."""
        return self.within(self.number(clear), UNSEEN, SHOWN_TO + self.module.players - 1)

    def inline_move_all(
        self, source: ir.Node, to: ir.Place, on_top: ir.Node, clear: ir.Node
    ) -> wasm.Body | None:
        """Emit the move of all pieces of an unordered zone to a place of another; None if not possible."""
        if not isinstance(source, ir.Pieces | ir.AllPieces):
            return None
        zone = self.module.zones[source.zone]
        if zone.ordered or source.zone == to.zone:
            return None
        lines: wasm.Body = []
        place = self.to_local(self.target_place(to), lines, "place")
        top = self.to_local(self.number(on_top), lines, "top")
        move = MoveTarget(to.zone, place, top, self.to_local(self.clear_to(clear), lines, "clear"))
        if self.builder.knowledge or (isinstance(source, ir.AllPieces) and source.without):
            return lines + self.each(source, self._relocate_each(zone, move))
        if isinstance(source, ir.Pieces):
            source_place = self.to_local(
                self.access.zone_place(source.zone, source.index), lines, "source"
            )
            return lines + self._move_set([source_place], move)
        places: list[wasm.Expr] = [wasm.number(cell) for cell in zone.run.cells]
        if not self.module.zones[to.zone].ordered:
            return lines + self._move_set(places, move)
        return lines + [line for each in places for line in self._move_set([each], move)]

    def _relocate_each(self, zone: ZoneEntry, move: MoveTarget) -> Each:
        """Return the function that emits the move of one piece of `zone`."""

        def move_one(piece: wasm.Expr) -> wasm.Body:
            """Emit the move of one piece to the target."""
            lines: wasm.Body = []
            piece = self.to_local(piece, lines)
            source = self.to_local(
                self.within(self.writer.place_of_piece(piece), *place_range(zone)), lines, "source"
            )
            return lines + self._relocate(
                self._narrow_to_place(piece, move.place), source, False, move
            )

        return move_one

    def _move_set(self, sources: list[wasm.Expr], move: MoveTarget) -> wasm.Body:
        """Emit the move of the set of all pieces in `sources` at once; what players know is not updated."""
        place, one = move.place, sources[0]
        words = [self.function.local("moved", "i64") for _ in self.writer.used_words(one)]
        parts = zip(*map(self.writer.used_words, sources), strict=True)
        lines: wasm.Body = [
            wasm.Set(word.name, reduce(or_, each)) for word, each in zip(words, parts, strict=True)
        ]
        for each in sources:
            lines += self.writer.set_words(each, [wasm.number(0, "i64")] * len(words))
        ordered = self.module.zones[move.zone].ordered
        if not ordered:
            together = zip(words, self.writer.words(place), strict=False)
            lines += self.writer.set_words(place, [one | other for one, other in together])

        def store_place(piece: wasm.Expr) -> wasm.Body:
            """Emit storing the new place of one moved piece and resetting its variables."""
            moved = self._narrow_to_place(piece, place)
            enter = self._enter(moved, move.zone, place, move.on_top) if ordered else []
            store = self.layout.place.store(self.state, place, piece)
            return [*enter, store, *self.writer.reset_variables(piece, one, place)]

        return [*lines, *self.writer.in_set(list(words), store_place, self.writer.pieces_in(one))]

    # ------------------------------------------------------------------ loops that draw pieces

    def draw_loop(self, stmt: ir.For) -> wasm.Body | None:
        """Emit a loop that only draws pieces from an ordered place into a set; None for other loops."""
        if not stmt.body:
            return None
        match stmt.source, stmt.body[:-1], stmt.body[-1]:
            case (
                ir.Numbers() as source,
                () | (ir.Spend(),) as before,
                ir.Effect(
                    Change.MOVE, (ir.End(ir.Pieces() as pieces, False), ir.Place() as to, _, _)
                ),
            ) if self._is_draw_loop(stmt.var, pieces, to):
                steps = sum(each.steps for each in before if isinstance(each, ir.Spend))
                lines: wasm.Body = []
                remaining = self._count_turns(source, steps, lines)
                return [*lines, *self._draw_pieces(pieces, to, remaining)]
        return None

    def _is_draw_loop(self, var: str, pieces: ir.Pieces, to: ir.Place) -> bool:
        """Return whether a loop draws from one ordered place into one set, without tracked knowledge."""
        zones, plain = self.module.zones, (ir.Local, ir.Const, type(None))
        orders = zones[pieces.zone].ordered and not zones[to.zone].ordered
        known = all(
            isinstance(each, plain) and each != ir.Local(var) for each in (pieces.index, to.index)
        )
        return orders and known and not self.builder.knowledge

    def _count_turns(self, source: ir.Numbers, steps: int, lines: wasm.Body) -> wasm.Get:
        """Emit the number of turns of a counted loop; the fuel of all turns is spent at once."""
        low, high = self.number(source.low), self.number(source.high)
        count = self.to_local(
            self.exact("add", self.exact("sub", high, low), wasm.number(1)), lines, "many"
        )
        if count.high > MOST_NUMBERS:
            count = self.to_local(self.within(count, wasm.LOWEST, MOST_NUMBERS), lines, "many")
        remaining = self.function.local("left", low=0, high=max(count.high, 0))
        lines.append(
            wasm.Set(
                remaining.name,
                count if count.low >= 0 else choose(count.less(0), wasm.FALSE, count),
            )
        )
        if steps:
            lines += self.spend(self.exact("mul", remaining, wasm.number(steps)))
        return remaining

    def _draw_pieces(self, pieces: ir.Pieces, to: ir.Place, remaining: wasm.Get) -> wasm.Body:
        """Emit the loop that moves the first `remaining` pieces of an ordered place into a set."""
        lines: wasm.Body = []
        place = self.to_local(self.target_place(to), lines, "place")
        source = self.to_local(self.access.zone_place(pieces.zone, pieces.index), lines, "source")
        low, high = self.writer.pieces_in(source)
        piece = self.function.local("piece", low=-1, high=high)
        count = self.function.local("count", low=0, high=self.builder.pieces)
        here = wasm.Get(piece.name, low=max(low, 0), high=high)
        label, out = self.label("drawing"), self.label("out")
        # Only the head of the linked list moves, so first, last and count are written once, after the loop.
        loop = wasm.Loop(label, [
            wasm.Jump(out, remaining.less(1)),
            wasm.Jump(out, piece.less(0)),
            *self.writer.put_into_set(here, place),
            self.layout.place.store(self.state, place, here),
            *self.writer.reset_variables(here, source, place),
            wasm.Set(piece.name, self.layout.next.load(self.state, here)),
            wasm.Set(count.name, count - 1),
            wasm.Set(remaining.name, remaining - 1),
            wasm.Jump(label),
        ])  # fmt: skip
        return [
            *lines,
            wasm.Set(piece.name, self.writer.order(source, FIRST)),
            wasm.Set(count.name, self.writer.order(source, COUNT)),
            wasm.Block(out, [loop]),
            *self.writer.set_order(source, FIRST, piece),
            *self.writer.set_order(source, COUNT, count),
            wasm.If(piece.less(0), self.writer.set_order(source, LAST, wasm.number(-1))),
        ]

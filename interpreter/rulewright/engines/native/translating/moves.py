"""Moves to places of zones that are known: no call, and none of what cannot be."""

from __future__ import annotations

from attrs import evolve, frozen

from rulewright.engines.native.form.native_form import Body, Const, Expr, If, Set, number
from rulewright.engines.native.translating.expressions import ExpressionScope
from rulewright.ir import terms as ir


@frozen
class Moving:
    """Where a piece goes to: the zone and the place, whether on top; whether all know where it lay."""

    zone: str
    place: Expr
    on_top: Expr
    from_end: Expr


class MoveScope(ExpressionScope):
    """Writes moves."""

    def written_move(
        self, piece: ir.Node, to: ir.Place, on_top: ir.Node, from_end: ir.Node
    ) -> Body:
        """A piece goes to a place of a zone that is known; nothing goes nowhere."""
        lines: Body = []
        place = self.kept(self._there(self.place(to)), lines, "place")
        source = self._source(piece, lines)
        moved = self.kept(self.number(piece), lines, "piece")
        first = isinstance(piece, ir.End) and not piece.last
        move = Moving(to.zone, place, self.number(on_top), self.number(from_end))
        inside = self._settle(self._one_of(moved, place), source, first, move)
        return [*lines, *(inside if moved.low >= 0 else [If(moved.at_least(0), inside)])]

    def _one_of(self, moved: Expr, place: Expr) -> Expr:
        """A piece that comes to lie in a place: it is one of those that may."""
        low, high = self.lying_in(place)
        return evolve(moved, low=max(low, moved.low), high=min(high, moved.high))

    def _there(self, place: Expr) -> Expr:
        return self.within(place, self.layout.first_place, self.layout.last_place)

    def _source(self, piece: ir.Node, lines: Body) -> Expr | None:
        """The place that a piece is the first or last of, if that is how it is named."""
        if isinstance(piece, ir.End) and isinstance(piece.pieces, ir.Pieces):
            return self.kept(
                self.zone_place(piece.pieces.zone, piece.pieces.index), lines, "source"
            )
        return None

    def _settle(self, moved: Expr, source: Expr | None, first: bool, move: Moving) -> Body:
        """A piece, perhaps the first of a place that is known, leaves that and comes to lie in another."""
        lines: Body = []
        cells, place = self.layout.place, move.place
        if source is None:
            there = self.within(moved, 0, cells.count - 1)
            source, first = self.kept(self.lies_in(there), lines, "source"), False
        first = first and self._keeps_order(source)
        lines += self.unlink_first(moved, source) if first else self.take(moved, source)
        lines += self._enter(moved, move.zone, place, move.on_top)
        lines.append(cells.store(self.state, place, moved))
        if self.tables.knowledge:
            lines += self.told_of_move(moved, source, place, move.from_end)
        return [*lines, *self.set_back(moved, source, place)]

    def _keeps_order(self, place: Expr) -> bool:
        ordered = self.is_ordered(place)
        return isinstance(ordered, Const) and bool(ordered.value)

    def _enter(self, moved: Expr, zone: str, place: Expr, top: Expr) -> Body:
        if not self.module.zones[zone].ordered:
            return self.put_into_set(moved, place)
        first, last = self.link_first(moved, place), self.link_last(moved, place)
        return [If(top, first, last)]

    def written_move_all(self, source: ir.Node, to: ir.Place, on_top: ir.Node) -> Body | None:
        """All of the places of a zone without order go to a place of another zone."""
        zones = self.module.zones
        if not isinstance(source, ir.Pieces | ir.AllPieces):
            return None
        if zones[source.zone].ordered or source.zone == to.zone:
            return None
        lines: Body = []
        place = self.kept(self._there(self.place(to)), lines, "place")
        if not self.tables.knowledge and not zones[to.zone].ordered:
            if isinstance(source, ir.Pieces):
                left = self.kept(self.zone_place(source.zone, source.index), lines, "source")
                return [*lines, *self._all_at_once(left, place)]
            if source.without is None and zones[source.zone].run.each == 1:
                cells = zones[source.zone].run.cells
                return lines + [
                    line for each in cells for line in self._all_at_once(number(each), place)
                ]
        move = Moving(to.zone, place, self.kept(self.number(on_top), lines, "top"), number(0))

        def settle(piece: Expr) -> Body:
            before: Body = []
            piece = self.kept(piece, before)
            return [*before, *self._settle(self._one_of(piece, place), None, False, move)]

        return lines + self.each(source, settle)

    def _all_at_once(self, left: Expr, place: Expr) -> Body:
        given = self.words_in(left)
        words = [self.function.local("moved", "i64") for _ in given]
        lines: Body = [Set(each.name, word) for each, word in zip(words, given, strict=True)]
        together = [one | other for one, other in zip(words, self.words(place), strict=False)]
        lines += self.set_words(place, together)
        lines += self.set_words(left, [number(0, "i64")] * len(words))

        def settle(piece: Expr) -> Body:
            store = self.layout.place.store(self.state, place, piece)
            return [store, *self.set_back(piece, left, place)]

        return [*lines, *self.in_set(list(words), settle, self.lying_in(left))]

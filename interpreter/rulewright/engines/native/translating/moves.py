"""Moves of which much is known where they are written: no call, and none of what cannot be."""

from __future__ import annotations

from attrs import evolve

from rulewright.engines.native.form.native_form import Body, Expr, If, Set, number
from rulewright.engines.native.translating.expressions import ExpressionScope
from rulewright.ir import terms as ir


class MoveScope(ExpressionScope):
    """Writes moves of which nobody keeps track who knows the piece."""

    def written_move(
        self, piece: ir.Node, to: ir.Place, on_top: ir.Node, from_end: ir.Node
    ) -> Body:
        """A piece goes to a place of a zone that is known; nothing goes nowhere."""
        lines: Body = []
        place = self.kept(self._there(self.place(to)), lines, "place")
        source = self._source(piece, lines)
        moved = self.kept(self.number(piece), lines, "piece")
        top = self.number(on_top)
        inside = self.settle(self._one_of(moved, place), source, piece, to.zone, place, top)
        return [*lines, *(inside if moved.low >= 0 else [If(moved.at_least(0), inside)])]

    def _one_of(self, moved: Expr, place: Expr) -> Expr:
        """A piece that comes to lie in a place: it is one of those that may."""
        low, high = self.lying_in(place)
        return evolve(moved, low=max(low, moved.low), high=min(high, moved.high))

    def _there(self, place: Expr) -> Expr:
        return self.within(place, self.layout.first_place, self.module.layout.size - 1)

    def _source(self, piece: ir.Node, lines: Body) -> Expr | None:
        """The place that a piece is the first or last of, if that is how it is named."""
        if isinstance(piece, ir.End) and isinstance(piece.pieces, ir.Pieces):
            return self.kept(
                self.zone_place(piece.pieces.zone, piece.pieces.index), lines, "source"
            )
        return None

    def settle(
        self,
        moved: Expr,
        source: Expr | None,
        piece: ir.Node | None,
        zone: str,
        place: Expr,
        top: Expr,
    ) -> Body:
        """A piece leaves its place and comes to lie in another."""
        lines: Body = []
        cells = self.layout.place
        if source is None:
            there = self.within(moved, 0, cells.count - 1)
            source = self.kept(self.lies_in(there), lines, "source")
            lines += self.take(moved, source)
        else:
            assert isinstance(piece, ir.End)
            assert isinstance(piece.pieces, ir.Pieces)
            if not self.module.zones[piece.pieces.zone].ordered:
                lines += self.take_from_set(moved, source)
            else:
                lines += (
                    self.take(moved, source) if piece.last else self.unlink_first(moved, source)
                )
        lines += self._enter(moved, zone, place, top)
        lines.append(cells.store(self.state, place, moved))
        return [*lines, *self.set_back(moved, source, place)]

    def _enter(self, moved: Expr, zone: str, place: Expr, top: Expr) -> Body:
        if not self.module.zones[zone].ordered:
            return self.put_into_set(moved, place)
        first, last = self.link_first(moved, place), self.link_last(moved, place)
        return [If(top, first, last)]

    def written_move_all(self, source: ir.Pieces, to: ir.Place) -> Body | None:
        """All of a place without order go to another such place of another zone: the sets at once."""
        zones = self.module.zones
        if zones[source.zone].ordered or zones[to.zone].ordered or source.zone == to.zone:
            return None
        lines: Body = []
        place = self.kept(self._there(self.place(to)), lines, "place")
        left = self.kept(self.zone_place(source.zone, source.index), lines, "source")
        return [*lines, *self._all_at_once(left, place)]

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

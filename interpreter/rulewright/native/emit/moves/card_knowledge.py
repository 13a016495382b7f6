"""Emits updates of which players know a piece when pieces move; `runtime/python/runtime.py` has the rules."""

from __future__ import annotations

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import any_of_words, choose, is_zero
from rulewright.native.emit.moves.zones import PlaceWriter
from rulewright.native.layout.memory_forms import COUNT, FIRST
from rulewright.runtime.ir.nodes.ir_types import FROM_END, SHOWN_TO, SHOWN_TO_ALL


class KnowledgeWriter(PlaceWriter):
    """An emitter of code on places and on the masks of players who know where each piece is."""

    def known(self, piece: wasm.Expr) -> wasm.Expr:
        """Emit the mask of players who know where a piece is."""
        return self.layout.known.load(self.state, piece)

    def set_known(self, value: wasm.Expr, piece: wasm.Expr) -> wasm.Body:
        """Emit the write of the mask of players who know a piece; nothing where knowledge is not tracked."""
        return [self.layout.known.store(self.state, value, piece)] if self.builder.knowledge else []

    def forget_piece(self, piece: wasm.Expr, viewers: wasm.Expr) -> wasm.Body:
        """Emit the removal of all players but `viewers` from those who know `piece`."""
        return self.set_known(self.known(piece) & viewers, piece)

    def difference(self, players: wasm.Expr, excluded: wasm.Expr) -> wasm.Expr:
        """Emit the mask of those `players` that are not in the mask `excluded`."""
        return players & (
            excluded ^ self.builder.everybody
        )  # complement within the seats and the spectator

    def singleton(self, piece: wasm.Expr) -> list[wasm.Expr]:
        """Emit the bit set that contains one piece."""
        _, _, bit = self.word_of(wasm.number(self.layout.first_place), piece)
        if self.builder.words == 1:
            return [bit]
        return [
            choose((piece >> 6).equals(word), bit, wasm.number(0, "i64"))
            for word in range(self.builder.words)
        ]

    def viewers(self, place: wasm.Expr) -> wasm.Expr:
        """Emit the mask of players who see into a place."""
        low, everybody = self.layout.first_place, self.builder.everybody
        zones = [
            zone
            for zone in self.module.zones.values()
            if any(max(place.low, low) <= cell <= place.high for cell in zone.run.cells)
        ]
        kinds = {"" if zone.sight else zone.seen for zone in zones}
        if kinds == {"everyone"} or kinds == {"nobody"}:
            return wasm.number(everybody if kinds == {"everyone"} else 0)
        is_hand = len(zones) == 1 and zones[0].owner == "player" and kinds == {"owner"}
        if is_hand and zones[0].run.each == 1:
            base, count = zones[0].run.base, zones[0].run.count
            if base <= place.low and place.high < base + count:
                return wasm.number(1) << (place - base)
        return wasm.Call("viewers", (self.state, place), low=0, high=everybody)

    # ------------------------------------------------------------------ moves of a piece

    def if_tracked(self, body: wasm.Body) -> wasm.Body:
        """Emit statements that are skipped while the global `ignores_knowledge` is set."""
        return [wasm.If(is_zero(wasm.Global("ignores_knowledge")), body)] if body else []

    def update_knowledge(
        self, piece: wasm.Expr, source: wasm.Expr, place: wasm.Expr, clear: wasm.Expr
    ) -> wasm.Body:
        """Emit the update of what players know after a move; `clear` says which can identify the piece."""
        return self.if_tracked(self._update_knowledge(piece, source, place, clear))

    def _update_knowledge(
        self, piece: wasm.Expr, source: wasm.Expr, place: wasm.Expr, clear: wasm.Expr
    ) -> wasm.Body:
        """Emit the update of what players know after a move, whatever `ignores_knowledge` says."""
        lines: wasm.Body = []
        source_viewers = self.to_local(self.viewers(source), lines, "lookers")
        viewers = self._union_of_viewers(source_viewers, self.viewers(place), lines)
        before = self.known(piece)
        if isinstance(clear, wasm.Const) and clear.value == FROM_END:
            return [*lines, *self.set_known(before | viewers, piece)]
        known = self.function.local("known", low=0, high=self.builder.everybody)
        lines.append(wasm.Set(known.name, before))
        viewers = self._with_shown(clear, viewers, known, lines)
        restrict: wasm.Body = [wasm.Set(known.name, known & viewers)]
        ordered = self._forget_order(piece, source, place, viewers, restrict)
        mixed = self._forget_set(piece, source, source_viewers, viewers, restrict)
        unless = self.if_ordered_else(source, ordered, mixed)
        if not isinstance(clear, wasm.Const):
            unless = [wasm.If(clear.differs(FROM_END), unless)]
        lines += unless
        return [*lines, *self.set_known(known | viewers, piece)]

    def _with_shown(
        self, clear: wasm.Expr, viewers: wasm.Expr, known: wasm.Expr, lines: wasm.Body
    ) -> wasm.Expr:
        """Emit the mask of `viewers`, plus players whom the piece was shown to and who still know it."""
        if self._sees_all(viewers) or (
            isinstance(clear, wasm.Const) and clear.value < SHOWN_TO_ALL
        ):
            return viewers
        everybody, one = wasm.number(self.builder.everybody), wasm.number(1) << (clear - SHOWN_TO)
        shown = choose(clear.equals(SHOWN_TO_ALL), everybody, one)
        to = choose(clear.less(SHOWN_TO_ALL), wasm.number(0), shown)
        return self.to_local(viewers | (known & to), lines, "seen")

    def _union_of_viewers(
        self, source_viewers: wasm.Expr, others: wasm.Expr, lines: wasm.Body
    ) -> wasm.Expr:
        """Emit the union of two masks of players; constants are folded."""
        if isinstance(source_viewers, wasm.Const) or isinstance(others, wasm.Const):
            const, other = (
                (source_viewers, others)
                if isinstance(source_viewers, wasm.Const)
                else (others, source_viewers)
            )
            assert isinstance(const, wasm.Const)
            if const.value == self.builder.everybody:
                return const
            if const.value == 0:
                return self.to_local(other, lines, "seen")
        return self.to_local(source_viewers | others, lines, "seen")

    def _sees_all(self, viewers: wasm.Expr) -> bool:
        """Return whether the mask `viewers` is a constant that contains everybody."""
        return isinstance(viewers, wasm.Const) and viewers.value == self.builder.everybody

    def _if_hidden(self, viewers: wasm.Expr, body: wasm.Body) -> wasm.Body:
        """Emit statements that run only if some player is not in the mask `viewers`."""
        if isinstance(viewers, wasm.Const):
            return [] if self._sees_all(viewers) else body
        return [wasm.If(viewers.differs(self.builder.everybody), body)]

    def _forget_order(
        self,
        piece: wasm.Expr,
        source: wasm.Expr,
        place: wasm.Expr,
        viewers: wasm.Expr,
        restrict: wasm.Body,
    ) -> wasm.Body:
        """Emit that players other than `viewers` forget an ordered place's pieces, as any may have left."""
        if self._sees_all(viewers):
            return []

        def forget_one(other: wasm.Expr) -> wasm.Body:
            """Emit that players other than the viewers forget one of the other pieces."""
            return [wasm.If(other.differs(piece), self.forget_piece(other, viewers))]

        others = wasm.compared("gt_s", self.order(source, COUNT), place.equals(source))
        loop = self.in_order(self.order(source, FIRST), forget_one, source)
        return [wasm.If(others, self._if_hidden(viewers, [*loop, *restrict]))]

    def _forget_set(
        self,
        piece: wasm.Expr,
        source: wasm.Expr,
        source_viewers: wasm.Expr,
        viewers: wasm.Expr,
        restrict: wasm.Body,
    ) -> wasm.Body:
        """Emit that players other than `viewers` forget an unordered place's pieces, if any remain there."""
        if viewers is source_viewers and self._sees_all(viewers):
            return []
        lines: wasm.Body = []
        rest: list[wasm.Expr] = []
        for word, bit in zip(self.used_words(source), self.singleton(piece), strict=False):
            rest.append(self.to_local(word & (bit ^ -1), lines, "rest"))
        rest += [wasm.number(0, "i64")] * (self.builder.words - len(rest))
        confused: wasm.Body = []
        if viewers is not source_viewers:
            who = self.difference(self.difference(viewers, source_viewers), self.known(piece))
            confused.append(wasm.CallStmt("confuse_copies", (self.state, piece, who, *rest)))
        forget = [wasm.CallStmt("forget", (self.state, viewers, *rest)), *restrict]
        return [
            *lines,
            wasm.If(any_of_words(rest), [*confused, *self._if_hidden(viewers, forget)]),
        ]

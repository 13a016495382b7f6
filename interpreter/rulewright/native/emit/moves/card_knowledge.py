"""Emits updates of which players know a piece when pieces move; `runtime/python/runtime.py` has the rules."""

from __future__ import annotations

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import any_of_words, choose, is_zero
from rulewright.native.builder.code import LocalVar
from rulewright.native.emit.moves.zones import PlaceWriter
from rulewright.native.layout.memory_forms import COUNT
from rulewright.runtime.ir.nodes.ir_types import FROM_END, SHOWN_TO, SHOWN_TO_ALL


class KnowledgeWriter(PlaceWriter):
    """An emitter of code on places and on the masks of players who know where each piece is."""

    def known(self, piece: wasm.Expr) -> wasm.Expr:
        """Emit the mask of players who know where a piece is."""
        return self.layout.known.load(self.state, piece)

    def set_known(self, piece: wasm.Expr, players: wasm.Expr) -> None:
        """Record the write of the mask of players who know a piece; nothing where knowledge is not tracked."""
        if self.builder.knowledge:
            self.emit(self.layout.known.store(self.state, players, piece))

    def forget_piece(self, piece: wasm.Expr, viewers: wasm.Expr) -> None:
        """Record the removal of all players but `viewers` from those who know `piece`."""
        self.set_known(piece, self.known(piece) & viewers)

    @property
    def is_tracked(self) -> wasm.Expr:
        """Whether knowledge is tracked now: the global `ignores_knowledge` is not set."""
        return is_zero(wasm.Global("ignores_knowledge"))

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

    def update_knowledge(
        self, piece: wasm.Expr, source: wasm.Expr, place: wasm.Expr, clear: wasm.Expr
    ) -> None:
        """Record the update of what players know after a move; `clear` says which can identify the piece."""
        with self.when(self.is_tracked):
            source_viewers = self.let(self.viewers(source), "lookers")
            viewers = self._union(source_viewers, self.viewers(place))
            if isinstance(clear, wasm.Const) and clear.value == FROM_END:
                self.set_known(piece, self.known(piece) | viewers)
                return
            known = self.var(self.known(piece), "known", high=self.builder.everybody, low=0)
            viewers = self._with_shown(clear, viewers, known)
            with self.when(clear != FROM_END):
                with self.when(self.is_ordered(source)):
                    self._forget_order(piece, source, place, viewers, known)
                with self.else_():
                    self._forget_set(piece, source, source_viewers, viewers, known)
            self.set_known(piece, known | viewers)

    def _union(self, players: wasm.Expr, others: wasm.Expr) -> wasm.Expr:
        """Record the union of two masks of players, and return its local; constants are folded."""
        for one, other in ((players, others), (others, players)):
            if self._sees_all(one):
                return one
            if isinstance(one, wasm.Const) and one.value == 0:
                return self.let(other, "seen")
        return self.let(players | others, "seen")

    def _with_shown(self, clear: wasm.Expr, viewers: wasm.Expr, known: LocalVar) -> wasm.Expr:
        """Record the mask of `viewers`, plus players whom the piece was shown to and who still know it."""
        shows_none = isinstance(clear, wasm.Const) and clear.value < SHOWN_TO_ALL
        if self._sees_all(viewers) or shows_none:
            return viewers
        everybody, one = wasm.number(self.builder.everybody), 1 << (clear - SHOWN_TO)
        shown = choose(clear == SHOWN_TO_ALL, everybody, one)
        to = choose(clear < SHOWN_TO_ALL, wasm.number(0), shown)
        return self.let(viewers | (known & to), "seen")

    def _sees_all(self, viewers: wasm.Expr) -> bool:
        """Return whether the mask `viewers` is a constant that contains everybody."""
        return isinstance(viewers, wasm.Const) and viewers.value == self.builder.everybody

    def _forget_order(
        self, piece: wasm.Expr, source: wasm.Expr, place: wasm.Expr, viewers: wasm.Expr, known: LocalVar
    ) -> None:  # fmt: skip
        """Record that players other than `viewers` forget an ordered place's pieces, as any may have left.

        `known` is the mask of players who know `piece`.
        """
        others = self.order(source, COUNT) > (place == source)
        with self.when(viewers != self.builder.everybody), self.when(others):
            with self.each_in_order(source) as other, self.when(other != piece):
                self.forget_piece(other, viewers)
            known.set(known & viewers)

    def _forget_set(
        self, piece: wasm.Expr, source: wasm.Expr, source_viewers: wasm.Expr, viewers: wasm.Expr, known: LocalVar
    ) -> None:  # fmt: skip
        """Record that players other than `viewers` forget an unordered place's pieces, if any remain there."""
        if viewers is source_viewers and self._sees_all(viewers):
            return
        words = zip(self.used_words(source), self.singleton(piece), strict=False)
        rest = [self.let(word & (bit ^ -1), "rest") for word, bit in words]
        rest += self.builder.words_of(0)[len(rest) :]
        with self.when(any_of_words(rest)):
            if viewers is not source_viewers:
                who = self.difference(self.difference(viewers, source_viewers), self.known(piece))
                self.run("confuse_copies", self.state, piece, who, *rest)
            with self.when(viewers != self.builder.everybody):
                self.run("forget", self.state, viewers, *rest)
                known.set(known & viewers)

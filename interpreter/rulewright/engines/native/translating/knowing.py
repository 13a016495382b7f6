"""Who knows which piece is where, and what they no longer know when one moves; see `engines/python/runtime.py`."""

from __future__ import annotations

from rulewright.engines.native.form.making import any_of_words, choose, is_zero
from rulewright.engines.native.form.native_form import (
    Body,
    Called,
    Const,
    Expr,
    Global,
    If,
    Run,
    Set,
    compared,
    number,
)
from rulewright.engines.native.layout.memory_forms import COUNT, FIRST
from rulewright.engines.native.translating.place_scope import PlaceScope


class KnowingScope(PlaceScope):
    """Reads and writes who knows what."""

    def known(self, piece: Expr) -> Expr:
        """Who knows where a piece lies."""
        return self.layout.known.load(self.state, piece)

    def set_known(self, value: Expr, piece: Expr) -> Body:
        """These know where a piece lies."""
        return [self.layout.known.store(self.state, value, piece)]

    def forget(self, who: Expr, seen: Expr) -> Body:
        """Of a piece only those know who are among the seen."""
        return self.set_known(self.known(who) & seen, who)

    def less(self, who: Expr, but: Expr) -> Expr:
        """Bits without others."""
        return who & (but ^ self.tables.everybody)

    def set_with(self, piece: Expr) -> list[Expr]:
        """The set of a single piece."""
        _, _, bit = self.word_of(number(self.layout.first_place), piece)
        if self.tables.words == 1:
            return [bit]
        return [
            choose((piece >> 6).equals(word), bit, number(0, "i64"))
            for word in range(self.tables.words)
        ]

    def viewers(self, place: Expr) -> Expr:
        """Who sees into a place now, as bits: known before where all places that it can be are alike."""
        low, everybody = self.layout.first_place, self.tables.everybody
        zones = [
            zone
            for zone in self.module.zones.values()
            if any(max(place.low, low) <= cell <= place.high for cell in zone.run.cells)
        ]
        kinds = {"" if zone.sight else zone.seen for zone in zones}
        if kinds == {"everyone"} or kinds == {"nobody"}:
            return number(everybody if kinds == {"everyone"} else 0)
        if len(zones) == 1 and kinds == {"owner"} and zones[0].run.each == 1:
            base, count = zones[0].run.base, zones[0].run.count
            if base <= place.low and place.high < base + count:
                return number(1) << (place - base)
        return Called("viewers", (self.state, place), low=0, high=everybody)

    # ------------------------------------------------------------------ a piece that moves

    def unless_blind(self, body: Body) -> Body:
        """What is to be done only if somebody may ask later who knows what."""
        return [If(is_zero(Global("blind")), body)] if body else []

    def told_of_move(self, piece: Expr, source: Expr, place: Expr, from_end: Expr) -> Body:
        """Who sees one of the two places knows a piece that has moved. Of `from_end` all know where it lay."""
        return self.unless_blind(self._told_of_move(piece, source, place, from_end))

    def _told_of_move(self, piece: Expr, source: Expr, place: Expr, from_end: Expr) -> Body:
        lines: Body = []
        lookers = self.kept(self.viewers(source), lines, "lookers")
        seen = self._either_sees(lookers, self.viewers(place), lines)
        before = self.known(piece)
        if isinstance(from_end, Const) and from_end.value:
            return [*lines, *self.set_known(before | seen, piece)]
        known = self.function.local("known", low=0, high=self.tables.everybody)
        lines.append(Set(known.name, before))
        fewer: Body = [Set(known.name, known & seen)]
        ordered = self._out_of_order(piece, source, place, seen, fewer)
        mixed = self._out_of_set(piece, source, lookers, seen, fewer)
        unless = self.by_order(source, ordered, mixed)
        lines += unless if isinstance(from_end, Const) else [If(from_end, [], unless)]
        return [*lines, *self.set_known(known | seen, piece)]

    def _either_sees(self, lookers: Expr, others: Expr, lines: Body) -> Expr:
        if isinstance(lookers, Const) or isinstance(others, Const):
            const, other = (lookers, others) if isinstance(lookers, Const) else (others, lookers)
            assert isinstance(const, Const)
            if const.value == self.tables.everybody:
                return const
            if const.value == 0:
                return self.kept(other, lines, "seen")
        return self.kept(lookers | others, lines, "seen")

    def _sees_all(self, seen: Expr) -> bool:
        return isinstance(seen, Const) and seen.value == self.tables.everybody

    def _unless_all(self, seen: Expr, body: Body) -> Body:
        """What is to be done where somebody does not see it."""
        if isinstance(seen, Const):
            return [] if self._sees_all(seen) else body
        return [If(seen.differs(self.tables.everybody), body)]

    def _out_of_order(
        self, piece: Expr, source: Expr, place: Expr, seen: Expr, fewer: Body
    ) -> Body:
        """Who does not see it cannot tell which of a place with order it was."""
        if self._sees_all(seen):
            return []

        def forget(other: Expr) -> Body:
            return [If(other.differs(piece), self.forget(other, seen))]

        others = compared("gt_s", self.order(source, COUNT), place.equals(source))
        loop = self.in_order(self.order(source, FIRST), forget, source)
        return [If(others, self._unless_all(seen, [*loop, *fewer]))]

    def _out_of_set(
        self, piece: Expr, source: Expr, lookers: Expr, seen: Expr, fewer: Body
    ) -> Body:
        """Who did not see which piece it was that left a place without order in which others are left."""
        if seen is lookers and self._sees_all(seen):
            return []
        lines: Body = []
        rest: list[Expr] = []
        for word, bit in zip(self.words_in(source), self.set_with(piece), strict=False):
            rest.append(self.kept(word & (bit ^ -1), lines, "rest"))
        rest += [number(0, "i64")] * (self.tables.words - len(rest))
        confused: Body = []
        if seen is not lookers:
            who = self.less(self.less(seen, lookers), self.known(piece))
            confused.append(Run("mistaken", (self.state, piece, who, *rest)))
        forget = [Run("forget", (self.state, seen, *rest)), *fewer]
        return [*lines, If(any_of_words(rest), [*confused, *self._unless_all(seen, forget)])]

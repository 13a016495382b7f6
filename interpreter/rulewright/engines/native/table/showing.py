"""Shuffling and turning places over, showing pieces, and who knows which piece is where."""

from __future__ import annotations

from rulewright.engines.native.form.making import choose
from rulewright.engines.native.form.native_form import (
    Body,
    Get,
    If,
    Return,
    Run,
    Set,
    Trap,
    number,
)
from rulewright.engines.native.layout.memory_forms import COUNT
from rulewright.engines.native.table.routine import Routine


class Shuffle(Routine):
    """Who does not see a shuffled place no longer knows which piece lies where."""

    def _body(self) -> Body:
        place = self.place_named("place")
        lines: Body = [If(Get("place").less(self.layout.first_place), [Trap()])]
        list_ = self.tables.order
        mix = [
            *self.gathered(place, list_),
            Run("mix", (self.state + self.layout.own["random"].offset, self.order(place, COUNT))),
            *self.linked(place, list_),
        ]
        lines += self.by_order(place, mix, [])
        if self.tables.knowledge:
            seen = self.function.local("seen", low=0, high=self.everybody)
            forget = self.each_in(place, lambda piece: self.forget(piece, seen))
            lines += self.unless_blind([Set(seen.name, self.viewers(place)), *forget])
        return lines


class Reverse(Routine):
    """What lay on top lies at the bottom."""

    def _body(self) -> Body:
        place, list_ = self.place_named("place"), self.tables.order
        turned = [*self.gathered(place, list_), *self.linked(place, list_, backwards=True)]
        below = Get("place").less(self.layout.first_place)
        return [If(below, [Trap()]), *self.by_order(place, turned, [])]


class Show(Routine):
    """A player (nobody: all) knows a piece, one of a set that he sees side by side."""

    def _body(self) -> Body:
        piece, who = self.piece("piece"), self.function.local("who", low=0, high=self.everybody)
        player = Get("player", low=0, high=self.module.players)
        place = self.function.local("place", low=0, high=self.module.layout.size - 1)
        one = choose(Get("player").less(0), number(self.everybody), number(1) << player)
        rest = [
            word & (bits ^ -1)
            for word, bits in zip(self.words(place), self.given_set(), strict=True)
        ]
        new = self.less(self.less(who, self.viewers(place)), self.known(piece))
        return [
            Set(who.name, one),
            Set(place.name, self.layout.place.load(self.state, piece)),
            *self.by_order(place, [], [Run("mistaken", (self.state, piece, new, *rest))]),
            *self.set_known(self.known(piece) | who, piece),
        ]


class Learn(Routine):
    """Whoever sees into a place now knows what lies there."""

    def _body(self) -> Body:
        place, seen = self.place_named("place"), self.function.local("seen", low=0)
        know = self.each_in(place, lambda piece: self.set_known(self.known(piece) | seen, piece))
        return [
            If(Get("place").less(self.layout.first_place), [Trap()]),
            Set(seen.name, self.viewers(place)),
            If(seen, know),
        ]


class Sees(Routine):
    """Whether a player knows which piece this is and where it lies; all know nothing."""

    def _body(self) -> Body:
        piece, player = self.piece("piece"), Get("player", low=0, high=31)
        place = self.layout.place.load(self.state, piece)
        who = self.function.local("who", low=0, high=self.everybody)
        know = Set(who.name, self.known(piece) | self.viewers(place))
        return [
            If(Get("player").less(0), [Trap()]),
            If(Get("piece").less(0), [Set(who.name, number(self.everybody))], [know]),
            Return((who >> player) & 1),
        ]

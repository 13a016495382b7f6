"""Moving a piece, and what others then no longer know; see `engines/python/runtime.py` for what that is."""

from __future__ import annotations

from rulewright.engines.native.form.making import choose
from rulewright.engines.native.form.native_form import (
    Body,
    Called,
    Expr,
    Get,
    If,
    Return,
    Run,
    Set,
    Trap,
    compared,
    number,
)
from rulewright.engines.native.table.routine import Routine


class Viewers(Routine):
    """Who sees into a place now: -1 in the table where a function says so."""

    def _body(self) -> Body:
        place, mask = self.place_named("place"), self.function.local("mask")
        player = self.function.local("player", low=-1, high=self.module.players - 1)
        table = self.tables.constants((*self._table(), 0))
        lines: Body = [Set(mask.name, table.load(place))]
        for zone in self.module.zones.values():
            if zone.sight:
                inside = compared("lt_u", place - zone.run.base, zone.run.count)
                seen = choose(player.at_least(0), number(1) << player, number(0))
                lines.append(If(inside, [
                    Set(player.name, Called(f"f_{zone.sight}", (self.state,))), Return(seen),
                ]))  # fmt: skip
        return [*lines, Return(mask)]

    def _table(self) -> tuple[int, ...]:
        who = [0] * self.module.layout.size
        for zone in self.module.zones.values():
            for at, cell in enumerate(zone.run.cells):
                own = 1 << at // zone.run.each if zone.owner == "player" else 0
                who[cell] = {"everyone": self.everybody, "owner": own}.get(zone.seen, 0)
        return tuple(who)


class Mistaken(Routine):
    """Who did not know this piece takes it for a copy that he knew among the rest; of that he knows no more."""

    def _body(self) -> Body:
        numbers = {name: at for at, name in enumerate(self.module.designs)}
        designs = self.tables.constants((*(numbers[p.name] for p in self.module.pieces), -1))
        who, piece = Get("who", low=0, high=self.everybody), self.piece("piece")
        lost = self.function.local("lost", low=0, high=self.everybody)
        design = self.function.local("design")

        def compare(other: Expr) -> Body:
            return [If(designs.load(other).equals(design), [
                Set(lost.name, self.known(other) & who),
                *self.set_known(self.known(other) ^ lost, other),
                Set("who", who ^ lost),
            ])]  # fmt: skip

        search = self.in_set(self.given_set(), compare)
        return [If(who, [Set(design.name, designs.load(piece)), *search])]


class Reset(Routine):
    """Variables that last while a piece is in a zone go back when it leaves that."""

    def _body(self) -> Body:
        left, place = self.place_named("left"), self.place_named("place")
        return self.set_back(self.piece("piece"), left, place)


class Muddle(Routine):
    """Who did not see which piece it was that left a place without order, in which others are left."""

    def _body(self) -> Body:
        piece, source = self.piece("piece"), self.place_named("source")
        seen = Get("seen", low=0, high=self.everybody)
        lookers = self.function.local("lookers", low=0, high=self.everybody)
        rest = [self.function.local("rest", "i64") for _ in range(self.tables.words)]
        lines: Body = [Set(lookers.name, self.viewers(source))]
        for word, left, bit in zip(self.words(source), rest, self.set_with(piece), strict=True):
            lines.append(Set(left.name, word & (bit ^ -1)))
        who = self.less(self.less(seen, lookers), self.known(piece))
        return [
            *lines,
            If(seen.differs(lookers), [Run("mistaken", (self.state, piece, who, *rest))]),
            If(seen.differs(self.everybody), [
                *self.in_set(list(rest), lambda other: self.forget(other, seen)),
            ]),
        ]  # fmt: skip


class Move(Routine):
    """A piece goes to another place; who sees one of the two knows it. Of `from_end` all know where it lay."""

    def _body(self) -> Body:
        piece, place = self.piece("piece"), self.place_named("place")
        source = self.function.local("source", low=0, high=self.module.layout.size - 1)
        lines: Body = [
            If(Get("piece").less(0), [Return()]),
            If(Get("place").less(self.layout.first_place), [Trap()]),
            Set(source.name, self.layout.place.load(self.state, piece)),
            *self.take(piece, source),
            *self.enter(piece, place, Get("on_top")),
            self.layout.place.store(self.state, place, piece),
        ]
        if self.tables.knowledge:
            lines += self.told_of_move(piece, source, place, Get("from_end"))
        return [*lines, Run("reset", (self.state, piece, source, place))]

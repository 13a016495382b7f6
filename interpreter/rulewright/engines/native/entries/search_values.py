"""What a game is worth to each seat, counted for all that was chosen in it; see `players.tree`."""

from __future__ import annotations

from rulewright.engines.native.entries.entry import Entry
from rulewright.engines.native.form.making import choose, widened
from rulewright.engines.native.form.native_form import (
    Body,
    Called,
    Expr,
    Get,
    If,
    Load,
    Set,
    Store,
    Unary,
    compared,
    number,
)
from rulewright.engines.native.form.reals import larger, over, plus, real, size, times
from rulewright.engines.native.layout.search_layout import GAMES, TOTAL, VALUE, VISITS, SearchMemory
from rulewright.engines.native.translating.tables import Tables
from rulewright.ir.search import WIN


class Reward(Entry):
    """A game that was judged is counted, for so many choices that were noted on the way."""

    def __init__(self, tables: Tables, memory: SearchMemory, record: int) -> None:
        super().__init__(tables, "reward", ("tree", "noted"))
        self.memory, self.record = memory, record
        self.tree, self.players = Get("tree", low=0), tables.module.players
        self.values = len(tables.module.outcome.values)
        self.seat = self.function.local("seat", low=0, high=self.players)

    def add(self) -> None:
        """Put it into the module."""
        worth, usual = self.memory.worth, self.function.local("usual", "f64")
        won, winners = self.function.local("won", low=0), self.function.local("winners", low=0)
        margin = self.function.local("margin", "f64")
        one = real(number(1))
        victory = over(real(((won >> self.seat) & 1) * WIN), real(winners))
        points = over(margin, plus(usual, size(margin)))
        value = over(plus(plus(victory, points), one), real(number(WIN + 2)))
        seats = number(self.players)
        self.put([
            *self._margins(),
            Store(self.tree, GAMES, 4, self._games() + 1),
            Set(usual.name, self._usual()),
            Set(won.name, Called("won", (number(self.record),))),
            Set(winners.name, Unary("i32.popcnt", won, low=0, high=32)),
            *self.counted(self.seat, seats, [
                Set(margin.name, real(Load(self.seat * 8, worth, 8, type="i64"))),
                Store(self.seat * 8, worth, 8, value),
            ]),
            *self._counted_in(),
        ], exported=False)  # fmt: skip

    def _games(self) -> Expr:
        return Load(self.tree, GAMES, 4, low=0, high=2**26)

    def _usual(self) -> Expr:
        """Twice by how much scores usually differ from the best of the others."""
        total = real(Load(self.tree, TOTAL, 8, type="i64"))
        games = real(self._games() * self.players)
        return times(larger(over(total, games), real(number(1))), real(number(2)))

    def _margins(self) -> Body:
        """By how much each score differs from the best of the others."""
        worth, seat = self.memory.worth, self.seat
        first, second = self.function.local("first", "i64"), self.function.local("second", "i64")
        score = self.function.local("score", "i64")
        read = Set(score.name, widened(Load(seat * (4 * self.values), self.record, 4)))
        lowest, seats = number(-(2**40), "i64"), number(self.players)
        other = choose(score.equals(first), second, first)
        total = Load(self.tree, TOTAL, 8, type="i64")
        apart = choose(compared("lt_s", score, 0), number(0, "i64") - score, score)
        return [
            Set(first.name, lowest),
            Set(second.name, lowest),
            *self.counted(seat, seats, [
                read,
                If(compared("gt_s", score, first), [Set(second.name, first), Set(first.name, score)], [
                    If(compared("gt_s", score, second), [Set(second.name, score)]),
                ]),
            ]),
            If(second.equals(lowest.value), [Set(second.name, first)]),
            *self.counted(seat, seats, [
                read,
                Set(score.name, score - other),
                Store(seat * 8, worth, 8, score),
                Store(self.tree, TOTAL, 8, total + apart),
            ]),
        ]  # fmt: skip

    def _counted_in(self) -> Body:
        """Each choice is counted for the seat that made it."""
        at, node = self.function.local("at", low=0), self.function.local("node", low=0)
        seat = Load(at * 8, self.memory.way + 4, 4, low=0, high=self.players - 1)
        brought = Load(seat * 8, self.memory.worth, 8, type="f64")
        return self.counted(at, Get("noted", low=0), [
            Set(node.name, Load(at * 8, self.memory.way, 4)),
            Store(node, VISITS, 4, Load(node, VISITS, 4) + 1),
            Store(node, VALUE, 8, plus(Load(node, VALUE, 8, type="f64"), brought)),
        ])  # fmt: skip

"""Emits the value of a finished game to each seat, and its backup along the path; see `players.search_tree`."""

from __future__ import annotations

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.f64_ops import larger, minus, over, plus, real, root, size, times
from rulewright.native.ast.folding import both, choose, widened
from rulewright.native.emit.module_builder import ModuleBuilder
from rulewright.native.exports.exported_function import ExportedFunction
from rulewright.native.layout.search_layout import (
    CUT,
    GAMES,
    LEVEL,
    OWN,
    SPREAD,
    SQUARES,
    TOTAL,
    VALUE,
    VISITS,
    SearchMemory,
)
from rulewright.runtime.ir.engine_contract import USUAL_SPREAD, WIN

LOWEST = -(2**40)
"""Less than any score."""


class GameValuesFunction(ExportedFunction):
    """Wasm function: compute the value of a finished game to each seat, from wins and margins."""

    def __init__(self, builder: ModuleBuilder, memory: SearchMemory, record: int) -> None:
        super().__init__(builder, "game_values", ("tree",))
        self.memory, self.record = memory, record
        self.tree, self.players = wasm.Get("tree", low=0), builder.module.players
        self.values = len(builder.module.outcome.values)
        self.outcome = builder.module.outcome
        self.seat = self.function.local("seat", low=0, high=self.players)
        self.rival = self.function.local("rival", "i64")

    def add(self) -> None:
        """Add the function to the module."""
        worth, usual = self.memory.values, self.function.local("usual", "f64")
        won, winners = self.function.local("won", low=0), self.function.local("winners", low=0)
        margin = self.function.local("margin", "f64")
        one = real(wasm.number(1))
        victory = over(real(((won >> self.seat) & 1) * WIN), real(winners))
        points = over(margin, plus(usual, size(margin)))
        value = over(plus(plus(victory, points), one), real(wasm.number(WIN + 2)))
        seats = wasm.number(self.players)
        self.put([
            *self._margins(),
            wasm.Store(self.tree, GAMES, 4, self._games() + 1),
            wasm.Set(usual.name, self._margin_scale()),
            wasm.Set(won.name, wasm.Call("won", (wasm.number(self.record),))),
            wasm.Set(winners.name, wasm.Call("sides", (won, wasm.number(self.record)))),
            wasm.If(winners.equals(0), [wasm.Set(winners.name, wasm.number(1))]),
            *self.for_range(self.seat, seats, [
                wasm.Set(margin.name, real(wasm.Load(self.seat * 8, worth, 8, type="i64"))),
                wasm.Store(self.seat * 8, worth, 8, value),
            ]),
        ], exported=False)  # fmt: skip

    def _games(self) -> wasm.Expr:
        """Emit the number of games that were played to their ends."""
        return wasm.Load(self.tree, GAMES, 4, low=0, high=2**26)

    def _margin_scale(self) -> wasm.Expr:
        """Emit twice the mean absolute margin of scores so far, at least 2."""
        total = real(wasm.Load(self.tree, TOTAL, 8, type="i64"))
        games = real(self._games() * self.players)
        return times(larger(over(total, games), real(wasm.number(1))), real(wasm.number(2)))

    def _score(self, seat: wasm.Expr) -> wasm.Expr:
        """Emit the score of a seat in the finished game."""
        score = wasm.Load(seat * (4 * self.values), self.record + 4 * self.outcome.scored, 4)
        return widened(score)

    def _margins(self) -> wasm.Body:
        """Emit storing each seat's margin: its score minus the best score of other sides."""
        score = self.function.local("score", "i64")
        first, other = self._best_of_others() if self.outcome.sides else self._two_best()
        total = wasm.Load(self.tree, TOTAL, 8, type="i64")
        never_inlined = choose(
            wasm.compared("lt_s", score, 0), wasm.number(0, "i64") - score, score
        )
        return [
            *first,
            *self.for_range(self.seat, wasm.number(self.players), [
                *other,
                wasm.Set(score.name, self._score(self.seat) - self.rival),
                wasm.Store(self.seat * 8, self.memory.values, 8, score),
                wasm.Store(self.tree, TOTAL, 8, total + never_inlined),
            ]),
        ]  # fmt: skip

    def _two_best(self) -> tuple[wasm.Body, wasm.Body]:
        """Return statements that find the two best scores, and those that set a seat's rival score."""
        first, second = self.function.local("first", "i64"), self.function.local("second", "i64")
        score = self.function.local("score", "i64")
        read = wasm.Set(score.name, self._score(self.seat))
        lowest = wasm.number(LOWEST, "i64")
        find_best = [
            wasm.Set(first.name, lowest),
            wasm.Set(second.name, lowest),
            *self.for_range(self.seat, wasm.number(self.players), [
                read,
                wasm.If(wasm.compared("gt_s", score, first), [
                    wasm.Set(second.name, first), wasm.Set(first.name, score),
                ], [
                    wasm.If(wasm.compared("gt_s", score, second), [wasm.Set(second.name, score)]),
                ]),
            ]),
        ]  # fmt: skip
        against = choose(self._score(self.seat).equals(first), second, first)
        return find_best, [wasm.Set(self.rival.name, against)]

    def _best_of_others(self) -> tuple[wasm.Body, wasm.Body]:
        """Return statements that update the mean score, and those that set a seat's rival score.

        If there is no other side, the mean score so far is used.
        """
        rival, other = self.rival, self.function.local("other", low=0, high=self.players)
        level = wasm.Load(self.tree, LEVEL, 8, type="i64")
        counted = wasm.Store(self.tree, LEVEL, 8, level + self._score(wasm.number(0)))
        mean = wasm.Binary("div_s", level, widened(self._games() + 1), type="i64")
        lowest, size = wasm.number(LOWEST, "i64"), 4 * self.values
        sides = [wasm.Load(seat * size, self.record + size - 4, 4) for seat in (self.seat, other)]
        better = wasm.compared("gt_s", self._score(other), rival)
        find_rival = [
            wasm.Set(rival.name, lowest),
            *self.for_range(other, wasm.number(self.players), [
                wasm.If(both(sides[0].equals(sides[1]).equals(0), better), [
                    wasm.Set(rival.name, self._score(other)),
                ]),
            ]),
            wasm.If(rival.equals(LOWEST), [wasm.Set(rival.name, mean)]),
        ]  # fmt: skip
        return [counted], find_rival


class BackupFunction(ExportedFunction):
    """Wasm function: add the value of a game to all choices on the path of the simulation."""

    def __init__(self, builder: ModuleBuilder, memory: SearchMemory) -> None:
        super().__init__(builder, "back_up", ("tree", "noted"))
        self.memory, self.players = memory, builder.module.players
        self.tree = wasm.Get("tree", low=0)

    def add(self) -> None:
        """Add the function to the module."""
        spread = wasm.If(wasm.Get("noted"), self._spread())
        self.put([spread, *self._back_up()], exported=False)

    def _spread(self) -> wasm.Body:
        """Emit updating the spread of game values for the seat that made the first choice."""
        seat = wasm.Load(wasm.number(0), self.memory.path + 4, 4, low=0, high=self.players - 1)
        value, mean = self.function.local("own", "f64"), self.function.local("mean", "f64")
        own, squares = (wasm.Load(self.tree, at, 8, type="f64") for at in (OWN, SQUARES))
        games = plus(
            real(wasm.Load(self.tree, GAMES, 4)), real(wasm.Load(self.tree, CUT, 8, type="i64"))
        )
        # E[x²] - E[x]², which rounding may make slightly negative.
        variance = larger(minus(over(squares, games), times(mean, mean)), real(wasm.number(0)))
        spread = times(root(variance), real(wasm.number(USUAL_SPREAD)))
        return [
            wasm.Set(value.name, wasm.Load(seat * 8, self.memory.values, 8, type="f64")),
            wasm.Store(self.tree, OWN, 8, plus(own, value)),
            wasm.Store(self.tree, SQUARES, 8, plus(squares, times(value, value))),
            wasm.Set(mean.name, over(own, games)),
            wasm.Store(self.tree, SPREAD, 8, spread),
        ]

    def _back_up(self) -> wasm.Body:
        """Emit adding a visit and the value for its seat to each choice on the path."""
        at, node = self.function.local("at", low=0), self.function.local("node", low=0)
        seat = wasm.Load(at * 8, self.memory.path + 4, 4, low=0, high=self.players - 1)
        value = wasm.Load(seat * 8, self.memory.values, 8, type="f64")
        return self.for_range(at, wasm.Get("noted", low=0), [
            wasm.Set(node.name, wasm.Load(at * 8, self.memory.path, 4)),
            wasm.Store(node, VISITS, 4, wasm.Load(node, VISITS, 4) + 1),
            wasm.Store(node, VALUE, 8, plus(wasm.Load(node, VALUE, 8, type="f64"), value)),
        ])  # fmt: skip

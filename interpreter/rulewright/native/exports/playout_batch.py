"""Emits the exports that play many whole games in one call: results of each game, and sums over all."""

from __future__ import annotations

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import choose, widened
from rulewright.native.emit.module_builder import ModuleBuilder
from rulewright.native.exports.exported_function import CopyStateFunction, ExportedFunction
from rulewright.native.exports.search.winners import add_winner_functions, best_seat
from rulewright.native.layout.native_code import GAMES_PER_CALL
from rulewright.native.runtime.random_draws import seed_of_choices
from rulewright.runtime.ir.outcome_rules import WHOLE


def add_playouts(builder: ModuleBuilder) -> None:
    """Add the exports that play whole games and report each one's results, or sums over all."""
    CopyStateFunction(builder, "copy_state", ("S",), "i32").add()
    _PlayoutsFunction(builder, "playouts", ("S", "games")).add()
    _PlayFromSeedsFunction(builder, "dealt", ("S", "games"), seed=True).add()
    add_winner_functions(builder)
    _AddResultsFunction(builder, "add_up", ("games",)).add()
    _SumsFunction(builder, "sums", ("S", "games"), seed=True).add()


class _PlayoutsFunction(ExportedFunction):
    """Wasm function: play whole games from pairs of seeds (deal, choices) and write the results of each."""

    def add(self) -> None:
        """Add the function to the module."""
        builder, at = self.builder, self.function.local("at", low=0)
        game = self.function.local("game", low=0)
        self.state = wasm.number(builder.state)
        seeds = [wasm.Load(game * 16, builder.seeds + 8 * which, 8, type="i64") for which in (0, 1)]
        first = wasm.number(builder.first)
        size = wasm.number(self.layout.size)
        dealt = wasm.Call("seeded", (seeds[0],), type="i64")
        self.put([
            *self.begin(),
            wasm.CopyBytes(first, wasm.Get("S"), size),
            wasm.Block("over", [wasm.Loop("next", [
                wasm.Jump("over", game.at_least(wasm.Get("games"))),
                wasm.CopyBytes(self.state, first, size),
                *self.set_own(self.cells.random, dealt),
                wasm.Store(wasm.number(builder.stream), 0, 8, wasm.Call("seeded", (seeds[1],), type="i64")),
                *self.refuel(),
                wasm.SetGlobal("is_over", wasm.number(0)),
                wasm.CallStmt(f"d_{builder.module.code.flow}", (self.state,)),
                *self.limit_decisions(),
                wasm.Set(at.name, game * 4 * builder.numbers_per_game + builder.results),
                *self._numbers_of_game(at),
                wasm.Set(game.name, game + 1),
                wasm.Jump("next"),
            ])]),
        ])  # fmt: skip

    def _numbers_of_game(self, at: wasm.Expr) -> wasm.Body:
        """Emit the write of one game's results to the address `at`."""
        numbers = [self.own(self.cells.made), self.own(self.cells.forced)]
        for phase in self.module.phases.values():
            numbers.append(self.layout.variables[phase.played].load(self.state))
        numbers += self.ranks()
        assert len(numbers) == self.builder.numbers_per_game
        return [wasm.Store(at, 4 * place, 4, each) for place, each in enumerate(numbers)]


class _PlayFromSeedsFunction(ExportedFunction):
    """Wasm function: play as many games as one call can, from consecutive seeds."""

    def add(self) -> None:
        """Add the function to the module."""
        at, seeds = self.function.local("at", low=0, high=GAMES_PER_CALL), self.builder.seeds
        deal = wasm.Get("seed", type="i64") + widened(at)
        games = wasm.Get("games", low=0, high=GAMES_PER_CALL)
        self.put([
            *self.for_range(at, games, [
                wasm.Store(at * 16, seeds, 8, deal),
                wasm.Store(at * 16, seeds + 8, 8, seed_of_choices(deal)),
            ]),
            wasm.CallStmt("playouts", (self.state, games)),
        ])  # fmt: skip


class _AddResultsFunction(ExportedFunction):
    """Wasm function: add the results of the last games to the sums.

    There is a sum for each reported number, for the best scores, and for the wins of each seat.
    """

    def add(self) -> None:
        """Add the function to the module."""
        builder, results = self.builder, self.function.local("told", low=0)
        game, at = self.function.local("game", low=0), self.function.local("at", low=0)
        one = wasm.Load(results + at * 4, 0, 4)
        self.put(self.for_range(game, wasm.Get("games"), [
            wasm.Set(results.name, game * (4 * builder.numbers_per_game) + builder.results),
            *self.for_range(at, wasm.number(builder.numbers_per_game), [self._add(at, widened(one))]),
            *(self._decided(results) if self.module.outcome.values else []),
        ]))  # fmt: skip

    def _add(self, at: wasm.Expr, value: wasm.Expr) -> wasm.Store:
        """Emit adding `value` to the sum number `at`."""
        sums = self.builder.sums
        return wasm.Store(at * 8, sums, 8, wasm.Load(at * 8, sums, 8, type="i64") + value)

    def _decided(self, results: wasm.Expr) -> wasm.Body:
        """Emit adding a game's best score and wins; the winning sides share a win evenly."""
        outcome, wide = self.module.outcome, self.builder.numbers_per_game
        values, players = len(outcome.values), self.module.players
        ranks, won = self.function.local("ranks", low=0), self.function.local("won", low=0)
        seat, sides = self.function.local("seat", low=0), self.function.local("sides", low=1)
        share = wasm.Binary("div_u", wasm.number(WHOLE), sides, low=0, high=WHOLE)
        best = best_seat(wasm.Call("best", (ranks,)))
        score = wasm.Load(ranks + best * (4 * values), 4 * outcome.scored, 4)
        wins = wasm.If((won >> seat) & 1, [self._add(seat + (wide + 1), widened(share))])
        return [
            wasm.Set(ranks.name, results + 4 * (wide - values * players)),
            wasm.Set(won.name, wasm.Call("won", (ranks,))),
            wasm.Set(sides.name, wasm.Call("sides", (won, ranks))),
            self._add(wasm.number(wide), widened(score)),
            *self.for_range(seat, wasm.number(players), [wins]),
        ]


class _SumsFunction(ExportedFunction):
    """Wasm function: play any number of games from consecutive seeds and sum their results."""

    def add(self) -> None:
        """Add the function to the module."""
        builder, first = self.builder, wasm.number(self.builder.first)
        played, batch = self.function.local("done", low=0), self.function.local("batch", low=0)
        remaining, seed = wasm.Get("games", low=0) - played, wasm.Get("seed", type="i64")
        most = wasm.number(GAMES_PER_CALL)
        gone = wasm.Store(played * 8, builder.sums, 8, wasm.number(0, "i64"))
        self.put([
            *self.for_range(played, wasm.number(builder.sum_count), [gone]),
            wasm.Set(played.name, wasm.number(0)),
            # Playing overwrites the module's own state, which may be the one passed.
            wasm.CopyBytes(first, self.state, wasm.number(self.layout.size)),
            *self.until(remaining.less(1), [
                wasm.Set(batch.name, choose(remaining.less(GAMES_PER_CALL), remaining, most)),
                wasm.CallStmt("dealt", (first, batch, seed + widened(played))),
                wasm.CallStmt("add_up", (batch,)),
                wasm.Set(played.name, played + batch),
            ]),
        ])  # fmt: skip

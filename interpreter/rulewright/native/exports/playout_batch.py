"""Emits the exports that play many whole games in one call: results of each game, and sums over all."""

from __future__ import annotations

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import choose, widened
from rulewright.native.ast.wasm_ast import Expr
from rulewright.native.builder.code import call
from rulewright.native.builder.structs import I32, I64, NumberArray, Struct, StructArray, i64
from rulewright.native.emit.module_builder import ModuleBuilder
from rulewright.native.exports.exported_function import ExportedFunction, add_copy_state, define
from rulewright.native.exports.search.winners import add_winner_functions, best_seat
from rulewright.native.layout.native_code import GAMES_PER_CALL
from rulewright.native.runtime.random_draws import seed_of_choices
from rulewright.runtime.ir.outcome_rules import WHOLE


class Seeds(Struct):
    """The seeds of a game's deal and of its choices."""

    deal, choices = i64(), i64()


def add_playouts(builder: ModuleBuilder) -> None:
    """Add the exports that play whole games and report each one's results, or sums over all."""
    add_copy_state(builder)
    _add_playouts(builder)
    _add_dealt(builder)
    add_winner_functions(builder)
    _add_add_up(builder)
    _add_sums(builder)


def _add_playouts(builder: ModuleBuilder) -> None:
    """Add the export that plays whole games from pairs of seeds and writes the results of each."""
    with define(builder, "playouts", "S", "games", own_state=True) as code:
        size, seeds = code.layout.size, StructArray(code, Seeds, builder.seeds)
        code.reset()
        code.copy(builder.first, wasm.Get("S"), size)
        with code.range(wasm.Get("games"), hint="game") as game:
            code.copy(code.state, builder.first, size)
            code.game.random = call("seeded", seeds[game].deal, type_="i64")
            NumberArray(code, I64, builder.stream)[0] = call(
                "seeded", seeds[game].choices, type_="i64"
            )
            code.refuel()
            code.set_global("is_over", 0)
            code.run(f"d_{builder.module.code.flow}", code.state)
            code.limit_decisions()
            results = _results(code, game)
            for number, value in enumerate(_numbers_of_game(code)):
                results[number] = value


def _results(code: ExportedFunction, game: Expr) -> NumberArray:
    """Return the results of a game, whose address is kept in a local."""
    builder = code.builder
    at = game * (4 * builder.numbers_per_game) + builder.results
    return NumberArray(code, I32, 0, code.let(at, "results"))


def _numbers_of_game(code: ExportedFunction) -> list[Expr]:
    """Return the numbers that are reported for a game."""
    numbers = [code.game.made, code.game.forced]
    for phase in code.module.phases.values():
        numbers.append(code.layout.variables[phase.played].load(code.state))
    numbers += code.ranks()
    assert len(numbers) == code.builder.numbers_per_game
    return numbers


def _add_dealt(builder: ModuleBuilder) -> None:
    """Add the export that plays as many games as one call can, from consecutive seeds."""
    with define(builder, "dealt", "S", "games", seed="i64") as code:
        seeds, games = (
            StructArray(code, Seeds, builder.seeds),
            code.parameter("games", 0, GAMES_PER_CALL),
        )
        with code.range(games) as at:
            deal = code.parameter("seed") + widened(at)
            seeds[at].deal, seeds[at].choices = deal, seed_of_choices(deal)
        code.run("playouts", code.state, games)


def _add_add_up(builder: ModuleBuilder) -> None:
    """Add the export that adds the results of the last games to the sums.

    There is a sum for each reported number, for the best scores, and for the wins of each seat.
    """
    with define(builder, "add_up", "games") as code:
        sums = NumberArray(code, I64, builder.sums)
        with code.range(wasm.Get("games"), hint="game") as game:
            results = _results(code, game)
            with code.range(builder.numbers_per_game) as at:
                sums[at] += widened(results[at])
            if builder.module.outcome.values:
                _add_wins(code, results, sums)


def _add_wins(code: ExportedFunction, results: NumberArray, sums: NumberArray) -> None:
    """Record adding a game's best score and wins; the winning sides share a win evenly."""
    outcome, players, count = (
        code.module.outcome,
        code.module.players,
        code.builder.numbers_per_game,
    )
    values = len(outcome.values)
    ranks = code.let(results.address(count - values * players), "ranks")
    won = code.let(call("won", ranks), "won")
    sides = code.let(call("sides", won, ranks, low=1), "sides")
    score = NumberArray(code, I32, 4 * outcome.scored, ranks)[
        best_seat(call("best", ranks)) * values
    ]
    sums[count] += widened(score)
    share = wasm.Binary("div_u", wasm.number(WHOLE), sides, low=0, high=WHOLE)
    with code.range(players, hint="seat") as seat, code.when(won >> seat & 1):
        sums[seat + (count + 1)] += widened(share)


def _add_sums(builder: ModuleBuilder) -> None:
    """Add the export that plays any number of games from consecutive seeds and sums their results."""
    with define(builder, "sums", "S", "games", seed="i64") as code:
        sums = NumberArray(code, I64, builder.sums)
        with code.range(builder.sum_count) as at:
            sums[at] = 0
        # Playing overwrites the module's own state, which may be the one passed.
        code.copy(builder.first, code.state, code.layout.size)
        played = code.var(0, "played", low=0)
        left = code.parameter("games", low=0) - played
        with code.loop(left > 0):
            most = wasm.number(GAMES_PER_CALL)
            batch = code.let(choose(left < most, left, most), "batch")
            code.run("dealt", builder.first, batch, code.parameter("seed") + widened(played))
            code.run("add_up", batch)
            played += batch

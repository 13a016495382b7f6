"""Emits functions on the ranks of all seats at an address: best seats, winners, and number of sides."""

from __future__ import annotations

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import both, either, popcount32
from rulewright.native.ast.wasm_ast import Expr
from rulewright.native.builder.code import call
from rulewright.native.emit.module_builder import ModuleBuilder
from rulewright.native.exports.exported_function import ExportedFunction, define


def add_winner_functions(builder: ModuleBuilder) -> None:
    """Add `best` (the seats of highest rank), `won` (the same, but none if all lost) and `sides` (winning ones).

    Ranks are stored seat by seat, from the address `ranks` on.
    """
    if builder.module.outcome.values:
        with define(builder, "best", "ranks", result="i32") as code:
            _find_best(code)
        with define(builder, "won", "ranks", result="i32") as code:
            _find_winners(code)
        with define(builder, "sides", "won", "ranks", result="i32") as code:
            _count_sides(code)


def best_seat(best: Expr) -> Expr:
    """Emit the first seat in the mask `best`."""
    return wasm.Unary("i32.ctz", best, low=0, high=32)


def _rank(code: ExportedFunction, seat: Expr, number: int) -> Expr:
    """Return a number of a seat's rank; a negative one counts from the end."""
    size, ranks = len(code.module.outcome.values), wasm.Get("ranks")
    return wasm.Load(seat * (4 * size) + ranks, 4 * (number % size), 4)


def _find_best(code: ExportedFunction) -> None:
    """Record returning the mask of the seats with the highest rank."""
    ranks = code.parameter("ranks")
    best, winners = code.var(ranks, "best", low=0), code.var(0, "winners", low=0)
    with code.range(code.module.players, hint="seat") as seat:
        at = code.let(seat * (4 * len(code.module.outcome.values)) + ranks)
        higher: Expr = wasm.FALSE
        equal: Expr = wasm.TRUE
        for number in reversed(range(code.module.outcome.compared)):
            one, other = (wasm.Load(each, 4 * number, 4) for each in (at, best))
            higher = either(one > other, both(one == other, higher))
            equal = both(one == other, equal)
        with code.when(higher):
            best.set(at)
            winners.set(0)
        with code.when(equal):
            winners |= 1 << seat
    code.give(winners)


def _find_winners(code: ExportedFunction) -> None:
    """Record returning the best seats; none if the game is gated and the first number of the best rank is 0."""
    best = code.let(call("best", wasm.Get("ranks")), "best")
    if code.module.outcome.gated:
        code.give_if(_rank(code, best_seat(best), 0) == 0, 0)
    code.give(best)


def _count_sides(code: ExportedFunction) -> None:
    """Record returning how many sides the seats in a mask belong to: the last number of a rank is the side."""
    won = code.parameter("won", low=0)
    if not code.module.outcome.sides:
        code.give(popcount32(won))
        return
    count = code.var(0, "count", low=0)
    with code.range(code.module.players, hint="seat") as seat:
        first = code.var(won >> seat & 1, "first")
        with code.range(seat, hint="other") as other:
            same_side = _rank(code, seat, -1) == _rank(code, other, -1)
            with code.when(both(won >> other & 1, same_side)):
                first.set(0)
        count += first
    code.give(count)

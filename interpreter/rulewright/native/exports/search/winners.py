"""Emits functions on the ranks of all seats at an address: best seats, winners, and number of sides."""

from __future__ import annotations

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import both, either
from rulewright.native.emit.module_builder import ModuleBuilder
from rulewright.native.exports.exported_function import ExportedFunction


def add_winner_functions(builder: ModuleBuilder) -> None:
    """Add the functions that find the best seats, the winners, and the number of sides."""
    if builder.module.outcome.values:
        _BestSeatsFunction(builder, "best", ("ranks",), "i32").add()
        _WinnersFunction(builder, "won", ("ranks",), "i32").add()
        _CountSidesFunction(builder, "sides", ("won", "ranks"), "i32").add()


def best_seat(best: wasm.Expr) -> wasm.Expr:
    """Emit the first seat in the mask `best`."""
    return wasm.Unary("i32.ctz", best, low=0, high=32)


class _RanksFunction(ExportedFunction):
    """A function on the ranks of all seats, which are stored seat by seat at an address."""

    @property
    def rank_bytes(self) -> int:
        """How many bytes the rank of one seat has."""
        return 4 * len(self.module.outcome.values)


class _BestSeatsFunction(_RanksFunction):
    """Wasm function: return the mask of the seats with the highest rank, given the ranks' address."""

    def add(self) -> None:
        """Add the function to the module."""
        ranks, best = wasm.Get("ranks"), self.function.local("best", low=0)
        at, seat = self.function.local("at", low=0), self.function.local("seat", low=0, high=31)
        winners = self.function.local("found", low=0)
        higher: wasm.Expr = wasm.number(0)
        equal: wasm.Expr = wasm.number(1)
        pairs = [
            (wasm.Load(at, 4 * each, 4), wasm.Load(best, 4 * each, 4))
            for each in range(self.module.outcome.compared)
        ]
        for one, other in reversed(pairs):
            higher = either(wasm.compared("gt_s", one, other), both(one.equals(other), higher))
            equal = both(one.equals(other), equal)
        bit = wasm.number(1) << seat
        self.put([
            wasm.Set(best.name, ranks),
            wasm.Set(winners.name, wasm.number(0)),
            *self.for_range(seat, wasm.number(self.module.players), [
                wasm.Set(at.name, seat * self.rank_bytes + ranks),
                wasm.If(higher, [wasm.Set(best.name, at), wasm.Set(winners.name, wasm.number(0))]),
                wasm.If(equal, [wasm.Set(winners.name, winners | bit)]),
            ]),
            wasm.Return(winners),
        ])  # fmt: skip


class _WinnersFunction(_RanksFunction):
    """Wasm function: return the mask of winners: the best seats, or none if nobody wins.

    Nobody wins if the game is gated and the first number of the best rank is 0.
    """

    def add(self) -> None:
        """Add the function to the module."""
        ranks, best = wasm.Get("ranks"), self.function.local("best", low=0)
        lost = wasm.Load(best_seat(best) * self.rank_bytes + ranks, 0, 4).equals(0)
        gate = [wasm.If(lost, [wasm.Return(wasm.number(0))])]
        self.put([
            wasm.Set(best.name, wasm.Call("best", (ranks,))),
            *(gate if self.module.outcome.gated else []),
            wasm.Return(best),
        ])  # fmt: skip


class _CountSidesFunction(_RanksFunction):
    """Wasm function: return how many sides the seats in a mask belong to."""

    def add(self) -> None:
        """Add the function to the module."""
        won, ranks = wasm.Get("won", low=0), wasm.Get("ranks")
        if not self.module.outcome.sides:
            self.put([wasm.Return(wasm.Unary("i32.popcnt", won, low=0, high=32))])
            return
        seat = self.function.local("seat", low=0, high=31)
        other = self.function.local("other", low=0, high=31)
        count, first = self.function.local("found", low=0), self.function.local("first", low=0)
        same_side = self.side(seat, ranks).equals(self.side(other, ranks))
        has_won = (won >> seat) & 1
        self.put([
            wasm.Set(count.name, wasm.number(0)),
            *self.for_range(seat, wasm.number(self.module.players), [
                wasm.Set(first.name, has_won),
                *self.for_range(other, seat, [
                    wasm.If(both((won >> other) & 1, same_side), [wasm.Set(first.name, wasm.number(0))]),
                ]),
                wasm.Set(count.name, count + first),
            ]),
            wasm.Return(count),
        ])  # fmt: skip

    def side(self, seat: wasm.Expr, ranks: wasm.Expr) -> wasm.Load:
        """Emit the side of a seat, which is the last number of its rank."""
        return wasm.Load(seat * self.rank_bytes + ranks, self.rank_bytes - 4, 4)

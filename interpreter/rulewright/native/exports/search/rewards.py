"""Emits the value of a finished game to each seat, and its backup along the path; see `players.search_tree`."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.f64_ops import larger, real, root, size
from rulewright.native.ast.folding import both, choose, widened
from rulewright.native.ast.wasm_ast import Expr
from rulewright.native.builder.code import call
from rulewright.native.builder.structs import F64, I64, NumberArray, StructArray
from rulewright.native.emit.module_builder import ModuleBuilder
from rulewright.native.exports.exported_function import ExportedFunction, define
from rulewright.native.layout.search_layout import PathStep, SearchMemory, SearchNode, Tree
from rulewright.runtime.ir.engine_contract import USUAL_SPREAD, WIN

LOWEST = -(2**40)
"""Less than any score."""

RivalOf = Callable[[Expr], Expr]
"""Record finding the best score of other sides than that of a seat."""


def add_game_values(builder: ModuleBuilder, memory: SearchMemory, record: int) -> None:
    """Add the function that computes the value of a finished game to each seat, from wins and margins."""
    players = builder.module.players
    with define(builder, "game_values", "tree", exported=False) as code:
        tree = Tree(code, code.parameter("tree", low=0))
        ranks = _Ranks(code, record)
        margins, values = (
            NumberArray(code, I64, memory.values),
            NumberArray(code, F64, memory.values),
        )
        rival_of = ranks.other_sides(tree) if ranks.outcome.sides else ranks.two_best()
        with code.range(players, hint="seat") as seat:
            margin = code.let(ranks.score(seat) - rival_of(seat), "margin")
            margins[seat] = margin
            tree.total_margin += choose(margin < 0, 0 - margin, margin)
        tree.games += 1
        mean = real(tree.total_margin) / real(tree.games * players)
        usual = code.let(larger(mean, 1) * 2)
        won = code.let(call("won", record, low=0), "won")
        sides = code.let(call("sides", won, record, low=0), "sides")
        winners = code.let(choose(sides == 0, wasm.number(1), sides), "winners")
        with code.range(players, hint="seat") as seat:
            margin = code.let(real(margins[seat]), "margin")
            victory = real((won >> seat & 1) * WIN) / real(winners)
            points = margin / (usual + size(margin))
            values[seat] = (victory + points + 1) / (WIN + 2)


class _Ranks:
    """The ranks of all seats in a finished game, at the address `record`."""

    def __init__(self, code: ExportedFunction, record: int) -> None:
        self.code, self.record, self.outcome = code, record, code.module.outcome

    def number(self, seat: Expr | int, number: int) -> Expr:
        """Return a number of a seat's rank."""
        row = wasm.operand(seat) * (4 * len(self.outcome.values))
        return wasm.Load(row, self.record + 4 * number, 4)

    def score(self, seat: Expr | int) -> Expr:
        """Return the score of a seat."""
        return widened(self.number(seat, self.outcome.scored))

    def two_best(self) -> RivalOf:
        """Record finding the two best scores: the second is the rival of all who have the first."""
        code = self.code
        first = code.var(wasm.number(LOWEST, "i64"), "first")
        second = code.var(wasm.number(LOWEST, "i64"), "second")
        with code.range(code.module.players, hint="seat") as seat:
            score = code.let(self.score(seat), "score")
            with code.when(score > first):
                second.set(first)
                first.set(score)
            with code.else_(), code.when(score > second):
                second.set(score)
        return lambda seat: choose(self.score(seat) == first, second, first)

    def other_sides(self, tree: Tree) -> RivalOf:
        """Record updating the mean score, which is the rival where there is no other side."""
        code, side = self.code, len(self.outcome.values) - 1
        tree.level += self.score(0)
        rival = code.var(hint="rival", type_="i64")

        def rival_of(seat: Expr) -> Expr:
            """Record finding the best score of seats of other sides."""
            rival.set(LOWEST)
            with code.range(code.module.players, hint="other") as other:
                is_other = self.number(seat, side) != self.number(other, side)
                with code.when(both(is_other, self.score(other) > rival)):
                    rival.set(self.score(other))
            with code.when(rival == LOWEST):
                rival.set(tree.level // widened(tree.games + 1))
            return rival

        return rival_of


def add_backup(builder: ModuleBuilder, memory: SearchMemory) -> None:
    """Add the function that adds the value of a game to all choices on the path of the simulation."""
    with define(builder, "back_up", "tree", "depth", exported=False) as code:
        tree, depth = Tree(code, code.parameter("tree", low=0)), code.parameter("depth", low=0)
        values, path = (
            NumberArray(code, F64, memory.values),
            StructArray(code, PathStep, memory.path),
        )
        with code.when(depth):
            own = code.let(values[path[0].seat], "own")
            tree.own_sum += own
            tree.own_squares += own * own
            games = code.let(real(tree.games) + real(tree.cut_games))
            mean = code.let(tree.own_sum / games, "mean")
            # E[x²] - E[x]², which rounding may make slightly negative.
            variance = larger(tree.own_squares / games - mean * mean, 0)
            tree.spread = root(variance) * USUAL_SPREAD
        with code.range(depth) as at:
            node = SearchNode(code, code.let(path[at].node, "node"))
            node.visits += 1
            node.value += values[path[at].seat]

"""Memory layout of a search tree and of the buffers of a search."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.base.records import Record
from rulewright.native.builder.structs import Inner, Struct, f64, i32, i64, u32
from rulewright.runtime.ir.engine_contract import MAX_TREE_DEPTH


class SearchNode(Struct):
    """A choice in the tree: option key, total value, visits, times available, and links (0 for none)."""

    key, value = i64(), f64()
    visits, available = i32(), u32()
    first_child, next_sibling = u32(), u32()


class Tree(Struct):
    """The head of a tree, which its nodes follow; `free` is the address of the next one, `end` that after the last.

    `rng` is the random stream; `total_margin` the sum of score margins in the `games` that were finished; `level`
    the sum of scores in cooperative games; `own_sum`, `own_squares` and `spread` describe the values for the
    deciding seat. `simulations` were begun, `cut_games` of them cut short.
    """

    rng, total_margin = i64(), i64()
    games, simulations, free, end = u32(2**26), u32(), u32(), u32()
    root = Inner(SearchNode)
    level = i64()
    own_sum, own_squares, spread = f64(), f64(), f64()
    cut_games = i64()


class Untried(Struct):
    """An option that was never tried, with its node (0 if it has none)."""

    key = i64()
    index, node = u32(), u32()


class PathStep(Struct):
    """A node on the path of a simulation, with the seat that chose."""

    node, seat = u32(), u32()


class Result(Struct):
    """The visits and the total value of an option."""

    visits, value = i64(), f64()


RESULT_FORMAT = "<qd"
"""The `struct` format of a Result."""


class SearchMemory(Record):
    """The addresses of the arrays of a tree search: untried options, path, game values, results, weights."""

    untried: int
    path: int
    values: int
    results: int
    leaf: int

    @classmethod
    def of(
        cls, reserve: Callable[[int], int], options: int, players: int, leaf: int = 0
    ) -> SearchMemory:
        """Reserve memory for a search with `options` options, `players` players and `leaf` learned weights.

        Without learned weights (`leaf` = 0) no game is cut short.
        """
        untried, path = reserve(Untried.size * options), reserve(PathStep.size * MAX_TREE_DEPTH)
        values, results = reserve(8 * players), reserve(Result.size * options)
        return cls(untried, path, values, results, reserve(8 * leaf) if leaf else 0)

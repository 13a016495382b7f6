"""Memory layout of a search tree and of the buffers of a search."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.base.records import Record
from rulewright.runtime.ir.engine_contract import MAX_TREE_DEPTH

STREAM, TOTAL, GAMES, DONE, FREE, END, ROOT, LEVEL = 0, 8, 16, 20, 24, 28, 32, 64
OWN, SQUARES, SPREAD, CUT, TREE = 72, 80, 88, 96, 104
"""Offsets in the head of a tree: random stream; sum of score margins; finished games; simulations begun; address of
the next free choice; end of the memory; root node; sum of scores in cooperative games; sum of values for the
deciding seat, of their squares, and their spread; games cut short; first choice."""

KEY, VALUE, VISITS, AVAILABLE, FIRST_CHILD, NEXT_SIBLING, CHOICE = 0, 8, 16, 20, 24, 28, 32
"""Offsets in a choice: option key; total value; visits; times available; first child; next sibling. Its size."""


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
        untried, path = reserve(16 * options), reserve(8 * MAX_TREE_DEPTH)
        values, results = reserve(8 * players), reserve(RESULT * options)
        return cls(untried, path, values, results, reserve(8 * leaf) if leaf else 0)


FIELDS, RESULT = "<qd", 16
"""A result: `struct` format of visits and total value, and its bytes."""

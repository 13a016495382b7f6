"""Memory layout of a search tree and of the buffers of a search."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.base.records import Record
from rulewright.runtime.ir.engine_contract import DEEPEST

STREAM, TOTAL, GAMES, DONE, FREE, END, ROOT, LEVEL = 0, 8, 16, 20, 24, 28, 32, 64
OWN, SQUARES, SPREAD, CUT, TREE = 72, 80, 88, 96, 104
"""A tree: its stream of chance, the sum of differences between scores, games that came to something, simulations,
where the next choice goes, where room ends, what stands for the choice before the first, the sum of scores where
all play together; the sum of what games were worth to who decides, that of their squares, how much they differ;
games that were cut; the first choice."""

KEY, VALUE, VISITS, AVAILABLE, FIRST_AFTER, INSTEAD, CHOICE = 0, 8, 16, 20, 24, 28, 32
"""A choice: what it is, what it brought, how often it was made and could be made, the first that was made after it,
the next that was made in its place; how many bytes it has."""


class SearchMemory(Record):
    """Addresses of a search: new options, path of a simulation, values of games, results, learned weights."""

    fresh: int
    way: int
    worth: int
    results: int
    leaf: int

    @classmethod
    def of(
        cls, reserve: Callable[[int], int], options: int, players: int, leaf: int = 0
    ) -> SearchMemory:
        """Reserve memory for a search with `options` options, `players` players and `leaf` learned weights.

        Without learned weights (`leaf` = 0) no game is cut short.
        """
        fresh, way = reserve(16 * options), reserve(8 * DEEPEST)
        worth, results = reserve(8 * players), reserve(RESULT * options)
        return cls(fresh, way, worth, results, reserve(8 * leaf) if leaf else 0)


FIELDS, RESULT = "<qd", 16
"""A result: how often, and what in all; its bytes."""

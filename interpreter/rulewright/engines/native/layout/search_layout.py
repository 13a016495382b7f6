"""Where a tree that is searched has what, and what searching needs besides."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.ir.playing import DEEPEST
from rulewright.records import Record

STREAM, TOTAL, GAMES, DONE, FREE, END, ROOT, LEVEL = 0, 8, 16, 20, 24, 28, 32, 64
OWN, SQUARES, SPREAD, TREE = 72, 80, 88, 96
"""A tree: its stream of chance, the sum of differences between scores, games that came to something, simulations,
where the next choice goes, where room ends, what stands for the choice before the first, the sum of scores where
all play together; the sum of what games were worth to who decides, that of their squares, how much they differ;
the first choice."""

KEY, VALUE, VISITS, AVAILABLE, FIRST_AFTER, INSTEAD, CHOICE = 0, 8, 16, 20, 24, 28, 32
"""A choice: what it is, what it brought, how often it was made and could be made, the first that was made after it,
the next that was made in its place; how many bytes it has."""


class SearchMemory(Record):
    """Where options that were not tried are noted, the way of a simulation, what games are worth, and results."""

    fresh: int
    way: int
    worth: int
    results: int

    @classmethod
    def of(cls, reserve: Callable[[int], int], options: int, players: int) -> SearchMemory:
        """Memory that is given out, for so many options and players."""
        fresh, way = reserve(16 * options), reserve(8 * DEEPEST)
        return cls(fresh, way, reserve(8 * players), reserve(RESULT * options))


FIELDS, RESULT = "<qd", 16
"""A result: how often, and what in all; its bytes."""

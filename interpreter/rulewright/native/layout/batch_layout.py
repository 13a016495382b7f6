"""Memory layout of the module that advances many games at once: columns with one entry per game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulewright.base.records import Record
from rulewright.native.layout.memory_forms import CACHE_LINE
from rulewright.runtime.spaces.action_space import ActionSpace
from rulewright.runtime.spaces.observation_space import ObservationSpace

MAX_STORED_OPTIONS: Final = 160
"""The most options that a batch stores per game; the Python engine plays decisions with more."""


class Column(Record):
    """A column of a batch: its name, the `struct` letter of its numbers, and how many each game has."""

    name: str
    letter: str
    count: int

    @property
    def size(self) -> int:
        """How many bytes one game needs in this column."""
        return self.count * {"b": 1, "B": 1, "h": 2, "i": 4, "q": 8, "d": 8}[self.letter]


class BatchLayout(Record):
    """The columns of data of many games, in their order in memory.

    `pointers` is the address of an array of the columns' addresses (4 bytes each); `stopped` is the address of
    the game at work when the module trapped. At most `options` options are stored per game: the element in the
    lowest `element_bits`, the number of its list above it, and -1 for the option that ends a row of choices.
    """

    actions: ActionSpace
    columns: ObservationSpace
    parts: tuple[Column, ...]
    options: int
    element_bits: int
    pointers: int = 0
    stopped: int = 0

    @classmethod
    def of(
        cls, actions: ActionSpace, columns: ObservationSpace, size: int, players: int
    ) -> BatchLayout:
        """Return the columns for games with states of `size` bytes and the given actions and observations."""
        options = min(actions.options, MAX_STORED_OPTIONS)
        lists = max((len(each.lists) for each in actions.decisions), default=0)
        least, most = actions.elements
        bits = 1 + max(most, -least - 1).bit_length()
        is_small = lists.bit_length() + 1 + bits <= 16
        parts = (
            Column("states", "B", size),
            Column("options", "h" if is_small else "i", options),
            Column("seeds", "q", 1),
            Column("rewards", "d", players),
            Column("scores", "i", players),
            Column("chosen", "i", 1),
            Column("decider", "i", 1),
            Column("decision", "i", 1),
            Column("count", "i", 1),
            Column("observation", "b", len(columns.names)),
            Column("mask", "B", len(actions.names)),
            Column("done", "B", 1),
        )
        return cls(actions, columns, parts, options, bits if is_small else 24)

    def column(self, name: str) -> Column:
        """Return the column called `name`."""
        return next(part for part in self.parts if part.name == name)

    def addresses(self, games: int, first: int = 0) -> Iterator[tuple[Column, int]]:
        """Yield the columns with their addresses from `first` on, each aligned to a cache line."""
        for part in self.parts:
            first = -(-first // CACHE_LINE) * CACHE_LINE
            yield part, first
            first += part.size * games

    def room(self, games: int) -> int:
        """Return how many bytes all columns need for `games` games."""
        part, last = list(self.addresses(games))[-1]
        return last + part.size * games

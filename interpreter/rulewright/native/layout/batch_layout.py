"""Where a module that advances many games at once has what: columns with a part for each game, after all else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulewright.base.records import Record
from rulewright.native.layout.memory_forms import LINE
from rulewright.runtime.spaces.action_space import ActionSpace
from rulewright.runtime.spaces.observation_space import ObservationSpace

MOST_KEPT: Final = 160
"""Of so many options, at most, it is kept what they are: another engine goes on where there are more."""


class Part(Record):
    """A column: what it holds of a game, in so many bytes, and how `struct` calls a number of it."""

    name: str
    letter: str
    count: int

    @property
    def size(self) -> int:
        """The bytes of a game in it."""
        return self.count * {"b": 1, "B": 1, "h": 2, "i": 4, "q": 8, "d": 8}[self.letter]


class BatchLayout(Record):
    """The columns, by name; `pointers` is where the module has their addresses, in this order, four bytes each.

    `stopped` is where it has the game that it was at. Of so many `options` it is kept what they are: the element in
    the lowest `element_bits`, above it which list it is from, -1 for what ends a row of choices.
    """

    actions: ActionSpace
    columns: ObservationSpace
    parts: tuple[Part, ...]
    options: int
    element_bits: int
    pointers: int = 0
    stopped: int = 0

    @classmethod
    def of(
        cls, actions: ActionSpace, columns: ObservationSpace, size: int, players: int
    ) -> BatchLayout:
        """The columns of games whose states have so many bytes."""
        options = min(actions.options, MOST_KEPT)
        lists = max((len(each.lists) for each in actions.decisions), default=0)
        least, most = actions.elements
        bits = 1 + max(most, -least - 1).bit_length()
        is_small = lists.bit_length() + 1 + bits <= 16
        parts = (
            Part("states", "B", size),
            Part("options", "h" if is_small else "i", options),
            Part("seeds", "q", 1),
            Part("rewards", "d", players),
            Part("scores", "i", players),
            Part("chosen", "i", 1),
            Part("decider", "i", 1),
            Part("decision", "i", 1),
            Part("count", "i", 1),
            Part("observation", "b", len(columns.names)),
            Part("mask", "B", len(actions.names)),
            Part("done", "B", 1),
        )
        return cls(actions, columns, parts, options, bits if is_small else 24)

    def part(self, name: str) -> Part:
        """The column with a name."""
        return next(part for part in self.parts if part.name == name)

    def addresses(self, games: int, first: int = 0) -> Iterator[tuple[Part, int]]:
        """Where each column lies, from an address on; each begins at a multiple of LINE."""
        for part in self.parts:
            first = -(-first // LINE) * LINE
            yield part, first
            first += part.size * games

    def room(self, games: int) -> int:
        """The bytes that all columns take."""
        part, last = list(self.addresses(games))[-1]
        return last + part.size * games

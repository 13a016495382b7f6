"""Where a module that replays courses has what it notes, and what it is given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rulewright.records import Record

TRACE_GLOBALS: Final = ("seat", "names", "names_end", "shuffle", "noted")
"""The seat whose course it is; the next of the names and where they end; the number of the shuffle that comes next;
where its cards are to be noted."""

NAME: Final = "<3hxx"
"""A name: for which shuffle it is, a card, and the one that comes to lie where that would."""

NAME_SIZE, NAME_CARD, NAME_OTHER = 8, 2, 4
"""Its bytes, and where in it the two cards are."""

MOST_NAMES: Final = 4096
MOST_SHUFFLES: Final = 512
"""In one call there is room for so many names and shuffles."""


class TraceMemory(Record):
    """The names, the sets of cards that were shuffled, where in its order each card of a shuffle lies, and how many
    shuffles there were."""

    names: int
    sets: int
    where: int
    shuffles: int
    words: int

    @classmethod
    def of(cls, reserve: Callable[[int], int], pieces: int, words: int) -> TraceMemory:
        """Memory that is given out, for so many pieces; a set of them has so many words."""
        names, sets = reserve(NAME_SIZE * MOST_NAMES), reserve(8 * words * MOST_SHUFFLES)
        return cls(names, sets, reserve(2 * max(pieces, 1)), reserve(4), words)

    @property
    def sets_end(self) -> int:
        """Where there is no room for another set."""
        return self.sets + 8 * self.words * MOST_SHUFFLES

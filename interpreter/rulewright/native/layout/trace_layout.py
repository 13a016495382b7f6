"""Memory layout of the module that replays trajectories: columns of inputs and outputs, one entry per step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rulewright.base.records import Record

TRACE_GLOBALS: Final = ("seat", "names", "step", "shuffle", "noted", "stray")
"""The seat whose course it is; the next of the names; the number of the step in its course, and that of the shuffle
that comes next; where its cards are to be noted; whether a card was named that does not lie among them."""

MOST: Final = 256
"""So many steps are replayed in one call at most."""

NAMED: Final = "<2H"
"""The number of a step and that of one of its shuffles; behind them comes for each card the one that is to lie
where it would, in two bytes each."""

NAMED_SHUFFLE, NAMED_CARDS = 2, 4
"""Where these are, from the step on."""

MOST_NAMED: Final = 256
END_OF_NAMES: Final = b"\xff" * NAMED_CARDS
"""For so many shuffles there is room; behind them comes one of no step."""

WANTED: Final = "<QQQq"
"""What a log says of a decision: digests of what the seat saw, heard and chose, and whether it did choose."""

SAW, HEARD, CHOSE, IS_OWN, WANTED_SIZE = 0, 8, 16, 24, 32

MOST_SHUFFLES: Final = 512
SHUFFLES_OF_ONE: Final = 32
"""There is room for so many sets of shuffled cards; a step begins if there is room for these."""

GIVEN, HEARS = 1, 2
"""The first option is given, and not looked for among those that are offered; what the seat hears counts."""

ENDED, SAME, MISFIT, STOPPED, FULL = range(5)
"""All steps fit; the state is the old one again; a step led elsewhere, or is none to take; there is no room."""


class TraceMemory(Record):
    """The addresses of a replay, in columns by step.

    Inputs: `wanted` (digests from the log), `old` states, `chosen` options, `seeds`. Outputs: `states`, counts of
    `options` and `shuffles`, bit sets of `known` cards. Then `names` (card substitutions), `sets` (cards of each
    shuffle) and `done` (steps taken). `words` are the words of a bit set, `named` the bytes of one shuffle's
    names.
    """

    wanted: int
    old: int
    chosen: int
    seeds: int
    states: int
    options: int
    shuffles: int
    known: int
    names: int
    sets: int
    done: int
    words: int
    named: int

    @classmethod
    def of(
        cls, reserve: Callable[[int, int], int], size: int, pieces: int, words: int
    ) -> TraceMemory:
        """Reserve memory for states of `size` bytes and bit sets of `words` words."""
        named = NAMED_CARDS + 2 * (pieces + pieces % 2)
        each = (WANTED_SIZE, size, 8, 8, size, 8, 4, 8 * words)
        rest = (named * (MOST_NAMED + 1), 8 * words * MOST_SHUFFLES, 4)
        sizes = (*(MOST * bytes_ for bytes_ in each), *rest)
        return cls(*(reserve(bytes_, 16) for bytes_ in sizes), words, named)  # type: ignore[call-arg]

    @property
    def sets_end(self) -> int:
        """The address after the last set of shuffled cards."""
        return self.sets + 8 * self.words * MOST_SHUFFLES

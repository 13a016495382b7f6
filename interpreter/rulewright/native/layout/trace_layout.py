"""Memory layout of the module that replays trajectories: columns of inputs and outputs, one entry per step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rulewright.base.records import Record
from rulewright.native.builder.structs import Struct, i64

REPLAY_GLOBALS: Final = (
    "seat", "next_substitution", "step_number", "shuffle_number", "shuffle_set", "stray_card",
)  # fmt: skip
"""Globals: the observing seat; address of the next substitution; step number; shuffle number within the step; where
to record the cards of the next shuffle; whether a substitution named a card outside its shuffle."""

MAX_STEPS: Final = 256
"""The most steps replayed in one call."""

SUBSTITUTION: Final = "<2H"
"""The head of a substitution: step and shuffle number. Then, for each card, the card that takes its position (two
bytes each)."""

SUBSTITUTION_CARDS = 4
"""Offset of the cards in a substitution."""

MAX_SUBSTITUTIONS: Final = 256
"""The most shuffles with substitutions in one call."""
END_OF_SUBSTITUTIONS: Final = b"\xff" * SUBSTITUTION_CARDS
"""The end marker behind the last substitution: a step number that does not occur."""

LOGGED: Final = "<QQQq"
"""The `struct` format of Logged."""


class Logged(Struct):
    """The log of a decision: digests of what the seat saw, received and chose, and whether it chose itself."""

    saw, received, chose, is_own = i64(), i64(), i64(), i64()


MAX_SHUFFLES: Final = 512
"""The number of card sets that can be recorded."""
SHUFFLES_OF_ONE: Final = 32
"""A step only begins while there is memory for this many card sets."""

FIRST_IS_GIVEN, COMPARE_MESSAGES = 1, 2
"""Flags: the first option need not be among those offered; messages to the seat are compared too."""

ENDED, SAME, MISFIT, STOPPED, FULL = range(5)
"""Results: all steps fit; the state equals the old one; digests differ; a step is impossible; memory is full."""


class ReplayMemory(Record):
    """The addresses of the inputs and outputs of a replay, most of them columns with an entry per step.

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
    ) -> ReplayMemory:
        """Reserve memory for states of `size` bytes and bit sets of `words` words."""
        substitution_size = SUBSTITUTION_CARDS + 2 * (pieces + pieces % 2)
        each = (Logged.size, size, 8, 8, size, 8, 4, 8 * words)
        rest = (substitution_size * (MAX_SUBSTITUTIONS + 1), 8 * words * MAX_SHUFFLES, 4)
        sizes = (*(MAX_STEPS * bytes_ for bytes_ in each), *rest)
        return cls(*(reserve(bytes_, 16) for bytes_ in sizes), words, substitution_size)  # type: ignore[call-arg]

    @property
    def sets_end(self) -> int:
        """The address after the last set of a shuffle's cards."""
        return self.sets + 8 * self.words * MAX_SHUFFLES

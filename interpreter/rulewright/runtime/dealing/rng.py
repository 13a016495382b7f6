"""The random generator of determinization, separate from the game's own (algorithm: `ir.random_stream`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from rulewright.runtime.ir.engine_contract import SEED_LIMIT
from rulewright.runtime.ir.layout import RANDOM
from rulewright.runtime.ir.random_stream import below, generator_state

T = TypeVar("T")


class RandomStream:
    """A random generator seeded by a sequence of numbers."""

    def __init__(self, *numbers: int) -> None:
        self._stream: list[Any] = [0] * (RANDOM + 1)
        for number in numbers:
            self._stream[RANDOM] = generator_state(self._stream[RANDOM] ^ number)

    def below(self, count: int) -> int:
        """Return a uniform number from 0 to `count` - 1."""
        return below(self._stream, count)

    def seed(self) -> int:
        """Return a seed for another generator."""
        return below(self._stream, SEED_LIMIT)

    def one_of(self, items: Sequence[T]) -> T:
        """Return a uniformly drawn item."""
        return items[below(self._stream, len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return all items in random order (Fisher-Yates shuffle)."""
        shuffled = list(items)
        for last in range(len(shuffled) - 1, 0, -1):
            other = below(self._stream, last + 1)
            shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
        return shuffled

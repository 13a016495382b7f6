"""Native states one after the other, as one run of bytes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from struct import calcsize
from typing import Any

from rulewright.native.layout.rows import Rows


class NativeStates:
    """States of a course, in which only what counts is left: equal ones have equal bytes.

    Those that do not fit into native ones are kept by themselves, by their numbers.
    """

    def __init__(
        self,
        rows: Rows,
        place: int,
        state_of: Callable[[bytes], Any],
        bytes_of: Callable[[Any], bytes | None],
    ) -> None:
        """`place` is the cell with the place of the first card."""
        self.rows, self.place, self._state_of, self._bytes_of = rows, place, state_of, bytes_of
        self.bytes = bytearray()
        self.others: dict[int, Any] = {}

    def __len__(self) -> int:
        return len(self.bytes) // self.rows.size

    def __getitem__(self, number: int) -> Any:
        """A state, to be looked at."""
        if number in self.others:
            return self.others[number]
        size = self.rows.size
        return self._state_of(bytes(self.bytes[number * size : (number + 1) * size]))

    def append(self, state: Any) -> None:
        """One more."""
        memory = self._bytes_of(state)
        if memory is None:
            self.others[len(self)] = state
        self.bytes += memory or bytes(self.rows.size)

    def put(self, first: int, others: NativeStates) -> None:
        """Others take the places of as many, from one on."""
        size, end = self.rows.size, first + len(others)
        self.bytes[first * size : end * size] = others.bytes
        if self.others or others.others:
            kept = {at: state for at, state in self.others.items() if not first <= at < end}
            self.others = kept | {first + at: state for at, state in others.others.items()}

    def extend(self, others: NativeStates) -> None:
        """All of others come behind these."""
        self.put(len(self), others)

    def cut(self, first: int) -> None:
        """Those from one on are dropped."""
        del self.bytes[first * self.rows.size :]
        self.others = {at: state for at, state in self.others.items() if at < first}

    def copy(self) -> NativeStates:
        """The same, to be changed apart."""
        other = NativeStates(self.rows, self.place, self._state_of, self._bytes_of)
        other.bytes, other.others = self.bytes[:], dict(self.others)
        return other

    def places(self, card: int, first: int, end: int) -> Sequence[int]:
        """Where a card lies in each state from one on, before another."""
        size, (format_, offset, *_) = self.rows.size, self.rows.numbers[self.place + card]
        columns = [
            self.bytes[first * size + offset + byte : end * size : size]
            for byte in range(calcsize(format_))
        ]
        found: Sequence[int] = columns[0]
        if len(columns) > 1:
            found = [low | high << 8 for low, high in zip(*columns, strict=True)]
        if self.others:
            found = list(found)
            for number, state in self.others.items():
                if first <= number < end:
                    found[number - first] = state.row[self.place + card]
        return found

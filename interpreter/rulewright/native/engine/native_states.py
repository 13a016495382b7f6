"""A sequence of native states in one byte array."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from struct import calcsize
from typing import Any

from rulewright.native.layout.rows import RowConverter


class NativeStates:
    """The states of a trajectory as bytes in one array, in canonical form: equal states have equal bytes.

    States that do not fit into native bytes are stored separately, by their indices.
    """

    def __init__(
        self,
        rows: RowConverter,
        place: int,
        state_of: Callable[[bytes], Any],
        bytes_of: Callable[[Any], bytes | None],
    ) -> None:
        """Create an empty sequence; `place` is the cell with the place of the first card."""
        self.rows, self.place, self._state_of, self._bytes_of = rows, place, state_of, bytes_of
        self.bytes = bytearray()
        self.others: dict[int, Any] = {}

    def __len__(self) -> int:
        return len(self.bytes) // self.rows.size

    def __getitem__(self, number: int) -> Any:
        """Return the state with a number; do not modify it."""
        if number in self.others:
            return self.others[number]
        size = self.rows.size
        return self._state_of(bytes(self.bytes[number * size : (number + 1) * size]))

    def append(self, state: Any) -> None:
        """Append one state."""
        memory = self._bytes_of(state)
        if memory is None:
            self.others[len(self)] = state
        self.bytes += memory or bytes(self.rows.size)

    def overwrite(self, first: int, others: NativeStates) -> None:
        """Replace the states from number `first` on by those of `others`."""
        size, end = self.rows.size, first + len(others)
        self.bytes[first * size : end * size] = others.bytes
        if self.others or others.others:
            unreplaced = {at: state for at, state in self.others.items() if not first <= at < end}
            self.others = unreplaced | {first + at: state for at, state in others.others.items()}

    def extend(self, others: NativeStates) -> None:
        """Append all states of `others`."""
        self.overwrite(len(self), others)

    def cut(self, first: int) -> None:
        """Drop the states from number `first` on."""
        del self.bytes[first * self.rows.size :]
        self.others = {at: state for at, state in self.others.items() if at < first}

    def copy(self) -> NativeStates:
        """Return an independent copy of the sequence."""
        other = NativeStates(self.rows, self.place, self._state_of, self._bytes_of)
        other.bytes, other.others = self.bytes[:], dict(self.others)
        return other

    def places(self, card: int, first: int, end: int) -> Sequence[int]:
        """Return the number of a card's place in each state from `first` to before `end`."""
        size, (format_, offset, *_) = self.rows.size, self.rows.numbers[self.place + card]
        # A strided slice gathers one byte of every state, so a column is read without decoding the states.
        columns = [
            self.bytes[first * size + offset + byte : end * size : size]
            for byte in range(calcsize(format_))
        ]
        places: Sequence[int] = columns[0]
        if len(columns) > 1:
            places = [low | high << 8 for low, high in zip(*columns, strict=True)]
        if self.others:
            places = list(places)
            for number, state in self.others.items():
                if first <= number < end:
                    places[number - first] = state.row[self.place + card]
        return places

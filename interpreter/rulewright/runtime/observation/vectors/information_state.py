"""The information state of a seat: its whole log as one row of numbers, with perfect recall.

An observation covers the present only; an information state covers every decision, observation, message and own
choice, in order. It is a function of the log: two games give equal rows exactly if the seat cannot tell them
apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import Any, Final

from rulewright.base.records import Draft, field
from rulewright.runtime.ir.layout import DELAYED, FRAMES
from rulewright.runtime.observation.seat_log import Observation, SeatLog

SORTS: Final = (
    "nothing", "opening", "decision", "decider", "option", "place", "kept", "marked", "acting", "told", "own",
)  # fmt: skip
"""The kinds of entries, by an entry's first number; 0 is the padding of short games."""

ENTRY: Final = 3
"""The size of an entry: its kind, an index within that kind, and a value."""

_PARTS: Final = dict(zip(Observation._fields, (2, 3, 4, 5, 6, 7, 8), strict=True))
"""The kinds of the parts of an observation."""

_OPENING, _TOLD, _OWN = 1, 9, 10

Entry = tuple[int, int, int]


def entries_of(log: SeatLog) -> Iterator[Entry]:
    """Yield the log as entries: the changes of each observation, then the seat's own choice.

    Nested values are written with the length of each list before it, which keeps the encoding injective.
    """
    yield from _opening(log)
    for number in range(len(log.observations)):
        yield from _entries_at(log, number)


def _opening(log: SeatLog) -> Iterator[Entry]:
    """Yield the redacted opening state of a log, or its length 0 for the start of the game.

    The place in the rules and delayed rules are left out: they may hold information the seat does not have (see
    `redacted_row`).
    """
    known = [cell for at, cell in enumerate(log.opening) if at not in (FRAMES, DELAYED)]
    return _entries(_OPENING, 0, known)


def _entries_at(log: SeatLog, number: int) -> Iterator[Entry]:
    """Yield the entries of one observation: messages before it, changed parts, and the seat's own choice."""
    look, own = log.observations[number], log.own[number]
    last = log.observations[number - 1] if number else (None,) * len(Observation._fields)
    for at, message in enumerate(log.messages[number]):
        yield from _entries(_TOLD, at, message)
    for name, before, now in zip(Observation._fields, last, look, strict=True):
        yield from _changed(_PARTS[name], before, now)
    if own is not None:
        yield from _entries(_OWN, 0, own)


def _changed(sort: int, before: Any, now: Any) -> Iterator[Entry]:
    """Yield the changes of one part of an observation; of a decision always, since it begins the observation."""
    if isinstance(now, int):
        if now != before or sort == _PARTS["decision"]:
            yield sort, 0, now
        return
    if now == before:
        return
    same_length = before is not None and len(before) == len(now)
    if not same_length:
        yield sort, -1, len(now)
    for at, each in enumerate(now):
        if not same_length or each != before[at]:
            yield from _entries(sort, at, each)


def _entries(sort: int, at: int, value: Any) -> Iterator[Entry]:
    """Yield a nested value as entries of kind `sort` and index `at`; each list begins with its length."""
    if isinstance(value, int):
        yield sort, at, int(value)
        return
    yield sort, at, len(value)
    for each in value:
        yield from _entries(sort, at, each)


def recent_entries(log: SeatLog, most: int) -> list[int]:
    """Return the last `most` entries as a flat row, oldest first, three numbers each, padded with zeros in front.

    If a game has more than `most` entries the oldest are dropped; with fewer, recall is perfect. Raises
    ValueError if `most` is below 1.
    """
    if most < 1:
        raise ValueError(f"at least one entry is remembered, not {most}")
    parts, count = list[list[Entry]](), 0
    for number in reversed(range(len(log.observations))):  # from the end: long games stay cheap
        parts.append([*_entries_at(log, number)])
        count += len(parts[-1])
        if count >= most:
            break
    else:
        parts.append([*_opening(log)])
    entries = [entry for part in reversed(parts) for entry in part]
    numbers = [number for entry in entries[-most:] for number in entry]
    return [0] * (most * ENTRY - len(numbers)) + numbers


class InformationStateKey(Draft):
    """An incremental key of a seat's information state: equal for equal logs, different for different ones.

    A log only grows, so entries that were hashed before are not read again; for another log hashing starts over.
    """

    observations: int = 0
    last: Observation | None = None
    digest: Any = field(factory=lambda: blake2b(digest_size=16))

    def copy(self) -> InformationStateKey:
        """Return an independent copy."""
        return InformationStateKey(self.observations, self.last, self.digest.copy())

    def of(self, log: SeatLog) -> str:
        """Return the key of `log`: its number of observations and a digest of all its entries."""
        before = log.observations[self.observations - 1 : self.observations]
        # Compare identities, not values: equal observations may have different histories.
        if not before or before[0] is not self.last:
            self.observations, self.digest = (
                0,
                blake2b(repr([*_opening(log)]).encode(), digest_size=16),
            )
        for number in range(self.observations, len(log.observations)):
            self.digest.update(repr([*_entries_at(log, number)]).encode())
        self.observations, self.last = (
            len(log.observations),
            log.observations[-1] if log.observations else None,
        )
        return f"{self.observations}:{self.digest.hexdigest()}"


class RecentEntries(Draft):
    """The last entries of a seat's information state, continued as its log grows; see `recent_entries`."""

    most: int
    observations: int = 0
    last: Observation | None = None
    numbers: list[int] = field(factory=list)

    def copy(self) -> RecentEntries:
        """Return an independent copy."""
        return RecentEntries(self.most, self.observations, self.last, self.numbers[:])

    def of(self, log: SeatLog) -> list[int]:
        """Return what `recent_entries` returns for `log`."""
        before = log.observations[self.observations - 1 : self.observations]
        # Compare identities, not values: equal observations may have different histories.
        if not before or before[0] is not self.last:
            self.observations, self.numbers = 0, [each for entry in _opening(log) for each in entry]
        for number in range(self.observations, len(log.observations)):
            for entry in _entries_at(log, number):
                self.numbers += entry
            del self.numbers[: -self.most * ENTRY]
        self.observations, self.last = (
            len(log.observations),
            log.observations[-1] if log.observations else None,
        )
        return [0] * (self.most * ENTRY - len(self.numbers)) + self.numbers

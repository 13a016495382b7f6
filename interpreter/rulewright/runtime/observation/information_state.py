"""All that a seat remembers as one row of numbers: its log, for programs that learn and forget nothing.

An observation says what is seen now; this says what was asked, seen, told and chosen since the beginning, in the
order in which it came. It is made of the log alone, so two games that a seat cannot tell apart give the same row,
and of the whole log, so two that it can tell apart give different ones: an information state with perfect recall.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import Any, Final

from rulewright.base.records import Draft, field
from rulewright.runtime.ir.layout import DELAYED, FRAMES
from rulewright.runtime.observation.seat_log import Log, Look

SORTS: Final = (
    "nothing", "opening", "decision", "decider", "option", "place", "kept", "marked", "acting", "told", "own",
)  # fmt: skip
"""What an entry is about, by its first number; 0 fills up what a short game leaves free."""

ENTRY: Final = 3
"""An entry has so many numbers: its sort, which one of that sort, and a number of what is seen there."""

_PARTS: Final = dict(zip(Look._fields, (2, 3, 4, 5, 6, 7, 8), strict=True))
"""The sorts of the parts of a look."""

_OPENING, _TOLD, _OWN = 1, 9, 10

Entry = tuple[int, int, int]


def entries_of(log: Log) -> Iterator[Entry]:
    """The log as entries: of each look what is otherwise than in the one before, then what the seat itself chose.

    What is nested is written with the length of each list before it, so nothing else is written alike.
    """
    yield from _opening(log)
    for number in range(len(log.looks)):
        yield from _entries_at(log, number)


def _opening(log: Log) -> Iterator[Entry]:
    """Yield the masked state in which a log begins, or its length of 0 if that is the beginning of the game.

    The place in the rules and delayed rules are left out: they may hold what the seat does not know (see `masked`).
    """
    known = [cell for at, cell in enumerate(log.opening) if at not in (FRAMES, DELAYED)]
    return _entries(_OPENING, 0, known)


def _entries_at(log: Log, number: int) -> Iterator[Entry]:
    """What one look brings: what was told before it, what has changed, and what the seat chose."""
    look, own = log.looks[number], log.own[number]
    last = log.looks[number - 1] if number else (None,) * len(Look._fields)
    for at, told in enumerate(log.heard[number]):
        yield from _entries(_TOLD, at, told)
    for name, before, now in zip(Look._fields, last, look, strict=True):
        yield from _changed(_PARTS[name], before, now)
    if own is not None:
        yield from _entries(_OWN, 0, own)


def _changed(sort: int, before: Any, now: Any) -> Iterator[Entry]:
    """A part of a look; the decision always, as with it a look begins."""
    if isinstance(now, int):
        if now != before or sort == _PARTS["decision"]:
            yield sort, 0, now
        return
    if now == before:
        return
    alike = before is not None and len(before) == len(now)
    if not alike:
        yield sort, -1, len(now)
    for at, each in enumerate(now):
        if not alike or each != before[at]:
            yield from _entries(sort, at, each)


def _entries(sort: int, at: int, value: Any) -> Iterator[Entry]:
    if isinstance(value, int):
        yield sort, at, int(value)
        return
    yield sort, at, len(value)
    for each in value:
        yield from _entries(sort, at, each)


def recalled(log: Log, most: int) -> list[int]:
    """The last so many entries, the newest at the end, three numbers each; before them zeros.

    Where a game has more than `most` entries the oldest are left out: recall is perfect below that. Raises
    ValueError for less than one entry.
    """
    if most < 1:
        raise ValueError(f"at least one entry is remembered, not {most}")
    parts, count = list[list[Entry]](), 0
    for number in reversed(range(len(log.looks))):  # a long game is not read to its beginning
        parts.append([*_entries_at(log, number)])
        count += len(parts[-1])
        if count >= most:
            break
    else:
        parts.append([*_opening(log)])
    entries = [entry for part in reversed(parts) for entry in part]
    kept = [number for entry in entries[-most:] for number in entry]
    return [0] * (most * ENTRY - len(kept)) + kept


class LogName(Draft):
    """A name for all that a seat remembers: equal for equal logs, and else another.

    A log only grows, so what was taken in before is not read again; of another log all is.
    """

    looks: int = 0
    last: Look | None = None
    digest: Any = field(factory=lambda: blake2b(digest_size=16))

    def copy(self) -> LogName:
        """The same, to be carried on apart from this one."""
        return LogName(self.looks, self.last, self.digest.copy())

    def of(self, log: Log) -> str:
        """The name of a log: how many looks it has, and a digest of all its entries."""
        before = log.looks[self.looks - 1 : self.looks]
        # An equal look is not enough: what led there may differ.
        if not before or before[0] is not self.last:
            self.looks, self.digest = 0, blake2b(repr([*_opening(log)]).encode(), digest_size=16)
        for number in range(self.looks, len(log.looks)):
            self.digest.update(repr([*_entries_at(log, number)]).encode())
        self.looks, self.last = len(log.looks), log.looks[-1] if log.looks else None
        return f"{self.looks}:{self.digest.hexdigest()}"

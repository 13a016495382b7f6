"""The log of a seat: all that it was asked, saw, was told and chose, as plain values.

Two games that a seat cannot tell apart give it equal logs; whoever works from a log can therefore give nothing away
that the seat does not know. Cards are told by their design: copies look alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from rulewright.base.records import Record, field
from rulewright.runtime.ir.layout import as_tuples
from rulewright.runtime.ir.nodes.ir_types import NOTHING

Shown = tuple[Any, ...]
"""What is seen of one thing, as nested tuples of whole numbers."""

HIDDEN: Shown = ()
"""What is seen of a card that is not known."""


class Look(NamedTuple):
    """All that a seat sees at one decision.

    `options` are those of its own decision, in the order of what they look like. Of every place it sees how many
    cards lie there, and those that it knows: where the order counts `HIDDEN` stands for the others. `kept` are the
    numbers, pointers and marks that it sees; `marked` what lies openly on cards of which it cannot tell where they
    are; `acting` for what phases are played.
    """

    decision: int
    decider: int
    options: tuple[Shown, ...]
    places: tuple[Shown, ...]
    kept: tuple[int, ...]
    marked: tuple[Shown, ...]
    acting: tuple[int, ...]


_NOTHING: Final = Look(-1, -1, (), (), (), (), ())
"""What was seen before all."""


class Log(Record):
    """What one seat of a game knows of its course.

    Look number n is that at the n-th decision; `heard[n]` is what was told before it, since the one before;
    `own[n]` the option by which the seat itself led there, None where others did. `opening` is empty for a game
    that is known from its beginning; else a state in which nothing is left of what the seat does not know.
    """

    seat: int
    opening: tuple[Any, ...] = ()
    looks: list[Look] = field(factory=list)
    heard: list[tuple[Any, ...]] = field(factory=list)
    own: list[Shown | None] = field(factory=list)

    def add(self, look: Look, heard: tuple[Any, ...], own: Shown | None) -> None:
        """Note another decision."""
        self.looks.append(look)
        self.heard.append(heard)
        self.own.append(own)

    def copy(self) -> Log:
        """The same up to now, to be carried on apart from this one."""
        return self.until(len(self.looks))

    def until(self, looks: int) -> Log:
        """The same up to some look, to be carried on apart from this one."""
        until = slice(looks)
        return Log(self.seat, self.opening, self.looks[until], self.heard[until], self.own[until])

    @property
    def is_whole(self) -> bool:
        """Whether it begins where the game does; else nobody knows what the seat saw before."""
        return not self.opening

    def to_data(self) -> dict[str, Any]:
        """The log as JSON data; of each look only what is otherwise than in the one before."""
        looks, last = list[Any](), _NOTHING
        for look in self.looks:
            looks.append([_changes(*pair) for pair in zip(last, look, strict=True)])
            last = look
        return {
            "seat": self.seat, "opening": self.opening, "looks": looks, "heard": self.heard,
            "own": self.own,
        }  # fmt: skip

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Log:
        """The log of JSON data. Raises LookupError, TypeError or ValueError for what is none."""
        log, last = cls(data["seat"], as_tuples(data["opening"])), _NOTHING
        for parts, heard, own in zip(data["looks"], data["heard"], data["own"], strict=True):
            last = Look(*[_changed(*pair) for pair in zip(last, parts, strict=True)])
            log.add(last, as_tuples(heard), as_tuples(own))
        return log


def _changes(before: Any, now: Any) -> dict[str, Any] | None:
    """A part of a look, by what it was before: None if it is the same; of a list that is as long what is new."""
    if before == now:
        return None
    if not isinstance(now, tuple) or len(now) != len(before):
        return {"all": now}
    return {"new": [[at, one] for at, one in enumerate(now) if one != before[at]]}


def _changed(before: Any, changes: dict[str, Any] | None) -> Any:
    """What a part of a look has become."""
    if changes is None:
        return before
    if "all" in changes:
        return as_tuples(changes["all"])
    now = list(before)
    for at, one in changes["new"]:
        now[at] = as_tuples(one)
    return tuple(now)


def told_to(seat: int, copy_of: Sequence[int], entries: Iterable[Any]) -> tuple[Any, ...]:
    """What of a story a seat was told; a card that it did not know is no card, and copies are all the first one."""
    return tuple(
        (number, why, tuple(_told(seat, copy_of, value) for value in values), to)
        for number, why, values, to in entries
        if to in (-1, seat)
    )


def _told(seat: int, copy_of: Sequence[int], value: Any) -> Any:
    if not isinstance(value, tuple) or not value:
        return value
    if isinstance(value[0], tuple):
        return tuple(_told(seat, copy_of, each) for each in value)
    if len(value) == 1:  # in a list of what is no card
        return value
    card, who = value
    if not who >> seat & 1:
        return (NOTHING, 0)
    return (copy_of[card] if card >= 0 else card, 1 << seat)

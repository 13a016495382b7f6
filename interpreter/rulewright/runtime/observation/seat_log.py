"""The log of a seat: every decision, observation, message and own choice, as plain values.

Two games that a seat cannot tell apart give it equal logs, so code that works from a log cannot reveal secrets.
Cards are recorded by their design: copies look alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from rulewright.base.records import Record, field
from rulewright.runtime.ir.layout import to_tuples
from rulewright.runtime.ir.nodes.ir_types import NOTHING

Shown = tuple[Any, ...]
"""The visible part of one thing, as nested tuples of integers."""

HIDDEN: Shown = ()
"""An unknown card."""


class Observation(NamedTuple):
    """A seat's complete observation at one decision.

    `options` are those of its own decision, sorted by appearance. `places` gives for every place the number of
    cards and the known ones; where order counts, `HIDDEN` stands for the others. `kept` are the visible numbers,
    pointers and marks; `marked` the open marks on cards whose position is uncertain; `acting` the subjects of the
    running phases.
    """

    decision: int
    decider: int
    options: tuple[Shown, ...]
    places: tuple[Shown, ...]
    kept: tuple[int, ...]
    marked: tuple[Shown, ...]
    acting: tuple[int, ...]


_NOTHING: Final = Observation(-1, -1, (), (), (), (), ())
"""The observation before the first one, for differences."""


class SeatLog(Record):
    """The log of one seat.

    `observations[n]` is the observation at decision n; `messages[n]` the messages since decision n - 1; `moves[n]`
    the moves of cards that belong to each of these; `own[n]` the option by which the seat itself led there, None if
    another seat chose. `opening` is empty if the game is
    known from its beginning; if not, it is the redacted state in which the log begins.
    """

    seat: int
    opening: tuple[Any, ...] = ()
    observations: list[Observation] = field(factory=list)
    messages: list[tuple[Any, ...]] = field(factory=list)
    own: list[Shown | None] = field(factory=list)
    moves: list[tuple[Any, ...]] = field(factory=list)

    def add(
        self,
        look: Observation,
        messages: tuple[Any, ...],
        own: Shown | None,
        moves: tuple[Any, ...] = (),
    ) -> None:
        """Append a decision: its observation, the messages before it, and the seat's own choice that led there."""
        self.observations.append(look)
        self.messages.append(messages)
        self.own.append(own)
        self.moves.append(moves)

    def story(self, number: int) -> list[Any]:
        """Return the entries of the seat's story before decision `number`: its messages with their moves."""
        heard, moves = self.messages[number], self.moves[number]
        if not moves:
            return [*heard]
        return [(*entry, each) if each else entry for entry, each in zip(heard, moves, strict=True)]

    def copy(self) -> SeatLog:
        """Return an independent copy."""
        return self.until(len(self.observations))

    def until(self, observations: int) -> SeatLog:
        """Return an independent copy of the first `observations` entries."""
        until = slice(observations)
        return SeatLog(
            self.seat, self.opening, self.observations[until], self.messages[until], self.own[until],
            self.moves[until],
        )  # fmt: skip

    @property
    def is_whole(self) -> bool:
        """Whether the log begins where the game does; if not, earlier observations are unknown."""
        return not self.opening

    def to_data(self) -> dict[str, Any]:
        """Return the log as JSON data; each observation is stored as a difference to the one before."""
        observations, last = list[Any](), _NOTHING
        for look in self.observations:
            observations.append([_changes(*pair) for pair in zip(last, look, strict=True)])
            last = look
        return {
            "seat": self.seat, "opening": self.opening, "looks": observations, "heard": self.messages,
            "own": self.own, "moves": self.moves,
        }  # fmt: skip

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> SeatLog:
        """Return the log encoded in `data`. Raises LookupError, TypeError or ValueError if malformed."""
        log, last = cls(data["seat"], to_tuples(data["opening"])), _NOTHING
        moves = data.get("moves") or [()] * len(data["looks"])  # earlier versions recorded none
        for parts, *rest in zip(data["looks"], data["heard"], data["own"], moves, strict=True):
            last = Observation(*[_changed(*pair) for pair in zip(last, parts, strict=True)])
            log.add(last, *map(to_tuples, rest))
        return log


def _changes(before: Any, now: Any) -> dict[str, Any] | None:
    """Return the change of one part of an observation as JSON: None, its changed entries, or all of it."""
    if before == now:
        return None
    if not isinstance(now, tuple) or len(now) != len(before):
        return {"all": now}
    return {"new": [[at, one] for at, one in enumerate(now) if one != before[at]]}


def _changed(before: Any, changes: dict[str, Any] | None) -> Any:
    """Return the part of an observation that results from applying `changes` to the part `before`."""
    if changes is None:
        return before
    if "all" in changes:
        return to_tuples(changes["all"])
    now = list(before)
    for at, one in changes["new"]:
        now[at] = to_tuples(one)
    return tuple(now)


def messages_to(seat: int, copy_of: Sequence[int], entries: Iterable[Any]) -> tuple[Any, ...]:
    """Return the messages that `seat` received; unknown cards become `NOTHING`, known ones their first copy."""
    return tuple(
        (number, why, tuple(_value_for(seat, copy_of, value) for value in values), to)
        for number, why, values, to, *_ in entries
        if to in (-1, seat)
    )


def moves_to(seat: int, copy_of: Sequence[int], entries: Iterable[Any]) -> tuple[Any, ...]:
    """Return the moves of each message that `seat` received, as it may know them; nothing if there are none at all.

    The cards of a move are sorted, since their order may depend on unknown ones.
    """
    found = tuple(
        tuple((source, target, _cards_for(seat, copy_of, cards)) for source, target, cards in moves)
        for *_, to, moves in (entry if len(entry) > 4 else (*entry, ()) for entry in entries)
        if to in (-1, seat)
    )
    return found if any(found) else ()


def _cards_for(seat: int, copy_of: Sequence[int], cards: Sequence[Any]) -> tuple[Any, ...]:
    """Return moved cards as `seat` may know them, the unknown ones first."""
    return tuple(sorted(_value_for(seat, copy_of, card) for card in cards))


def _value_for(seat: int, copy_of: Sequence[int], value: Any) -> Any:
    """Return a message's value as `seat` may know it; of a list, each element."""
    if not isinstance(value, tuple) or not value:
        return value
    if isinstance(value[0], tuple):
        return tuple(_value_for(seat, copy_of, each) for each in value)
    if len(value) == 1:  # an element of a list that holds no cards
        return value
    card, who = value
    if not who >> seat & 1:
        return (NOTHING, 0)
    return (copy_of[card] if card >= 0 else card, 1 << seat)

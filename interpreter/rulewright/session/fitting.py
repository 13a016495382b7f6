"""Whether saved data can be the state of a game under a machine: what was edited by hand may be anything."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.engines.machine import Machine, TrackInfo
from rulewright.ir.layout import (
    CHANCE,
    DECIDER,
    DECISION,
    DELAYED,
    FRAMES,
    RANDOM,
)

Row = list[Any]


def misfit(machine: Machine, row: Row, log: list[Any] | None) -> str | None:
    """What of it is impossible, in a few words; None if nothing is."""
    for what, fits in _tests(machine, row, log or []):
        if not fits:
            return what
    return None


def _tests(machine: Machine, row: Row, log: list[Any]) -> Iterator[tuple[str, bool]]:
    """One after the other: each relies on those before it."""
    yield "the state", all(map(_same_sort, row[1:], machine.first_row[1:]))
    yield "the stream of chance", 0 <= row[RANDOM] < 1 << 64 and row[CHANCE] in (0, 1)
    yield "the place in the rules", _frames_fit(machine, row[FRAMES])
    yield "what is delayed", all(_is_tuple(rule) and len(rule) > 0 for rule in row[DELAYED])
    yield "the cards", _cards_fit(machine, row)
    yield "a number or pointer", all(_track_fits(machine, row, track) for track in machine.tracks)
    yield "a phase", all(_running_fits(machine, row, key) for key in machine.layout.running)
    yield "the decision", _decision_fits(machine, row)
    yield "the story", all(_entry_fits(machine, entry) for entry in log)


def _same_sort(cell: Any, first: Any) -> bool:
    """A cell holds a whole number, or a tuple, from the first to the last."""
    return isinstance(cell, tuple if isinstance(first, tuple) else int)


def _frames_fit(machine: Machine, frame: Any) -> bool:
    """Every frame goes on at a block that there is, down to the one that ends the game."""
    while isinstance(frame, tuple) and len(frame) > 1:
        block = frame[0]
        if not isinstance(block, int) or not 0 <= block < len(machine.blocks):
            return False
        if machine.blocks[block] is None:
            return False
        frame = frame[-1]
    return bool(frame == _last_frame(machine))


def _last_frame(machine: Machine) -> Any:
    frame = machine.first_row[FRAMES]
    while len(frame) > 1:
        frame = frame[-1]
    return frame


def _cards_fit(machine: Machine, row: Row) -> bool:
    """Every card lies in one place, and no seat knows it that is not there."""
    found = []
    for zone in machine.zones:
        for cell in range(zone.base, zone.base + zone.count):
            found += [(card, cell) for card in row[cell]]
    place, known = machine.layout.place, machine.layout.known
    count = len(machine.pieces)
    everybody = 1 << (machine.players + 1)
    return (
        all(isinstance(card, int) for card, _ in found)
        and sorted(found) == list(enumerate(row[place : place + count]))
        and all(0 <= mask < everybody for mask in row[known : known + count])
    )


def _limit(machine: Machine, type_name: str) -> int | None:
    """How many values a type has; None of numbers."""
    if type_name == "number":
        return None
    if type_name in machine.labels:
        return len(machine.labels[type_name])
    few = {"player": machine.players, "yes-or-no": 2}
    return few.get(type_name, len(machine.pieces))


def _in_limit(machine: Machine, value: int, type_name: str) -> bool:
    limit = _limit(machine, type_name)
    return limit is None or -1 <= value < limit


def _track_fits(machine: Machine, row: Row, track: TrackInfo) -> bool:
    cells = row[track.base : track.base + track.count]
    return all(_in_limit(machine, value, track.type.name) for value in cells)


def _running_fits(machine: Machine, row: Row, key: tuple[str, str]) -> bool:
    value = row[machine.layout.running[key].base]
    return _in_limit(machine, value, machine.parameter_types[key])


def _decision_fits(machine: Machine, row: Row) -> bool:
    """Somebody is asked something among options, or the game is over."""
    if row[DECISION] == -1:
        return bool(row[FRAMES] == _last_frame(machine))
    if not (0 <= row[DECISION] < len(machine.decisions) and -1 <= row[DECIDER] < machine.players):
        return False
    try:
        return bool(machine.code[f"o{row[DECISION]}"](row))
    except (ArithmeticError, LookupError, TypeError, ValueError):
        return False


def _entry_fits(machine: Machine, entry: Any) -> bool:
    """Something told: which telling, the rule behind it, the values in it, and to whom."""
    if not (isinstance(entry, tuple) and len(entry) == 4):
        return False
    telling, why, values, to = entry
    if not (all(isinstance(number, int) for number in (telling, why, to)) and _is_tuple(values)):
        return False
    if not (0 <= telling < len(machine.tellings) and 0 <= why < len(machine.sites)):
        return False
    types = machine.tellings[telling].types
    return (
        -1 <= to < machine.players
        and len(values) == len(types)
        and all(
            _told(machine, value, type_.name) for value, type_ in zip(values, types, strict=True)
        )
    )


def _is_tuple(value: Any) -> bool:
    return isinstance(value, tuple)


def _told(machine: Machine, value: Any, type_name: str) -> bool:
    """A number, a card with those who may know it, or several of them."""
    if isinstance(value, int):
        return _in_limit(machine, value, type_name)
    if not _is_tuple(value):
        return False
    if all(map(_is_tuple, value)):
        return all(len(card) == 2 and _told(machine, card, type_name) for card in value)
    return len(value) == 2 and all(
        isinstance(number, int) and low <= number < high
        for number, low, high in zip(
            value, (-1, 0), (len(machine.pieces), 1 << (machine.players + 1)), strict=True
        )
    )

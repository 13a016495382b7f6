"""Another game that looks the same to one seat: what it cannot know is dealt anew."""

from __future__ import annotations

import random

from rulewright.game.core import Core

from properties.kit import core_of, zone_cells
from rulewright import Game

Slot = tuple[int, int]


def knows(core: Core, seat: int | None, card: int) -> bool:
    """Whether a seat (None: a spectator, whose bit is the last) knows where a card lies."""
    _, knowing = core.machine.code["seen"](core.row, card)
    return bool(knowing >> (core.machine.players if seat is None else seat) & 1)


def resampled(game: Game, seat: int | None, chance: random.Random) -> Game:
    """A copy in which the cards that the seat does not know have changed places, each kind among itself.

    What others know goes with the place: who knew the card that lay there knows the one that lies there now.
    """
    other = game.copy()
    core = core_of(other)
    for kind in {piece.kind for piece in core.machine.pieces}:
        _deal(core, _hidden(core, seat, kind), chance)
    for _, _, cell in zone_cells(core):
        if cell not in _ordered(core):
            core.row[cell] = tuple(sorted(core.row[cell]))
    core.options = None
    return other


def _ordered(core: Core) -> set[int]:
    zones = [zone for zone in core.machine.zones if zone.ordered]
    return {cell for zone in zones for cell in range(zone.base, zone.base + zone.count)}


def _hidden(core: Core, seat: int | None, kind: str) -> dict[Slot, int]:
    """Cards of a kind that the seat does not know, by cell and place in the cell."""
    return {
        (cell, place): card
        for _, _, cell in zone_cells(core)
        for place, card in enumerate(core.row[cell])
        if core.machine.pieces[card].kind == kind and not knows(core, seat, card)
    }


def _deal(core: Core, hidden: dict[Slot, int], chance: random.Random) -> None:
    row, layout = core.row, core.machine.layout
    known = {slot: row[layout.known + card] for slot, card in hidden.items()}
    cards = list(hidden.values())
    chance.shuffle(cards)
    for (slot, _), card in zip(hidden.items(), cards, strict=True):
        cell, place = slot
        row[cell] = (*row[cell][:place], card, *row[cell][place + 1 :])
        row[layout.place + card] = cell
        row[layout.known + card] = known[slot]


def told_otherwise(game: Game, seat: int | None, chance: random.Random) -> Game:
    """A copy whose story is of other cards wherever the seat was not to know which."""
    other = game.copy()
    core = core_of(other)
    count = len(core.machine.pieces)

    def changed(value: object) -> object:
        if not isinstance(value, tuple):
            return value
        if value and isinstance(value[0], tuple):
            return tuple(changed(card) for card in value)
        if len(value) != 2:
            return value
        _, knowing = value
        known = knowing >> (core.machine.players if seat is None else seat) & 1
        return value if known else (chance.randrange(count), knowing)

    core.log = [
        (telling, why, tuple(changed(value) for value in values), to)
        for telling, why, values, to in core.log or []
    ]
    return other

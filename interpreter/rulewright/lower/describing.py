"""What a machine knows of the places and numbers of its game: where they lie, who sees them, what goes back."""

from __future__ import annotations

from rulewright.engines.machine import TrackInfo, ZoneInfo
from rulewright.engines.python.runtime import Reset
from rulewright.ir.layout import (
    NOTHING,
)
from rulewright.lower import Lowering
from rulewright.lower import lower_powers as _powers  # noqa: F401 - how decisions are lowered
from rulewright.lower.state_access import track_start
from rulewright.program import program as p


def sight_function(name: str) -> str:
    """The name of the function that says who sees a place or a number."""
    return f"sight_{name.replace('-', '_')}"


def place_owners(work: Lowering) -> list[int]:
    """The seat that owns a place, by cell."""
    owners = [NOTHING] * work.layout.size
    for zone in zones_of(work):
        if zone.owner == "player":
            cells = work.layout.zones[zone.name]
            for number in range(cells.count):
                owners[cells.base + number] = number // cells.each
    return owners


def zones_of(work: Lowering) -> list[p.Zone]:
    """The places that there are in this game."""
    declared, there = work.world.program.zones, work.layout.zones
    return [zone for zone in declared.values() if zone.name in there]


def tracks_of(work: Lowering) -> list[p.Track]:
    """The numbers, pointers and marks that there are in this game."""
    declared, there = work.world.program.tracks, work.layout.tracks
    return [track for track in declared.values() if track.name in there]


def zone_info(work: Lowering, zone: p.Zone) -> ZoneInfo:
    """What views need to know of a place."""
    cells = work.layout.zones[zone.name]
    return ZoneInfo(
        zone.name, zone.owner, cells.base, cells.count, zone.ordered, zone.each, cells.first_owner
    )  # fmt: skip


def track_info(work: Lowering, track: p.Track) -> TrackInfo:
    """What views need to know of a number, pointer or mark."""
    cells = work.layout.tracks[track.name]
    return TrackInfo(
        track.name, track.owner, cells.base, cells.count, cells.first_owner, track.type,
        track.is_mark, track.sight.who, sight_function(track.name), track.each,
        track.until_phase is not None,
    )  # fmt: skip


def viewers_of(work: Lowering) -> tuple[int, ...]:
    """Who sees a place, as bits by cell; -1 where an expression says so."""
    everybody = (1 << (work.world.players + 1)) - 1
    viewers = [0] * work.layout.size
    for zone in zones_of(work):
        cells = work.layout.zones[zone.name]
        for number in range(cells.count):
            own = 1 << number // cells.each if zone.owner == "player" else 0
            who = {"everyone": everybody, "nobody": 0, "owner": own, "expression": -1}
            viewers[cells.base + number] = who[zone.sight.who]
    return tuple(viewers)


def looking_of(work: Lowering) -> dict[int, str]:
    """The function that says who sees a place, by cell, where an expression says so."""
    looking: dict[int, str] = {}
    for zone in zones_of(work):
        if zone.sight.who == "expression":
            cells = work.layout.zones[zone.name]
            for number in range(cells.count):
                looking[cells.base + number] = sight_function(zone.name)
    return looking


def resets_of(work: Lowering) -> dict[int, tuple[Reset, ...]]:
    """Tracks of cards that last while the card is in a place: by cell (base, start, first and last cell, each)."""
    found: dict[int, list[Reset]] = {}
    for track in tracks_of(work):
        if track.while_in not in work.layout.zones:
            continue
        zone, cells = work.layout.zones[track.while_in], work.layout.tracks[track.name]
        last = zone.base + zone.count - 1
        start = track_start(work, track.name)
        for cell in range(zone.base, last + 1):
            base = cells.base - cells.first_owner * cells.each
            entry = (base, start, zone.base, last, cells.each)
            found.setdefault(cell, []).append(entry)
    return {cell: tuple(entries) for cell, entries in found.items()}

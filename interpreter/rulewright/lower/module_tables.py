"""The tables of a module: the places, numbers, phases and pieces of a world."""

from __future__ import annotations

from typing import cast

from rulewright.ir.ir_types import NUMBER
from rulewright.ir.module import Card, Phase, Seen, Variable, Zone
from rulewright.lower.allocation import played, running
from rulewright.lower.lowering import Lowering, safe
from rulewright.lower.state_access import track_start
from rulewright.program.program import Track
from rulewright.program.program import Zone as DeclaredZone


def sight_function(declared: DeclaredZone | Track) -> str:
    """The name of the function that says who sees a place or a number; empty if no expression does."""
    return f"sight_{safe(declared.name)}" if declared.sight.player is not None else ""


def zones_of(work: Lowering) -> dict[str, Zone]:
    """The places that there are in this game."""
    there = work.allocation.zones
    return {
        zone.name: Zone(
            zone.name, zone.owner, there[zone.name], zone.ordered, cast(Seen, zone.sight.who),
            sight_function(zone), zone.each,
        )
        for zone in work.world.program.zones.values()
        if zone.name in there
    }  # fmt: skip


def variables_of(work: Lowering) -> dict[str, Variable]:
    """The numbers, pointers and marks that there are in this game, and what says which phases are played."""
    there = work.allocation.variables
    found = {
        track.name: _variable(work, track)
        for track in work.world.program.tracks.values()
        if track.name in there
    }
    for phase in work.world.program.phases.values():
        for parameter in phase.parameters:
            name = running(phase.name, parameter.name)
            type_ = work.type_of(parameter.type)
            found[name] = Variable(name, None, there[name], type_, -1, "nobody")
        name = played(phase.name)
        found[name] = Variable(name, None, there[name], NUMBER, 0, "nobody")
    return found


def _variable(work: Lowering, track: Track) -> Variable:
    return Variable(
        track.name, track.owner, work.allocation.variables[track.name], work.type_of(track.type),
        track_start(work, track.name), cast(Seen, track.sight.who), sight_function(track), track.each,
        track.is_mark, track.until_phase is not None, track.while_in,
    )  # fmt: skip


def phases_of(work: Lowering) -> dict[str, Phase]:
    """The phases of the rules."""
    return {
        phase.name: Phase(
            phase.name,
            tuple((q.name, running(phase.name, q.name)) for q in phase.parameters),
            played(phase.name),
        )
        for phase in work.world.program.phases.values()
    }


def pieces_of(work: Lowering) -> tuple[Card, ...]:
    """The pieces of this game."""
    kinds, values = work.world.program.kinds, work.world.values
    return tuple(
        Card(piece.card, piece.kind, values[piece.card], kinds[piece.kind].starts or "")
        for piece in work.world.pieces
    )

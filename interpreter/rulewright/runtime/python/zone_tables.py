"""What moving needs to know of places: who sees them, which keep an order, what goes back when a piece leaves."""

from __future__ import annotations

from rulewright.runtime.ir.module import Module
from rulewright.runtime.python.runtime import Reset


def ordered_cells(module: Module) -> frozenset[int]:
    """The places whose pieces lie in an order."""
    ordered = [zone for zone in module.zones.values() if zone.ordered]
    return frozenset(cell for zone in ordered for cell in zone.run.cells)


def designs_of(module: Module) -> tuple[int, ...]:
    """What each piece is a copy of, as a number."""
    numbers = {name: number for number, name in enumerate(module.designs)}
    return tuple(numbers[piece.name] for piece in module.pieces)


def viewers_of(module: Module) -> tuple[int, ...]:
    """Who sees a place, as bits by cell; -1 where an expression says so."""
    everybody = (1 << (module.players + 1)) - 1
    viewers = [0] * module.layout.size
    for zone in module.zones.values():
        for number, cell in enumerate(zone.run.cells):
            own = 1 << number // zone.run.each if zone.owner == "player" else 0
            who = {"everyone": everybody, "nobody": 0, "owner": own, "expression": -1}
            viewers[cell] = who[zone.seen]
    return tuple(viewers)


def resets_of(module: Module) -> dict[int, tuple[Reset, ...]]:
    """Variables of pieces that last while the piece is in a place, by its cell."""
    found: dict[int, tuple[Reset, ...]] = {}
    for variable in module.variables.values():
        if variable.while_in in module.zones:
            zone, run = module.zones[variable.while_in].run, variable.run
            base, last = run.base - run.first_owner * run.each, zone.base + zone.count - 1
            reset = (base, variable.start, zone.base, last, run.each)
            for cell in zone.cells:
                found[cell] = (*found.get(cell, ()), reset)
    return found

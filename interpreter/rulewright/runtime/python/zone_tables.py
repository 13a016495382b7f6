"""Tables of places for the runtime: viewers, ordered places, and variables that are reset when a piece leaves."""

from __future__ import annotations

from rulewright.runtime.ir.module import Module
from rulewright.runtime.python.card_moves import ResetRange


def ordered_cells(module: Module) -> frozenset[int]:
    """Return the cells of the places whose pieces have an order."""
    ordered = [zone for zone in module.zones.values() if zone.ordered]
    return frozenset(cell for zone in ordered for cell in zone.run.cells)


def designs_of(module: Module) -> tuple[int, ...]:
    """Return each piece's design number, by piece number."""
    numbers = {name: number for number, name in enumerate(module.designs)}
    return tuple(numbers[piece.name] for piece in module.pieces)


def viewers_of(module: Module) -> tuple[int, ...]:
    """Return, by cell, the bit mask of the seats that see a place; -1 if an expression decides."""
    everybody = (1 << (module.players + 1)) - 1
    viewers = [0] * module.layout.size
    for zone in module.zones.values():
        for number, cell in enumerate(zone.run.cells):
            own = 1 << number // zone.run.each if zone.owner == "player" else 0
            who = {"everyone": everybody, "nobody": 0, "owner": own, "expression": -1}
            viewers[cell] = who[zone.seen]
    return tuple(viewers)


def resets_of(module: Module) -> dict[int, tuple[ResetRange, ...]]:
    """Return, by cell of a place, the variables to reset when their card leaves it."""
    resets: dict[int, tuple[ResetRange, ...]] = {}
    for variable in module.variables.values():
        if variable.while_in in module.zones:
            zone, run = module.zones[variable.while_in].run, variable.run
            base, last = run.base - run.first_owner * run.each, zone.base + zone.count - 1
            reset = (base, variable.start, zone.base, last, run.each)
            for cell in zone.cells:
                resets[cell] = (*resets.get(cell, ()), reset)
    return resets

"""Allocation of cells to zones, variables and pieces during lowering.

Zones and variables of single cards get their cells when the first rule uses them. So a state has no cells for
cards that are not in the game.
"""

from __future__ import annotations

from rulewright.base.records import Draft, evolve, field
from rulewright.language.link.world import World
from rulewright.language.program.program import Variable, Zone
from rulewright.runtime.ir.layout import OWN_CELLS, CellLayout, CellRange
from rulewright.runtime.ir.module import ENDED, LOST, WINNER

ALWAYS = "always."
"""Prefix of the variables that say whether a scenario checks an invariant."""


class Allocation(Draft):
    """Cells allocated until now, by name of zone or variable; `finish` returns the layout."""

    zones: dict[str, CellRange] = field(factory=dict)
    variables: dict[str, CellRange] = field(factory=dict)
    place: int = 0
    known: int = 0
    size: int = OWN_CELLS
    _lazy: dict[str, CellRange] = field(factory=dict)

    @classmethod
    def of(cls, world: World) -> Allocation:
        """Return an allocation with cells for all zones, pieces, variables and phases that cannot wait.

        Those of single cards are allocated lazily.
        """
        allocation = cls()
        starts = {kind.starts for kind in world.program.kinds.values()}
        for zone in world.program.zones.values():
            run = _range_for(world, zone)
            if _is_lazy(world, zone) and zone.name not in starts:
                allocation._lazy[zone.name] = run
            else:
                allocation.zones[zone.name] = allocation._place_range(run)
        allocation.place = allocation._place_range(CellRange(0, len(world.pieces))).base
        allocation.known = allocation._place_range(CellRange(0, len(world.pieces))).base
        for variable in world.program.variables.values():
            run = _range_for(world, variable)
            if _is_lazy(world, variable) and variable.until_phase is None:
                allocation._lazy[variable.name] = run
            else:
                allocation.variables[variable.name] = allocation._place_range(run)
        for phase in world.program.phases.values():
            for parameter in phase.parameters:
                allocation.variables[phase_parameter_variable(phase.name, parameter.name)] = (
                    allocation._place_range(CellRange(0, 1))
                )
            allocation.variables[phase_counter_variable(phase.name)] = allocation._place_range(
                CellRange(0, 1)
            )
        allocation._lazy |= {
            ENDED: CellRange(0, 1),
            LOST: CellRange(0, 1),
            WINNER: CellRange(0, world.players),
        }
        return allocation

    def zone(self, name: str) -> CellRange:
        """Return the cells of the zone `name`, allocated at the first call."""
        return self._cells_of(self.zones, name)

    def variable(self, name: str) -> CellRange:
        """Return the cells of the number, pointer or mark `name`, allocated at the first call."""
        return self._cells_of(self.variables, name)

    def invariant_flag(self, number: int) -> str:
        """Allocate a flag, whether a scenario checks invariant `number`, and return the name of its variable."""
        name = f"{ALWAYS}{number}"
        self.variables[name] = self._place_range(CellRange(0, 1))
        return name

    def _cells_of(self, runs: dict[str, CellRange], name: str) -> CellRange:
        """Return the cells of `name` in `runs`, allocated at the first call."""
        if name not in runs:
            runs[name] = self._place_range(self._lazy[name])
        return runs[name]

    def _place_range(self, unplaced: CellRange) -> CellRange:
        """Return the range moved to the next free cells, which are allocated by this."""
        run = evolve(unplaced, base=self.size)
        self.size += run.count
        return run

    def finish(self) -> CellLayout:
        """Return the layout of a state with the cells allocated until now."""
        return CellLayout(dict(self.zones), dict(self.variables), self.place, self.known, self.size)


def phase_parameter_variable(phase: str, parameter: str) -> str:
    """Return the name of the variable that holds a parameter of the running phase."""
    return f"{phase}.{parameter}"


def phase_counter_variable(phase: str) -> str:
    """Return the name of the variable that counts how often a phase was played."""
    return f"{phase}.played"


def _is_lazy(world: World, declared: Zone | Variable) -> bool:
    """Return whether cells can be allocated late: each card of a kind has one, and no expression names a viewer."""
    return declared.owner in world.program.kinds and declared.sight.player is None


def _range_for(world: World, declared: Zone | Variable) -> CellRange:
    """Return a range of the right size but without a position: one cell for each owner and label."""
    owner, labels = declared.owner, world.program.labels
    each = len(labels[declared.each].items) if declared.each is not None else 1
    if owner is None:
        return CellRange(0, each, 0, each)
    if owner == "player":
        return CellRange(0, world.players * each, 0, each)
    if owner in labels:
        return CellRange(0, len(labels[owner].items) * each, 0, each)
    pieces = world.of_kind(owner)
    return CellRange(0, len(pieces) * each, pieces[0].number if pieces else 0, each)

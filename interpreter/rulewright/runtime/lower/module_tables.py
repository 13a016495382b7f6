"""The tables of a module: zones, variables, phases and pieces."""

from __future__ import annotations

from typing import cast

from rulewright.language.program.program import Variable as DeclaredVariable, Zone as DeclaredZone
from rulewright.runtime.ir.dataflow.effects import written_variables
from rulewright.runtime.ir.module import (
    ENDED,
    LOST,
    WINNER,
    CardEntry,
    PhaseEntry,
    VariableEntry,
    Viewers,
    ZoneEntry,
)
from rulewright.runtime.ir.nodes.ir_types import NUMBER, TRUTH
from rulewright.runtime.lower.allocation import (
    ALWAYS,
    phase_counter_variable,
    phase_parameter_variable,
)
from rulewright.runtime.lower.expressions.state_access import variable_start
from rulewright.runtime.lower.lowering_context import Lowering, to_identifier


def sight_function(declared: DeclaredZone | DeclaredVariable) -> str:
    """Return the name of the function that computes who sees a zone or variable; empty if none is needed."""
    return f"sight_{to_identifier(declared.name)}" if declared.sight.player is not None else ""


def zones_of(work: Lowering) -> dict[str, ZoneEntry]:
    """Return the module's table of zones, by name, without zones that have no cells."""
    there = work.allocation.zones
    return {
        zone.name: ZoneEntry(
            zone.name, zone.owner, there[zone.name], zone.ordered, cast(Viewers, zone.sight.who),
            sight_function(zone), zone.each,
        )
        for zone in work.program.zones.values()
        if zone.name in there
    }  # fmt: skip


def variables_of(work: Lowering) -> dict[str, VariableEntry]:
    """Return the module's table of variables, by name: those of the rules and those of the interpreter."""
    there, idle = work.allocation.variables, _hidden_variables(work)
    variables = {
        variable.name: _variable_entry(work, variable, idle)
        for variable in work.program.variables.values()
        if variable.name in there
    }
    for phase in work.program.phases.values():
        for parameter in phase.parameters:
            name = phase_parameter_variable(phase.name, parameter.name)
            type_ = work.type_of(parameter.type)
            variables[name] = VariableEntry(name, None, there[name], type_, -1, "nobody")
        name = phase_counter_variable(phase.name)
        variables[name] = VariableEntry(name, None, there[name], NUMBER, 0, "nobody")
    for name, owner in ((ENDED, None), (WINNER, "player"), (LOST, None)):
        if name in there:
            variables[name] = VariableEntry(name, owner, there[name], TRUTH, 0, "nobody")
    for name in there:
        if name.startswith(ALWAYS):
            variables[name] = VariableEntry(name, None, there[name], TRUTH, 0, "nobody")
    return variables


def _hidden_variables(work: Lowering) -> set[str]:
    """Return variables never written and declared in files whose cards are all absent from this game."""
    cards, there = work.program.cards, set(work.world.cards)
    beside: dict[str, bool] = {}
    for name, card in cards.items():
        file = card.at.source.name
        beside[file] = beside.get(file, False) or name in there
    written = written_variables(work.code)
    return {
        variable.name
        for variable in work.program.variables.values()
        if not beside.get(variable.at.source.name, True) and variable.name not in written
    }


def _variable_entry(work: Lowering, variable: DeclaredVariable, hidden: set[str]) -> VariableEntry:
    """Return the table entry of a declared variable; nobody sees it if it is in `hidden`."""
    viewers = "nobody" if variable.name in hidden else variable.sight.who
    return VariableEntry(
        variable.name, variable.owner, work.allocation.variables[variable.name], work.type_of(variable.type),
        variable_start(work, variable.name), cast(Viewers, viewers), sight_function(variable),
        variable.each, variable.is_mark, variable.until_phase is not None, variable.while_in,
    )  # fmt: skip


def phases_of(work: Lowering) -> dict[str, PhaseEntry]:
    """Return the module's table of phases, by name."""
    return {
        phase.name: PhaseEntry(
            phase.name,
            tuple((q.name, phase_parameter_variable(phase.name, q.name)) for q in phase.parameters),
            phase_counter_variable(phase.name),
        )
        for phase in work.program.phases.values()
    }


def pieces_of(work: Lowering) -> tuple[CardEntry, ...]:
    """Return the module's table of pieces, in the order of their numbers."""
    kinds, values = work.program.kinds, work.world.values
    return tuple(
        CardEntry(piece.card, piece.kind, values[piece.card], kinds[piece.kind].starts or "")
        for piece in work.world.pieces
    )

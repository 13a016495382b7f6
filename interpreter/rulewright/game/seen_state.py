"""All of a state that a seat can tell, as plain values to be compared: two states that look alike give the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.game.engine import Engine, State
from rulewright.ir.ir_types import Kind
from rulewright.ir.module import Module, Variable


def seen_of(engine: Engine, state: State, seat: int) -> tuple[Any, ...]:
    """What lies where as far as the seat knows, the numbers and marks that it sees, and what it is asked."""
    module, row = engine.module, engine.pack(state)
    known = [bool(engine.knowers(state, card) >> seat & 1) for card in range(len(module.pieces))]
    places = []
    for zone in module.zones.values():
        for cell in zone.run.cells:
            shown = [card if known[card] else None for card in row[cell]]
            mine = shown if zone.ordered else [card for card in shown if card is not None]
            places.append((len(shown), tuple(mine)))
    unseen, parameters = set(unseen_cells(engine, state, seat)), list(_parameters(module))
    kept = [
        row[cell]
        for variable in module.variables.values()
        for cell in (variable.run.cells if variable.name not in parameters else ())
        if cell not in unseen
    ]
    acting = [_acting(module, row, name, known) for name in parameters]
    look = engine.look(state)
    options = engine.options(state) if look.decision >= 0 and look.decider == seat else ()
    return look.decision, look.decider, tuple(options), tuple(places), tuple(kept), tuple(acting)


def unseen_cells(engine: Engine, state: State, seat: int) -> Iterator[int]:
    """The cells of numbers, pointers and marks that the seat does not see. Which phases are played all see."""
    module = engine.module
    phases = {*_parameters(module), *(phase.played for phase in module.phases.values())}
    for variable in module.variables.values():
        if variable.name not in phases and not _sees_all(engine, state, variable, seat):
            own = range(variable.run.each * seat, variable.run.each * (seat + 1))
            mine = own if variable.seen == "owner" and variable.owner == "player" else range(0)
            yield from (cell for n, cell in enumerate(variable.run.cells) if n not in mine)


def _sees_all(engine: Engine, state: State, variable: Variable, seat: int) -> bool:
    if variable.seen == "expression":
        return bool(engine.call(state, variable.sight) == seat)
    return variable.seen == "everyone"


def _parameters(module: Module) -> Iterator[str]:
    """The variables that say what phases are played for."""
    for phase in module.phases.values():
        yield from (name for _, name in phase.parameters)


def _acting(module: Module, row: list[Any], name: str, known: list[bool]) -> int | None:
    """For what a phase is played, where the seat may know it."""
    variable = module.variables[name]
    value: int = row[variable.run.base]
    hidden = variable.type.kind is Kind.PIECE and value >= 0 and not known[value]
    return None if hidden else value

"""The turn in which something is told: every line of the story ends with the round, the player and the card.

A line without words has none. The values are those of the running phases, which every player sees.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.records import evolve
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.nodes.constructors import is_present
from rulewright.runtime.ir.nodes.ir_types import NO_NUMBER, NOTHING, NUMBER, PIECE, PLAYER
from rulewright.runtime.ir.terms import Const, Node, Read
from rulewright.runtime.ir.walk import map_bodies

TURN = (NUMBER, PLAYER, PIECE)
"""The types of a round, the player of a turn, and the card of that turn."""


def add_turns(module: Module) -> Module:
    """Return the module with the turn in each worded line of the story; unchanged if its games have no turns."""
    turn = _turn(module)
    if all(isinstance(value, Const) for value in turn):
        return module
    worded = {number for number, telling in enumerate(module.tellings) if telling.parts}

    def with_turn(body: ir.Body) -> ir.Body:
        """Return a body whose story lines have the turn."""
        return tuple(
            evolve(stmt, values=(*stmt.values, *turn))
            if isinstance(stmt, ir.Tell) and stmt.telling in worded
            else map_bodies(stmt, with_turn)
            for stmt in body
        )

    procedures = {
        name: evolve(each, body=with_turn(each.body))
        for name, each in module.code.procedures.items()
    }
    tellings = tuple(
        evolve(telling, turn=TURN) if number in worded else telling
        for number, telling in enumerate(module.tellings)
    )
    return evolve(module, tellings=tellings, code=evolve(module.code, procedures=procedures))


def _turn(module: Module) -> tuple[Node, Node, Node]:
    """Return the expressions for the round, and for the player and card of the first phase that has a player."""
    round_ = next((Read(counter) for _, counter in round_counters(module)), Const(NO_NUMBER))
    player: Node = Const(NOTHING)
    card: Node = Const(NOTHING)
    played = {phase for _, phase in phase_procedures(module)}
    for phase in reversed(module.phases.values()):
        if phase.name not in played:
            continue
        held = [(name, module.variables[name].type) for _, name in phase.parameters]
        if held and held[0][1] == PLAYER:
            own = Read(held[0][0])
            cards = [name for name, type_ in held if type_ == PIECE]
            player, card = (
                ir.Cond(is_present(own), own, player) if player != Const(NOTHING) else own,
                ir.Cond(is_present(own), Read(cards[0]) if cards else Const(NOTHING), card)
                if cards or card != Const(NOTHING)
                else card,
            )
    return round_, player, card


def round_counters(module: Module) -> Iterator[tuple[str, str]]:
    """Yield the phases that unconditionally increment a public number, each with that number."""
    for name, phase in phase_procedures(module):
        for stmt in module.code.procedures[name].body:
            if isinstance(stmt, ir.Write) and _counts(stmt):
                kept = module.variables[stmt.variable]
                if kept.owner is None and kept.seen == "everyone":
                    yield phase, stmt.variable


def phase_procedures(module: Module) -> Iterator[tuple[str, str]]:
    """Yield (procedure, phase) for procedures that implement phases, recognised by the phase's counter."""
    counts = {phase.played: name for name, phase in module.phases.items()}
    for name, procedure in module.code.procedures.items():
        for stmt in procedure.body:
            if isinstance(stmt, ir.Write) and stmt.variable in counts:
                yield name, counts[stmt.variable]
                break


def _counts(stmt: ir.Write) -> bool:
    """Return whether a statement adds 1 to the variable that it writes."""
    value = stmt.value.what if isinstance(stmt.value, ir.Bounded) else stmt.value
    one_more = ir.Binary("+", ir.Read(stmt.variable), ir.Const(1))
    return value == one_more

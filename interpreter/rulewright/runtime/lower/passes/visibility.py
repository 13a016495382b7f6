"""Knowledge during play: players learn cards before a question, and story lines count only public cards.

A player who may look into a place by a rule learns the cards there. If a pointer names the player, they learn
when the pointer is set (`lower_statements`). For any other expression the code cannot tell when its value
changes, so players learn before each question.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.base.records import evolve
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow.effects import all_statements
from rulewright.runtime.ir.dataflow.public_state import PublicInformation
from rulewright.runtime.ir.module import Code, Module, ZoneEntry
from rulewright.runtime.ir.walk import map_bodies


def remove_secret_counts(module: Module) -> Module:
    """Return the module without story lines that name counted cards hidden from some player."""
    public = PublicInformation.of(module, with_phases=True)
    secret = {
        stmt.telling
        for stmt in all_statements(module.code)
        if isinstance(stmt, ir.Tell) and module.tellings[stmt.telling].counts
        if not public.is_public(stmt.values[0])
    }

    def without_secret_counts(stmt: ir.Stmt) -> ir.Body:
        """Return the statement, or nothing if it is a story line to remove."""
        return () if isinstance(stmt, ir.Tell) and stmt.telling in secret else (stmt,)

    return _map_statements(module, without_secret_counts) if secret else module


def add_learning(module: Module) -> Module:
    """Return the module with LEARN before each question, for zones whose viewer an expression computes."""
    learnt = tuple(
        ir.Effect(ir.Change.LEARN, (ir.Const(cell),))
        for zone in module.zones.values()
        if _has_computed_viewer(module.code, zone)
        for cell in zone.run.cells
    )

    def with_learning(stmt: ir.Stmt) -> ir.Body:
        """Return the statement, with LEARN effects before it if it is a question."""
        return (*learnt, stmt) if isinstance(stmt, ir.Ask) else (stmt,)

    return _map_statements(module, with_learning) if learnt else module


def _has_computed_viewer(code: Code, zone: ZoneEntry) -> bool:
    """Return whether a zone's viewer is computed by an expression other than a pointer."""
    if zone.seen != "expression":
        return False
    match code.functions[zone.sight].result:
        case ir.Read(index=None):
            return False
    return True


def _map_statements(module: Module, change: Callable[[ir.Stmt], ir.Body]) -> Module:
    """Return the module with every statement replaced by `change` of it, nested statements first."""

    def changed(body: ir.Body) -> ir.Body:
        """Return a body with every statement replaced."""
        return tuple(new_stmt for stmt in body for new_stmt in change(map_bodies(stmt, changed)))

    procedures = {n: evolve(p, body=changed(p.body)) for n, p in module.code.procedures.items()}
    return evolve(module, code=evolve(module.code, procedures=procedures))

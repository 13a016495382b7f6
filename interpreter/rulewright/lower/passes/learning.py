"""Whoever sees into a place because of what the rules work out learns what lies there, before every question.

Where a pointer says who sees it, he learns it when the pointer is set (`lower_statements`). Of any other expression
nobody can tell when what it hangs on changes; but only at a question has anybody time to look.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.ir import terms as ir
from rulewright.ir.ir_statements import Change
from rulewright.ir.module import Code, Module, Zone
from rulewright.ir.walk import bodies, with_bodies
from rulewright.records import evolve


def with_learning(module: Module) -> Module:
    """The module in which players learn what they may look at."""
    learnt = tuple(
        ir.Effect(Change.LEARN, (ir.Const(cell),))
        for zone in module.zones.values()
        if _is_worked_out(module.code, zone)
        for cell in zone.run.cells
    )
    if not learnt:
        return module
    procedures = {
        name: evolve(procedure, body=tuple(_taught(procedure.body, learnt)))
        for name, procedure in module.code.procedures.items()
    }
    return evolve(module, code=evolve(module.code, procedures=procedures))


def _is_worked_out(code: Code, zone: Zone) -> bool:
    """Whether something else than a pointer says who sees a place."""
    if zone.seen != "expression":
        return False
    match code.functions[zone.sight].result:
        case ir.Read(index=None):
            return False
    return True


def _taught(body: ir.Body, learnt: ir.Body) -> Iterator[ir.Stmt]:
    for stmt in body:
        if isinstance(stmt, ir.Ask):
            yield from learnt
        yield with_bodies(stmt, lambda each: tuple(_taught(each, learnt))) if bodies(stmt) else stmt

"""Of cards that are counted for a deed only those are told that everybody sees: no story says more than it did."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.ir import terms as ir
from rulewright.ir.dataflow.open_to_all import Openness
from rulewright.ir.module import Module
from rulewright.ir.walk import bodies, statements_in, with_bodies
from rulewright.records import evolve


def with_open_counts(module: Module) -> Module:
    """The module in which no line of the story counts what somebody may not see."""
    tells = [
        stmt
        for procedure in module.code.procedures.values()
        for stmt in statements_in(procedure.body)
        if isinstance(stmt, ir.Tell) and module.tellings[stmt.telling].counts
    ]
    openness = Openness.of(module, with_phases=True)
    secret = {stmt.telling for stmt in tells if not openness.sees(stmt.values[0])}
    if not secret:
        return module
    procedures = {
        name: evolve(procedure, body=tuple(_without(procedure.body, secret)))
        for name, procedure in module.code.procedures.items()
    }
    return evolve(module, code=evolve(module.code, procedures=procedures))


def _without(body: ir.Body, secret: set[int]) -> Iterator[ir.Stmt]:
    for stmt in body:
        if isinstance(stmt, ir.Tell) and stmt.telling in secret:
            continue
        yield (
            with_bodies(stmt, lambda each: tuple(_without(each, secret))) if bodies(stmt) else stmt
        )

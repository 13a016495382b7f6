"""All terms of a module, and what it asks that is dear to keep."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.ir import terms as ir
from rulewright.ir.module import Module
from rulewright.ir.walk import Term, everything, everything_in


def terms_of(module: Module) -> Iterator[Term]:
    """All that the code of a module is made of."""
    for function in module.code.functions.values():
        yield from everything(function.result)
    for procedure in module.code.procedures.values():
        yield from everything_in(procedure.body)


def asks_who_knows(module: Module) -> bool:
    """Whether anything in the rules hangs on who knows which piece is where."""
    return any(isinstance(term, ir.Sees) for term in terms_of(module))

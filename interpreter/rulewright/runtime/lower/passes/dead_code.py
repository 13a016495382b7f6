"""Dead code elimination: removal of functions and procedures that nothing calls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from rulewright.base.records import evolve
from rulewright.runtime.ir.module import Code, Module
from rulewright.runtime.ir.terms import Call, Function, Perform, Procedure, Trial
from rulewright.runtime.ir.walk import Term, walk, walk_body


def remove_dead_code(module: Module) -> Module:
    """Return the module with only the functions and procedures reachable from its flow and its exports."""
    code = module.code
    reached = reachable(code)
    functions = {name: f for name, f in code.functions.items() if name in reached}
    procedures = {name: p for name, p in code.procedures.items() if name in reached}
    return evolve(module, code=evolve(code, functions=functions, procedures=procedures))


def _terms_in(code: Function | Procedure) -> Iterator[Term]:
    """Yield all terms in the code of a function or procedure."""
    return walk(code.result) if isinstance(code, Function) else walk_body(code.body)


def reachable(
    code: Code, terms_in: Callable[[Function | Procedure], Iterable[Term]] = _terms_in
) -> dict[str, list[Term]]:
    """Return the functions and procedures reachable from the flow and exports, by name, with their terms.

    `terms_in` gives the terms of a function or procedure that count.
    """
    everywhere: dict[str, Function | Procedure] = {**code.functions, **code.procedures}
    waiting = [code.flow, *(name for name, each in everywhere.items() if each.exported)]
    reached: dict[str, list[Term]] = {}
    while waiting:
        name = waiting.pop()
        if name not in reached and name in everywhere:
            reached[name] = list(terms_in(everywhere[name]))
            waiting += (called for term in reached[name] for called in direct_calls(term))
    return reached


def direct_calls(part: Term) -> tuple[str, ...]:
    """Return the functions and procedures that a single term calls or tries."""
    match part:
        case Call(function=name) | Perform(procedure=name):
            return (name,)
        case Trial():
            return (part.procedure, part.function)
    return ()

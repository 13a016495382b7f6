"""Leaving out functions and procedures that nothing calls any more."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.ir.module import Code, Module
from rulewright.ir.terms import Call, Function, Perform, Procedure, Trial
from rulewright.ir.walk import Term, everything, everything_in
from rulewright.records import evolve


def pruned(module: Module) -> Module:
    """The module with what its flow and what is called from outside can reach, in the order in which it stood."""
    code = module.code
    reached = reachable(code)
    functions = {name: f for name, f in code.functions.items() if name in reached}
    procedures = {name: p for name, p in code.procedures.items() if name in reached}
    return evolve(module, code=evolve(code, functions=functions, procedures=procedures))


def reachable(code: Code) -> set[str]:
    """The names of all that can be called, from the flow or from outside."""
    everywhere: dict[str, Function | Procedure] = {**code.functions, **code.procedures}
    waiting = [code.flow, *(name for name, each in everywhere.items() if each.exported)]
    reached: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in reached and name in everywhere:
            reached.add(name)
            waiting += _calls(everywhere[name])
    return reached


def _calls(code: Function | Procedure) -> Iterator[str]:
    """The names of what a function or procedure calls."""
    parts = everything(code.result) if isinstance(code, Function) else everything_in(code.body)
    for part in parts:
        yield from called_by(part)


def called_by(part: Term) -> tuple[str, ...]:
    """The names of what a node or statement itself calls."""
    match part:
        case Call(function=name) | Perform(procedure=name):
            return (name,)
        case Trial():
            return (part.procedure, part.function)
    return ()

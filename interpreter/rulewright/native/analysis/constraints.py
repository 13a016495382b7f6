"""Collects the constraints of the interval analysis: every assignment of an expression to a slot.

Slots are locals, variables, results of functions, captures of delayed rules, and zones. A zone's interval holds
the pieces that may come to be in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import TypeAlias

from rulewright.base.records import Draft, evolve
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.terms import Change
from rulewright.runtime.ir.walk import Term, bodies, direct_children, walk

COUNTED = 2**14 - 1
"""Upper bound of variables that only grow by 1: more increments never happen. Two observation columns hold it."""

Slot: TypeAlias = "tuple[str, ...]"
"""A holder of numbers: `local` code name, `variable` name, `result` function, `capture` rule number, `zone`."""


class Constraint(Draft):
    """An assignment of an expression's value, or of a list's elements, to a slot (local, variable, zone, …).

    The nodes in `present` are known not to be nothing at this point. A piece enters a zone only if `place` may be
    one of its places. With `takes_contents` the pieces in the place that `node` denotes are assigned. Values
    above `most` can be ignored: the game fails at once or the engine gives up.
    """

    slot: Slot
    node: ir.Node
    code: str = ""
    place: ir.Node | None = None
    takes_contents: bool = False
    present: tuple[ir.Node, ...] = ()
    most: int | None = None


def constraints_of(module: Module) -> Iterator[Constraint]:
    """Yield every assignment to a slot that the interval analysis of `module` has to follow."""
    code = module.code
    for variable in module.variables.values():
        yield Constraint(("variable", variable.name), ir.Const(variable.start))
    for function in code.functions.values():
        yield Constraint(("result", function.name), function.result, function.name)
        yield from _expression_constraints(module, function.name, function.result)
    known: set[Slot] = set()
    for procedure in code.procedures.values():
        for constraint in _body_constraints(module, procedure.name, procedure.body):
            known.add(constraint.slot)
            yield constraint
    # Assignments that only occur in basic blocks: the iteration variables of loops that may suspend.
    for block in code.graph.blocks if code.graph is not None else ():
        for constraint in _body_constraints(module, block.procedure, block.body):
            if constraint.slot not in known:
                yield constraint


def _body_constraints(
    module: Module, code: str, body: ir.Body, present: tuple[ir.Node, ...] = ()
) -> Iterator[Constraint]:
    """Yield the assignments to slots in `body`; a node in `present` is not NOTHING until it may change."""
    for stmt, after in zip_longest(body, body[1:]):
        inner = bodies(stmt)
        most = _useful_maximum(stmt, after)
        for constraint in _constraints_at(module, code, stmt, present):
            yield constraint if most is None else evolve(constraint, most=most)
        for part in direct_children(stmt):
            if not any(part is each for lines in inner for each in lines):
                yield from _expression_constraints(module, code, part, present)
        for at, lines in enumerate(inner):
            known = present if isinstance(stmt, ir.If) else ()
            if isinstance(stmt, ir.If) and at == 0:
                known = (*present, *_present_if(stmt.condition))
            yield from _body_constraints(module, code, lines, known)
        present = tuple(node for node in present if not _may_change(stmt, node))


def _expression_constraints(
    module: Module, code: str, part: Term, present: tuple[ir.Node, ...] = ()
) -> Iterator[Constraint]:
    """Yield the assignments to slots in an expression or option list, without its nested statements."""
    yield from _constraints_at(module, code, part, present)
    for each in direct_children(part):
        if not isinstance(each, ir.Stmt):
            yield from _expression_constraints(module, code, each, present)


def _present_if(condition: ir.Node) -> Iterator[ir.Node]:
    """Yield the nodes that cannot be -1 (NOTHING) where `condition` holds."""
    # Nothing and nobody are -1, so "x >= 0" is the IR's test that x is something.
    match condition:
        case ir.All():
            for part in condition.parts:
                yield from _present_if(part)
        case ir.Binary(operator=">=", right=ir.Const(value=0)):
            yield condition.left
        case ir.InZone():
            yield ir.OwnerOf(condition.place)


def _may_change(stmt: ir.Stmt, node: ir.Node) -> bool:
    """Return whether `stmt` may change the value of the expression `node`."""
    if not isinstance(stmt, ir.Assign):
        return not isinstance(node, ir.Local) or not isinstance(stmt, ir.Simple)
    return any(isinstance(each, ir.Local) and each.name == stmt.name for each in walk(node))


def _useful_maximum(stmt: ir.Stmt, after: ir.Stmt | None) -> int | None:
    """Return the largest value of the local assigned by `stmt` that the check `after` accepts; None if none."""
    match stmt, after:
        case (
            ir.Assign(name=name),
            ir.If(
                condition=ir.Binary(operator=">", left=ir.Local(name=held), right=ir.Const(value=most)),
                body=(ir.Fail(), *_),
            ),
        ) if name == held:  # fmt: skip
            return most
    return None


def _is_increment(name: str, value: ir.Node) -> bool:
    """Return whether `value`, written to the variable `name`, is that variable plus one."""
    match value:
        case ir.Binary(operator="+", left=ir.Read(variable=read), right=ir.Const(value=1)):
            return read == name
    return False


def _constraints_at(
    module: Module, code: str, term: Term, present: tuple[ir.Node, ...]
) -> Iterator[Constraint]:
    """Yield the assignments that `term` itself makes, not its parts, with the nodes known to be `present`."""
    for constraint in _term_constraints(module, code, term):
        yield evolve(constraint, present=present) if present else constraint


def _term_constraints(module: Module, code: str, term: Term) -> Iterator[Constraint]:
    """Yield the assignments to slots that `term` itself makes, not its parts."""
    match term:
        case ir.Assign(value=value):
            yield Constraint(("local", code, term.name), value, code)
        case ir.For() | ir.Filtered():
            yield Constraint(("local", code, term.var), term.source, code)
        case ir.Reduce():
            yield Constraint(("local", code, term.var), term.source, code)
        case ir.OptionList() if term.source is not None:
            yield Constraint(("local", code, term.var), term.source, code)
        case ir.Write(value=value):
            most = COUNTED if _is_increment(term.variable, value) else None
            yield Constraint(("variable", term.variable), value, code, most=most)
        case ir.Perform():
            yield from _argument_constraints(module, term.procedure, term.arguments, code)
        case ir.Call():
            yield from _argument_constraints(module, term.function, term.arguments, code)
        case ir.Trial():
            yield from _argument_constraints(module, term.procedure, term.arguments, code)
            yield from _argument_constraints(module, term.function, term.asked, code)
        case ir.Delay():
            for number, value in enumerate(term.captured, 1):
                yield Constraint(("capture", str(term.rule), str(number)), value, code)
        case ir.Effect():
            yield from _move_constraints(module, term, code)


def _argument_constraints(
    module: Module, name: str, arguments: tuple[ir.Node, ...], code: str
) -> Iterator[Constraint]:
    """Yield the assignments of `arguments` to the parameters of the function or procedure `name`."""
    called = module.code.functions.get(name) or module.code.procedures[name]
    for (parameter, _), argument in zip(called.parameters, arguments, strict=True):
        yield Constraint(("local", name, parameter), argument, code)


def _move_constraints(module: Module, stmt: ir.Effect, code: str) -> Iterator[Constraint]:
    """Yield the assignments of a move's or exchange's pieces to the zones that they may enter."""
    one, other = (*stmt.arguments, *stmt.arguments)[:2]
    match stmt.change:
        case Change.MOVE | Change.MOVE_ALL:
            moves: list[tuple[ir.Node, ir.Node]] = [(one, other)]
        case Change.EXCHANGE_PLACES:
            moves = [(one, other), (other, one)]
        case Change.EXCHANGE_PIECES:
            moves = [(one, ir.PlaceOf(other, True)), (other, ir.PlaceOf(one, True))]
        case _:
            return
    takes_contents = stmt.change is Change.EXCHANGE_PLACES
    for what, place in moves:
        for zone in [place.zone] if isinstance(place, ir.Place) else module.zones:
            yield Constraint(("zone", zone), what, code, place, takes_contents)

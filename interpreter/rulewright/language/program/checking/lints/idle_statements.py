"""Lint for statements without effect: amounts below one, descending ranges, setting a variable to its value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise

from rulewright.base.records import declared_fields
from rulewright.language.program import complaints as say, program as p, typed
from rulewright.language.program.checking.dependency_graph import DependencyGraph
from rulewright.language.program.checking.narrowing import expression_form
from rulewright.language.program.checking.number_bounds import NumberBounds
from rulewright.language.program.checking.traversal import TypedNode, parts_of_program, walk
from rulewright.language.program.typed import Expr, Stmt
from rulewright.language.program.types import LARGEST_NUMBER
from rulewright.language.text import Complaint


def find_idle(graph: DependencyGraph) -> Iterator[Complaint]:
    """Yield complaints about statements, rules and powers that never change anything."""
    for node in graph.unchecked_nodes:
        if isinstance(node, _CHECKED):
            yield from _idle_statement(graph, node)
    for block in _blocks(graph):
        yield from _statement_after_end(block)
    for rule in graph.unchecked(graph.program.rules):
        if isinstance(rule, p.Change) and rule.how in ("more", "less") and _is_zero(rule.amount):
            yield say.lints.no_amount(rule.amount.at, 0)
        if isinstance(rule, p.Power) and rule.repeatedly and not _has_effect(rule.body):
            yield say.lints.usable_without_end(rule.at, rule.word)

    hooked = {rule.about for rule in graph.program.rules if isinstance(rule, p.Hook)}
    for may in (node for node in graph.unchecked_nodes if isinstance(node, typed.May)):
        idle = not may.body and not may.otherwise
        if idle and may.event not in hooked and _only_reduces(graph.program.events[may.event]):
            yield say.lints.only_costs(may.at)


def _only_reduces(event: p.Event) -> bool:
    """Return whether all that an event does is to reduce numbers, as a payment does."""
    statements = [each for each in event.body if not isinstance(each, typed.Tell)]
    return not event.first and bool(statements) and all(map(_is_reduction, statements))


def _is_reduction(statement: Stmt) -> bool:
    """Return whether a statement subtracts from a variable: `set X to X - …`."""
    match statement:
        case typed.SetVariable(
            variable=name, owner=owner, value=typed.Arithmetic(operator="-") as value
        ):
            before = typed.VariableOf(variable=name, owner=owner, type=value.type, at=value.at)
            return expression_form(value.left) == expression_form(before)
    return False


def _blocks(graph: DependencyGraph) -> Iterator[tuple[Stmt, ...]]:
    """Yield all blocks of statements that no earlier run has checked, and the flow."""
    yield graph.program.flow
    for thing in (*graph.unchecked(parts_of_program(graph.program)), *graph.unchecked_nodes):
        for name in _block_fields(type(thing)):  # type: ignore[arg-type]  # mypy: classes are hashable
            yield getattr(thing, name)


@cache
def _block_fields(cls: type) -> tuple[str, ...]:
    """Return the names of the fields of a node class that hold blocks."""
    return tuple(name for name, type_ in declared_fields(cls).items() if type_ == "Block")


def _statement_after_end(block: tuple[Stmt, ...]) -> Iterator[Complaint]:
    """Yield a complaint about the first statement after `end the game` in a block."""
    for end, following in pairwise(block):
        if isinstance(end, typed.EndGame):
            yield say.lints.after_the_end(following.at, end.at)
            return


_CHECKED = (typed.SetVariable, typed.Move, typed.Exchange, typed.Do, typed.May, typed.Range)


def _idle_statement(graph: DependencyGraph, node: TypedNode) -> Iterator[Complaint]:
    """Yield complaints about one statement or range if it has no effect."""
    limits = graph.cached_result(NumberBounds)
    match node:
        case typed.SetVariable(variable=name, owner=owner, value=value):
            before = typed.VariableOf(variable=name, owner=owner, type=value.type, at=value.at)
            if _keeps_value(before, value):
                yield say.lints.without_effect(node.at, "it is set to its own value")
            if (most := limits.most(value)) < 0 and limits.is_negative_only_by_constants(name):
                yield say.lints.negative_number(value.at, int(max(most, -LARGEST_NUMBER)), name)
        case typed.Move(what=what, zone=zone):
            if isinstance(what, typed.ZoneOf) and expression_form(what) == expression_form(zone):
                yield say.lints.without_effect(node.at, "the cards are already there")
        case typed.Exchange(one=one, other=other) if expression_form(one) == expression_form(other):
            yield say.lints.without_effect(node.at, "both are the same")
        case typed.Do(event=name, arguments=arguments) | typed.May(event=name, arguments=arguments):
            parameters = graph.program.events[name].parameters
            for parameter, value in zip(parameters, arguments, strict=True):
                if parameter.unit is not None and (most := limits.most(value)) < 1:
                    yield say.lints.no_amount(value.at, int(max(most, -LARGEST_NUMBER)))
        case typed.Range(low=typed.Number(value=low), high=typed.Number(value=high)) if low > high:
            yield say.lints.empty_range(node.at, low, high)
        case typed.Range(low=typed.Number(value=low), high=typed.Count()) if low < 0:
            yield say.lints.empty_range(node.at, low, 0)


def _keeps_value(before: Expr, value: Expr) -> bool:
    """Return whether the expression `value` is `before` itself, perhaps plus or minus 0."""
    match value:
        case typed.Arithmetic(operator="+" | "-", left=left, right=right) if _is_zero(right):
            return expression_form(left) == expression_form(before)
    return expression_form(value) == expression_form(before)


def _is_zero(value: Expr) -> bool:
    """Return whether an expression is the constant 0."""
    return isinstance(value, typed.Number) and value.value == 0


def _has_effect(block: Iterable[TypedNode]) -> bool:
    """Return whether a block has a statement that can change the game, unlike `tell` or `let`."""
    without_effect = (typed.Tell, typed.Let, typed.Template, Expr)
    return any(not isinstance(node, without_effect) for node in walk(block))

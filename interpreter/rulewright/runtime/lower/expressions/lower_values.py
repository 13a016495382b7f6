"""Lowering of values and facts: their declarations, modified by the rules of this world.

A number is computed in a fixed order: the declared result, `is` (the last in rule order), `more` and `less`
together, `at least`, `at most`. For facts, `not` overrides yes, and yes overrides the declared condition.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from rulewright.language.link import link_complaints as say
from rulewright.language.program import program as p, typed
from rulewright.language.program.complaints.cycle_complaints import depends_on_itself
from rulewright.language.program.typed import Expr
from rulewright.language.text import Span
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.nodes.constructors import (
    FALSE,
    ZERO,
    binary,
    conditional,
    conjunction,
    disjunction,
    filter_list,
    is_atom,
    negation,
    reduce_list,
)
from rulewright.runtime.ir.nodes.ir_types import READING_STEPS
from rulewright.runtime.ir.terms import Call, Const, Function, Local, Node, Reduce
from rulewright.runtime.ir.walk import child_nodes, exceeds_weight, walk as in_term
from rulewright.runtime.lower.dispatch import all_present, expression, lower, lower_condition
from rulewright.runtime.lower.expressions.lower_expressions import lower_count
from rulewright.runtime.lower.lowering_context import Env, Lowering, parameter_local, to_identifier
from rulewright.runtime.lower.statements.rule_instances import RuleInstance, rule_instances

MAX_INLINED = 100
"""Maximal number of nodes of an inlined value or fact; a longer one becomes a function, so code stays linear."""

REPORTED: Final = -1
"""Cost of a value that was complained about as too expensive, and of all its callers."""

Arguments = tuple[Node, ...]
ChangeInstances = Sequence[RuleInstance[p.Change]]


@expression(typed.ValueOf)
def _lower_value(work: Lowering, expr: typed.ValueOf, env: Env) -> Node:
    """Lower a call of a declared value; 0 if an optional argument is NOTHING."""
    arguments = tuple(lower(work, argument, env) for argument in expr.arguments)
    return zero_if_absent(expr.arguments, arguments, value_of(work, expr.value, arguments))


@expression(typed.FactOf)
def _lower_fact(work: Lowering, expr: typed.FactOf, env: Env) -> Node:
    """Lower a test of a declared fact; false if an optional argument is NOTHING."""
    arguments = tuple(lower(work, argument, env) for argument in expr.arguments)
    return zero_if_absent(expr.arguments, arguments, fact_of(work, expr.fact, arguments))


def zero_if_absent(exprs: tuple[Expr, ...], arguments: Arguments, node: Node) -> Node:
    """Return a node that is `node` if no optional argument is NOTHING, else 0.

    NOTHING has no values, no facts, and can do no event.
    """
    return conditional(all_present(exprs, arguments), node, ZERO)


def call_definition(
    work: Lowering, name: str, declared: p.Value | p.Fact | p.Event, arguments: Arguments, type_: ir.Type,
    make: Callable[[Arguments], Node]
) -> Node:  # fmt: skip
    """Return a call of the IR function `name` for a value, fact or event test; create it with `make` if new."""
    if name in work.in_progress:
        return complain_of_cycle(work, name, declared.name, declared.at)
    if name not in work.code.functions:
        work.push_definition(name, declared.name)
        parameters = tuple(parameter_local(q.name) for q in declared.parameters)
        types = [work.type_of(q.type) for q in declared.parameters]
        typed_parameters = tuple(zip((q.name for q in parameters), types, strict=True))
        work.code.functions[name] = Function(
            name,
            typed_parameters,
            type_,
            make(parameters),
            origin=work.describe_origin(declared.name, declared.at),
        )
        del work.in_progress[name]
        _complain_of_cost(work, name, declared)
    result = work.code.functions[name].result
    return result if isinstance(result, Const) else Call(name, arguments)


def _complain_of_cost(work: Lowering, name: str, declared: p.Value | p.Fact | p.Event) -> None:
    """Complain about a definition whose cheapest evaluation already exceeds the fuel of one reading."""
    if _min_call_cost(work, name) > READING_STEPS:
        work.min_costs[name] = REPORTED
        work.complain(say.too_much_work(declared.at, declared.name, READING_STEPS))


def _min_call_cost(work: Lowering, function: str) -> int:
    """Return the least number of expressions a call evaluates; REPORTED if a complaint covers a callee."""
    if function not in work.min_costs:
        work.min_costs[function] = 0  # ends recursion; `complain_of_cycle` complains about cycles
        result = work.code.functions[function].result
        callees = [term.function for term in in_term(result) if isinstance(term, Call)]
        is_reported = any(_min_call_cost(work, each) == REPORTED for each in dict.fromkeys(callees))
        work.min_costs[function] = REPORTED if is_reported else _min_cost(work, result)
    return work.min_costs[function]


def _min_cost(work: Lowering, node: Node) -> int:
    """Return the least number of expressions that `node` evaluates: cheaper branches, and empty lists."""
    match node:
        case ir.Cond():
            return (
                1
                + _min_cost(work, node.condition)
                + min(_min_cost(work, node.yes), _min_cost(work, node.no))
            )
        case ir.All() | ir.Any():
            return 1 + (_min_cost(work, node.parts[0]) if node.parts else 0)
        case ir.Filtered() | ir.Reduce():
            return 1 + _min_cost(work, node.source)
        case Call():
            return (
                1
                + _min_call_cost(work, node.function)
                + sum(_min_cost(work, each) for each in node.arguments)
            )
    return 1 + sum(_min_cost(work, each) for each in child_nodes(node))


def complain_of_cycle(work: Lowering, key: str, name: str, at: Span) -> Node:
    """Complain that a definition depends on itself, and return the constant 0 in its place."""
    work.complain(depends_on_itself(at, f"`{name}`", work.cycle_from(key)))
    return ZERO


def _inline_definition(
    work: Lowering, key: str, declared: p.Value | p.Fact, make: Callable[[], Node]
) -> Node | None:
    """Return the definition of an unmodified value or fact as an expression; None if it is too long."""
    if key in work.in_progress:
        return complain_of_cycle(work, key, declared.name, declared.at)
    if key in work.not_inlined:
        return None
    work.push_definition(key, declared.name)
    result = make()
    del work.in_progress[key]
    if exceeds_weight(MAX_INLINED, result):
        work.not_inlined.add(key)
        return None
    return result


# ------------------------------------------------------------------ values


def value_of(work: Lowering, name: str, arguments: Arguments) -> Node:
    """Return the node for a declared value, after all rules of this world that modify it."""
    value = work.program.values[name]
    active_rules = rule_instances(work, p.Change, name)
    if value.result is not None and not active_rules and all(map(is_atom, arguments)):
        written = _inline_definition(
            work, name, value, lambda: _lower_declared_result(work, value, arguments)
        )
        if written is not None:
            return written
    return call_definition(
        work,
        f"v_{to_identifier(name)}",
        value,
        arguments,
        work.type_of(value.type),
        lambda a: _apply_rules(work, value, active_rules, a),
    )


def _lower_declared_result(work: Lowering, value: p.Value, arguments: Arguments) -> Node:
    """Lower the result that a value declares, before any rule modifies it."""
    assert value.result is not None
    env = {q.name: a for q, a in zip(value.parameters, arguments, strict=False)}
    return _lower_amount(work, value.result, env)


def _lower_amount(work: Lowering, expr: Expr, env: Env) -> Node:
    """Lower the result or a change of a value; a missing number counts as 0."""
    lower_number = lower_count if expr.type.name == "number" else lower
    return lower_number(work, expr, env)


def _apply_rules(
    work: Lowering, value: p.Value, active_rules: ChangeInstances, arguments: Arguments
) -> Node:
    """Return the declared result of a value, modified by `active_rules` in the fixed order of `_ORDER`."""
    result = _lower_declared_result(work, value, arguments)
    for hows in _ORDER:
        for instance in active_rules:
            if instance.rule.how in hows:
                before = _extract_function(work, value, arguments, result)
                result = _apply_rule(work, instance, arguments, before)
    return _keep_missing(work, value, arguments, result)


def _keep_missing(work: Lowering, value: p.Value, arguments: Arguments, result: Node) -> Node:
    """Return `result`, but NO_NUMBER where the declared result is NO_NUMBER, whatever the rules add."""
    if value.type.name != "number" or not value.type.optional or value.result is None:
        return result
    env = {q.name: a for q, a in zip(value.parameters, arguments, strict=False)}
    nothing = Const(ir.NO_NUMBER)
    return conditional(binary("==", lower(work, value.result, env), nothing), nothing, result)


def _extract_function(work: Lowering, value: p.Value, arguments: Arguments, result: Node) -> Node:
    """Move a long intermediate result into a new function and return its call; return a short one unchanged."""
    if not exceeds_weight(MAX_INLINED, result):
        return result
    name = f"v_{to_identifier(value.name)}_{len(work.code.functions)}"
    names = (part.name for part in arguments if isinstance(part, Local))
    types = (work.type_of(parameter.type) for parameter in value.parameters)
    origin = work.describe_origin(value.name, value.at)
    parameters = tuple(zip(names, types, strict=True))
    type_ = work.type_of(value.type)
    work.code.functions[name] = Function(name, parameters, type_, result, origin=origin)
    return Call(name, arguments)


_ORDER: Final = (("to",), ("more", "less"), ("floor",), ("ceiling",))
"""The order in which rules modify a number."""
_LIMITS: Final[dict[str, tuple[ir.Operator, ir.Way]]] = {
    "floor": ("max", "most"),
    "ceiling": ("min", "least"),
}
"""The operator that applies a limit, and the reduction that combines several limits."""


def _apply_rule(
    work: Lowering, instance: RuleInstance[p.Change], arguments: Arguments, result: Node
) -> Node:
    """Return `result` after one rule; a delayed rule applies once for each pending instance."""
    rule, var = instance.rule, instance.var
    if rule.how in ("more", "less"):
        added = points_added_by(work, instance, arguments)
        return binary("+" if rule.how == "more" else "-", result, added)
    applies = instance.applies(work, arguments)
    amount = _lower_amount(work, rule.amount, instance.bind_names(arguments))
    captures = None if instance.source is None else filter_list(instance.source, var, applies)
    if rule.how == "to":
        if captures is None:
            return conditional(applies, amount, result)
        return Reduce("last", captures, var, amount, result)
    limit, way = _LIMITS[rule.how]
    if captures is None:
        return conditional(applies, binary(limit, result, amount), result)
    return binary(limit, result, Reduce(way, captures, var, amount, result))


def points_added_by(work: Lowering, instance: RuleInstance[p.Change], arguments: Arguments) -> Node:
    """Return the number a `more` or `less` rule adds or takes; pending instances of a delayed rule are summed."""
    applies = instance.applies(work, arguments)
    amount = _lower_amount(work, instance.rule.amount, instance.bind_names(arguments))
    if instance.source is None:
        return conditional(applies, amount, ZERO)
    return reduce_list(
        "total", filter_list(instance.source, instance.var, applies), instance.var, amount
    )


# ------------------------------------------------------------------ facts


def fact_of(work: Lowering, name: str, arguments: Arguments) -> Node:
    """Return the node for a declared fact, after all rules of this world that grant or deny it."""
    fact = work.program.facts[name]
    active_rules = rule_instances(work, p.Grant, name)
    key = f"f_{to_identifier(name)}"
    if not active_rules and all(map(is_atom, arguments)):
        written = _inline_definition(
            work, f"f_{name}", fact, lambda: _lower_declared_condition(work, fact, arguments)
        )
        if written is not None:
            return written
    return call_definition(
        work,
        key,
        fact,
        arguments,
        ir.TRUTH,
        lambda a: _granted_unless_denied(work, fact, active_rules, a),
    )


def _lower_declared_condition(work: Lowering, fact: p.Fact, arguments: Arguments) -> Node:
    """Lower the condition that a fact declares, before any rule; false if it declares none."""
    if fact.condition is None:
        return FALSE
    env = {q.name: a for q, a in zip(fact.parameters, arguments, strict=False)}
    return lower_condition(work, fact.condition, env)


def _granted_unless_denied(
    work: Lowering,
    fact: p.Fact,
    active_rules: Sequence[RuleInstance[p.Grant]],
    arguments: Arguments,
) -> Node:
    """Return the truth of a fact after all rules: declared or granted by a rule, and denied by none."""
    granting = [i for i in active_rules if i.rule.granted]
    denying = [i for i in active_rules if not i.rule.granted]
    yes = disjunction(
        _lower_declared_condition(work, fact, arguments),
        *(rule_applies(work, i, arguments) for i in granting),
    )
    return conjunction(yes, *(negation(rule_applies(work, i, arguments)) for i in denying))


def rule_applies(
    work: Lowering,
    instance: RuleInstance[p.Grant] | RuleInstance[p.Restriction],
    arguments: Arguments,
) -> Node:
    """Return the test that a grant or restriction applies; for a delayed one, that a pending instance does."""
    applies = instance.applies(work, arguments)
    if instance.source is None:
        return applies
    return reduce_list("some", filter_list(instance.source, instance.var, applies))

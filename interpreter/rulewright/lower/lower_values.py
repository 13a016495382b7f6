"""Values, facts and "can": what is declared, and what all rules of this world make of it.

Numbers are worked out in a fixed order: the declared result, then `is` (the last in rule order), then `more` and
`less` together, then `at least`, then `at most`. Of facts, `not` beats yes beats the declared condition. What no
rule of this world changes is written out where it is asked.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.ir import Call, Const, Fold, Function, Node
from rulewright.ir.folding import (
    FALSE,
    TRUE,
    both,
    cheap_first,
    choose,
    either,
    every,
    filtered,
    fold,
    is_atom,
    negated,
)
from rulewright.link import link_complaints as say
from rulewright.lower import Env, Lowering, local, safe
from rulewright.lower.inlining import written_out
from rulewright.lower.listeners import Instance, instances
from rulewright.lower.lower_expressions import counted, lower, truth
from rulewright.program import program as p
from rulewright.program import typed
from rulewright.text import Span


def value_of(work: Lowering, name: str, arguments: tuple[Node, ...]) -> Node:
    """A number that rules may change."""
    value = work.world.program.values[name]
    changes = [r for r in work.world.program.rules if isinstance(r, p.Change) and r.value == name]
    speaking = instances(work, changes)
    if not speaking and all(is_atom(a) for a in arguments) and value.result is not None:
        if name in work.working:
            return _circle(work, name, name, value.at)
        work.working[name] = name
        env = {q.name: a for q, a in zip(value.parameters, arguments, strict=False)}
        result = counted(work, value.result, env)
        del work.working[name]
        return result
    return _called(
        work, f"v_{safe(name)}", value, arguments, lambda a: _changed(work, value, speaking, a)
    )


def _called(work, name, declared, arguments, make) -> Node:  # type: ignore[no-untyped-def]
    """A call of the function of a value, fact or can; made when it is first called."""
    if name in work.working:
        return _circle(work, name, declared.name, declared.at)
    if name not in work.lowered.functions:
        work.working[name] = declared.name
        parameters = tuple(local(q.name) for q in declared.parameters)
        result = make(parameters)
        work.lowered.functions[name] = Function(name, tuple(q.name for q in parameters), result)
        del work.working[name]
    function = work.lowered.functions[name]
    if isinstance(function.result, Const):
        return function.result
    return written_out(function, arguments) or Call(name, arguments)


def _circle(work: Lowering, key: str, name: str, at: Span) -> Node:
    work.complain(say.circle(at, name, work.chain(key)))
    return Const(0)


def _changed(
    work: Lowering, value: p.Value, speaking: Sequence[Instance], arguments: tuple[Node, ...]
) -> Node:
    assert value.result is not None
    env = {q.name: a for q, a in zip(value.parameters, arguments, strict=False)}
    result = counted(work, value.result, env)
    for instance in (i for i in speaking if i.rule.how == "to"):  # type: ignore[attr-defined]
        result = _replaced(work, instance, arguments, result)
    for instance in (i for i in speaking if i.rule.how in ("more", "less")):  # type: ignore[attr-defined]
        sign = "+" if instance.rule.how == "more" else "-"  # type: ignore[attr-defined]
        result = both(sign, result, _added(work, instance, arguments))
    for how, name in (("floor", "max"), ("ceiling", "min")):
        for instance in (i for i in speaking if i.rule.how == how):  # type: ignore[attr-defined]
            result = _limited(work, instance, arguments, result, name)
    return result


def _amount(work: Lowering, instance: Instance, arguments: tuple[Node, ...]) -> Node:
    return counted(work, instance.rule.amount, instance.bound(arguments))  # type: ignore[attr-defined]


def _replaced(
    work: Lowering, instance: Instance, arguments: tuple[Node, ...], result: Node
) -> Node:
    applies = instance.applies(work, arguments)
    amount = _amount(work, instance, arguments)
    if instance.source is None:
        return choose(applies, amount, result)
    waiting = filtered(instance.source, instance.var, applies)
    return Fold("last", waiting, instance.var, amount, result)


def _added(work: Lowering, instance: Instance, arguments: tuple[Node, ...]) -> Node:
    applies = instance.applies(work, arguments)
    amount = _amount(work, instance, arguments)
    if instance.source is None:
        return choose(applies, amount, Const(0))
    return fold("total", filtered(instance.source, instance.var, applies), instance.var, amount)


def _limited(
    work: Lowering, instance: Instance, arguments: tuple[Node, ...], result: Node, name: str
) -> Node:
    applies = instance.applies(work, arguments)
    amount = _amount(work, instance, arguments)
    if instance.source is None:
        return choose(applies, both(name, result, amount), result)
    how = "most" if name == "max" else "least"
    waiting = filtered(instance.source, instance.var, applies)
    return both(name, result, Fold(how, waiting, instance.var, amount, result))


# ------------------------------------------------------------------ facts


def fact_of(work: Lowering, name: str, arguments: tuple[Node, ...]) -> Node:
    """A yes or no that rules may change."""
    fact = work.world.program.facts[name]
    grants = [r for r in work.world.program.rules if isinstance(r, p.Grant) and r.fact == name]
    speaking = instances(work, grants)
    if not speaking and all(is_atom(a) for a in arguments):
        if f"f_{name}" in work.working:
            return _circle(work, f"f_{name}", name, fact.at)
        work.working[f"f_{name}"] = name
        result = _declared(work, fact, arguments)
        del work.working[f"f_{name}"]
        return result
    return _called(
        work, f"f_{safe(name)}", fact, arguments, lambda a: _granted(work, fact, speaking, a)
    )


def _declared(work: Lowering, fact: p.Fact, arguments: tuple[Node, ...]) -> Node:
    if fact.condition is None:
        return FALSE
    env = {q.name: a for q, a in zip(fact.parameters, arguments, strict=False)}
    return truth(work, fact.condition, env)


def _granted(
    work: Lowering, fact: p.Fact, speaking: Sequence[Instance], arguments: tuple[Node, ...]
) -> Node:
    said = [i for i in speaking if i.rule.granted]  # type: ignore[attr-defined]
    denied = [i for i in speaking if not i.rule.granted]  # type: ignore[attr-defined]
    yes = either(_declared(work, fact, arguments), *(_holds(work, i, arguments) for i in said))
    return every(yes, *(negated(_holds(work, i, arguments)) for i in denied))


def _holds(work: Lowering, instance: Instance, arguments: tuple[Node, ...]) -> Node:
    applies = instance.applies(work, arguments)
    if instance.source is None:
        return applies
    return fold("some", filtered(instance.source, instance.var, applies))


# ------------------------------------------------------------------ what can be done


def can(work: Lowering, name: str, arguments: tuple[Node, ...]) -> Node:
    """Whether an event could happen: its conditions hold, nothing forbids it, its first deeds can be done."""
    event = work.world.program.events[name]
    forbidding = [
        r for r in work.world.program.rules if isinstance(r, p.Restriction) and r.event == name
    ]
    if not (event.conditions or event.first or forbidding):
        return TRUE
    speaking = instances(work, forbidding)
    return _called(
        work, f"can_{safe(name)}", event, arguments, lambda a: _possible(work, event, speaking, a)
    )


def _possible(
    work: Lowering, event: p.Event, speaking: Sequence[Instance], arguments: tuple[Node, ...]
) -> Node:
    env = event_env(event, arguments)
    conditions = [truth(work, part, env) for part in event.conditions]
    allowed = [negated(_holds(work, instance, arguments)) for instance in speaking]
    from rulewright.lower.lower_means import any_open

    met = either(first_deeds(work, event, env), any_open(work, event, arguments))
    return every(*cheap_first([*conditions, *allowed, met]))


def first_deeds(work: Lowering, event: p.Event, env: Env) -> Node:
    """Whether the event's `first` deeds can be done as they stand."""
    return every(
        *(
            can(work, deed.event, tuple(lower(work, a, env) for a in deed.arguments))
            for deed in event.first
            if isinstance(deed, typed.Do)
        )
    )


def event_env(event: p.Event | p.Phase, arguments: tuple[Node, ...]) -> Env:
    """What the names in an event's or a phase's body stand for: its parameters, the doer also as `me`."""
    env: Env = {q.name: a for q, a in zip(event.parameters, arguments, strict=False)}
    if event.parameters and event.parameters[0].type.name == "player":
        env["me"] = arguments[0]
    return env

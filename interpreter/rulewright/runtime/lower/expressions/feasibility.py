"""Feasibility of events: conditions, restrictions, and the means to satisfy an event's `first` statements.

An event can happen if its `first` statements can be done, or if a means to it is available. A means without
`covers` replaces all of them. A means that covers a part of the event's amount is tried with an element on a copy
of the state. It is available for the element if the event could still happen with the rest of the amount. So
every step that is offered leads to a solution, and nothing is ever undone.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.base.records import Record
from rulewright.language.program import program as p, typed
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.nodes.constructors import (
    TRUE,
    ZERO,
    binary,
    conjunction,
    disjunction,
    filter_list,
    negation,
    reduce_list,
    sort_by_cost,
)
from rulewright.runtime.ir.terms import Local, Node
from rulewright.runtime.lower.dispatch import (
    expression,
    lower,
    lower_condition,
    lower_power_procedure,
)
from rulewright.runtime.lower.expressions.lower_lists import source_of
from rulewright.runtime.lower.expressions.lower_values import (
    Arguments,
    call_definition,
    rule_applies,
    zero_if_absent,
)
from rulewright.runtime.lower.lowering_context import Env, Lowering, parameter_local, to_identifier
from rulewright.runtime.lower.statements.rule_instances import RuleInstance, rule_instances


@expression(typed.Can)
def _lower_can(work: Lowering, expr: typed.Can, env: Env) -> Node:
    """Lower `can …`: the feasibility of an event, false if an argument is NOTHING."""
    arguments = tuple(lower(work, argument, env) for argument in expr.arguments)
    return zero_if_absent(expr.arguments, arguments, feasibility_of(work, expr.event, arguments))


def feasibility_of(work: Lowering, name: str, arguments: Arguments) -> Node:
    """Return a node that tests whether the event `name` can happen with `arguments`.

    Its conditions must hold, no rule may forbid it, and its `first` statements must be feasible.
    """
    event = work.program.events[name]
    active_rules = rule_instances(work, p.Restriction, name)
    if not (event.conditions or event.first or active_rules):
        return TRUE
    return call_definition(
        work,
        _feasibility_function(event),
        event,
        arguments,
        ir.TRUTH,
        lambda a: _event_feasible(work, event, active_rules, a),
    )


def _feasibility_function(event: p.Event) -> str:
    """Return the name of the IR function that tests whether `event` can happen."""
    return f"can_{to_identifier(event.name)}"


def _event_feasible(
    work: Lowering,
    event: p.Event,
    active_rules: Sequence[RuleInstance[p.Restriction]],
    arguments: Arguments,
) -> Node:
    """Return the result of an event's feasibility function: conditions, restrictions, and its `first` part."""
    env = event_env(event, arguments)
    conditions = [lower_condition(work, part, env) for part in event.conditions]
    allowed = [
        work.record_origin(negation(rule_applies(work, instance, arguments)), instance.rule)
        for instance in active_rules
    ]
    ways = [way.availability(arguments) for way in means_to(work, event)]
    met = disjunction(first_statements_feasible(work, event, env), *ways)
    return conjunction(*sort_by_cost([*conditions, *allowed, met]))


def first_statements_feasible(work: Lowering, event: p.Event, env: Env) -> Node:
    """Return the test that all events in the event's `first` statements can happen, without any means."""
    events = [stmt for stmt in event.first if isinstance(stmt, typed.Do)]
    return conjunction(*(_statement_feasible(work, stmt, env) for stmt in events))


def _statement_feasible(work: Lowering, stmt: typed.Do, env: Env) -> Node:
    """Return the test that the event which `stmt` performs can happen."""
    return feasibility_of(
        work, stmt.event, tuple(lower(work, argument, env) for argument in stmt.arguments)
    )


def first_statement_feasible(work: Lowering, block: typed.Block, env: Env) -> Node:
    """Return the test that a block's first statement, if it performs an event, can happen; else TRUE."""
    step = block[0] if block else None
    return _statement_feasible(work, step, env) if isinstance(step, typed.Do) else TRUE


def event_env(event: p.Event | p.Phase, arguments: Arguments) -> Env:
    """Return the environment of an event's or phase's body: its parameters bound to `arguments`, and `me`.

    `me` is the first parameter, if it is a player.
    """
    env: Env = {q.name: a for q, a in zip(event.parameters, arguments, strict=False)}
    if event.parameters and event.parameters[0].type.name == "player":
        env["me"] = arguments[0]
    return env


# ------------------------------------------------------------------ means


def means_to(work: Lowering, event: p.Event) -> list[EventMeans]:
    """Return the means that rules of this world offer to satisfy the event, numbered from 1."""
    means = rule_instances(work, p.Means, event.name)
    return [EventMeans(work, event, instance, code) for code, instance in enumerate(means, 1)]


def amount_index(event: p.Event) -> int | None:
    """Return the index of the event's parameter that is its amount; None if it has none."""
    for number, parameter in enumerate(event.parameters):
        if parameter.unit is not None:
            return number
    return None


class EventMeans(Record):
    """One means to an event, on one piece or the frame; option list number `code` of the question offers it."""

    work: Lowering
    event: p.Event
    instance: RuleInstance[p.Means]
    code: int

    @property
    def rule(self) -> p.Means:
        """The program rule that declares this means."""
        return self.instance.rule

    @property
    def var(self) -> str:
        """Name of the IR local for the element that the means is used with."""
        return f"m{self.code}_{to_identifier(self.rule.var or 'one')}"

    def env(self, arguments: Arguments) -> Env:
        """Return the environment of the means: rule and event names, and the element if it has one."""
        env = self.instance.bind_names(arguments)
        return env if self.rule.var is None else {**env, self.rule.var: Local(self.var)}

    def availability(self, arguments: Arguments) -> Node:
        """Return the test that the means can be used for some element of its list.

        For a means with `covers` only the first element is tried. Trying all of them recursively, each with all
        that remain, would grow exponentially.
        """
        source, able = self._source(arguments)
        if self.rule.covers is None:
            return reduce_list("some", filter_list(source, self.var, able))
        leads_on = self._rest_is_feasible(arguments)
        return reduce_list("first", filter_list(source, self.var, able), self.var, leads_on)

    def elements(self, arguments: Arguments) -> tuple[Node | None, Node]:
        """Return the elements to offer (None if the means has no list), and the condition on an element."""
        source, able = self._source(arguments)
        if self.rule.covers is not None:
            able = conjunction(able, self._rest_is_feasible(arguments))
        return (source if self.rule.source is not None else None), able

    def _source(self, arguments: Arguments) -> tuple[Node, Node]:
        """Like `elements`, without trying the rest of the amount; a means without a list gets one dummy element."""
        env = self.env(arguments)
        applies = self.instance.applies(self.work, arguments)
        source: Node = ir.Sequence((0,), ir.NUMBER)
        condition: Node = TRUE
        if self.rule.source is not None:
            source, condition = source_of(self.work, self.rule.source, env, self.var)
        able = conjunction(
            applies, condition, first_statement_feasible(self.work, self.rule.body, env)
        )
        if self.rule.covers is not None:
            able = conjunction(able, binary(">", arguments[self.amount], ZERO))
        return source, able

    @property
    def amount(self) -> int:
        """Index of the event's amount parameter."""
        amount = amount_index(self.event)
        assert amount is not None
        return amount

    def remaining_amount(self, arguments: Arguments) -> Node:
        """Return the event's amount minus the part that the means covers."""
        assert self.rule.covers is not None
        covered = lower(self.work, self.rule.covers, self.env(arguments))
        return binary("-", arguments[self.amount], covered)

    def _rest_is_feasible(self, arguments: Arguments) -> Node:
        """Return the test that the event can happen with its remaining amount after a trial of the means."""
        rest = self.remaining_amount(arguments)
        trial_arguments = (*arguments[: self.amount], rest, *arguments[self.amount + 1 :])
        self.work.trial_procedures[self.procedure()] = self.rule.at
        trial = ir.Trial(
            self.procedure(),
            self.procedure_arguments(arguments),
            _feasibility_function(self.event),
            trial_arguments,
        )
        return disjunction(binary("<=", rest, ZERO), trial)

    def procedure_arguments(self, arguments: Arguments) -> Arguments:
        """Return the arguments for a call of `procedure`: the event's, then the player and element if any."""
        result = arguments
        if self.instance.me is not None:
            result = (*result, self.instance.me)
        return (*result, Local(self.var)) if self.rule.var is not None else result

    def procedure(self) -> str:
        """Return the name of the procedure that runs the means' statements; create it at first use.

        The same procedure serves trials and play.
        """
        this = "" if self.instance.this is None else f"_{self.instance.this}"
        name = f"mn_{self.rule.number}{this}"
        if name in self.work.code.procedures:
            return name
        self.work.code.procedures[name] = ir.Procedure(name, ())
        parameters = {
            parameter_local(q.name).name: self.work.type_of(q.type) for q in self.event.parameters
        }
        env = self.instance.bind_names(tuple(map(Local, parameters)))
        if self.instance.me is not None:
            parameters["l_user"] = ir.PLAYER
            env["me"] = Local("l_user")
        return lower_power_procedure(self.work, name, self.rule, env, parameters)

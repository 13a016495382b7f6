"""What can be done: the conditions of events, what forbids them, and the ways there are to meet their first deeds.

An event can happen if its first deeds can be done, or if a means to it is open. A means without `covers` stands in
for all of them. One that covers a part of the event's amount is open for an element if, after its own deeds with
that element (tried on a copy of the table), the event could still happen with what is left: so every step that is
offered leaves a way to the end, and nothing is ever taken back.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.base.records import Record
from rulewright.language.program import program as p, typed
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.nodes.constructors import (
    TRUE,
    ZERO,
    both,
    cheap_first,
    either,
    every,
    filtered,
    negated,
    reduced,
)
from rulewright.runtime.ir.terms import Local, Node
from rulewright.runtime.lower.dispatch import chosen_deeds, expression, lower, truth
from rulewright.runtime.lower.expressions.lower_lists import source_of
from rulewright.runtime.lower.expressions.lower_values import Arguments, called, holds, of_somebody
from rulewright.runtime.lower.lowering_context import Env, Lowering, local, safe
from rulewright.runtime.lower.statements.listeners import Instance, instances


@expression(typed.Can)
def _can(work: Lowering, expr: typed.Can, env: Env) -> Node:
    arguments = tuple(lower(work, argument, env) for argument in expr.arguments)
    return of_somebody(expr.arguments, arguments, can(work, expr.event, arguments))


def can(work: Lowering, name: str, arguments: Arguments) -> Node:
    """Whether an event could happen: its conditions hold, nothing forbids it, its first deeds can be done."""
    event = work.program.events[name]
    speaking = instances(work, p.Restriction, name)
    if not (event.conditions or event.first or speaking):
        return TRUE
    return called(
        work,
        _can_name(event),
        event,
        arguments,
        ir.TRUTH,
        lambda a: _possible(work, event, speaking, a),
    )


def _can_name(event: p.Event) -> str:
    return f"can_{safe(event.name)}"


def _possible(
    work: Lowering,
    event: p.Event,
    speaking: Sequence[Instance[p.Restriction]],
    arguments: Arguments,
) -> Node:
    env = event_env(event, arguments)
    conditions = [truth(work, part, env) for part in event.conditions]
    allowed = [
        work.means(negated(holds(work, instance, arguments)), instance.rule)
        for instance in speaking
    ]
    ways = [way.open(arguments) for way in means_to(work, event)]
    met = either(first_deeds(work, event, env), *ways)
    return every(*cheap_first([*conditions, *allowed, met]))


def first_deeds(work: Lowering, event: p.Event, env: Env) -> Node:
    """Whether the event's `first` deeds can be done as they stand."""
    deeds = [deed for deed in event.first if isinstance(deed, typed.Do)]
    return every(*(_can_do(work, deed, env) for deed in deeds))


def _can_do(work: Lowering, deed: typed.Do, env: Env) -> Node:
    return can(work, deed.event, tuple(lower(work, argument, env) for argument in deed.arguments))


def first_step(work: Lowering, block: typed.Block, env: Env) -> Node:
    """Whether the first step of a block can be done, where that is an event."""
    step = block[0] if block else None
    return _can_do(work, step, env) if isinstance(step, typed.Do) else TRUE


def event_env(event: p.Event | p.Phase, arguments: Arguments) -> Env:
    """What the names in an event's or a phase's body stand for: its parameters, the doer also as `me`."""
    env: Env = {q.name: a for q, a in zip(event.parameters, arguments, strict=False)}
    if event.parameters and event.parameters[0].type.name == "player":
        env["me"] = arguments[0]
    return env


# ------------------------------------------------------------------ means


def means_to(work: Lowering, event: p.Event) -> list[Way]:
    """The means to an event."""
    found = instances(work, p.Means, event.name)
    return [Way(work, event, instance, code) for code, instance in enumerate(found, 1)]


def amount_of(event: p.Event) -> int | None:
    """Which of the event's parameters is its amount."""
    for number, parameter in enumerate(event.parameters):
        if parameter.unit is not None:
            return number
    return None


class Way(Record):
    """One means where its card is in the game; its options are list number `code` of the question."""

    work: Lowering
    event: p.Event
    instance: Instance[p.Means]
    code: int

    @property
    def rule(self) -> p.Means:
        """The rule."""
        return self.instance.rule

    @property
    def var(self) -> str:
        """The local for what it is done with."""
        return f"m{self.code}_{safe(self.rule.var or 'one')}"

    def env(self, arguments: Arguments) -> Env:
        """What its names stand for."""
        env = self.instance.bound(arguments)
        return env if self.rule.var is None else {**env, self.rule.var: Local(self.var)}

    def open(self, arguments: Arguments) -> Node:
        """Whether it is open at all.

        What a means leaves is tried with its first element only: trying all, one after the other and each with
        all that are left, would be more ways than can be counted.
        """
        source, able = self._source(arguments)
        if self.rule.covers is None:
            return reduced("some", filtered(source, self.var, able))
        leads_on = self._leads_on(arguments)
        return reduced("first", filtered(source, self.var, able), self.var, leads_on)

    def elements(self, arguments: Arguments) -> tuple[Node | None, Node]:
        """The things it can be done with, if with any, and the condition that each leaves a way to the end."""
        source, able = self._source(arguments)
        if self.rule.covers is not None:
            able = every(able, self._leads_on(arguments))
        return (source if self.rule.source is not None else None), able

    def _source(self, arguments: Arguments) -> tuple[Node, Node]:
        """The things it can be done with (one stands for a means without any), and the condition on each."""
        env = self.env(arguments)
        applies = self.instance.applies(self.work, arguments)
        source: Node = ir.Sequence((0,), ir.NUMBER)
        condition: Node = TRUE
        if self.rule.source is not None:
            source, condition = source_of(self.work, self.rule.source, env, self.var)
        able = every(applies, condition, first_step(self.work, self.rule.body, env))
        if self.rule.covers is not None:
            able = every(able, both(">", arguments[self.amount], ZERO))
        return source, able

    @property
    def amount(self) -> int:
        """Which of the event's parameters it covers a part of."""
        amount = amount_of(self.event)
        assert amount is not None
        return amount

    def left(self, arguments: Arguments) -> Node:
        """What it leaves of the event's amount."""
        assert self.rule.covers is not None
        covered = lower(self.work, self.rule.covers, self.env(arguments))
        return both("-", arguments[self.amount], covered)

    def _leads_on(self, arguments: Arguments) -> Node:
        """Whether what it leaves can be met."""
        left = self.left(arguments)
        asked = (*arguments[: self.amount], left, *arguments[self.amount + 1 :])
        self.work.tried[self.procedure()] = self.rule.at
        tried = ir.Trial(self.procedure(), self.given(arguments), _can_name(self.event), asked)
        return either(both("<=", left, ZERO), tried)

    def given(self, arguments: Arguments) -> Arguments:
        """What its procedure is called with."""
        given = arguments
        if self.instance.me is not None:
            given = (*given, self.instance.me)
        return (*given, Local(self.var)) if self.rule.var is not None else given

    def procedure(self) -> str:
        """Its deeds as a procedure of their own, that can be tried and done alike."""
        this = "" if self.instance.this is None else f"_{self.instance.this}"
        name = f"mn_{self.rule.number}{this}"
        if name in self.work.code.procedures:
            return name
        self.work.code.procedures[name] = ir.Procedure(name, ())
        parameters = {local(q.name).name: self.work.type_of(q.type) for q in self.event.parameters}
        env = self.instance.bound(tuple(map(Local, parameters)))
        if self.instance.me is not None:
            parameters["l_user"] = ir.PLAYER
            env["me"] = Local("l_user")
        return chosen_deeds(self.work, name, self.rule, env, parameters)

"""Lowering of hooks on events and phases, and of the `first` statements of an event or the means to them."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.base.records import evolve
from rulewright.language.program import program as p
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.nodes.constructors import FALSE, ONE, ZERO, binary, conjunction
from rulewright.runtime.ir.terms import PLAYER, TRUTH, Assign, Body, Const, Local, Node
from rulewright.runtime.lower.coverage_counters import FIRES
from rulewright.runtime.lower.dispatch import LoweringScope, if_statement, lower_block
from rulewright.runtime.lower.expressions.feasibility import (
    EventMeans,
    amount_index,
    first_statements_feasible,
    means_to,
)
from rulewright.runtime.lower.expressions.labels import LabelledList, add_decision, label_options
from rulewright.runtime.lower.expressions.lower_values import Arguments
from rulewright.runtime.lower.lowering_context import Env, Lowering, capture_type
from rulewright.runtime.lower.statements.rule_instances import RuleInstance, rule_instances

Hooks = Sequence[RuleInstance[p.Hook]]

ShownCards = tuple[tuple[Node, Node], ...]
"""Cards that were shown, each with the code for the players who know it."""


def hooks_on(work: Lowering, name: str) -> Hooks:
    """Return the hooks on the event or phase `name`, in rule order."""
    return rule_instances(work, p.Hook, name)


def lower_hooks_at(
    work: Lowering,
    active: Hooks,
    when_: str,
    arguments: tuple[Node, ...],
    shown_cards: ShownCards = (),
) -> Body:
    """Lower the hooks in `active` whose time is `when_`: `before` or `after`, `start` or `end`."""
    stmts: list[ir.Stmt] = []
    for instance in active:
        if instance.rule.when == when_:
            stmts += lower_hook(work, instance, arguments, None, shown_cards)
    return tuple(stmts)


def lower_hook(
    work: Lowering, instance: RuleInstance[p.Hook], arguments: tuple[Node, ...], pass_on: Body | None,
    shown_cards: ShownCards,
) -> Body:  # fmt: skip
    """Lower one hook; if it is a replacement that does not apply, the code `pass_on` runs."""
    rule = instance.rule
    applies = instance.applies(work, arguments)
    if applies == FALSE and any(isinstance(each, Const) for each in arguments):
        return (
            pass_on or ()
        )  # labels of the event exclude the rule, and its statements might not end
    fixed, env = _evaluate_me(instance, instance.bind_names(arguments))
    scope = evolve(_hook_scope(work, instance, env, pass_on), shown_cards=shown_cards)
    deeds = lower_block(work, rule.body, scope)
    inner = (*work.count(rule.at, FIRES), *fixed, *deeds)
    if instance.source is not None and pass_on is not None:
        return _delayed_replacement(work, instance, applies, inner, pass_on)
    if instance.source is not None:
        captured = capture_type(rule)
        return (
            (ir.For(instance.var, captured, instance.source, if_statement(applies, inner)),)
            if deeds
            else ()
        )
    if pass_on is not None:
        return if_statement(applies, inner, pass_on)
    return if_statement(applies, inner) if inner else ()


def _hook_scope(
    work: Lowering, instance: RuleInstance[p.Hook], env: Env, pass_on: Body | None
) -> LoweringScope:
    """Return the scope for lowering the statements of a hook; `carry on` in it means `pass_on`."""
    rule = instance.rule
    site = work.site_number(rule.name, rule.at, rule.notes, rule.card or rule.begun_on)
    this = "" if instance.this is None else f"p{instance.this}"
    # A replacement does not react again to the event it performs, on any copy of its card.
    hook = (rule, instance.this if pass_on is None else None)
    scope = LoweringScope(
        env, Const(site), site, f"{rule.number}{this}", event=rule.name, hook=hook
    )
    return scope if pass_on is None else evolve(scope, carry_on=lambda _env: pass_on)


def _delayed_replacement(
    work: Lowering, instance: RuleInstance[p.Hook], applies: Node, inner: Body, pass_on: Body
) -> Body:
    """Lower a delayed replacement: its oldest pending instance that applies replaces the event."""
    assert instance.source is not None
    applied = work.fresh_local("taken")
    nobody_yet = binary("==", Local(applied), ZERO)
    first = if_statement(conjunction(nobody_yet, applies), (Assign(applied, ONE, TRUTH), *inner))
    return (
        Assign(applied, ZERO, TRUTH),
        ir.For(instance.var, capture_type(instance.rule), instance.source, first),
        *if_statement(nobody_yet, pass_on),
    )


def _evaluate_me(instance: RuleInstance[p.Hook], env: Env) -> tuple[Body, Env]:
    """Return an assignment of the rule's player to a local (empty for a constant), and the names with it."""
    if instance.me is None or isinstance(instance.me, Const):
        return (), env
    name = f"l{instance.rule.number}_me"
    return (Assign(name, instance.me, PLAYER),), {**env, "me": Local(name)}


def lower_event_statements(
    work: Lowering, event: p.Event, scope: LoweringScope, parameters: tuple[Node, ...]
) -> Body:
    """Lower an event's statements: its `first` part or the means to it, then its body."""
    ways = means_to(work, event)
    if not ways:
        return lower_block(work, (*event.first, *event.body), scope)
    amount = amount_index(event)
    arguments: Arguments = parameters
    before: Body = ()
    if amount is not None:
        rest = Local(work.fresh_local("left"))
        before = (Assign(rest.name, parameters[amount]),)
        arguments = (*parameters[:amount], rest, *parameters[amount + 1 :])
        scope = scope.bind(event.parameters[amount].name, rest)
    settled = work.fresh_local("settled")
    ask = _ask_for_means(work, event, scope, arguments, ways, settled)
    loop = ir.Loop(binary("==", Local(settled), ONE), (ask,))
    return (*before, Assign(settled, ZERO), loop, *lower_block(work, event.body, scope))


def _ask_for_means(
    work: Lowering,
    event: p.Event,
    scope: LoweringScope,
    arguments: Arguments,
    means: list[EventMeans],
    settled: str,
) -> ir.Ask:
    """Return the question how to satisfy an event's `first` part: by its statements, or by one of the means."""
    settle = Assign(settled, ONE)
    plain = label_options(work, event.verb, None, event.plain, scope.env)
    labels = [plain, *(_means_label(way, scope, arguments) for way in means)]
    decision = add_decision(work, f"{event.name}.{p.MEANS}", "menu", tuple(labels), scope.site)
    met = first_statements_feasible(work, event, scope.env)
    first = plain.options(None, "", met, (*lower_block(work, event.first, scope), settle))
    options = [first]
    for way, label in zip(means, labels[1:], strict=True):
        source, condition = way.elements(arguments)
        deeds = _use_means(way, arguments, settled)
        options.append(label.options(source, way.var if source else "", condition, deeds))
    return ir.Ask(decision, arguments[0], tuple(options), (settle,))


def _means_label(means: EventMeans, scope: LoweringScope, arguments: Arguments) -> LabelledList:
    """Return the label of the options for one means."""
    env = {**scope.env, **means.env(arguments)}
    return label_options(means.work, means.rule.word, means.rule.source, means.rule.shown, env)


def _use_means(means: EventMeans, arguments: Arguments, settled: str) -> Body:
    """Return the code that uses a means; it marks the event as settled, or reduces its remaining amount."""
    perform = ir.Perform(means.procedure(), means.procedure_arguments(arguments))
    if means.rule.covers is None:
        return (perform, Assign(settled, ONE))
    rest = arguments[means.amount]
    assert isinstance(rest, Local)
    none_left = ir.If(binary("<=", rest, ZERO), (Assign(settled, ONE),))
    return (perform, Assign(rest.name, means.remaining_amount(arguments)), none_left)

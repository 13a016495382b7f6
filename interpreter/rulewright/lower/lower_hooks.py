"""Rules that listen to an event or a phase, written in where it is their turn."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.ir import terms as ir
from rulewright.ir.build import ONE, ZERO, both, every
from rulewright.ir.terms import PLAYER, TRUTH, Assign, Body, Const, Local, Node
from rulewright.lower.counting import FIRES
from rulewright.lower.dispatch import Scope, body, when
from rulewright.lower.listeners import Instance, instances
from rulewright.lower.lowering import Env, Lowering, captured_by
from rulewright.program import program as p
from rulewright.records import evolve

Hooks = Sequence[Instance[p.Hook]]

Clear = tuple[tuple[Node, Node], ...]
"""Cards that were shown, each with those to whom it is clear which it is."""


def hooks(work: Lowering, name: str) -> Hooks:
    """The hooks on an event or phase in rule order."""
    return instances(work, p.Hook, name)


def heard_at(
    work: Lowering, heard: Hooks, when_: str, arguments: tuple[Node, ...], clear: Clear = ()
) -> Body:
    """All hooks of one moment, `before` or `after`, `start` or `end`."""
    done: list[ir.Stmt] = []
    for instance in heard:
        if instance.rule.when == when_:
            done += hooked(work, instance, arguments, None, clear)
    return tuple(done)


def hooked(
    work: Lowering, instance: Instance[p.Hook], arguments: tuple[Node, ...], pass_on: Body | None,
    clear: Clear,
) -> Body:  # fmt: skip
    """One hook where it may speak. Of a replacement, `pass_on` is what happens if it does not apply."""
    rule = instance.rule
    applies = instance.applies(work, arguments)
    fixed, env = _fix_me(instance, instance.bound(arguments))
    scope = evolve(_scope(work, instance, env, pass_on), clear=clear)
    deeds = body(work, rule.body, scope)
    inner = (*work.count(rule.at, FIRES), *fixed, *deeds)
    if instance.source is not None and pass_on is not None:
        return _delayed_would(work, instance, applies, inner, pass_on)
    if instance.source is not None:
        captured = captured_by(rule)
        return (
            (ir.For(instance.var, captured, instance.source, when(applies, inner)),)
            if deeds
            else ()
        )
    if pass_on is not None:
        return when(applies, inner, pass_on)
    return when(applies, inner) if inner else ()


def _scope(work: Lowering, instance: Instance[p.Hook], env: Env, pass_on: Body | None) -> Scope:
    """Where the deeds of a hook stand."""
    rule = instance.rule
    site = work.site(rule.name, rule.at, rule.notes, rule.card or rule.begun_on)
    this = "" if instance.this is None else f"p{instance.this}"
    # On whichever copy of a card a replacement stands, it is not asked a second time.
    hook = (rule, instance.this if pass_on is None else None)
    scope = Scope(env, Const(site), site, f"{rule.number}{this}", event=rule.name, hook=hook)
    return scope if pass_on is None else evolve(scope, carry_on=lambda _env: pass_on)


def _delayed_would(
    work: Lowering, instance: Instance[p.Hook], applies: Node, inner: Body, pass_on: Body
) -> Body:
    """Of a replacement that was made several times, the oldest that applies takes over."""
    assert instance.source is not None
    taken = work.temporary("taken")
    nobody_yet = both("==", Local(taken), ZERO)
    first = when(every(nobody_yet, applies), (Assign(taken, ONE, TRUTH), *inner))
    return (
        Assign(taken, ZERO, TRUTH),
        ir.For(instance.var, captured_by(instance.rule), instance.source, first),
        *when(nobody_yet, pass_on),
    )


def _fix_me(instance: Instance[p.Hook], env: Env) -> tuple[Body, Env]:
    """Who a rule speaks for is settled when it starts, whatever its own deeds change."""
    if instance.me is None or isinstance(instance.me, Const):
        return (), env
    name = f"l{instance.rule.number}_me"
    return (Assign(name, instance.me, PLAYER),), {**env, "me": Local(name)}

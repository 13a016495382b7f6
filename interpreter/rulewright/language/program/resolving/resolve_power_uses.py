"""Resolution of rules about using powers. Using one is a built-in event that each power performs at its end."""

from __future__ import annotations

from rulewright.base.records import evolve
from rulewright.language.program import complaints as say, program as p, typed
from rulewright.language.program.context import Context, NameScope, make_var
from rulewright.language.program.declaring.declarers import named_type
from rulewright.language.program.resolving.expressions.resolve_patterns import (
    MatchedPattern,
    match_parts,
)
from rulewright.language.program.resolving.resolvers import resolve_expression
from rulewright.language.program.typed import Expr
from rulewright.language.program.types import PLAYER, Type
from rulewright.language.syntax import tree
from rulewright.language.text import Span

USES_POWER = "uses a power"
"""Name of the built-in event that a power is used; declared names have no blanks."""


def is_card(ctx: Context, of: Expr) -> bool:
    """Return whether an expression is a single card; report it if not."""
    if of.type.name in ctx.program.kinds and not of.type.many:
        return True
    if of.type.name != "unknown":
        what = "the thing after `of`"
        ctx.add(say.types.wrong_type(of.at, what, "a card", str(of.type), None))
    return False


def match_power_use(
    ctx: Context, scope: NameScope, node: tree.UsesPower
) -> tuple[p.Event, MatchedPattern] | None:
    """Return the built-in event of using a power, with the names and conditions of the pattern `node`.

    The pattern may name the card, as in `after a player uses a power of a tower`. Return None after a complaint.
    """
    parts, kind = [node.subject], ""
    if node.of is not None:
        parts.append(node.of)
        if isinstance(node.of, tree.Binder):
            type_ = named_type(ctx, node.of.type)
        else:
            type_ = resolve_expression(ctx, scope, node.of).type
        if not is_card(ctx, typed.Nothing(type=type_, at=node.of.at)):
            return None
        kind = type_.name
    event = _declare_use_event(ctx, kind, node.at)
    return event, match_parts(ctx, scope, event.parameters, parts, node.at)


def _declare_use_event(ctx: Context, kind: str, at: Span) -> p.Event:
    """Return the event of using a power, of a card of `kind` unless that is empty; declare it on first use."""
    name, parameters = USES_POWER, [p.Parameter("player", PLAYER, at=at)]
    if kind:
        name = f"{USES_POWER} of a {kind}"
        parameters.append(p.Parameter(kind, Type(kind), "of", at=at))
    event = p.Event(name, at, p.NO_NOTES, "uses", "power", tuple(parameters), False)
    return ctx.program.events.setdefault(name, event)


def add_use_events(program: p.Program) -> None:
    """Make every power perform the events of its use at its end, if any rule reacts to them."""
    if any(name.startswith(USES_POWER) for name in program.events):
        program.rules[:] = [
            _with_use_events(program, rule) if isinstance(rule, p.Power) else rule
            for rule in program.rules
        ]


def _with_use_events(program: p.Program, rule: p.Power) -> p.Power:
    """Return a power that performs the declared events of its use at its end, each of them once."""
    body = [step for step in rule.body if not (isinstance(step, typed.Do) and " " in step.event)]
    me = make_var("me", PLAYER, rule.at)
    if USES_POWER in program.events:
        body.append(typed.Do(event=USES_POWER, arguments=(me,), at=rule.at))
    kind = program.cards[rule.card].kind if rule.card is not None else ""
    if f"{USES_POWER} of a {kind}" in program.events:
        card = make_var("this", Type(kind), rule.at)
        body.append(typed.Do(event=f"{USES_POWER} of a {kind}", arguments=(me, card), at=rule.at))
    return evolve(rule, body=tuple(body))

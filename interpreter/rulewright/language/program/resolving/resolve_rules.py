"""Resolution of rules: hooks (before, after, in place of an event), restrictions, and delayed rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.base.records import evolve
from rulewright.language.program import complaints as say, program as p, typed
from rulewright.language.program.context import Context, NameScope
from rulewright.language.program.declaring.declarers import notes_of
from rulewright.language.program.resolving.expressions.resolve_names import resolve_me
from rulewright.language.program.resolving.expressions.resolve_patterns import (
    MatchedPattern,
    match_event,
    match_pattern,
)
from rulewright.language.program.resolving.resolve_power_uses import match_power_use
from rulewright.language.program.resolving.resolvers import (
    RULES,
    STATEMENTS,
    RuleOrigin,
    is_pronoun,
    resolve_condition,
    resolve_player,
)
from rulewright.language.program.resolving.statements.resolve_blocks import resolve_block
from rulewright.language.program.resolving.statements.resolve_sentences import (
    declare_winning,
    find_event,
)
from rulewright.language.program.typed import Expr, Stmt
from rulewright.language.program.types import PLAYER
from rulewright.language.syntax import tree
from rulewright.language.text import Span


def resolve_rule(ctx: Context, origin: RuleOrigin, node: tree.Node) -> None:
    """Resolve the rule `node` and add it to the program."""
    rule = RULES[type(node)](ctx, origin, origin.scope(), node)
    if rule is not None:
        ctx.program.rules.append(rule)


_NOT_DELAYED = {tree.Power: "power", tree.Means: "means", tree.Copying: "rule of another card"}
"""Rules that are not allowed under `until`, with the word for them in the complaint."""


@STATEMENTS.of(tree.Until)
def _resolve_until(ctx: Context, scope: NameScope, node: tree.Until) -> Stmt | None:
    """Resolve delayed rules that last until a phase ends: `until the round ends, …`."""
    if ctx.find("phase", node.phase, ctx.program.phases) is None:
        return None
    return _resolve_delayed_rules(ctx, scope, node, None)


@STATEMENTS.of(tree.UntilNext)
def _resolve_until_next(ctx: Context, scope: NameScope, node: tree.UntilNext) -> Stmt | None:
    """Resolve delayed rules that last until a phase begins for a player: `until my next turn, …`."""
    whose = resolve_player(ctx, scope, node.whose, "the player of the `until`")
    phase = ctx.find("phase", node.phase, ctx.program.phases)
    if phase is None or whose.type.name == "unknown":
        return None
    if [each.type for each in phase.parameters[:1]] != [PLAYER]:
        ctx.add(say.speaking.not_for_a_player(node.at, phase.name, f"until the {phase.name} ends"))
        return None
    return _resolve_delayed_rules(ctx, scope, node, whose)


def _resolve_delayed_rules(
    ctx: Context, scope: NameScope, node: tree.Until | tree.UntilNext, whose: Expr | None
) -> Stmt:
    """Resolve the delayed rules that a statement begins, as closures over the visible names.

    `whose` is the player whose next phase ends them, None if they end with a phase of anybody. Unless that player
    is `me`, he is the first captured value.
    """
    for_another = whose is not None and not (isinstance(whose, typed.Var) and whose.name == "me")
    awaited = ((p.AWAITED_PLAYER, PLAYER),) if for_another else ()
    origin = RuleOrigin(delayed=True, until=node.phase.text)
    numbers: list[int] = []
    for item in node.rules:
        if isinstance(item, tree.Power | tree.Means | tree.Copying):
            ctx.add(say.speaking.not_delayed(item.at, _NOT_DELAYED[type(item)]))
            continue
        # A capture holds a single value, so lists cannot be captured.
        names = {name: type_ for name, type_ in scope.names.items() if not type_.many}
        inner = evolve(scope, names=names, in_would=False, in_flow=False)
        rule = RULES[type(item)](ctx, origin, inner, item)
        if rule is not None:
            captured = (*awaited, *inner.bound())
            delayed_rule = evolve(rule, captured=captured, until_next=whose is not None)
            ctx.program.rules.append(delayed_rule)
            numbers.append(rule.number)
    whose = whose if for_another else None
    return typed.Until(phase=node.phase.text, rules=tuple(numbers), whose=whose, at=node.at)


def common_fields(
    ctx: Context, origin: RuleOrigin, name: str, node: tree.RuleNode, matched: MatchedPattern, test: Sequence[Expr]
) -> dict[str, Any]:  # fmt: skip
    """Return the fields that all classes of rules share, as keyword arguments.

    Notes are the rule's own, else the card's. The condition is a conjunction of the pattern's conditions and the
    `if`.
    """
    block: tree.Block | None = getattr(node, "block", None)
    own = notes_of(ctx, block.items if block is not None else ())
    return {
        "number": ctx.rule_number(),
        "card": origin.card,
        "stance": origin.stance,
        "name": ".".join(part for part in (origin.card, name) if part) or matched.scope.owner,
        "at": node.at,
        "notes": own if own else origin.notes,
        "delayed": origin.delayed,
        "begun_on": matched.scope.card if origin.delayed else None,
        "until": origin.until,
        "names": matched.names,
        "condition": _conjunction((*matched.conditions, *test), node.at),
        "if_conditions": tuple(test),
    }


def _conjunction(parts: tuple[Expr, ...], at: Span) -> Expr | None:
    """Return conditions joined by `and`: the condition itself for one, None for none."""
    if len(parts) < 2:
        return parts[0] if parts else None
    return typed.Every(operator="and", parts=parts, at=at)


def resolve_if(ctx: Context, scope: NameScope, test: tree.Node | None) -> list[Expr]:
    """Return a list with the condition of a rule's `if`; empty if it has none."""
    return [] if test is None else [resolve_condition(ctx, scope, test)]


# ------------------------------------------------------------------ hooks


@RULES.of(tree.Hook, tree.Would)
def _resolve_hook(ctx: Context, origin: RuleOrigin, scope: NameScope, node: Any) -> p.Rule | None:
    """Resolve a rule that reacts to an event: `before …`, `after …` or `when … would …`."""
    when = "would" if isinstance(node, tree.Would) else node.moment.text
    third = when != "would" and not is_pronoun(node.pattern.subject, "I")
    if isinstance(node.pattern, tree.UsesPower):
        match, verb = match_power_use(ctx, scope, node.pattern), "uses"
    else:
        match, verb = match_pattern(ctx, scope, node.pattern, third), node.pattern.verb.text
    if match is None:
        return None
    event, matched = match
    name = f"{when} {verb}"
    inner = evolve(matched.scope, in_would=when == "would", owner=origin.owner(scope, name))
    test = resolve_if(ctx, matched.scope, node.condition)
    return p.Hook(
        **common_fields(ctx, origin, name, node, matched, test),
        when=when,
        about=event.name,
        body=resolve_block(ctx, inner, node.block.items),
    )


@RULES.of(tree.Edge)
def _resolve_edge(
    ctx: Context, origin: RuleOrigin, scope: NameScope, node: tree.Edge
) -> p.Rule | None:
    """Resolve a rule that reacts to the start or end of a phase: `at the start of my turn`."""
    phase = ctx.find("phase", node.phase, ctx.program.phases)
    if phase is None:
        return None
    names = tuple(f"${number}" for number, _ in enumerate(phase.parameters))
    conditions: list[Expr] = []
    if node.whose.text == "my":
        own = resolve_me(ctx, scope, node.whose.at)
        if not phase.parameters or phase.parameters[0].type != PLAYER:
            right = f"at the {node.edge.text} of the {phase.name}"
            at = node.whose.at.to(node.phase.at)
            ctx.add(say.speaking.not_for_a_player(at, phase.name, right))
            return None
        here = typed.Var(name=names[0], type=PLAYER, at=node.at)
        conditions.append(typed.Compare(operator="==", left=here, right=own, at=node.whose.at))
    test = resolve_if(ctx, scope, node.condition)
    name = f"{node.edge.text} of {phase.name}"
    inner = evolve(scope, owner=origin.owner(scope, name))
    return p.Hook(
        **common_fields(
            ctx, origin, name, node, MatchedPattern(names, tuple(conditions), scope), test
        ),
        when=node.edge.text,
        about=phase.name,
        body=resolve_block(ctx, inner, node.block.items),
    )


@RULES.of(tree.Restriction)
def _resolve_restriction(
    ctx: Context, origin: RuleOrigin, scope: NameScope, node: tree.Restriction
) -> p.Rule | None:
    """Resolve a rule that forbids an event: `a player cannot attack this`."""
    is_end = isinstance(node.pattern.object, tree.WholeGame)
    event = declare_winning(ctx, node.pattern) if is_end else find_event(ctx, node.pattern, False)
    if event is None:
        return None
    matched = match_event(ctx, scope, node.pattern, event)
    test = resolve_if(ctx, matched.scope, node.condition)
    return p.Restriction(
        **common_fields(ctx, origin, f"cannot {node.pattern.verb.text}", node, matched, test),
        about=event.name,
    )

"""Resolution of powers, means and copied rules, and of the statement that lets a player use a card's power."""

from __future__ import annotations

from rulewright.base.records import evolve
from rulewright.language.program import complaints as say, program as p, typed
from rulewright.language.program.context import Context, NameScope
from rulewright.language.program.declaring.declare_state import find_once_clause, use_mark_name
from rulewright.language.program.references import record_choice, record_reference
from rulewright.language.program.resolving.expressions.resolve_names import resolve_me, resolve_this
from rulewright.language.program.resolving.expressions.resolve_patterns import (
    MatchedPattern,
    bind_name,
    match_pattern,
)
from rulewright.language.program.resolving.resolve_power_uses import is_card
from rulewright.language.program.resolving.resolve_rules import common_fields, resolve_if
from rulewright.language.program.resolving.resolvers import (
    RULES,
    STATEMENTS,
    RuleOrigin,
    is_pronoun,
    resolve_condition,
    resolve_expression,
    resolve_list,
    resolve_number,
)
from rulewright.language.program.resolving.statements.resolve_blocks import (
    resolve_block,
    resolve_decider,
    resolve_option_text,
)
from rulewright.language.program.typed import Expr, Stmt
from rulewright.language.program.types import PLAYER, YES_OR_NO, Type
from rulewright.language.syntax import tree


@RULES.of(tree.Power)
def _resolve_power(
    ctx: Context, origin: RuleOrigin, scope: NameScope, node: tree.Power
) -> p.Rule | None:
    """Resolve a power, which a player may use at a moment: `power swap at main`."""
    moment = _find_moment(ctx, node)
    if moment is None:
        return None
    record_choice(node.name.at)
    outer = evolve(scope, me=PLAYER, owner=origin.owner(scope, node.name.text))
    inner, var, source = _resolve_for_each(ctx, outer, node.clauses)
    tests = _resolve_conditions(ctx, evolve(outer, loop_variable=var or ""), node.clauses)
    return p.Power(
        **common_fields(ctx, origin, node.name.text, node, MatchedPattern((), (), scope), tests),
        about=moment,
        source=source,
        var=var,
        shown=resolve_option_text(ctx, inner, node.shown),
        repeatedly=_has_flag(node, "repeatedly"),
        must=_has_flag(node, "must"),
        use_mark=_resolve_use_mark(ctx, outer, node),
        body=resolve_block(ctx, inner, node.block.items),
    )


def _resolve_use_mark(ctx: Context, scope: NameScope, node: tree.Power) -> Expr | None:
    """Return the mark that records the use of a power with `once per game` or `once per turn`; None for others.

    The mark is on the power's card, or on its player if it is on no card.
    """
    once = find_once_clause(node)
    if once is None:
        return None
    for clause in node.clauses:
        twice = clause is not once and isinstance(clause, tree.Once)
        if twice or (isinstance(clause, tree.Flag) and clause.kind == "repeatedly"):
            ctx.add(say.names.written_twice(clause.at, clause.at.text, once.at))
    if once.phase is not None and ctx.find("phase", once.phase, ctx.program.phases) is None:
        return None
    whose = (
        resolve_this(ctx, scope, node.at)
        if scope.this is not None
        else resolve_me(ctx, scope, node.at)
    )
    phase = once.phase.text if once.phase is not None else None
    name = use_mark_name(node.name.text, whose.type.name, phase, ctx.program.variables)
    return typed.VariableOf(variable=name, owner=whose, type=YES_OR_NO, at=once.at)


def _find_moment(ctx: Context, node: tree.Power) -> str | None:
    """Return the moment of a power, the first one if it names none; an unknown moment is reported."""
    first = next(iter(ctx.program.moments), None)
    moment = node.moment.text if node.moment else first or ""
    if moment in ctx.program.moments:
        if node.moment is not None:
            record_reference(node.moment.at, ctx.program.moments[moment])
        return moment
    at = node.moment.at if node.moment else node.name.at
    hint = None if ctx.program.moments else "declare when powers are used: `moment main`"
    ctx.unknown_name("moment", moment or "main", at, ctx.program.moments, hint)
    return first


def _has_flag(node: tree.Power, kind: tree.FlagKind) -> bool:
    """Return whether a power has the flag `kind` such as `must`."""
    return any(isinstance(c, tree.Flag) and c.kind == kind for c in node.clauses)


def _resolve_conditions(
    ctx: Context, scope: NameScope, clauses: tuple[tree.Node, ...]
) -> list[Expr]:
    """Resolve the `if` clauses of a power or means to conditions."""
    return [
        resolve_condition(ctx, scope, c.condition) for c in clauses if isinstance(c, tree.PowerIf)
    ]


def _resolve_for_each(
    ctx: Context, scope: NameScope, clauses: tuple[tree.Node, ...]
) -> tuple[NameScope, str | None, Expr | None]:
    """Return scope, variable and list of a power's `for each` clause, which offers it once per element.

    Variable and list are None without such a clause.
    """
    eaches = [clause for clause in clauses if isinstance(clause, tree.EachOf)]
    for second in eaches[1:]:
        ctx.add(say.names.written_twice(second.at, "for each", eaches[0].at))
    for clause in eaches[:1]:
        source = resolve_list(ctx, scope, clause.source)
        inner = bind_name(ctx, scope, clause.name, source.type.one())
        return inner, clause.name.text, source
    return scope, None, None


@RULES.of(tree.Means)
def _resolve_means(
    ctx: Context, origin: RuleOrigin, scope: NameScope, node: tree.Means
) -> p.Rule | None:
    """Resolve a means, an alternative way to perform an event: `means swap to build this`."""
    match = match_pattern(ctx, scope, node.pattern, third_person=False)
    if match is None:
        return None
    event, matched = match
    record_choice(node.name.at)
    outer = evolve(matched.scope, owner=origin.owner(scope, node.name.text))
    inner, var, source = _resolve_for_each(ctx, outer, node.clauses)
    tests = _resolve_conditions(ctx, evolve(outer, loop_variable=var or ""), node.clauses)
    covers = [
        resolve_number(ctx, inner, clause.amount, "the covered amount")
        for clause in node.clauses
        if isinstance(clause, tree.Covering)
    ]
    _check_means(ctx, event, node, bool(covers))
    return p.Means(
        **common_fields(ctx, origin, node.name.text, node, matched, tests),
        about=event.name,
        var=var,
        source=source,
        covers=covers[0] if covers else None,
        shown=resolve_option_text(ctx, inner, node.shown),
        body=resolve_block(ctx, inner, node.block.items),
    )


def _check_means(ctx: Context, event: p.Event, node: tree.Means, covers: bool) -> None:
    """Report a means for an event that has no `first` statements, and wrong clauses of a means."""
    if not event.has_first:
        message = f"`{event.verb}` has no payment after `first` that a `means` could replace"
        help = f"add `first …` with a payment to the event `{event.verb}`, or use another event"
        ctx.add(say.names.means_replaces_nothing(node.pattern.at, message, help))
    amounts = [parameter for parameter in event.parameters if parameter.unit is not None]
    if covers and len(amounts) != 1:
        message = f"`{event.verb}` has no amount that this could cover"
        ctx.add(say.names.means_replaces_nothing(node.at, message))
    for clause in node.clauses:
        if isinstance(clause, tree.Flag):
            message = "a means cannot be `must` or `repeatedly`"
            ctx.add(say.names.means_replaces_nothing(clause.at, message))


@RULES.of(tree.Copying)
def _resolve_copying(
    ctx: Context, origin: RuleOrigin, scope: NameScope, node: tree.Copying
) -> None:
    """Resolve a rule that copies another card's rules to its own card; add it to the program's copies."""
    own = resolve_this(ctx, scope, node.at)
    if not is_pronoun(node.subject, "this"):
        what = "the card that does the same as another"
        ctx.add(say.types.wrong_type(node.subject.at, what, "`this`", "another thing", None))
        return
    if origin.card is None or origin.kind is None:
        return
    of = _resolve_copied_card(ctx, scope, node.of, own.type)
    test = resolve_if(ctx, scope, node.condition)
    ctx.program.copies.append(
        p.Copy(
            card=origin.card, kind=origin.kind, stance=origin.stance, of=of,
            condition=test[0] if test else None, at=node.at,
        )
    )  # fmt: skip


def _resolve_copied_card(ctx: Context, scope: NameScope, node: tree.Node, kind: Type) -> Expr:
    """Resolve the card whose rules are copied, of the given kind."""
    card = resolve_expression(ctx, scope, node, kind)
    return ctx.expect(kind.maybe(), card, "the card with the rules")


@STATEMENTS.of(tree.UseOf)
def _resolve_use_of(ctx: Context, scope: NameScope, node: tree.UseOf) -> Stmt | None:
    """Resolve `use a power of the card`: a player uses one power of a given card."""
    player = resolve_decider(ctx, scope, node.subject, node.at)
    of = resolve_expression(ctx, scope, node.of)
    if not is_card(ctx, of):
        return None
    name = ctx.decision_name(f"{scope.owner}.power")
    return typed.UsePowerOf(name=name, player=player, of=of, but=scope.card, at=node.at)

"""Resolution of powers, means and copied rules, and of the statement that lets a player use a card's power."""

from __future__ import annotations

from rulewright.base.records import evolve
from rulewright.language.program import complaints as say, program as p, typed
from rulewright.language.program.context import Context, Scope
from rulewright.language.program.declaring.declare_things import mark_of_use, once_clause
from rulewright.language.program.references import offer, refer
from rulewright.language.program.resolving.expressions.resolve_names import me, this
from rulewright.language.program.resolving.expressions.resolve_patterns import (
    Matched,
    bind,
    match_pattern,
)
from rulewright.language.program.resolving.resolve_rules import asked, common
from rulewright.language.program.resolving.resolve_uses import is_card
from rulewright.language.program.resolving.resolvers import (
    RULES,
    STATEMENTS,
    Speaker,
    condition,
    expression,
    is_pronoun,
    list_of,
    number,
)
from rulewright.language.program.resolving.statements.resolve_blocks import block, decider, shown
from rulewright.language.program.typed import Expr, Stmt
from rulewright.language.program.types import PLAYER, YES_OR_NO, Type
from rulewright.language.syntax import tree


@RULES.of(tree.Power)
def _power(ctx: Context, speaker: Speaker, scope: Scope, node: tree.Power) -> p.Rule | None:
    moment = _moment(ctx, node)
    if moment is None:
        return None
    offer(node.name.at)
    outer = evolve(scope, me=PLAYER, owner=speaker.owner(scope, node.name.text))
    inner, var, source = _each(ctx, outer, node.clauses)
    tests = _tests(ctx, evolve(outer, later=var or ""), node.clauses)
    return p.Power(
        **common(ctx, speaker, node.name.text, node, Matched((), (), scope), tests),
        about=moment,
        source=source,
        var=var,
        shown=shown(ctx, inner, node.shown),
        repeatedly=_flagged(node, "repeatedly"),
        must=_flagged(node, "must"),
        used=_used(ctx, outer, node),
        body=block(ctx, inner, node.block.items),
    )


def _used(ctx: Context, scope: Scope, node: tree.Power) -> Expr | None:
    """Return the mark of a power usable once in a game or phase, on its card or its player; None for others."""
    once = once_clause(node)
    if once is None:
        return None
    for clause in node.clauses:
        twice = clause is not once and isinstance(clause, tree.Once)
        if twice or (isinstance(clause, tree.Flag) and clause.kind == "repeatedly"):
            ctx.add(say.names.said_twice(clause.at, clause.at.text, once.at))
    if once.phase is not None and ctx.find("phase", once.phase, ctx.program.phases) is None:
        return None
    whose = this(ctx, scope, node.at) if scope.this is not None else me(ctx, scope, node.at)
    phase = once.phase.text if once.phase is not None else None
    name = mark_of_use(node.name.text, whose.type.name, phase, ctx.program.variables)
    return typed.VariableOf(variable=name, owner=whose, type=YES_OR_NO, at=once.at)


def _moment(ctx: Context, node: tree.Power) -> str | None:
    """Return the named moment, else the first; an unknown one is reported and the body still checked."""
    first = next(iter(ctx.program.moments), None)
    moment = node.moment.text if node.moment else first or ""
    if moment in ctx.program.moments:
        if node.moment is not None:
            refer(node.moment.at, ctx.program.moments[moment])
        return moment
    at = node.moment.at if node.moment else node.name.at
    hint = None if ctx.program.moments else "declare when powers are used: `moment main`"
    ctx.unknown_name("moment", moment or "main", at, ctx.program.moments, hint)
    return first


def _flagged(node: tree.Power, kind: tree.FlagKind) -> bool:
    return any(isinstance(c, tree.Flag) and c.kind == kind for c in node.clauses)


def _tests(ctx: Context, scope: Scope, clauses: tuple[tree.Node, ...]) -> list[Expr]:
    return [condition(ctx, scope, c.condition) for c in clauses if isinstance(c, tree.PowerIf)]


def _each(
    ctx: Context, scope: Scope, clauses: tuple[tree.Node, ...]
) -> tuple[Scope, str | None, Expr | None]:
    """Return the scope, variable and list of a `for each` clause, if there is one."""
    eaches = [clause for clause in clauses if isinstance(clause, tree.EachOf)]
    for second in eaches[1:]:
        ctx.add(say.names.said_twice(second.at, "for each", eaches[0].at))
    for clause in eaches[:1]:
        source = list_of(ctx, scope, clause.source)
        inner = bind(ctx, scope, clause.name, source.type.one())
        return inner, clause.name.text, source
    return scope, None, None


@RULES.of(tree.Means)
def _means(ctx: Context, speaker: Speaker, scope: Scope, node: tree.Means) -> p.Rule | None:
    match = match_pattern(ctx, scope, node.pattern, third_person=False)
    if match is None:
        return None
    event, matched = match
    offer(node.name.at)
    outer = evolve(matched.scope, owner=speaker.owner(scope, node.name.text))
    inner, var, source = _each(ctx, outer, node.clauses)
    tests = _tests(ctx, evolve(outer, later=var or ""), node.clauses)
    covers = [
        number(ctx, inner, clause.amount, "what it covers")
        for clause in node.clauses
        if isinstance(clause, tree.Covering)
    ]
    _check_means(ctx, event, node, bool(covers))
    return p.Means(
        **common(ctx, speaker, node.name.text, node, matched, tests),
        about=event.name,
        var=var,
        source=source,
        covers=covers[0] if covers else None,
        shown=shown(ctx, inner, node.shown),
        body=block(ctx, inner, node.block.items),
    )


def _check_means(ctx: Context, event: p.Event, node: tree.Means, covers: bool) -> None:
    """Report a means for an event without `first` statements, and `covers` for one without an amount."""
    if not event.has_first:
        message = f"`{event.verb}` has no `first` deeds that this could stand in for"
        ctx.add(say.names.no_means(node.pattern.at, message))
    amounts = [parameter for parameter in event.parameters if parameter.unit is not None]
    if covers and len(amounts) != 1:
        message = f"`{event.verb}` has no amount of which a part could be covered"
        ctx.add(say.names.no_means(node.at, message))
    for clause in node.clauses:
        if isinstance(clause, tree.Flag):
            message = "a means is never `must` or `repeatedly`"
            ctx.add(say.names.no_means(clause.at, message))


@RULES.of(tree.Copying)
def _copying(ctx: Context, speaker: Speaker, scope: Scope, node: tree.Copying) -> None:
    """Resolve a copy of another card's rules, kept in a list of its own because no event triggers it."""
    own = this(ctx, scope, node.at)
    if not is_pronoun(node.subject, "this"):
        what = "what does the same as another card"
        ctx.add(say.types.wrong_type(node.subject.at, what, "`this`", "another thing", None))
        return
    if speaker.card is None or speaker.kind is None:
        return
    of = _card(ctx, scope, node.of, own.type)
    test = asked(ctx, scope, node.condition)
    ctx.program.copies.append(
        p.Copy(
            card=speaker.card, kind=speaker.kind, stance=speaker.stance, of=of,
            condition=test[0] if test else None, at=node.at,
        )
    )  # fmt: skip


def _card(ctx: Context, scope: Scope, node: tree.Node, kind: Type) -> Expr:
    card = expression(ctx, scope, node, kind)
    return ctx.expect(kind.maybe(), card, "whose rules are meant")


@STATEMENTS.of(tree.UseOf)
def _use_of(ctx: Context, scope: Scope, node: tree.UseOf) -> Stmt | None:
    player = decider(ctx, scope, node.subject, node.at)
    of = expression(ctx, scope, node.of)
    if not is_card(ctx, of):
        return None
    name = ctx.decision_name(f"{scope.owner}.power")
    return typed.UsePowerOf(name=name, player=player, of=of, but=scope.card, at=node.at)

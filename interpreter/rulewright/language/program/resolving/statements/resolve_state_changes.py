"""Resolution of statements that change the game state, show cards, or write to the story of the game."""

from __future__ import annotations

from rulewright.language.program import complaints as say, typed
from rulewright.language.program.context import Context, NameScope
from rulewright.language.program.references import record_reference
from rulewright.language.program.resolving.expressions.resolve_words import (
    find_mark,
    report_if_fixed,
)
from rulewright.language.program.resolving.resolvers import (
    STATEMENTS,
    resolve_expression,
    resolve_player,
)
from rulewright.language.program.resolving.statements.resolve_blocks import resolve_template
from rulewright.language.program.typed import Expr, Stmt
from rulewright.language.program.types import NUMBER, Type
from rulewright.language.syntax import tree


def _report_not_settable(ctx: Context, target: Expr, value: str) -> None:
    """Report that `target` cannot be set; only variables can."""
    if isinstance(target, typed.TableOf):
        report_if_fixed(ctx, target.table, target.at, value)
        return
    if target.type.name == "unknown":
        return
    is_value = isinstance(target, typed.ValueOf)
    rule = f"{target.at.text} is {value}" if is_value else None
    ctx.add(say.names.not_settable(target.at, rule, isinstance(target, typed.Var)))


@STATEMENTS.of(tree.Set)
def _resolve_set(ctx: Context, scope: NameScope, node: tree.Set) -> Stmt | None:
    """Resolve an assignment to a variable: `set my stones to 3`."""
    name = node.target.name.text if isinstance(node.target, tree.The) else ""
    if name in ctx.program.settings:
        report_if_fixed(ctx, name, node.target.at, node.value.at.text)
        return None
    target = resolve_expression(ctx, scope, node.target)
    value = resolve_expression(ctx, scope, node.value, target.type)
    if isinstance(target, typed.TimesPlayed) and scope.in_scenario:
        value = ctx.expect(target.type, value, f"the number of the {target.phase}")
        return typed.SetPlayed(phase=target.phase, value=value, at=node.at)
    if not isinstance(target, typed.VariableOf):
        _report_not_settable(ctx, target, node.value.at.text)
        return None
    value = ctx.expect(target.type, value, f"`{target.variable}`")
    return typed.SetVariable(variable=target.variable, owner=target.owner, value=value, at=node.at)


@STATEMENTS.of(tree.Becomes)
def _resolve_becomes(ctx: Context, scope: NameScope, node: tree.Becomes) -> Stmt | None:
    """Resolve setting or removing a mark: `the target becomes asleep`, `the target stops being asleep`."""
    subject = resolve_expression(ctx, scope, node.subject)
    variable = find_mark(ctx, subject.type, node.mark.text)
    if variable is None:
        if subject.type.name != "unknown":
            marks = [t.name for t in ctx.program.variables.values() if t.is_mark]
            hint = None
            if node.mark.text in ctx.program.facts:
                hint = "a fact follows from rules; only a mark can be put on or taken off"
            ctx.unknown_name(f"mark of {subject.type}", node.mark.text, node.mark.at, marks, hint)
        return None
    record_reference(node.mark.at, variable)
    value = typed.YesNo(value=node.kind == "becomes", at=node.at)
    return typed.SetVariable(variable=variable.name, owner=subject, value=value, at=node.at)


@STATEMENTS.of(tree.Move)
def _resolve_move(ctx: Context, scope: NameScope, node: tree.Move) -> Stmt | None:
    """Resolve `move a card to a zone`; report a zone that holds other kinds of cards."""
    what = resolve_expression(ctx, scope, node.what)
    zone, end = _resolve_destination(ctx, scope, node.to)
    if zone is None:
        return None
    wanted = Type(ctx.program.zones[zone.zone].kind)
    if not wanted.maybe().accepts(what.type) and not wanted.list().accepts(what.type):
        place = f"a card for the {zone.zone}"
        ctx.add(say.types.wrong_type(what.at, place, str(wanted), str(what.type), None))
        return None
    return typed.Move(what=what, zone=zone, end=end, at=node.at)


def _resolve_destination(
    ctx: Context, scope: NameScope, node: tree.Node
) -> tuple[typed.ZoneOf | None, str | None]:
    """Return a zone, with the end (`top` or `bottom`) where cards are put; None for what is not given."""
    end: str | None = None
    if isinstance(node, tree.End):
        end, node = node.end, node.zone
    zone = resolve_zone(ctx, scope, node)
    if zone is not None and end is not None and not ctx.program.zones[zone.zone].ordered:
        ctx.add(say.types.top_of_unordered_place(zone.at, zone.zone))
    return zone, end


def resolve_zone(ctx: Context, scope: NameScope, node: tree.Node) -> typed.ZoneOf | None:
    """Resolve an expression that has to be a zone; None after a complaint."""
    zone = resolve_expression(ctx, scope, node)
    if isinstance(zone, typed.ZoneOf):
        return zone
    if zone.type.name != "unknown":
        ctx.add(say.names.not_a_place(zone.at, str(zone.type)))
    return None


@STATEMENTS.of(tree.Exchange)
def _resolve_exchange(ctx: Context, scope: NameScope, node: tree.Exchange) -> Stmt | None:
    """Resolve `exchange X with Y`, for the contents of two zones or the places of two cards."""
    one = resolve_expression(ctx, scope, node.one)
    other = resolve_expression(ctx, scope, node.other)
    if "unknown" in (one.type.name, other.type.name):
        return None
    for side in (one, other):
        is_card = side.type.name in ctx.program.kinds and not side.type.many
        if not is_card and not isinstance(side, typed.ZoneOf):
            ctx.add(say.names.not_a_place(side.at, str(side.type)))
            return None
    if one.type.one().name != other.type.one().name or one.type.many != other.type.many:
        what = "the other part of the exchange"
        ctx.add(say.types.wrong_type(other.at, what, str(one.type), str(other.type), None))
        return None
    return typed.Exchange(one=one, other=other, at=node.at)


@STATEMENTS.of(tree.Rearrange)
def _resolve_rearrange(ctx: Context, scope: NameScope, node: tree.Rearrange) -> Stmt | None:
    """Resolve `shuffle the deck`, `rotate the deck by 2`."""
    zone, by = _resolve_destination(ctx, scope, node.zone)[0], None
    if node.by is not None:
        by = ctx.expect(NUMBER, resolve_expression(ctx, scope, node.by), "the number of turns")
        if zone is not None and not ctx.program.zones[zone.zone].ordered:
            ctx.add(say.types.top_of_unordered_place(zone.at, zone.zone))
    return None if zone is None else typed.Rearrange(how=node.how, zone=zone, by=by, at=node.at)


@STATEMENTS.of(tree.Show)
def _resolve_show(ctx: Context, scope: NameScope, node: tree.Show) -> Stmt | None:
    """Resolve `show X to Y`, for a card or cards and a player or everybody."""
    what = resolve_expression(ctx, scope, node.what)
    to = None
    if not isinstance(node.to, tree.Party):
        to = resolve_player(ctx, scope, node.to, "who sees it")
    if what.type.name == "unknown":
        return None
    if what.type.name not in ctx.program.kinds:
        actual = str(what.type)
        ctx.add(say.types.wrong_type(what.at, "what is shown", "a card or cards", actual, None))
        return None
    return typed.Show(what=what, to=to, at=node.at)


@STATEMENTS.of(tree.Tell)
def _resolve_tell(ctx: Context, scope: NameScope, node: tree.Tell) -> Stmt:
    """Resolve `tell "…"`, a line in the story of the game, for one player or for all."""
    to = resolve_player(ctx, scope, node.to, "who is told") if node.to is not None else None
    return typed.Tell(text=resolve_template(ctx, scope, node.text), to=to, at=node.at)

"""Lists, what is worked out of them, and the ends of places."""

from __future__ import annotations

from attrs import evolve

from rulewright.program import complaints as say
from rulewright.program import typed
from rulewright.program.context import Context, Scope, unknown, var
from rulewright.program.english import plural
from rulewright.program.resolving.resolve_attributes import attribute, settled
from rulewright.program.resolving.resolve_names import me, this
from rulewright.program.resolving.resolve_words import everything
from rulewright.program.resolving.resolvers import EXPRESSIONS, condition, list_of, player
from rulewright.program.typed import Expr
from rulewright.program.types import NUMBER, PLAYER, Type
from rulewright.syntax import tree


@EXPRESSIONS.of(tree.Members)
def _members(ctx: Context, scope: Scope, node: tree.Members) -> Expr:
    """`cards in my hand`: the word before `in` has to be the plural of what is in there."""
    zone, kind = list_of(ctx, scope, node.zone), node.kind
    if zone.type.name != "unknown" and plural(zone.type.name) != kind.text:
        right = plural(zone.type.name)
        if not ctx.missing.knows(kind.text, kind.at):
            ctx.add(say.types.other_members(kind.at, right, kind.text, f"{right} in …"))
    return zone


@EXPRESSIONS.of(tree.AnyZone)
def _any_zone(ctx: Context, scope: Scope, node: tree.AnyZone) -> Expr:
    zone = ctx.program.zones.get(node.zone.text)
    if zone is None:
        owned = [z.name for z in ctx.program.zones.values() if z.owner]
        ctx.unknown_name("place", node.zone.text, node.zone.at, owned)
        return unknown(node.at)
    if zone.owner is None and zone.each is None:
        ctx.add(say.types.only_one(node.at, zone.name))
        return unknown(node.at)
    if zone.kind == "unknown":
        return unknown(node.at)
    without = me(ctx, scope, node.at) if node.other is not None else None
    type_ = Type(zone.kind).list()
    return typed.AnyZone(zone=zone.name, without=without, type=type_, at=node.at)


@EXPRESSIONS.of(tree.Others)
def _others(ctx: Context, scope: Scope, node: tree.Others) -> Expr:
    found = everything(ctx, node.name.text, node.at)
    if isinstance(found, typed.Players):
        return evolve(found, start=me(ctx, scope, node.at), others=True)
    if isinstance(found, typed.KindAll):
        own = this(ctx, scope, node.at)
        if own.type.name not in ("unknown", found.kind):
            ctx.add(say.types.never(node.at, str(own.type), str(found.type.one())))
        return evolve(found, without=own)
    known = ["players", *(plural(kind) for kind in ctx.program.kinds)]
    ctx.unknown_name("list", node.name.text, node.name.at, known)
    return unknown(node.at)


@EXPRESSIONS.of(tree.Around)
def _around(ctx: Context, scope: Scope, node: tree.Around) -> Expr:
    if node.name.text != "players":
        ctx.add(say.types.around_the_table(node.name.at))
        return unknown(node.at)
    start = player(ctx, scope, node.start, "the first player")
    return typed.Players(start=start, type=PLAYER.list(), at=node.at)


@EXPRESSIONS.of(tree.Filtered)
def _filtered(ctx: Context, scope: Scope, node: tree.Filtered) -> Expr:
    return filtered(ctx, scope, node.source, node.condition)


def filtered(ctx: Context, scope: Scope, source: tree.Node, where: tree.Node | None) -> Expr:
    """A list, and of it what the `where` lets through."""
    found = list_of(ctx, scope, source)
    if where is None:
        return found
    inner = scope.with_it(found.type.one())
    assert inner.it is not None
    test = condition(ctx, inner, where)
    return typed.Filter(
        source=found, var=inner.it[0], condition=test, type=found.type, at=found.at.to(where.at)
    )


@EXPRESSIONS.of(tree.End)
def _end(ctx: Context, scope: Scope, node: tree.End) -> Expr:
    zone = list_of(ctx, scope, node.zone)
    if zone.type.name == "unknown":
        return unknown(node.at)
    name = zone.zone if isinstance(zone, typed.ZoneOf) else None
    if name is None or not ctx.program.zones[name].ordered:
        ctx.add(say.types.no_end(node.at, name))
        return unknown(node.at)
    return typed.End(zone=zone, end=node.end, type=zone.type.one().maybe(), at=node.at)


# ------------------------------------------------------------------ worked out of lists


@EXPRESSIONS.of(tree.NumberOf)
def _number_of(ctx: Context, scope: Scope, node: tree.NumberOf) -> Expr:
    return typed.Count(source=filtered(ctx, scope, node.source, node.condition), at=node.at)


@EXPRESSIONS.of(tree.Gathered)
def _gathered(ctx: Context, scope: Scope, node: tree.Gathered) -> Expr:
    source = filtered(ctx, scope, node.source, node.condition)
    inner = scope.with_it(source.type.one())
    assert inner.it is not None
    element = var(inner.it[0], inner.it[1], node.name.at)
    of = settled(ctx, attribute(ctx, element, node.name.text, node.name.at))
    of = ctx.expect(NUMBER, of, f"`{node.name.text}`")
    return typed.Gather(how=node.how, source=source, var=inner.it[0], of=of, at=node.at)


@EXPRESSIONS.of(tree.Some)
def _some(ctx: Context, scope: Scope, node: tree.Some) -> Expr:
    source = filtered(ctx, scope, node.source, node.condition)
    name = source.type.name
    if name not in ("unknown", node.name.text) and not ctx.missing.knows(
        node.name.text, node.name.at
    ):
        ctx.add(say.types.other_members(node.name.at, plural(name), node.name.text, name))
    found: Expr = typed.Some(source=source, at=node.at)
    return typed.Not(what=found, at=node.at) if node.kind == "none" else found

"""Resolution of lists, of values computed from lists, and of the ends of zones."""

from __future__ import annotations

from rulewright.base.records import evolve
from rulewright.language.program import complaints as say, typed
from rulewright.language.program.context import Context, Scope, unknown, var
from rulewright.language.program.references import refer
from rulewright.language.program.resolving.expressions.resolve_names import me, this
from rulewright.language.program.resolving.expressions.resolve_words import (
    attribute,
    attribute_names,
    everything,
    settled,
)
from rulewright.language.program.resolving.resolvers import (
    EXPRESSIONS,
    condition,
    expression,
    list_of,
    number,
    player,
)
from rulewright.language.program.typed import Expr
from rulewright.language.program.types import NUMBER, PLAYER, Type
from rulewright.language.syntax import tree
from rulewright.language.text import Span
from rulewright.language.text.english import plural


@EXPRESSIONS.of(tree.Members)
def _members(ctx: Context, scope: Scope, node: tree.Members) -> Expr:
    """Resolve `cards in my hand`; the word before `in` has to be the plural of the zone's kind."""
    zone, kind = list_of(ctx, scope, node.zone), node.kind
    refer(kind.at, ctx.program.kinds.get(zone.type.name))
    _check_called(ctx, kind, zone.type.name, plural(zone.type.name))
    return zone


def _check_called(ctx: Context, noun: tree.Word, kind: str, *right: str) -> None:
    """Report a noun that does not fit the kind; `right` are the accepted nouns, the first is suggested."""
    if kind == "unknown" or noun.text in right or ctx.missing.knows(noun.text, noun.at):
        return
    ctx.add(say.types.other_members(noun.at, plural(kind), noun.text, right[0]))


@EXPRESSIONS.of(tree.AnyZone)
def _any_zone(ctx: Context, scope: Scope, node: tree.AnyZone) -> Expr:
    zone = ctx.program.zones.get(node.zone.text)
    if zone is None:
        owned = [z.name for z in ctx.program.zones.values() if z.owner]
        ctx.unknown_name("place", node.zone.text, node.zone.at, owned)
        return unknown(node.at)
    refer(node.zone.at, zone)
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
    everyone = everything(ctx, node.name.text, node.at)
    if isinstance(everyone, typed.Players):
        return evolve(everyone, start=me(ctx, scope, node.at), others=True)
    if isinstance(everyone, typed.KindAll):
        own = this(ctx, scope, node.at)
        if own.type.name not in ("unknown", everyone.kind):
            ctx.add(say.types.never(node.at, str(own.type), str(everyone.type.one())))
        return evolve(everyone, without=own)
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
    """Resolve a list with an optional `where`; `with the most …` applies to the filtered list."""
    if isinstance(source, tree.Extreme):
        return _extreme(ctx, scope, source, filtered(ctx, scope, source.source, where))
    list_ = list_of(ctx, scope, source)
    if where is None:
        return list_
    inner, it = scope.with_it(list_.type.one(), list_.at)
    test = condition(ctx, inner, where)
    return _filter(list_, it, test, list_.at.to(where.at))


def _filter(source: Expr, it: str, test: Expr, at: Span) -> typed.Filter:
    return typed.Filter(source=source, var=it, condition=test, type=source.type, at=at)


@EXPRESSIONS.of(tree.Extreme)
def _with_extreme(ctx: Context, scope: Scope, node: tree.Extreme) -> Expr:
    return filtered(ctx, scope, node, None)


def _extreme(ctx: Context, scope: Scope, node: tree.Extreme, source: Expr) -> Expr:
    """Return the elements with the largest or smallest number, including all ties."""
    inner, it = scope.with_it(source.type.one())
    own = _number_of_each(ctx, inner, node.name)
    how = "most" if node.kind == "with most" else "least"
    best = typed.Gather(how=how, source=source, var=it, of=own, at=node.at)
    test = typed.Compare(operator="==", left=own, right=best, at=node.at)
    return _filter(source, it, test, node.at)


def _number_of_each(ctx: Context, inner: Scope, name: tree.Word) -> Expr:
    """Resolve a numeric attribute of the element that `it` denotes in `inner`."""
    assert inner.it is not None
    of = settled(ctx, attribute(ctx, var(*inner.it, name.at), name.text, name.at))
    return ctx.expect(NUMBER, of, f"`{name.text}`")


@EXPRESSIONS.of(tree.Backwards)
def _backwards(ctx: Context, scope: Scope, node: tree.Backwards) -> Expr:
    source = list_of(ctx, scope, node.source)
    return typed.Backwards(source=source, type=source.type, at=node.at)


@EXPRESSIONS.of(tree.Several)
def _several(ctx: Context, scope: Scope, node: tree.Several) -> Expr:
    """Resolve `the top 3 cards of the deck`."""
    end: tree.EndWord = "top" if node.kind == "several top" else "bottom"
    count = number(ctx, scope, node.count, "how many")
    card = _end_of(ctx, scope, tree.End(node.at, end, node.zone))
    if not isinstance(card, typed.End):
        return card
    kind = card.zone.type.name
    _check_called(ctx, node.name, kind, plural(kind), kind)
    return typed.Ends(zone=card.zone, end=end, count=count, type=card.zone.type, at=node.at)


@EXPRESSIONS.of(tree.FirstOf)
def _first_of(ctx: Context, scope: Scope, node: tree.FirstOf) -> Expr:
    source = list_of(ctx, scope, node.source)
    return typed.First(source=source, type=source.type.one().maybe(), at=node.at)


@EXPRESSIONS.of(tree.OnlyOf)
def _only_of(ctx: Context, scope: Scope, node: tree.OnlyOf) -> Expr:
    """Resolve the only element of a list: the first of it, filtered by the condition that its length is 1."""
    source = list_of(ctx, scope, node.source)
    _, it = scope.with_it(source.type.one())
    one = typed.Number(value=1, at=node.at)
    count = typed.Count(source=source, at=node.at)
    alone = typed.Compare(operator="==", left=count, right=one, at=node.at)
    only = _filter(source, it, alone, node.at)
    return typed.First(source=only, type=source.type.one().maybe(), at=node.at)


@EXPRESSIONS.of(tree.End)
def _end(ctx: Context, scope: Scope, node: tree.End) -> Expr:
    """Resolve the card at an end of a zone; attributes after the zone belong to the card, as zones have none."""
    attributes, place = [], node.zone
    while isinstance(place, tree.Get) and not _names_a_place(ctx, scope, place):
        attributes.append(place.name)
        place = place.of
    if not attributes or not _names_a_place(ctx, scope, place):
        return _end_of(ctx, scope, node)
    whose: tree.Node = evolve(node, zone=place)
    for name in reversed(attributes):
        whose = tree.Get(node.at, whose, name)
    return expression(ctx, scope, whose)


def _names_a_place(ctx: Context, scope: Scope, node: tree.Node) -> bool:
    """Return whether the last word of an expression names a zone and no local."""
    if isinstance(node, tree.The) and node.name.text in scope.names:
        return False
    if not isinstance(node, tree.The | tree.My | tree.Its | tree.Get):
        return False
    return node.name.text in ctx.program.zones


def _end_of(ctx: Context, scope: Scope, node: tree.End) -> Expr:
    zone = list_of(ctx, scope, node.zone)
    if zone.type.name == "unknown":
        return unknown(node.at)
    name = zone.zone if isinstance(zone, typed.ZoneOf) else None
    if name is None or not ctx.program.zones[name].ordered:
        ctx.add(say.types.no_end(node.at, name))
        return unknown(node.at)
    return typed.End(zone=zone, end=node.end, type=zone.type.one().maybe(), at=node.at)


# ------------------------------------------------------------------ values computed from lists


@EXPRESSIONS.of(tree.NumberOf)
def _number_of(ctx: Context, scope: Scope, node: tree.NumberOf) -> Expr:
    return typed.Count(source=filtered(ctx, scope, node.source, node.condition), at=node.at)


@EXPRESSIONS.of(tree.Gathered)
def _gathered(ctx: Context, scope: Scope, node: tree.Gathered) -> Expr:
    source = filtered(ctx, scope, node.source, node.condition)
    inner, it = scope.with_it(source.type.one())
    of = _number_of_each(ctx, inner, node.name)
    return typed.Gather(how=node.how, source=source, var=it, of=of, at=node.at)


@EXPRESSIONS.of(tree.Different)
def _different(ctx: Context, scope: Scope, node: tree.Different) -> Expr:
    """Resolve the number of distinct values: count elements that are the first with their value in the list."""
    source = filtered(ctx, scope, node.source, node.condition)
    one = source.type.one()
    outer, it = scope.with_it(one)
    inner, other = outer.with_it(one)
    sorts = [settled(ctx, _sort_of(ctx, scope_, node.name)) for scope_ in (outer, inner)]
    if sorts[0].type.name == "unknown":
        return unknown(node.at)
    same = typed.Compare(operator="==", left=sorts[1], right=sorts[0], at=node.at)
    equal = _filter(source, other, same, node.at)
    first = typed.First(source=equal, type=one.maybe(), at=node.at)
    test = typed.Compare(operator="==", left=first, right=var(it, one, node.at), at=node.at)
    return typed.Count(source=_filter(source, it, test, node.at), at=node.at)


def _sort_of(ctx: Context, scope: Scope, name: tree.Word) -> Expr:
    """Resolve the attribute that a plural names: the colour of `it` for `colours`."""
    assert scope.it is not None
    names = attribute_names(ctx, scope.it[1])
    one = next((each for each in names if plural(each) == name.text), name.text)
    return attribute(ctx, var(*scope.it, name.at), one, name.at)


@EXPRESSIONS.of(tree.Some)
def _some(ctx: Context, scope: Scope, node: tree.Some) -> Expr:
    source = filtered(ctx, scope, node.source, node.condition)
    name = source.type.name
    refer(node.name.at, ctx.program.kinds.get(name))
    right = plural(name) if node.kind.endswith("several") else name
    _check_called(ctx, node.name, name, right)
    exists: Expr = typed.Some(source=source, at=node.at)
    return typed.Not(what=exists, at=node.at) if node.kind.startswith("none") else exists


# ------------------------------------------------------------------ amounts per element


def for_each(ctx: Context, scope: Scope, amount: Expr, per: tree.Per | None) -> Expr:
    """Return an amount multiplied by a count: `1 stone for each tower in my hand`."""
    if per is None:
        return amount
    count = filtered(ctx, scope, _all_of(per.thing), per.condition)
    if count.type.name == "unknown":
        return unknown(per.at)
    times = typed.Count(source=count, at=per.at)
    at = amount.at.to(per.at)
    if isinstance(amount, typed.Number) and amount.value == 1:
        return evolve(times, at=at)
    return typed.Arithmetic(operator="*", left=amount, right=times, at=at)


def _all_of(thing: tree.EachOfKind | tree.EachIn) -> tree.Node:
    """Return the syntax of the list that `for each` counts."""
    several = evolve(thing.name, text=plural(thing.name.text))
    if isinstance(thing, tree.EachIn):
        return tree.Members(thing.at, several, thing.zone)
    if thing.kind == "each of others":
        return tree.Others(thing.at, several)
    return tree.Name(thing.at, several)

"""Resolution of lists, of values computed from lists such as counts and totals, and of a zone's top and bottom."""

from __future__ import annotations

from typing import Final

from rulewright.base.records import evolve
from rulewright.language.program import complaints as say, typed
from rulewright.language.program.context import Context, NameScope, make_unknown, make_var
from rulewright.language.program.references import record_reference
from rulewright.language.program.resolving.expressions.resolve_names import resolve_me, resolve_this
from rulewright.language.program.resolving.expressions.resolve_words import (
    attribute_names,
    require_label,
    resolve_attribute,
    resolve_plural,
)
from rulewright.language.program.resolving.resolvers import (
    EXPRESSIONS,
    resolve_condition,
    resolve_expression,
    resolve_list,
    resolve_number,
    resolve_player,
)
from rulewright.language.program.typed import Expr
from rulewright.language.program.types import NUMBER, PLAYER, Type
from rulewright.language.syntax import tree
from rulewright.language.text import Span

RANKS: Final = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
"""The ranks after the first in `the second most …`."""


@EXPRESSIONS.of(tree.Members)
def _resolve_members(ctx: Context, scope: NameScope, node: tree.Members) -> Expr:
    """Resolve `cards in my hand`; report a word before `in` that is not the plural of the zone's kind."""
    zone, kind = resolve_list(ctx, scope, node.zone), node.kind
    record_reference(kind.at, ctx.program.kinds.get(zone.type.name))
    _check_noun(ctx, kind, zone, ctx.program.plural(zone.type.name))
    return zone


def _check_noun(ctx: Context, noun: tree.Word, place: Expr, *right: str) -> None:
    """Report `noun` if it is none of the words in `right`, which name the cards in `place`; suggest the first."""
    kind = place.type.name
    if kind == "unknown" or noun.text in right or ctx.missing.may_declare(noun.text, noun.at):
        return
    ctx.add(
        say.types.wrong_noun_for_list(
            noun.at, place.at.text, ctx.program.plural(kind), noun.text, right[0]
        )
    )


@EXPRESSIONS.of(tree.AnyZone)
def _resolve_any_zone(ctx: Context, scope: NameScope, node: tree.AnyZone) -> Expr:
    """Resolve `any hand` or `any other hand`: the cards in the zones of all (other) players."""
    zone = ctx.program.zones.get(node.zone.text)
    if zone is None:
        owned = [z.name for z in ctx.program.zones.values() if z.owner]
        ctx.unknown_name("place", node.zone.text, node.zone.at, owned)
        return make_unknown(node.at)
    record_reference(node.zone.at, zone)
    if zone.owner is None and zone.each is None:
        ctx.add(say.types.exists_only_once(node.at, zone.name))
        return make_unknown(node.at)
    if zone.kind == "unknown":
        return make_unknown(node.at)
    without = resolve_me(ctx, scope, node.at) if node.other is not None else None
    type_ = Type(zone.kind).list()
    return typed.AnyZone(zone=zone.name, without=without, type=type_, at=node.at)


@EXPRESSIONS.of(tree.Others)
def _resolve_others(ctx: Context, scope: NameScope, node: tree.Others) -> Expr:
    """Resolve `other players` (all but me) or `other towers` (all cards of a kind but this one)."""
    everyone = resolve_plural(ctx, node.name.text, node.at)
    if isinstance(everyone, typed.Players):
        return evolve(everyone, start=resolve_me(ctx, scope, node.at), others=True)
    if isinstance(everyone, typed.KindAll):
        own = resolve_this(ctx, scope, node.at)
        if own.type.name not in ("unknown", everyone.kind):
            ctx.add(say.types.never_equal(node.at, str(own.type), str(everyone.type.one())))
        return evolve(everyone, without=own)
    known = ["players", *(ctx.program.plural(kind) for kind in ctx.program.kinds)]
    ctx.unknown_name("list", node.name.text, node.name.at, known)
    return make_unknown(node.at)


@EXPRESSIONS.of(tree.Around)
def _resolve_around(ctx: Context, scope: NameScope, node: tree.Around) -> Expr:
    """Resolve `players starting with me`: all players in seat order from a given one."""
    if node.name.text != "players":
        ctx.add(say.types.not_at_the_table(node.name.at))
        return make_unknown(node.at)
    start = resolve_player(ctx, scope, node.start, "the first player")
    return typed.Players(start=start, type=PLAYER.list(), at=node.at)


@EXPRESSIONS.of(tree.Filtered)
def _resolve_filtered(ctx: Context, scope: NameScope, node: tree.Filtered) -> Expr:
    """Resolve a list with a `where` condition."""
    return resolve_filtered(ctx, scope, node.source, node.condition)


def resolve_filtered(
    ctx: Context, scope: NameScope, source: tree.Node, where: tree.Node | None
) -> Expr:
    """Resolve a list, with a `where` condition if given; `with the most …` then chooses among the filtered."""
    if isinstance(source, tree.Extreme):
        return _filter_extremes(
            ctx, scope, source, resolve_filtered(ctx, scope, source.source, where)
        )
    list_ = resolve_list(ctx, scope, source)
    if where is None:
        return list_
    inner, it = scope.with_it(list_.type.one(), list_.at)
    test = resolve_condition(ctx, inner, where)
    return _make_filter(list_, it, test, list_.at.to(where.at))


def _make_filter(source: Expr, it: str, test: Expr, at: Span) -> typed.Filter:
    """Return a node for the elements of `source` that satisfy the condition `test` on the variable `it`."""
    return typed.Filter(source=source, var=it, condition=test, type=source.type, at=at)


@EXPRESSIONS.of(tree.Extreme)
def _resolve_extreme(ctx: Context, scope: NameScope, node: tree.Extreme) -> Expr:
    """Resolve `players with the most stones`: the elements with the greatest or least number."""
    return resolve_filtered(ctx, scope, node, None)


def _filter_extremes(ctx: Context, scope: NameScope, node: tree.Extreme, source: Expr) -> Expr:
    """Return the elements of `source` with the greatest or least number, including ties, as a filter node.

    The elements of rank n are those that exactly n - 1 elements surpass.
    """
    inner, it = scope.with_it(source.type.one())
    own = _resolve_number_of_element(ctx, inner, node.name)
    is_most = node.kind == "with most"
    if node.rank is None:
        how = "most" if is_most else "least"
        best = typed.Gather(how=how, source=source, var=it, of=own, at=node.at)
        test = typed.Compare(operator="==", left=own, right=best, at=node.at)
        return _make_filter(source, it, test, node.at)
    innermost, other = inner.with_it(source.type.one())
    others = _resolve_number_of_element(ctx, innermost, node.name)
    better = typed.Compare(operator=">" if is_most else "<", left=others, right=own, at=node.at)
    before = typed.Count(source=_make_filter(source, other, better, node.at), at=node.at)
    number = typed.Number(value=1 + RANKS.index(node.rank.text), at=node.rank.at)
    test = typed.Compare(operator="==", left=before, right=number, at=node.at)
    return _make_filter(source, it, test, node.at)


def gather_of_elements(
    ctx: Context, scope: NameScope, how: str, source: Expr, name: tree.Word
) -> typed.Gather:
    """Return the total, most or least of the numeric attribute `name` over the elements of `source`."""
    inner, it = scope.with_it(source.type.one())
    of = _resolve_number_of_element(ctx, inner, name)
    return typed.Gather(how=how, source=source, var=it, of=of, at=name.at)


def _resolve_number_of_element(ctx: Context, inner: NameScope, name: tree.Word) -> Expr:
    """Resolve a numeric attribute of the element that `it` denotes in the scope `inner`."""
    assert inner.it is not None
    of = require_label(
        ctx, resolve_attribute(ctx, make_var(*inner.it, name.at), name.text, name.at)
    )
    return ctx.expect(NUMBER, of, f"`{name.text}`")


@EXPRESSIONS.of(tree.Backwards)
def _resolve_backwards(ctx: Context, scope: NameScope, node: tree.Backwards) -> Expr:
    """Resolve `towers in my hand in reverse order`."""
    source = resolve_list(ctx, scope, node.source)
    return typed.Backwards(source=source, type=source.type, at=node.at)


@EXPRESSIONS.of(tree.Several)
def _resolve_several(ctx: Context, scope: NameScope, node: tree.Several) -> Expr:
    """Resolve `the top 3 cards of the deck`: several cards at one end of a zone."""
    end: tree.EndWord = "top" if node.kind == "several top" else "bottom"
    count = resolve_number(ctx, scope, node.count, "how many")
    card = _resolve_end_of_zone(ctx, scope, tree.End(node.at, end, node.zone))
    if not isinstance(card, typed.End):
        return card
    kind = card.zone.type.name
    _check_noun(ctx, node.name, card.zone, ctx.program.plural(kind), kind)
    return typed.Ends(zone=card.zone, end=end, count=count, type=card.zone.type, at=node.at)


@EXPRESSIONS.of(tree.FirstOf)
def _resolve_first_of(ctx: Context, scope: NameScope, node: tree.FirstOf) -> Expr:
    """Resolve `the first of …`: the first element of a list, or nothing."""
    source = resolve_list(ctx, scope, node.source)
    return typed.FirstOf(source=source, type=source.type.one().maybe(), at=node.at)


@EXPRESSIONS.of(tree.OnlyOf)
def _resolve_only_of(ctx: Context, scope: NameScope, node: tree.OnlyOf) -> Expr:
    """Resolve `the only one of …`: the element of a list with one element, else nothing."""
    source = resolve_list(ctx, scope, node.source)
    _, it = scope.with_it(source.type.one())
    one = typed.Number(value=1, at=node.at)
    count = typed.Count(source=source, at=node.at)
    alone = typed.Compare(operator="==", left=count, right=one, at=node.at)
    only = _make_filter(source, it, alone, node.at)
    return typed.FirstOf(source=only, type=source.type.one().maybe(), at=node.at)


@EXPRESSIONS.of(tree.End)
def _resolve_end(ctx: Context, scope: NameScope, node: tree.End) -> Expr:
    """Resolve `the top of the deck` or `the bottom of the deck`: the card at one end of a zone.

    Attributes after the zone belong to the card, as zones have none: `the top of the deck's cost`.
    """
    attributes, place = [], node.zone
    while isinstance(place, tree.Get) and not _is_zone_name(ctx, scope, place):
        attributes.append(place.name)
        place = place.of
    if not attributes or not _is_zone_name(ctx, scope, place):
        return _resolve_end_of_zone(ctx, scope, node)
    whose: tree.Node = evolve(node, zone=place)
    for name in reversed(attributes):
        whose = tree.Get(node.at, whose, name)
    return resolve_expression(ctx, scope, whose)


def _is_zone_name(ctx: Context, scope: NameScope, node: tree.Node) -> bool:
    """Return whether the last word of an expression names a zone, and not a local variable."""
    if isinstance(node, tree.The) and node.name.text in scope.names:
        return False
    if not isinstance(node, tree.The | tree.My | tree.Its | tree.Get):
        return False
    return node.name.text in ctx.program.zones


def _resolve_end_of_zone(ctx: Context, scope: NameScope, node: tree.End) -> Expr:
    """Resolve the top or bottom card of an ordered zone; report an unordered one."""
    zone = resolve_list(ctx, scope, node.zone)
    if zone.type.name == "unknown":
        return make_unknown(node.at)
    name = zone.zone if isinstance(zone, typed.ZoneOf) else None
    if name is None or not ctx.program.zones[name].ordered:
        ctx.add(say.types.top_of_unordered_place(node.at, name))
        return make_unknown(node.at)
    return typed.End(zone=zone, end=node.end, type=zone.type.one().maybe(), at=node.at)


# ------------------------------------------------------------------ values computed from lists


@EXPRESSIONS.of(tree.NumberOf)
def _resolve_number_of(ctx: Context, scope: NameScope, node: tree.NumberOf) -> Expr:
    """Resolve `the number of …`: the length of a list, perhaps filtered."""
    return typed.Count(source=resolve_filtered(ctx, scope, node.source, node.condition), at=node.at)


@EXPRESSIONS.of(tree.Gathered)
def _resolve_gathered(ctx: Context, scope: NameScope, node: tree.Gathered) -> Expr:
    """Resolve `the total cost of …`, `the most stones of …`, `the least stones of …`."""
    source = resolve_filtered(ctx, scope, node.source, node.condition)
    return evolve(gather_of_elements(ctx, scope, node.how, source, node.name), at=node.at)


@EXPRESSIONS.of(tree.Different)
def _resolve_different(ctx: Context, scope: NameScope, node: tree.Different) -> Expr:
    """Resolve the number of different values of an attribute: `the number of different colours of …`.

    It counts the elements that are the first with their value in the list.
    """
    source = resolve_filtered(ctx, scope, node.source, node.condition)
    one = source.type.one()
    outer, it = scope.with_it(one)
    inner, other = outer.with_it(one)
    sorts = [
        require_label(ctx, _resolve_plural_attribute(ctx, scope_, node.name))
        for scope_ in (outer, inner)
    ]
    if sorts[0].type.name == "unknown":
        return make_unknown(node.at)
    same = typed.Compare(operator="==", left=sorts[1], right=sorts[0], at=node.at)
    equal = _make_filter(source, other, same, node.at)
    first = typed.FirstOf(source=equal, type=one.maybe(), at=node.at)
    test = typed.Compare(operator="==", left=first, right=make_var(it, one, node.at), at=node.at)
    return typed.Count(source=_make_filter(source, it, test, node.at), at=node.at)


def _resolve_plural_attribute(ctx: Context, scope: NameScope, name: tree.Word) -> Expr:
    """Resolve the attribute of `it` with the plural `name`: its colour for `colours`."""
    assert scope.it is not None
    names = attribute_names(ctx, scope.it[1])
    one = next((each for each in names if ctx.program.plural(each) == name.text), name.text)
    return resolve_attribute(ctx, make_var(*scope.it, name.at), one, name.at)


@EXPRESSIONS.of(tree.Some)
def _resolve_some(ctx: Context, scope: NameScope, node: tree.Some) -> Expr:
    """Resolve `there is a tower in my hand where …` or `there are no towers in …`."""
    source = resolve_filtered(ctx, scope, node.source, node.condition)
    name = source.type.name
    record_reference(node.name.at, ctx.program.kinds.get(name))
    right = ctx.program.plural(name) if node.kind.endswith("several") else name
    _check_noun(ctx, node.name, source, right)
    exists: Expr = typed.Some(source=source, at=node.at)
    return typed.Not(what=exists, at=node.at) if node.kind.startswith("none") else exists


# ------------------------------------------------------------------ amounts per element


def multiply_for_each(ctx: Context, scope: NameScope, amount: Expr, per: tree.Per | None) -> Expr:
    """Return `amount` multiplied by the count after `for each`: `1 stone for each tower in my hand`."""
    if per is None:
        return amount
    count = resolve_filtered(ctx, scope, _counted_list(ctx, per.thing), per.condition)
    if count.type.name == "unknown":
        return make_unknown(per.at)
    times = typed.Count(source=count, at=per.at)
    at = amount.at.to(per.at)
    if isinstance(amount, typed.Number) and amount.value == 1:
        return evolve(times, at=at)
    return typed.Arithmetic(operator="*", left=amount, right=times, at=at)


def _counted_list(ctx: Context, thing: tree.EachOfKind | tree.EachIn) -> tree.Node:
    """Return the syntax of the list whose elements `for each` counts."""
    several = evolve(thing.name, text=ctx.program.plural(thing.name.text))
    if isinstance(thing, tree.EachIn):
        return tree.Members(thing.at, several, thing.zone)
    if thing.kind == "each of others":
        return tree.Others(thing.at, several)
    return tree.Name(thing.at, several)

"""Tree -> checked expressions: one small function for each form of the grammar."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve

from rulewright.program import names, nodes
from rulewright.program.context import Context, Scope, unknown, var
from rulewright.program.forms import plural
from rulewright.program.nodes import Expr
from rulewright.program.types import NOTHING, NUMBER, PLAYER, YES_OR_NO, Type
from rulewright.syntax import tree

Resolver = Callable[[Context, Scope, Any, "Type | None"], Expr]
_RESOLVE: dict[type[tree.Node], Resolver] = {}


def _on(*classes: type[tree.Node]) -> Callable[[Resolver], Resolver]:
    def register(resolver: Resolver) -> Resolver:
        for cls in classes:
            _RESOLVE[cls] = resolver
        return resolver

    return register


def expression(ctx: Context, scope: Scope, node: tree.Node, hint: Type | None = None) -> Expr:
    """The expression that a tree stands for; `hint` is the type that is looked for, if one is."""
    return _RESOLVE[type(node)](ctx, scope, node, hint)


def condition(ctx: Context, scope: Scope, node: tree.Node) -> Expr:
    """An expression that is yes or no."""
    found = expression(ctx, scope, node)
    return ctx.expect(YES_OR_NO, found, "a condition")


def number(ctx: Context, scope: Scope, node: tree.Node, what: str) -> Expr:
    return ctx.expect(NUMBER, expression(ctx, scope, node, NUMBER), what)


def list_of(ctx: Context, scope: Scope, node: tree.Node) -> Expr:
    """An expression that is a list."""
    found = expression(ctx, scope, node)
    if not found.type.many and found.type.name != "unknown":
        ctx.complain("E0302", f"a list is wanted here, but this is {found.type}", found.at)
        return unknown(found.at)
    return found


# ------------------------------------------------------------------ names


@_on(tree.Me, tree.I)
def _me(ctx: Context, scope: Scope, node: tree.Node, hint: Type | None) -> Expr:
    if scope.me is None:
        ctx.complain(
            "E0401",
            "nobody speaks here, so `me`, `my` and `I` mean no one",
            node.at,
            help="a rule speaks for somebody on a card; elsewhere say which player",
        )
        return unknown(node.at)
    return var("me", scope.me, node.at)


@_on(tree.This)
def _this(ctx: Context, scope: Scope, node: tree.Node, hint: Type | None) -> Expr:
    if scope.this is None:
        ctx.complain("E0402", "`this` means the card a rule stands on; here is none", node.at)
        return unknown(node.at)
    return var("this", scope.this, node.at)


@_on(tree.It)
def _it(ctx: Context, scope: Scope, node: tree.Node, hint: Type | None) -> Expr:
    if scope.it is None:
        ctx.complain(
            "E0403", "`it` and `its` stand for the thing a `where` looks at; here is none", node.at
        )
        return unknown(node.at)
    return var(scope.it[0], scope.it[1], node.at)


@_on(tree.My)
def _my(ctx: Context, scope: Scope, node: tree.My, hint: Type | None) -> Expr:
    return names.attribute(ctx, _me(ctx, scope, node, None), node.name.text, node.name.at)


@_on(tree.Its)
def _its(ctx: Context, scope: Scope, node: tree.Its, hint: Type | None) -> Expr:
    return names.attribute(ctx, _it(ctx, scope, node, None), node.name.text, node.name.at)


@_on(tree.The)
def _the(ctx: Context, scope: Scope, node: tree.The, hint: Type | None) -> Expr:
    return names.the(ctx, scope, node.name.text, node.name.at)


@_on(tree.Get)
def _get(ctx: Context, scope: Scope, node: tree.Get, hint: Type | None) -> Expr:
    phase = node.of.name.text if isinstance(node.of, tree.The) else ""
    if phase in ctx.program.phases and phase not in scope.names:
        return names.running(ctx, phase, node.name.text, node.name.at)
    return names.attribute(ctx, expression(ctx, scope, node.of), node.name.text, node.name.at)


@_on(tree.Proper)
def _proper(ctx: Context, scope: Scope, node: tree.Proper, hint: Type | None) -> Expr:
    return names.design(ctx, scope, node.name.text, node.at)


@_on(tree.Name)
def _name(ctx: Context, scope: Scope, node: tree.Name, hint: Type | None) -> Expr:
    return names.word(ctx, scope, node.word.text, node.at, hint)


@_on(tree.Number)
def _number(ctx: Context, scope: Scope, node: tree.Number, hint: Type | None) -> Expr:
    value = int(node.word.text)
    if abs(value) > 2**31:
        ctx.complain("E0306", "this number is too large", node.at)
    return nodes.Number(value=value, at=node.at)


@_on(tree.Yes, tree.No)
def _yes_no(ctx: Context, scope: Scope, node: tree.Node, hint: Type | None) -> Expr:
    return nodes.YesNo(value=isinstance(node, tree.Yes), at=node.at)


@_on(tree.Nothing)
def _nothing(ctx: Context, scope: Scope, node: tree.Node, hint: Type | None) -> Expr:
    return nodes.Nothing(type=NOTHING, at=node.at)


@_on(tree.ValueFor)
def _value_for(ctx: Context, scope: Scope, node: tree.ValueFor, hint: Type | None) -> Expr:
    value = expression(ctx, scope, node.value)
    other = expression(ctx, scope, node.other)
    if not isinstance(value, nodes.ValueOf):
        if value.type.name != "unknown":
            ctx.complain("E0204", "only a value is asked `for` somebody", node.at)
        return unknown(node.at)
    declared = ctx.program.values[value.value]
    if len(declared.parameters) < 2:
        ctx.complain("E0204", f"`{value.value}` is not asked `for` anything", node.at)
        return unknown(node.at)
    wanted = declared.parameters[1]
    other = ctx.expect(wanted.type, other, f"what `{value.value}` is asked for")
    return evolve(value, arguments=(*value.arguments, other), at=node.at)


# ------------------------------------------------------------------ lists


@_on(tree.Members)
def _members(ctx: Context, scope: Scope, node: tree.Members, hint: Type | None) -> Expr:
    zone = list_of(ctx, scope, node.zone)
    return _named_list(ctx, node.kind, zone)


def _named_list(ctx: Context, kind: tree.Word, zone: Expr) -> Expr:
    """`cards in my hand`: the word before `in` has to be the plural of what is in there."""
    if zone.type.name != "unknown" and plural(zone.type.name) != kind.text:
        ctx.complain(
            "E0303",
            f"there are {plural(zone.type.name)} in there, not {kind.text}",
            kind.at,
            help=f"write `{plural(zone.type.name)} in …`",
        )
    return zone


@_on(tree.AnyZone)
def _any_zone(ctx: Context, scope: Scope, node: tree.AnyZone, hint: Type | None) -> Expr:
    zone = ctx.program.zones.get(node.zone.text)
    if zone is None:
        owned = [z.name for z in ctx.program.zones.values() if z.owner]
        ctx.unknown_name("place", node.zone.text, node.zone.at, owned)
        return unknown(node.at)
    ctx.mark_used("zone", zone.name)
    if zone.owner is None:
        ctx.complain("E0304", f"there is only one {zone.name}", node.at, help="write `the …`")
        return unknown(node.at)
    without = _me(ctx, scope, node, None) if node.other else None
    type_ = Type(zone.kind).list()
    return nodes.AnyZone(zone=zone.name, without=without, type=type_, at=node.at)


@_on(tree.MembersOfAny)
def _members_of_any(
    ctx: Context, scope: Scope, node: tree.MembersOfAny, hint: Type | None
) -> Expr:
    return _named_list(ctx, node.kind, _any_zone(ctx, scope, node.zone, None))


@_on(tree.Others)
def _others(ctx: Context, scope: Scope, node: tree.Others, hint: Type | None) -> Expr:
    found = names.everything(ctx, node.name.text, node.at)
    if isinstance(found, nodes.Players):
        return evolve(found, start=_me(ctx, scope, node, None), others=True)
    if isinstance(found, nodes.KindAll):
        return evolve(found, without=_this(ctx, scope, node, None))
    known = ["players", *(plural(kind) for kind in ctx.program.kinds)]
    ctx.unknown_name("list", node.name.text, node.name.at, known)
    return unknown(node.at)


@_on(tree.Around)
def _around(ctx: Context, scope: Scope, node: tree.Around, hint: Type | None) -> Expr:
    if node.name.text != "players":
        ctx.complain("E0305", "only players sit around the table", node.name.at)
        return unknown(node.at)
    start = ctx.expect(PLAYER.maybe(), expression(ctx, scope, node.start), "the first player")
    return nodes.Players(start=start, type=PLAYER.list(), at=node.at)


@_on(tree.Range)
def _range(ctx: Context, scope: Scope, node: tree.Range, hint: Type | None) -> Expr:
    low = number(ctx, scope, node.left, "the start of a range")
    high = number(ctx, scope, node.right, "the end of a range")
    return nodes.Range(low=low, high=high, type=NUMBER.list(), at=node.at)


@_on(tree.Filtered)
def _filtered(ctx: Context, scope: Scope, node: tree.Filtered, hint: Type | None) -> Expr:
    return filtered(ctx, scope, node.source, node.condition)


def filtered(
    ctx: Context, scope: Scope, source: tree.Node, where: tree.Node | None
) -> Expr:
    """A list, and of it what the `where` lets through."""
    found = list_of(ctx, scope, source)
    if where is None:
        return found
    inner = scope.with_it(found.type.one())
    assert inner.it is not None
    test = condition(ctx, inner, where)
    return nodes.Filter(
        source=found, var=inner.it[0], condition=test, type=found.type, at=found.at.to(where.at)
    )


@_on(tree.Top, tree.Bottom)
def _end(ctx: Context, scope: Scope, node: Any, hint: Type | None) -> Expr:
    zone = list_of(ctx, scope, node.zone)
    ordered = isinstance(zone, nodes.ZoneOf) and ctx.program.zones[zone.zone].ordered
    if not ordered and zone.type.name != "unknown":
        ctx.complain("E0307", "only a place that is kept in order has a top and a bottom", node.at)
        return unknown(node.at)
    end = "top" if isinstance(node, tree.Top) else "bottom"
    return nodes.End(zone=zone, end=end, type=zone.type.one().maybe(), at=node.at)


@_on(tree.NumberOf)
def _number_of(ctx: Context, scope: Scope, node: tree.NumberOf, hint: Type | None) -> Expr:
    return nodes.Count(source=filtered(ctx, scope, node.source, node.condition), at=node.at)


@_on(tree.Gathered)
def _gathered(ctx: Context, scope: Scope, node: tree.Gathered, hint: Type | None) -> Expr:
    source = filtered(ctx, scope, node.source, node.condition)
    inner = scope.with_it(source.type.one())
    assert inner.it is not None
    element = var(inner.it[0], inner.it[1], node.name.at)
    of = names.attribute(ctx, element, node.name.text, node.name.at)
    of = ctx.expect(NUMBER, of, f"`{node.name.text}`")
    return nodes.Gather(how=node.how, source=source, var=inner.it[0], of=of, at=node.at)


@_on(tree.Some)
def _some(ctx: Context, scope: Scope, node: tree.Some, hint: Type | None) -> Expr:
    source = filtered(ctx, scope, node.source, node.condition)
    if source.type.name not in ("unknown", node.name.text):
        ctx.complain(
            "E0303",
            f"there are {plural(source.type.name)} in there, no {node.name.text}",
            node.name.at,
            help=f"write `{source.type.name}`",
        )
    found: Expr = nodes.Some(source=source, at=node.at)
    return nodes.Not(what=found, at=node.at) if node.negated else found


# ------------------------------------------------------------------ working things out

_ARITHMETIC = {tree.Plus: "+", tree.Minus: "-", tree.Times: "*"}


@_on(*_ARITHMETIC)
def _arithmetic(ctx: Context, scope: Scope, node: tree.Two, hint: Type | None) -> Expr:
    operator = _ARITHMETIC[type(node)]  # type: ignore[index]
    left = number(ctx, scope, node.left, f"what stands before `{operator}`")
    right = number(ctx, scope, node.right, f"what stands after `{operator}`")
    return nodes.Arithmetic(operator=operator, left=left, right=right, at=node.at)


@_on(tree.Negate)
def _negate(ctx: Context, scope: Scope, node: tree.Negate, hint: Type | None) -> Expr:
    what = number(ctx, scope, node.what, "what stands after `-`")
    zero = nodes.Number(value=0, at=node.at)
    return nodes.Arithmetic(operator="-", left=zero, right=what, at=node.at)


@_on(tree.Half)
def _half(ctx: Context, scope: Scope, node: tree.Half, hint: Type | None) -> Expr:
    return nodes.Half(what=number(ctx, scope, node.what, "what stands after `half`"), at=node.at)


_ORDER = {tree.MoreThan: ">", tree.LessThan: "<", tree.AtLeast: ">=", tree.AtMost: "<="}


@_on(*_ORDER)
def _ordered(ctx: Context, scope: Scope, node: tree.Two, hint: Type | None) -> Expr:
    left = number(ctx, scope, node.left, "what is compared")
    right = number(ctx, scope, node.right, "what it is compared with")
    operator = _ORDER[type(node)]  # type: ignore[index]
    return nodes.Compare(operator=operator, left=left, right=right, at=node.at)


@_on(tree.Is, tree.IsNot)
def _is(ctx: Context, scope: Scope, node: tree.Two, hint: Type | None) -> Expr:
    found = _same(ctx, scope, node)
    return nodes.Not(what=found, at=node.at) if isinstance(node, tree.IsNot) else found


def _same(ctx: Context, scope: Scope, node: tree.Two) -> Expr:
    left = expression(ctx, scope, node.left)
    if isinstance(node.right, tree.Name):
        word = node.right.word
        if (found := names.adjective(ctx, left, word.text, node.at)) is not None:
            return found
        if _only_an_adjective(ctx, scope, left, word):
            ctx.unknown_name(f"word for {left.type}", word.text, word.at, names.adjectives(ctx, left.type))
            return unknown(node.at)
    right = expression(ctx, scope, node.right, left.type)
    if isinstance(node.left, tree.Name) and isinstance(left, nodes.Unknown):
        return unknown(node.at)
    if not left.type.comparable(right.type):
        ctx.complain(
            "E0308", f"this can never be: {left.type} is never {right.type}", node.at
        )
        return unknown(node.at)
    return _comparison(left, right, node)


def _only_an_adjective(ctx: Context, scope: Scope, left: Expr, word: tree.Word) -> bool:
    """A player or a card is never a label or a setting, so an unknown word was meant as an adjective."""
    program = ctx.program
    if left.type.many or left.type.name not in ("player", *program.kinds):
        return False
    known = {label for labels in program.labels.values() for label in labels.items}
    return word.text not in known and word.text not in program.settings


def _comparison(left: Expr, right: Expr, node: tree.Two) -> Expr:
    if isinstance(left, nodes.Design) and not isinstance(right, nodes.Design | nodes.Nothing):
        left, right = right, left
    if isinstance(right, nodes.Design) and not isinstance(left, nodes.Design):
        return nodes.IsDesign(piece=left, card=right.card, at=node.at)
    return nodes.Compare(operator="==", left=left, right=right, at=node.at)


@_on(tree.IsIn, tree.IsNotIn)
def _is_in(ctx: Context, scope: Scope, node: tree.Two, hint: Type | None) -> Expr:
    what = expression(ctx, scope, node.left)
    source = list_of(ctx, scope, node.right)
    if not source.type.one().comparable(what.type):
        ctx.complain("E0308", f"this can never be: {what.type} is never in {source.type}", node.at)
        return unknown(node.at)
    found: Expr = nodes.Within(what=what, source=source, at=node.at)
    return nodes.Not(what=found, at=node.at) if isinstance(node, tree.IsNotIn) else found


@_on(tree.And, tree.Or)
def _every(ctx: Context, scope: Scope, node: tree.Two, hint: Type | None) -> Expr:
    operator = "and" if isinstance(node, tree.And) else "or"
    parts: list[Expr] = []
    for side in (node.left, node.right):
        found = condition(ctx, scope, side)
        if isinstance(found, nodes.Every) and found.operator == operator:
            parts += found.parts
        else:
            parts.append(found)
    return nodes.Every(operator=operator, parts=tuple(parts), at=node.at)


@_on(tree.Not)
def _not(ctx: Context, scope: Scope, node: tree.Not, hint: Type | None) -> Expr:
    return nodes.Not(what=condition(ctx, scope, node.what), at=node.at)


@_on(tree.Related)
def _related(ctx: Context, scope: Scope, node: tree.Related, hint: Type | None) -> Expr:
    subject = expression(ctx, scope, node.subject)
    fact = ctx.program.facts.get(node.name.text)
    if fact is None or fact.adjective:
        known = [f.name for f in ctx.program.facts.values() if not f.adjective]
        ctx.unknown_name("fact", node.name.text, node.name.at, known)
        return unknown(node.at)
    ctx.mark_used("fact", fact.name)
    first, second = fact.parameters
    subject = ctx.expect(first.type, subject, f"what stands before `{fact.name}`")
    other = expression(ctx, scope, node.object, second.type)
    other = ctx.expect(second.type, other, f"what stands after `{fact.name}`")
    return nodes.FactOf(fact=fact.name, arguments=(subject, other), type=YES_OR_NO, at=node.at)


@_on(tree.Can)
def _can(ctx: Context, scope: Scope, node: tree.Can, hint: Type | None) -> Expr:
    from rulewright.program.sentences import sentence  # sentences hold expressions and the reverse

    if scope.in_scenario and node.verb.text == "see" and isinstance(node.object, tree.Plain):
        return _sees(ctx, scope, node, node.object.what)
    found = sentence(ctx, scope, node, third_person=False)
    if found is None:
        return unknown(node.at)
    event, arguments = found
    can: Expr = nodes.Can(event=event.name, arguments=arguments, type=YES_OR_NO, at=node.at)
    return nodes.Not(what=can, at=node.at) if node.negated else can


def _sees(ctx: Context, scope: Scope, node: tree.Can, what: tree.Node) -> Expr:
    """`A can see Ace`: a question about what a seat knows, for scenarios."""
    player = ctx.expect(PLAYER, expression(ctx, scope, node.subject), "who sees")
    card = expression(ctx, scope, what)
    if card.type.name not in (*ctx.program.kinds, "unknown") or card.type.many:
        ctx.complain("E0301", f"a card is seen, but this is {card.type}", card.at)
    sees: Expr = nodes.Sees(player=player, card=card, at=node.at)
    return nodes.Not(what=sees, at=node.at) if node.negated else sees

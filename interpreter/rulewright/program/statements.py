"""Tree -> checked statements. Blocks are read from top to bottom; what one line binds the lines below can name."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from attrs import evolve

from rulewright.program import nodes
from rulewright.program.context import Context, Scope
from rulewright.program.expressions import condition, expression, list_of, number
from rulewright.program.nodes import Block, Expr, Stmt, Template
from rulewright.program.sentences import bind, sentence
from rulewright.program.types import PLAYER, Type
from rulewright.syntax import parse_phrase, tree
from rulewright.text import Span

Maker = Callable[[Context, Scope, Any], "Stmt | None"]
_MAKE: dict[type[tree.Node], Maker] = {}


def _on(*classes: type[tree.Node]) -> Callable[[Maker], Maker]:
    def register(maker: Maker) -> Maker:
        for cls in classes:
            _MAKE[cls] = maker
        return maker

    return register


def block(ctx: Context, scope: Scope, items: Sequence[tree.Node]) -> Block:
    """The statements of a block; notes among them are left to whoever reads the notes."""
    done: list[Stmt] = []
    for place, item in enumerate(items):
        if isinstance(item, tree.Choose | tree.Chance):
            rest = items[place + 1 :]
            done.append(_choose(ctx, scope, item, rest))
            return tuple(done)
        if isinstance(item, tree.Let):
            value = expression(ctx, scope, item.value)
            scope = bind(ctx, scope, item.name, value.type)
            done.append(nodes.Let(var=item.name.text, value=value, at=item.at))
            continue
        maker = _MAKE.get(type(item))
        made = maker(ctx, scope, item) if maker else None
        if made is not None:
            done.append(made)
    return tuple(done)


def _inner(ctx: Context, scope: Scope, node: tree.Block | tree.Otherwise | None) -> Block:
    if node is None:
        return ()
    items = node.block.items if isinstance(node, tree.Otherwise) else node.items
    return block(ctx, scope, items)


# ------------------------------------------------------------------ texts with values in them

_BRACES = re.compile(r"\{([^{}]*)\}")


def template(ctx: Context, scope: Scope, text: tree.Word) -> Template:
    """The parts of a text; in braces stand expressions, where a bare name means `the name`."""
    parts: list[str | Expr] = []
    end = 0
    for match in _BRACES.finditer(text.text):
        parts.append(text.text[end : match.start()])
        parts.append(_braced(ctx, scope, text, match))
        end = match.end()
    parts.append(text.text[end:])
    if "{" in "".join(part for part in parts if isinstance(part, str)):
        ctx.complain("E0210", "a brace in this text is not closed", text.at)
    return Template(parts=tuple(part for part in parts if part != ""))


def _braced(ctx: Context, scope: Scope, text: tree.Word, match: re.Match[str]) -> Expr:
    start = text.at.start + 1 + match.start(1)
    at = Span(text.at.source, start, start + len(match.group(1)))
    node = parse_phrase(at, ctx.program.settings)
    if node is None:
        ctx.complain("E0210", f"`{at.text.strip()}` is nothing that can be worked out", at)
        return nodes.Unknown(type=Type("unknown"), at=at)
    return expression(ctx, scope, node)


def _shown(ctx: Context, scope: Scope, shown: tree.Shown | None) -> Template | None:
    return template(ctx, scope, shown.text) if shown else None


# ------------------------------------------------------------------ deeds


@_on(tree.Sentence)
def _sentence(ctx: Context, scope: Scope, node: tree.Sentence) -> Stmt | None:
    third = node.subject is not None and not isinstance(node.subject, tree.I | tree.Me)
    found = sentence(ctx, scope, node, third_person=third)
    if found is None:
        return None
    return nodes.Do(event=found[0].name, arguments=found[1], at=node.at)


@_on(tree.Play)
def _play(ctx: Context, scope: Scope, node: tree.Play) -> Stmt | None:
    phase = ctx.program.phases.get(node.phase.text)
    if phase is None:
        ctx.unknown_name("phase", node.phase.text, node.phase.at, ctx.program.phases)
        return None
    ctx.mark_used("phase", phase.name)
    given = [part for part in (node.player, *node.others) if part is not None]
    if len(given) != len(phase.parameters):
        wanted = len(phase.parameters)
        ctx.complain("E0206", f"the phase {phase.name} is played for {wanted} things", node.at)
        return None
    arguments = tuple(
        ctx.expect(p.type.maybe(), expression(ctx, scope, part, p.type), f"the {p.name}")
        for p, part in zip(phase.parameters, given, strict=True)
    )
    return nodes.Play(phase=phase.name, arguments=arguments, at=node.at)


# ------------------------------------------------------------------ decisions


def _decider(ctx: Context, scope: Scope, subject: tree.Node | None, at: Span) -> Expr:
    found = expression(ctx, scope, subject if subject is not None else tree.Me(at))
    return ctx.expect(PLAYER.maybe(), found, "who chooses")


def _element(ctx: Context, scope: Scope, source: Expr, name: tree.Word) -> Scope:
    return bind(ctx, scope, name, source.type.one())


def _choose(
    ctx: Context, scope: Scope, node: tree.Choose | tree.Chance, rest: Sequence[tree.Node]
) -> Stmt:
    by_player = isinstance(node, tree.Choose)
    decider = _decider(ctx, scope, node.subject, node.at) if by_player else None
    source = list_of(ctx, scope, node.source)
    inner = _element(ctx, scope, source, node.name)
    name = ctx.decision_name(f"{scope.owner}.{node.name.text}")
    shown = _shown(ctx, inner, node.shown) if by_player else None
    then = block(ctx, inner, rest)
    return nodes.Choose(
        name=name, var=node.name.text, source=source, decider=decider, shown=shown, then=then,
        at=node.at,
    )  # fmt: skip


@_on(tree.ChooseSome)
def _choose_some(ctx: Context, scope: Scope, node: tree.ChooseSome) -> Stmt:
    source = list_of(ctx, scope, node.source)
    inner = _element(ctx, scope, source, node.name)
    limit = None
    if node.limit is not None:
        limit = number(ctx, scope, node.limit.amount, "how many")  # type: ignore[attr-defined]
    return nodes.ChooseSome(
        name=ctx.decision_name(f"{scope.owner}.{node.name.text}"),
        var=node.name.text,
        source=source,
        decider=_decider(ctx, scope, node.subject, node.at),
        limit=limit,
        exact=isinstance(node.limit, tree.Exactly),
        shown=_shown(ctx, inner, node.shown),
        body=_inner(ctx, inner, node.block),
        at=node.at,
    )


@_on(tree.Menu)
def _menu(ctx: Context, scope: Scope, node: tree.Menu) -> Stmt:
    name = ctx.decision_name(f"{scope.owner}.choice")
    decider = _decider(ctx, scope, node.subject, node.at)
    options = tuple(_option(ctx, scope, option) for option in node.options)
    return nodes.Menu(name=name, decider=decider, options=options, at=node.at)


def _option(ctx: Context, scope: Scope, node: tree.Option) -> nodes.MenuOption:
    source, var = None, None
    if node.each is not None:
        source = list_of(ctx, scope, node.each.source)
        scope = _element(ctx, scope, source, node.each.name)
        var = node.each.name.text
    test = condition(ctx, scope, node.condition) if node.condition is not None else None
    shown = template(ctx, scope, node.shown) if node.shown else None
    return nodes.MenuOption(
        name=node.name.text, var=var, source=source, condition=test, shown=shown,
        body=_inner(ctx, scope, node.block), at=node.at,
    )  # fmt: skip


@_on(tree.May)
def _may(ctx: Context, scope: Scope, node: tree.May) -> Stmt | None:
    found = sentence(ctx, scope, node, third_person=False)
    if found is None:
        return None
    event, arguments = found
    return nodes.May(
        name=ctx.decision_name(f"{scope.owner}.{node.verb.text}"),
        decider=_decider(ctx, scope, node.subject, node.at),
        event=event.name,
        arguments=arguments,
        shown=_shown(ctx, scope, node.shown),
        body=_inner(ctx, scope, node.block),
        otherwise=_inner(ctx, scope, node.otherwise),
        at=node.at,
    )


@_on(tree.MayChoose)
def _may_choose(ctx: Context, scope: Scope, node: tree.MayChoose) -> Stmt:
    source = list_of(ctx, scope, node.source)
    inner = _element(ctx, scope, source, node.name)
    return nodes.MayChoose(
        name=ctx.decision_name(f"{scope.owner}.{node.name.text}"),
        var=node.name.text,
        source=source,
        decider=_decider(ctx, scope, node.subject, node.at),
        shown=_shown(ctx, inner, node.shown),
        body=_inner(ctx, inner, node.block),
        otherwise=_inner(ctx, scope, node.otherwise),
        at=node.at,
    )


@_on(tree.Use)
def _use(ctx: Context, scope: Scope, node: tree.Use) -> Stmt | None:
    if node.moment.text not in ctx.program.moments:
        ctx.unknown_name("moment", node.moment.text, node.moment.at, ctx.program.moments)
        return None
    ctx.mark_used("moment", node.moment.text)
    player = _decider(ctx, scope, node.subject, node.at)
    until = condition(ctx, scope, node.until) if node.until is not None else None
    return nodes.UsePowers(moment=node.moment.text, player=player, until=until, at=node.at)


# ------------------------------------------------------------------ control


@_on(tree.If)
def _if(ctx: Context, scope: Scope, node: tree.If) -> Stmt:
    otherwise = _inner(ctx, scope, node.otherwise)
    for else_if in reversed(node.else_ifs):
        test = condition(ctx, scope, else_if.condition)
        inner = _inner(ctx, scope, else_if.block)
        otherwise = (nodes.If(condition=test, body=inner, otherwise=otherwise, at=else_if.at),)
    test = condition(ctx, scope, node.condition)
    body = _inner(ctx, scope, node.block)
    return nodes.If(condition=test, body=body, otherwise=otherwise, at=node.at)


@_on(tree.ForEach)
def _for_each(ctx: Context, scope: Scope, node: tree.ForEach) -> Stmt:
    source = list_of(ctx, scope, node.source)
    inner = _element(ctx, scope, source, node.name)
    body = _inner(ctx, inner, node.block)
    return nodes.ForEach(var=node.name.text, source=source, body=body, at=node.at)


@_on(tree.Repeat)
def _repeat(ctx: Context, scope: Scope, node: tree.Repeat) -> Stmt | None:
    if not scope.in_flow:
        ctx.complain("E0404", "only the flow of the game repeats", node.at,
                     help="use `for each`, or `repeatedly choose`")  # fmt: skip
        return None
    until = condition(ctx, scope, node.condition)
    return nodes.Repeat(until=until, body=_inner(ctx, scope, node.block), at=node.at)


@_on(tree.CarryOn)
def _carry_on(ctx: Context, scope: Scope, node: tree.CarryOn) -> Stmt | None:
    if not scope.in_would:
        ctx.complain("E0405", "`carry on` belongs under `when … would …`", node.at)
        return None
    return nodes.CarryOn(at=node.at)


# ------------------------------------------------------------------ the table


@_on(tree.Set)
def _set(ctx: Context, scope: Scope, node: tree.Set) -> Stmt | None:
    target = expression(ctx, scope, node.target)
    value = expression(ctx, scope, node.value, target.type)
    if not isinstance(target, nodes.TrackOf):
        if target.type.name != "unknown":
            ctx.complain("E0209", "only numbers and pointers that are kept can be set", target.at,
                         help="values are worked out; a rule changes them with `is`")  # fmt: skip
        return None
    value = ctx.expect(target.type, value, f"`{target.track}`")
    return nodes.SetTrack(track=target.track, owner=target.owner, value=value, at=node.at)


@_on(tree.Becomes, tree.Stops)
def _becomes(ctx: Context, scope: Scope, node: Any) -> Stmt | None:
    subject = expression(ctx, scope, node.subject)
    track = ctx.program.tracks.get(node.mark.text)
    if track is None or not track.is_mark or track.owner != subject.type.name:
        if subject.type.name != "unknown":
            marks = [t.name for t in ctx.program.tracks.values() if t.is_mark]
            ctx.unknown_name(f"mark of {subject.type}", node.mark.text, node.mark.at, marks)
        return None
    ctx.mark_used("track", track.name)
    value = nodes.YesNo(value=isinstance(node, tree.Becomes), at=node.at)
    return nodes.SetTrack(track=track.name, owner=subject, value=value, at=node.at)


@_on(tree.Move)
def _move(ctx: Context, scope: Scope, node: tree.Move) -> Stmt | None:
    what = expression(ctx, scope, node.what)
    zone, end = _destination(ctx, scope, node.to)
    if zone is None:
        return None
    wanted = Type(ctx.program.zones[zone.zone].kind)
    if not wanted.maybe().accepts(what.type) and not wanted.list().accepts(what.type):
        ctx.wrong_type(wanted, what, f"what lies in the {zone.zone}")
        return None
    return nodes.Move(what=what, zone=zone, end=end, at=node.at)


def _destination(
    ctx: Context, scope: Scope, node: tree.Node
) -> tuple[nodes.ZoneOf | None, str | None]:
    end = None
    if isinstance(node, tree.Top | tree.Bottom):
        end = "top" if isinstance(node, tree.Top) else "bottom"
        node = node.zone
    zone = expression(ctx, scope, node)
    if isinstance(zone, nodes.ZoneOf):
        return zone, end
    if zone.type.name != "unknown":
        ctx.complain("E0211", "this is not a place for cards", zone.at)
    return None, None


def _zone(ctx: Context, scope: Scope, node: tree.Node) -> nodes.ZoneOf | None:
    return _destination(ctx, scope, node)[0]


@_on(tree.Exchange)
def _exchange(ctx: Context, scope: Scope, node: tree.Exchange) -> Stmt | None:
    one = expression(ctx, scope, node.one)
    other = expression(ctx, scope, node.other)
    if not one.type.accepts(other.type):
        ctx.wrong_type(one.type, other, "what it is exchanged with")
        return None
    return nodes.Exchange(one=one, other=other, at=node.at)


@_on(tree.Shuffle)
def _shuffle(ctx: Context, scope: Scope, node: tree.Shuffle) -> Stmt | None:
    zone = _zone(ctx, scope, node.zone)
    return nodes.Shuffle(zone=zone, at=node.at) if zone is not None else None


@_on(tree.Show)
def _show(ctx: Context, scope: Scope, node: tree.Show) -> Stmt:
    what = expression(ctx, scope, node.what)
    to = None
    if not isinstance(node.to, tree.Everyone):
        to = ctx.expect(PLAYER.maybe(), expression(ctx, scope, node.to), "who sees it")
    return nodes.Show(what=what, to=to, at=node.at)


@_on(tree.Tell)
def _tell(ctx: Context, scope: Scope, node: tree.Tell) -> Stmt:
    to = None
    if node.to is not None:
        to = ctx.expect(PLAYER.maybe(), expression(ctx, scope, node.to), "who is told")
    return nodes.Tell(text=template(ctx, scope, node.text), to=to, at=node.at)


@_on(tree.Until)
def _until(ctx: Context, scope: Scope, node: tree.Until) -> Stmt | None:
    from rulewright.program.rules import delayed_rules  # rules hold statements and the reverse

    if node.phase.text not in ctx.program.phases:
        ctx.unknown_name("phase", node.phase.text, node.phase.at, ctx.program.phases)
        return None
    ctx.mark_used("phase", node.phase.text)
    rules = delayed_rules(ctx, scope, node)
    return nodes.Until(phase=node.phase.text, rules=rules, at=node.at)



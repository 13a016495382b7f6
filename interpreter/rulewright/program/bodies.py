"""The second pass: what declarations say, now that every name is known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve

from rulewright.program import program as p
from rulewright.program.context import Context, Scope
from rulewright.program.expressions import condition, expression, number
from rulewright.program.notes import notes_of, noted
from rulewright.program.program import Parameter
from rulewright.program.rules import Speaker, make_rule
from rulewright.program.sentences import doer_scope, sentence
from rulewright.program.statements import block, template
from rulewright.program.types import NUMBER, PLAYER, Type
from rulewright.program import nodes
from rulewright.syntax import tree

Filler = Callable[[Context, Any], None]
_FILL: dict[type[tree.Node], Filler] = {}


def _on(cls: type[tree.Node]) -> Callable[[Filler], Filler]:
    def register(filler: Filler) -> Filler:
        _FILL[cls] = filler
        return filler

    return register


def fill_all(ctx: Context, trees: tuple[tree.Node, ...]) -> None:
    """Resolve all bodies, in the order of the files."""
    for node in trees:
        if isinstance(node, tree.Kind):
            _kind(ctx, node)
    for node in trees:
        if isinstance(node, tree.RuleNode):
            make_rule(ctx, Speaker(), node)
        elif type(node) in _FILL:
            _FILL[type(node)](ctx, node)


def _scope(parameters: tuple[Parameter, ...], owner: str) -> Scope:
    return Scope(names={q.name: q.type for q in parameters}, owner=owner)


def _player_expression(ctx: Context, scope: Scope, node: tree.Node, what: str) -> nodes.Expr:
    return ctx.expect(PLAYER.maybe(), expression(ctx, scope, node), what)


def _kind(ctx: Context, node: tree.Kind) -> None:
    kind = ctx.program.kinds[node.name.text]
    scope = Scope(this=Type(kind.name), owner=kind.name)
    stances: dict[str, p.Stance] = {}
    starts = kind.starts
    for item in node.items:
        if isinstance(item, tree.Starts):
            zone = expression(ctx, scope, item.zone)
            if isinstance(zone, nodes.ZoneOf) and zone.owner is None:
                starts = zone.zone
            else:
                ctx.complain("E0218", "cards start in a place that is common to all", item.at)
        elif isinstance(item, tree.Stance):
            player = None
            if not isinstance(item.player, tree.NobodyWord):
                player = _player_expression(ctx, scope, item.player, "who it speaks for")
            test = condition(ctx, scope, item.condition) if item.condition else None
            stance = p.Stance(item.name.text, item.name.at, player=player, condition=test)
            stances[stance.name] = stance
    ctx.program.kinds[kind.name] = evolve(kind, starts=starts, stances=stances)
    if starts is None:
        ctx.complain("E0218", f"nothing says where a {kind.name} starts", node.name.at,
                     help="add `starts in the …`")  # fmt: skip


@_on(tree.Zone)
def _zone(ctx: Context, node: tree.Zone) -> None:
    zone = ctx.program.zones.get(node.name.text)
    if zone is not None and zone.sight.who == "expression":
        player = _player_expression(ctx, Scope(owner=zone.name), node.sight.viewer, "who sees it")
        ctx.program.zones[zone.name] = evolve(zone, sight=p.Sight("expression", player))


@_on(tree.Track)
def _track(ctx: Context, node: tree.Track) -> None:
    _check_lasting(ctx, node.lasting)
    track = ctx.program.tracks[node.name.text]
    if track.sight.who == "expression":
        player = _player_expression(ctx, Scope(owner=track.name), node.sight.viewer, "who sees it")
        track = evolve(track, sight=p.Sight("expression", player))
    if node.start is not None:
        start = expression(ctx, Scope(owner=track.name), node.start, track.type)
        track = evolve(track, start=ctx.expect(track.type, start, f"the {track.name}"))
    ctx.program.tracks[track.name] = track


@_on(tree.Mark)
def _mark(ctx: Context, node: tree.Mark) -> None:
    _check_lasting(ctx, node.lasting)
    track = ctx.program.tracks[node.name.text]
    if track.sight.who == "expression":
        player = _player_expression(ctx, Scope(owner=track.name), node.sight.viewer, "who sees it")
        ctx.program.tracks[track.name] = evolve(track, sight=p.Sight("expression", player))


def _check_lasting(ctx: Context, node: tree.Lasting | None) -> None:
    if isinstance(node, tree.ForPhase) and node.name.text not in ctx.program.phases:
        ctx.unknown_name("phase", node.name.text, node.name.at, ctx.program.phases)
    if isinstance(node, tree.WhileIn) and node.name.text not in ctx.program.zones:
        ctx.unknown_name("place", node.name.text, node.name.at, ctx.program.zones)


@_on(tree.Value)
def _value(ctx: Context, node: tree.Value) -> None:
    value = ctx.program.values[node.name.text]
    scope = _scope(value.parameters, value.name)
    result = number(ctx, scope, node.result, f"`{value.name}`")
    ctx.program.values[value.name] = evolve(value, result=result)


@_on(tree.Fact)
def _fact(ctx: Context, node: tree.Fact) -> None:
    fact = ctx.program.facts[node.name.text]
    if node.condition is not None:
        test = condition(ctx, _scope(fact.parameters, fact.name), node.condition)
        ctx.program.facts[fact.name] = evolve(fact, condition=test)


@_on(tree.Table)
def _table(ctx: Context, node: tree.Table) -> None:
    table = ctx.program.tables[node.name.text]
    scope = Scope(owner=table.name)
    row = ctx.expect(NUMBER, expression(ctx, scope, node.row_key), "what a table is read by")
    column = None
    if node.column_key is not None:
        column = ctx.expect(NUMBER, expression(ctx, scope, node.column_key), "what is across")
    ctx.program.tables[table.name] = evolve(table, row_key=row, column_key=column)


@_on(tree.Event)
def _event(ctx: Context, node: tree.Event) -> None:
    fixed = node.object.word.text if isinstance(node.object, tree.Fixed) else None
    name = f"{node.verb.text}-{fixed}" if fixed else node.verb.text
    event = ctx.program.events[name]
    scope = evolve(doer_scope(ctx, event.parameters), owner=name)
    conditions, first, rest = [], [], []
    for item in node.body:
        if isinstance(item, tree.OnlyIf):
            conditions.append(condition(ctx, scope, item.condition))
        elif isinstance(item, tree.First):
            made = _first(ctx, scope, item)
            first += [made] if made is not None else []
        else:
            rest.append(item)
    body = block(ctx, scope, rest)
    ctx.program.events[name] = evolve(
        event, conditions=tuple(conditions), first=tuple(first), body=body
    )


def _first(ctx: Context, scope: Scope, node: tree.First) -> nodes.Do | None:
    third = node.deed.subject is not None and not isinstance(node.deed.subject, tree.I)
    found = sentence(ctx, scope, node.deed, third_person=third)
    if found is None:
        return None
    return nodes.Do(event=found[0].name, arguments=found[1], at=node.deed.at)


@_on(tree.Phase)
def _phase(ctx: Context, node: tree.Phase) -> None:
    phase = ctx.program.phases[node.name.text]
    scope = evolve(doer_scope(ctx, phase.parameters), owner=phase.name)
    body = block(ctx, scope, node.block.items if node.block else ())
    ctx.program.phases[phase.name] = evolve(phase, body=body)


@_on(tree.Flow)
def _flow(ctx: Context, node: tree.Flow) -> None:
    if ctx.program.flow:
        ctx.complain("E0213", "there are two flows", node.at)
    ctx.program.flow = block(ctx, Scope(in_flow=True, owner="flow"), node.block.items)


@_on(tree.Outcome)
def _outcome(ctx: Context, node: tree.Outcome) -> None:
    items = node.notes.items if node.notes else ()
    because = [item for item in items if isinstance(item, tree.Because)]
    notes = notes_of(ctx, (item for item in items if not isinstance(item, tree.Because)))
    if because:
        notes = evolve(notes, because=template(ctx, Scope(owner="outcome"), because[0].text))
    for word in node.values:
        value = ctx.program.values.get(word.text)
        if value is None or [q.type for q in value.parameters] != [PLAYER]:
            known = [v.name for v in ctx.program.values.values() if len(v.parameters) == 1]
            ctx.unknown_name("value of a player", word.text, word.at, known)
        ctx.mark_used("value", word.text)
    names = tuple(word.text for word in node.values)
    ctx.program.outcome = p.Outcome("outcome", node.at, notes, names)


@_on(tree.Refuse)
def _refuse(ctx: Context, node: tree.Refuse) -> None:
    test = condition(ctx, Scope(owner="refuse"), node.condition)
    notes = noted(ctx, node.notes)
    ctx.program.refusals.append(p.Refusal(node.message.text, node.at, notes, test))


@_on(tree.Card)
def _card(ctx: Context, node: tree.Card) -> None:
    card = ctx.program.cards.get(node.name.text)
    if card is None or card.at != node.name.at:
        return
    kind = ctx.program.kinds[card.kind]
    default = next(iter(kind.stances), None)
    for item in node.body:
        if isinstance(item, tree.RuleNode):
            make_rule(ctx, _speaker(card, kind, default), item)
        elif isinstance(item, tree.Section):
            _section(ctx, card, kind, item)


def _section(ctx: Context, card: p.Card, kind: p.Kind, node: tree.Section) -> None:
    if node.stance.text not in kind.stances:
        ctx.unknown_name(f"stance of a {kind.name}", node.stance.text, node.stance.at, kind.stances)
        return
    speaker = _speaker(card, kind, node.stance.text)
    for item in node.rules:
        make_rule(ctx, speaker, item)


def _speaker(card: p.Card, kind: p.Kind, stance: str | None) -> Speaker:
    """A card in a stance; some stances speak for nobody, so that there is no `me`."""
    found = kind.stances.get(stance or "")
    somebody = found is not None and found.player is not None
    return Speaker(card.name, kind.name, stance, card.notes, for_somebody=somebody)

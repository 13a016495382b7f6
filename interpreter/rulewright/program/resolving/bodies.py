"""What declarations say, now that every name is known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve

from rulewright.program import complaints as say
from rulewright.program import nodes
from rulewright.program import program as p
from rulewright.program.context import Context, Scope
from rulewright.program.notes import noted, notes_of
from rulewright.program.program import Parameter
from rulewright.program.resolving.blocks import block
from rulewright.program.resolving.patterns import doer_scope
from rulewright.program.resolving.registry import Speaker, condition, expression, number, player
from rulewright.program.resolving.rules import make_rule
from rulewright.program.resolving.sentences import sentence
from rulewright.program.resolving.templates import template
from rulewright.program.types import NUMBER, PLAYER, Type
from rulewright.syntax import tree
from rulewright.text import Span

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
        if isinstance(node, tree.Event):
            _event_head(ctx, node)
    for node in trees:
        if isinstance(node, tree.RuleNode):
            make_rule(ctx, Speaker(), node)
        elif type(node) in _FILL:
            _FILL[type(node)](ctx, node)


def _declared(table: dict[str, Any], name: str, at: Span) -> Any:
    """The declaration made from the words at this place; None if another one has its name."""
    found = table.get(name)
    return found if found is not None and found.at.start <= at.start <= found.at.end else None


def _scope(parameters: tuple[Parameter, ...], owner: str) -> Scope:
    return Scope(names={q.name: q.type for q in parameters}, owner=owner)


# ------------------------------------------------------------------ what there is


def _kind(ctx: Context, node: tree.Kind) -> None:
    kind = _declared(ctx.program.kinds, node.name.text, node.name.at)
    if kind is None:
        return
    scope = Scope(this=Type(kind.name), owner=kind.name)
    stances: dict[str, p.Stance] = {}
    starts: str | None = None
    for item in node.items:
        if isinstance(item, tree.Starts):
            starts = _starts(ctx, scope, item, starts)
        elif isinstance(item, tree.Stance):
            _stance(ctx, scope, item, stances)
    ctx.program.kinds[kind.name] = evolve(kind, starts=starts, stances=stances)
    has_start = any(isinstance(item, tree.Starts) for item in node.items)
    if not has_start and not ctx.missing.touches(node.name.at):
        ctx.add(say.names.no_start(node.name.at, kind.name))


def _starts(ctx: Context, scope: Scope, item: tree.Starts, earlier: str | None) -> str | None:
    zone = expression(ctx, scope, item.zone)
    if zone.type.name == "unknown":
        return earlier
    if not isinstance(zone, nodes.ZoneOf) or zone.owner is not None:
        ctx.add(say.names.start_not_common(item.at))
        return earlier
    if zone.type.name != scope.owner:
        wanted = f"a place for {Type(scope.owner).list()}"
        found = f"one for {zone.type}"
        ctx.add(say.types.wrong_type(item.at, "where its cards start", wanted, found, None))
    if earlier is not None:
        ctx.add(say.names.said_twice(item.at, "starts", None))
    return zone.zone


def _stance(ctx: Context, scope: Scope, item: tree.Stance, stances: dict[str, p.Stance]) -> None:
    who = None
    if not isinstance(item.player, tree.NobodyWord):
        who = player(ctx, scope, item.player, "who it speaks for")
    test = condition(ctx, scope, item.condition) if item.condition else None
    if item.name.text in stances:
        first = stances[item.name.text].at
        ctx.add(say.names.declared_twice(item.name.at, item.name.text, first, ""))
        return
    stances[item.name.text] = p.Stance(item.name.text, item.name.at, player=who, condition=test)


def _sight(ctx: Context, owner: str, sight: p.Sight, node: tree.Sight) -> p.Sight:
    """Who sees: where it is a player that something names, that is resolved now."""
    if sight.who != "expression":
        return sight
    found = player(ctx, Scope(owner=owner), node.viewer, "who sees it")
    return p.Sight("expression", found)


@_on(tree.Zone)
def _zone(ctx: Context, node: tree.Zone) -> None:
    zone = _declared(ctx.program.zones, node.name.text, node.name.at)
    if zone is not None:
        sight = _sight(ctx, zone.name, zone.sight, node.sight)
        ctx.program.zones[zone.name] = evolve(zone, sight=sight)


@_on(tree.Track)
def _track(ctx: Context, node: tree.Track) -> None:
    _check_lasting(ctx, node.lasting)
    track = _declared(ctx.program.tracks, node.name.text, node.name.at)
    if track is None:
        return
    track = evolve(track, sight=_sight(ctx, track.name, track.sight, node.sight))
    if node.start is not None:
        start = expression(ctx, Scope(owner=track.name), node.start, track.type)
        track = evolve(track, start=ctx.expect(track.type, start, f"the {track.name}"))
    ctx.program.tracks[track.name] = track


@_on(tree.Mark)
def _mark(ctx: Context, node: tree.Mark) -> None:
    _check_lasting(ctx, node.lasting)
    track = _declared(ctx.program.tracks, node.name.text, node.name.at)
    if track is not None:
        sight = _sight(ctx, track.name, track.sight, node.sight)
        ctx.program.tracks[track.name] = evolve(track, sight=sight)


def _check_lasting(ctx: Context, node: tree.Lasting | None) -> None:
    if isinstance(node, tree.ForPhase) and node.name.text not in ctx.program.phases:
        ctx.unknown_name("phase", node.name.text, node.name.at, ctx.program.phases)
    if isinstance(node, tree.WhileIn) and node.name.text not in ctx.program.zones:
        ctx.unknown_name("place", node.name.text, node.name.at, ctx.program.zones)


# ------------------------------------------------------------------ values, facts, tables


@_on(tree.Value)
def _value(ctx: Context, node: tree.Value) -> None:
    value = _declared(ctx.program.values, node.name.text, node.name.at)
    if value is not None:
        result = number(ctx, _scope(value.parameters, value.name), node.result, f"`{value.name}`")
        ctx.program.values[value.name] = evolve(value, result=result)


@_on(tree.Fact)
def _fact(ctx: Context, node: tree.Fact) -> None:
    fact = _declared(ctx.program.facts, node.name.text, node.name.at)
    if fact is not None and node.condition is not None:
        test = condition(ctx, _scope(fact.parameters, fact.name), node.condition)
        ctx.program.facts[fact.name] = evolve(fact, condition=test)


@_on(tree.Table)
def _table(ctx: Context, node: tree.Table) -> None:
    table = _declared(ctx.program.tables, node.name.text, node.name.at)
    if table is None:
        return
    scope = Scope(owner=table.name)
    row = ctx.expect(NUMBER, expression(ctx, scope, node.row_key), "what a table is read by")
    column = None
    if node.column_key is not None:
        column = ctx.expect(NUMBER, expression(ctx, scope, node.column_key), "what is across")
    ctx.program.tables[table.name] = evolve(table, row_key=row, column_key=column)


# ------------------------------------------------------------------ what happens


def _event_of(ctx: Context, node: tree.Event) -> p.Event | None:
    fixed = node.object.word.text if isinstance(node.object, tree.Fixed) else None
    name = f"{node.verb.text}-{fixed}" if fixed else node.verb.text
    event: p.Event | None = _declared(ctx.program.events, name, node.verb.at)
    return event


def _event_head(ctx: Context, node: tree.Event) -> None:
    """When an event can be done; rules in files before it may ask whether it has `first` deeds."""
    event = _event_of(ctx, node)
    if event is None:
        return
    scope = evolve(doer_scope(event.parameters), owner=event.name)
    conditions, first = [], []
    for item in node.body:
        if isinstance(item, tree.OnlyIf):
            conditions.append(condition(ctx, scope, item.condition))
        elif isinstance(item, tree.First):
            made = _first(ctx, scope, item)
            first += [made] if made is not None else []
    ctx.program.events[event.name] = evolve(event, conditions=tuple(conditions), first=tuple(first))


@_on(tree.Event)
def _event(ctx: Context, node: tree.Event) -> None:
    event = _event_of(ctx, node)
    if event is None:
        return
    scope = evolve(doer_scope(event.parameters), owner=event.name)
    rest = [item for item in node.body if not isinstance(item, tree.OnlyIf | tree.First)]
    body = block(ctx, scope, rest)
    ctx.program.events[event.name] = evolve(event, body=body)


def _first(ctx: Context, scope: Scope, node: tree.First) -> nodes.Do | None:
    third = node.deed.subject is not None and not isinstance(node.deed.subject, tree.I | tree.Me)
    found = sentence(ctx, scope, node.deed, third_person=third)
    if found is None:
        return None
    return nodes.Do(event=found[0].name, arguments=found[1], at=node.deed.at)


@_on(tree.Phase)
def _phase(ctx: Context, node: tree.Phase) -> None:
    phase = _declared(ctx.program.phases, node.name.text, node.name.at)
    if phase is not None:
        scope = evolve(doer_scope(phase.parameters), owner=phase.name)
        body = block(ctx, scope, node.block.items if node.block else ())
        ctx.program.phases[phase.name] = evolve(phase, body=body)


@_on(tree.Flow)
def _flow(ctx: Context, node: tree.Flow) -> None:
    if ctx.flow_at is not None:
        ctx.add(say.names.two_flows(node.at, ctx.flow_at))
        return
    ctx.flow_at = Span(node.at.source, node.at.start, node.at.start + len("flow"))
    ctx.program.flow = block(ctx, Scope(in_flow=True, owner="flow"), node.block.items)


@_on(tree.Outcome)
def _outcome(ctx: Context, node: tree.Outcome) -> None:
    if ctx.program.outcome is not None:
        ctx.add(say.names.two_outcomes(node.at, ctx.program.outcome.at))
        return
    items = node.notes.items if node.notes else ()
    because = [item for item in items if isinstance(item, tree.Because)]
    notes = notes_of(ctx, (item for item in items if not isinstance(item, tree.Because)))
    if because:
        notes = evolve(notes, because=template(ctx, Scope(owner="outcome"), because[0].text))
    for word in node.values:
        value = ctx.program.values.get(word.text)
        if value is None or [q.type for q in value.parameters] != [PLAYER]:
            known = [
                v.name
                for v in ctx.program.values.values()
                if [q.type for q in v.parameters] == [PLAYER]
            ]
            ctx.unknown_name("value of a player", word.text, word.at, known)
    names = tuple(word.text for word in node.values)
    ctx.program.outcome = p.Outcome("outcome", node.at, notes, names)


@_on(tree.Refuse)
def _refuse(ctx: Context, node: tree.Refuse) -> None:
    test = condition(ctx, Scope(owner="refuse"), node.condition)
    notes = noted(ctx, node.notes)
    ctx.program.refusals.append(p.Refusal(node.message.text, node.at, notes, test))


# ------------------------------------------------------------------ cards


@_on(tree.Card)
def _card(ctx: Context, node: tree.Card) -> None:
    card = _declared(ctx.program.cards, node.name.text, node.name.at)
    if card is None:
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

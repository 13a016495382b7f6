"""What a name means where it stands: attributes after `'s`, things after `the`, words on their own."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.program import nodes
from rulewright.program.context import Context, Scope, unknown, var
from rulewright.program.forms import plural
from rulewright.program.nodes import Expr
from rulewright.program.types import NUMBER, PLAYER, YES_OR_NO, Type
from rulewright.text import Span


def attribute(ctx: Context, of: Expr, name: str, at: Span) -> Expr:
    """`X's name`: a field, track, zone, value or built-in attribute of X's type."""
    found = find_attribute(ctx, of, name, at)
    if found is None:
        if of.type.name != "unknown":
            known = attribute_names(ctx, of.type)
            ctx.unknown_name(f"attribute of {of.type}", name, at, known)
        return unknown(at)
    return found


def find_attribute(ctx: Context, of: Expr, name: str, at: Span) -> Expr | None:
    """The attribute, or None where the type has none of this name."""
    program, type_ = ctx.program, of.type
    if type_.many:
        return None
    if type_ == PLAYER or type_.name == "player":
        if name in ("left", "right"):
            return nodes.NeighbourOf(player=of, side=name, type=PLAYER, at=at)
    if type_.name in program.kinds:
        if (found := _card_attribute(ctx, of, name, at)) is not None:
            return found
    if name in program.tracks and program.tracks[name].owner == type_.name:
        ctx.mark_used("track", name)
        return nodes.TrackOf(track=name, owner=of, type=program.tracks[name].type, at=at)
    if name in program.zones and program.zones[name].owner == type_.name:
        ctx.mark_used("zone", name)
        return _zone(ctx, name, of, at)
    if name in program.values:
        value = program.values[name]
        if len(value.parameters) >= 1 and value.parameters[0].type.name == type_.name:
            ctx.mark_used("value", name)
            return nodes.ValueOf(value=name, arguments=(of,), type=value.type, at=at)
    return None


def _card_attribute(ctx: Context, of: Expr, name: str, at: Span) -> Expr | None:
    if name == "owner":
        return nodes.OwnerOf(card=of, type=PLAYER.maybe(), at=at)
    if name == "name":
        return nodes.DesignOf(card=of, type=Type(f"name of a {of.type.name}"), at=at)
    fields = ctx.program.kinds[of.type.name].fields
    if name in fields:
        ctx.mark_used("field", f"{of.type.name}.{name}")
        return nodes.FieldOf(card=of, field=name, type=fields[name].type, at=at)
    return None


def _zone(ctx: Context, name: str, owner: Expr | None, at: Span) -> Expr:
    kind = Type(ctx.program.zones[name].kind).list()
    return nodes.ZoneOf(zone=name, owner=owner, type=kind, at=at)


def attribute_names(ctx: Context, type_: Type) -> list[str]:
    """Every attribute that a thing of this type has."""
    program = ctx.program
    names = [name for name, track in program.tracks.items() if track.owner == type_.name]
    names += [name for name, zone in program.zones.items() if zone.owner == type_.name]
    names += [
        name
        for name, value in program.values.items()
        if value.parameters and value.parameters[0].type.name == type_.name
    ]
    if type_.name in program.kinds:
        names += [*program.kinds[type_.name].fields, "owner", "name"]
    if type_.name == "player":
        names += ["left", "right"]
    return names


def the(ctx: Context, scope: Scope, name: str, at: Span) -> Expr:
    """`the name`: a local, or a common track, zone, value or table."""
    if name in scope.names:
        return var(name, scope.names[name], at)
    found = _common(ctx, name, at)
    if found is not None:
        return found
    known = [*scope.names, *common_names(ctx)]
    ctx.unknown_name("thing here", name, at, known, _hint(ctx, scope, name))
    return unknown(at)


def _common(ctx: Context, name: str, at: Span) -> Expr | None:
    program = ctx.program
    if name in program.tracks and program.tracks[name].owner is None:
        ctx.mark_used("track", name)
        return nodes.TrackOf(track=name, owner=None, type=program.tracks[name].type, at=at)
    if name in program.zones and program.zones[name].owner is None:
        ctx.mark_used("zone", name)
        return _zone(ctx, name, None, at)
    if name in program.values and not program.values[name].parameters:
        ctx.mark_used("value", name)
        return nodes.ValueOf(value=name, arguments=(), type=program.values[name].type, at=at)
    if name in program.tables:
        ctx.mark_used("table", name)
        return nodes.TableOf(table=name, type=NUMBER, at=at)
    return None


def common_names(ctx: Context) -> Iterator[str]:
    """Every name that may follow `the` anywhere."""
    program = ctx.program
    yield from (name for name, track in program.tracks.items() if track.owner is None)
    yield from (name for name, zone in program.zones.items() if zone.owner is None)
    yield from (name for name, value in program.values.items() if not value.parameters)
    yield from program.tables


def _hint(ctx: Context, scope: Scope, name: str) -> str | None:
    owners = [
        declared.owner
        for table in (ctx.program.tracks, ctx.program.zones)
        for declared in [table.get(name)]
        if declared is not None and declared.owner
    ]
    if owners == ["player"] and scope.me:
        return f"every {owners[0]} has one: write `my {name}`, or say whose"
    if owners:
        return f"every {owners[0]} has one: say whose"
    if name in ctx.program.settings:
        return f"`{name}` is a setting: write it without `the`"
    return None


def running(ctx: Context, phase: str, parameter: str, at: Span) -> Expr:
    """`the turn's player`: what the phase that is being played is for."""
    declared = ctx.program.phases[phase]
    ctx.mark_used("phase", phase)
    for found in declared.parameters:
        if found.name == parameter:
            type_ = found.type.maybe()
            return nodes.Running(phase=phase, parameter=parameter, type=type_, at=at)
    known = [found.name for found in declared.parameters]
    ctx.unknown_name(f"parameter of the phase {phase}", parameter, at, known)
    return unknown(at)


def word(ctx: Context, scope: Scope, name: str, at: Span, hint: Type | None) -> Expr:
    """A name on its own: a setting, a label, or the plural of a kind, of a list of labels, of players."""
    program = ctx.program
    if (found := everything(ctx, name, at)) is not None:
        return found
    lists = [labels for labels in program.labels.values() if name in labels.items]
    if hint is not None and hint.name in {labels.name for labels in lists}:
        ctx.mark_used("label", name)
        return nodes.Label(name=name, type=Type(hint.name), at=at)
    if name in program.settings:
        ctx.mark_used("setting", name)
        return nodes.SettingOf(setting=name, type=program.settings[name].type, at=at)
    if hint is not None and hint.name.startswith("setting "):
        return _setting_word(ctx, name, hint, at)
    if len(lists) == 1:
        ctx.mark_used("label", name)
        return nodes.Label(name=name, type=Type(lists[0].name), at=at)
    if len(lists) > 1:
        both = " and ".join(f"`{labels.name}`" for labels in lists)
        ctx.complain("E0203", f"`{name}` is a label of both {both}", at)
        return unknown(at)
    _unknown_word(ctx, scope, name, at, hint)
    return unknown(at)


def everything(ctx: Context, name: str, at: Span) -> Expr | None:
    """The list that a plural stands for."""
    if name == "players":
        return nodes.Players(type=PLAYER.list(), at=at)
    for kind in ctx.program.kinds:
        if plural(kind) == name:
            return nodes.KindAll(kind=kind, type=Type(kind).list(), at=at)
    for labels in ctx.program.labels:
        if plural(labels) == name:
            return nodes.LabelAll(labels=labels, type=Type(labels).list(), at=at)
    return None


def _setting_word(ctx: Context, name: str, hint: Type, at: Span) -> Expr:
    words = ctx.program.settings[hint.name.removeprefix("setting ")].words
    if name not in words:
        ctx.unknown_name("choice of this setting", name, at, words)
        return unknown(at)
    return nodes.Label(name=name, type=hint, at=at)


def _unknown_word(ctx: Context, scope: Scope, name: str, at: Span, hint: Type | None) -> None:
    program = ctx.program
    if name in scope.names or name in set(common_names(ctx)):
        ctx.complain("E0202", f"`{name}` stands alone", at, help=f"write `the {name}`")
        return
    known = [label for labels in program.labels.values() for label in labels.items]
    known += [*program.settings, "players"]
    known += [plural(name) for name in (*program.kinds, *program.labels)]
    if hint is not None and hint.name in program.labels:
        known = list(program.labels[hint.name].items)
    ctx.unknown_name("label, setting or list", name, at, known)


def design(ctx: Context, scope: Scope, name: str, at: Span) -> Expr:
    """A proper name: a card, or in a scenario a seat."""
    if scope.in_scenario and len(name) == 1 and name in "ABCDEFGH":
        return nodes.Seat(number="ABCDEFGH".index(name), at=at)
    if name in ctx.program.cards:
        ctx.mark_used("card", name)
        return nodes.Design(card=name, type=Type(ctx.program.cards[name].kind), at=at)
    ctx.unknown_name("card", name, at, ctx.program.cards)
    return unknown(at)


def adjective(ctx: Context, of: Expr, name: str, at: Span) -> Expr | None:
    """`X is hidden`, `X is out`: a mark or a fact without object, if the type has one."""
    program = ctx.program
    track = program.tracks.get(name)
    if track is not None and track.is_mark and track.owner == of.type.name:
        ctx.mark_used("track", name)
        return nodes.TrackOf(track=name, owner=of, type=YES_OR_NO, at=at)
    fact = program.facts.get(name)
    if fact is not None and fact.adjective and fact.parameters[0].type.name == of.type.name:
        ctx.mark_used("fact", name)
        return nodes.FactOf(fact=name, arguments=(of,), type=YES_OR_NO, at=at)
    return None


def adjectives(ctx: Context, type_: Type) -> list[str]:
    """Every word that may follow `is` for a thing of this type."""
    marks = [t.name for t in ctx.program.tracks.values() if t.is_mark and t.owner == type_.name]
    facts = [
        fact.name
        for fact in ctx.program.facts.values()
        if fact.adjective and fact.parameters[0].type.name == type_.name
    ]
    return marks + facts

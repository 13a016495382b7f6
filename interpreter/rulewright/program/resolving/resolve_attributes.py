"""What things have: fields, numbers, places, values, marks and facts."""

from __future__ import annotations

from rulewright.program import complaints as say
from rulewright.program import typed
from rulewright.program.context import Context, unknown
from rulewright.program.english import plural
from rulewright.program.typed import Expr
from rulewright.program.types import PLAYER, YES_OR_NO, Type
from rulewright.text import Span


def attribute(ctx: Context, of: Expr, name: str, at: Span) -> Expr:
    """`X's name`: a field, track, zone, value or built-in attribute of X's type."""
    found = find_attribute(ctx, of, name, at)
    if found is not None:
        return found
    if of.type.name != "unknown":
        hint = None
        if of.type.many:
            hint = f"each of the {plural(of.type.name)} has one of its own: say of which"
        known = attribute_names(ctx, of.type.one())
        ctx.unknown_name(f"attribute of {of.type}", name, at, () if hint else known, hint)
    return unknown(at)


def find_attribute(ctx: Context, of: Expr, name: str, at: Span) -> Expr | None:
    """The attribute, or None where the type has none of this name."""
    program, type_ = ctx.program, of.type
    if type_.many:
        return None
    if type_.name == "player" and name in ("left", "right"):
        return typed.NeighbourOf(player=of, side=name, type=_of(type_, PLAYER), at=at)
    if type_.name in program.kinds and (found := _card_attribute(ctx, of, name, at)) is not None:
        return found
    if name in program.tracks and program.tracks[name].owner == type_.name:
        return typed.TrackOf(track=name, owner=of, type=program.tracks[name].type, at=at)
    if name in program.zones and program.zones[name].owner == type_.name:
        return zone_of(ctx, name, of, at)
    value = program.values.get(name)
    if value is not None and value.parameters and value.parameters[0].type.name == type_.name:
        return typed.ValueOf(value=name, arguments=(of,), type=value.type, at=at)
    return None


def _of(owner: Type, type_: Type) -> Type:
    """What may be missing has nothing of its own."""
    return type_.maybe() if owner.optional else type_


def _card_attribute(ctx: Context, of: Expr, name: str, at: Span) -> Expr | None:
    if name == "owner":
        return typed.OwnerOf(card=of, type=PLAYER.maybe(), at=at)
    if name == "name":
        return typed.DesignOf(card=of, type=Type(f"name of a {of.type.name}"), at=at)
    fields = ctx.program.kinds[of.type.name].fields
    if name in fields:
        return typed.FieldOf(card=of, field=name, type=fields[name].type, at=at)
    return None


def zone_of(ctx: Context, name: str, owner: Expr | None, at: Span) -> Expr:
    """The cards of a place."""
    kind = ctx.program.zones[name].kind
    if kind == "unknown":
        return unknown(at)
    return typed.ZoneOf(zone=name, owner=owner, type=Type(kind).list(), at=at)


def labels_of(ctx: Context, found: Expr) -> str | None:
    """The list of labels for each of which there is one such place or number, where nothing says which is meant."""
    match found:
        case typed.ZoneOf(zone=name, owner=owner):
            each = ctx.program.zones[name].each
        case typed.TrackOf(track=name, owner=owner):
            each = ctx.program.tracks[name].each
        case _:
            return None
    return None if isinstance(owner, typed.Slot) else each


def settled(ctx: Context, found: Expr) -> Expr:
    """The same, if one place or number is meant and not all that there are for the labels of a list."""
    labels = labels_of(ctx, found)
    if labels is None:
        return found
    if labels != "unknown":
        ctx.add(say.names.not_for_a_label(found.at, found.at.text, labels))
    return unknown(found.at)


def attribute_names(ctx: Context, type_: Type) -> list[str]:
    """Every attribute that a thing of this type has."""
    program = ctx.program
    names = [
        name
        for name, track in program.tracks.items()
        if track.owner == type_.name and not track.is_mark
    ]
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


def adjective(ctx: Context, of: Expr, name: str, at: Span) -> Expr | None:
    """`X is hidden`, `X is out`: a mark or a fact without object, if the type has one."""
    program = ctx.program
    track = program.tracks.get(name)
    if track is not None and track.is_mark and track.owner == of.type.name:
        return typed.TrackOf(track=name, owner=of, type=YES_OR_NO, at=at)
    fact = program.facts.get(name)
    if fact is not None and fact.adjective and fact.parameters[0].type.name == of.type.name:
        return typed.FactOf(fact=name, arguments=(of,), type=YES_OR_NO, at=at)
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

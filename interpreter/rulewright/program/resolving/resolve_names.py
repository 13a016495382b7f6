"""What a name means where it stands: attributes after `'s`, things after `the`, words on their own."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.program import complaints as say
from rulewright.program import typed
from rulewright.program.context import Context, Scope, unknown, var
from rulewright.program.declaring.declare_cards import declare_from_elsewhere
from rulewright.program.english import plural
from rulewright.program.resolving.resolve_attributes import attribute_names, zone_of
from rulewright.program.typed import Expr
from rulewright.program.types import NUMBER, PLAYER, Type
from rulewright.syntax.known_mistakes.mistaken_words import DIGITS
from rulewright.text import Span

SEATS = "ABCDEFGH"


def the(ctx: Context, scope: Scope, name: str, at: Span) -> Expr:
    """`the name`: a local, or a common track, zone, value or table."""
    if name in scope.names:
        return var(name, scope.names[name], at)
    found = _common(ctx, name, at)
    if found is not None:
        return found
    if _is_difference(ctx, scope, name):
        ctx.add(say.names.spaces_around_minus(at, name))
        return unknown(at)
    known = [*scope.names, *common_names(ctx)]
    hint = _hint(ctx, scope, name)
    if name == scope.later:
        hint = (
            f"an `if` does not know the {name} yet: put `where …` behind the list, and `it` for it"
        )
    elif hint is None and scope.it is not None:
        hint = "in a `where`, what is looked at is called `it`, and what it has `its …`"
    ctx.unknown_name("thing here", name, at, () if name == scope.later else known, hint)
    return unknown(at)


def _common(ctx: Context, name: str, at: Span) -> Expr | None:
    program = ctx.program
    if name in program.tracks and program.tracks[name].owner is None:
        return typed.TrackOf(track=name, owner=None, type=program.tracks[name].type, at=at)
    if name in program.zones and program.zones[name].owner is None:
        return zone_of(ctx, name, None, at)
    if name in program.values and not program.values[name].parameters:
        return typed.ValueOf(value=name, arguments=(), type=program.values[name].type, at=at)
    if name in program.tables:
        return typed.TableOf(table=name, type=NUMBER, at=at)
    return None


def common_names(ctx: Context) -> Iterator[str]:
    """Every name that may follow `the` anywhere."""
    program = ctx.program
    yield from (name for name, track in program.tracks.items() if track.owner is None)
    yield from (name for name, zone in program.zones.items() if zone.owner is None)
    yield from (name for name, value in program.values.items() if not value.parameters)
    yield from program.tables


def _is_difference(ctx: Context, scope: Scope, name: str) -> bool:
    """Whether a name is `stones-1`, where `stones - 1` is meant."""
    first, _, last = name.rpartition("-")
    return last.isdigit() and (first in scope.names or first in set(common_names(ctx)))


def _hint(ctx: Context, scope: Scope, name: str) -> str | None:
    program = ctx.program
    owners = [
        declared.owner
        for table in (program.tracks, program.zones)
        for declared in [table.get(name)]
        if declared is not None and declared.owner
    ]
    value = program.values.get(name)
    if value is not None and value.parameters:
        owners.append(value.parameters[0].type.name)
    if owners == ["player"] and scope.me:
        return f"every {owners[0]} has one: write `my {name}`, or say whose"
    if owners:
        return f"every {owners[0]} has one: say whose, such as `the {owners[0]}'s {name}`"
    if name in program.settings:
        return f"`{name}` is a setting: write it without `the`"
    if name in program.phases:
        return f"the {name} is a phase: say `the {name}'s …`, or `the end of the {name}`"
    if any(name in labels.items for labels in program.labels.values()):
        return f"`{name}` is a label: write it without `the`"
    return None


def running(ctx: Context, phase: str, parameter: str, at: Span) -> Expr:
    """`the turn's player`: what the phase that is being played is for."""
    declared = ctx.program.phases[phase]
    for found in declared.parameters:
        if found.name == parameter:
            type_ = found.type.maybe()
            return typed.Running(phase=phase, parameter=parameter, type=type_, at=at)
    known = [found.name for found in declared.parameters]
    ctx.unknown_name(f"thing that the {phase} is played for", parameter, at, known)
    return unknown(at)


# ------------------------------------------------------------------ words on their own


def word(ctx: Context, scope: Scope, name: str, at: Span, hint: Type | None) -> Expr:
    """A name on its own: a setting, a label, or the plural of a kind, of a list of labels, of players."""
    program = ctx.program
    if (found := everything(ctx, name, at)) is not None:
        return found
    lists = [labels for labels in program.labels.values() if name in labels.items]
    if hint is not None and hint.name in {labels.name for labels in lists}:
        return _label(ctx, name, hint.name, at)
    if name in program.settings:
        return typed.SettingOf(setting=name, type=program.settings[name].type, at=at)
    if hint is not None and hint.name.startswith("setting "):
        return _setting_word(ctx, name, hint, at)
    if len(lists) == 1:
        return _label(ctx, name, lists[0].name, at)
    if len(lists) > 1:
        ctx.add(say.names.label_of_several(at, name, [labels.name for labels in lists]))
        return unknown(at)
    _unknown_word(ctx, scope, name, at, hint)
    return unknown(at)


def _label(ctx: Context, name: str, labels: str, at: Span) -> Expr:
    return typed.Label(name=name, type=Type(labels), at=at)


def everything(ctx: Context, name: str, at: Span) -> Expr | None:
    """The list that a plural stands for."""
    if name == "players":
        return typed.Players(type=PLAYER.list(), at=at)
    for kind in ctx.program.kinds:
        if plural(kind) == name:
            return typed.KindAll(kind=kind, type=Type(kind).list(), at=at)
    for labels in ctx.program.labels:
        if plural(labels) == name:
            return typed.LabelAll(labels=labels, type=Type(labels).list(), at=at)
    return None


def _setting_word(ctx: Context, name: str, hint: Type, at: Span) -> Expr:
    setting = ctx.program.settings[hint.name.removeprefix("setting ")]
    if name not in setting.words:
        ctx.unknown_name(f"choice of {setting.name}", name, at, setting.words)
        return unknown(at)
    return typed.Label(name=name, type=hint, at=at)


def _unknown_word(ctx: Context, scope: Scope, name: str, at: Span, hint: Type | None) -> None:
    program = ctx.program
    if name in scope.names or name in set(common_names(ctx)):
        ctx.add(say.names.stands_alone(at, name))
        return
    if name in DIGITS:
        ctx.add(say.names.number_word(at, name))
        return
    if _is_difference(ctx, scope, name):
        ctx.add(say.names.spaces_around_minus(at, name))
        return
    for card in program.cards:
        if card.lower() == name:
            ctx.add(say.names.small_card(at, name, card))
            return
    what, known = "label, setting or list", _words(ctx)
    if hint is not None and hint.name in program.labels:
        what, known = hint.name, list(program.labels[hint.name].items)
    ctx.unknown_name(what, name, at, known, _word_hint(ctx, scope, name))


def _words(ctx: Context) -> list[str]:
    """Every word that may stand on its own."""
    program = ctx.program
    known = [label for labels in program.labels.values() for label in labels.items]
    known += [*program.settings, "players"]
    return known + [plural(name) for name in (*program.kinds, *program.labels)]


def _word_hint(ctx: Context, scope: Scope, name: str) -> str | None:
    if scope.me is not None and name in attribute_names(ctx, scope.me):
        return f"every player has one: write `my {name}`, or say whose"
    return None


# ------------------------------------------------------------------ cards and seats


def design(ctx: Context, scope: Scope, name: str, at: Span) -> Expr:
    """A proper name: a card, or in a scenario a seat."""
    if scope.in_scenario and name in tuple(SEATS):
        if 0 < scope.players <= SEATS.index(name):
            ctx.add(say.scenarios.no_seat(at, name, SEATS[scope.players - 1]))
            return unknown(at)
        return typed.Seat(number=SEATS.index(name), at=at)
    if name in ctx.program.cards or declare_from_elsewhere(ctx, name):
        return typed.Design(card=name, type=Type(ctx.program.cards[name].kind), at=at)
    hint = f"the edition of this scenario is {scope.edition}" if scope.in_scenario else None
    ctx.unknown_name("card", name, at, ctx.program.cards, hint)
    return unknown(at)

"""Resolution of single words: labels, settings and their choices, attributes, and plurals, which denote lists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulewright.language.program import complaints as say, program as p, typed
from rulewright.language.program.context import Context, NameScope, make_unknown
from rulewright.language.program.declaring.declarers import CARD_ATTRIBUTES, PLAYER_ATTRIBUTES
from rulewright.language.program.references import record_reference, record_word
from rulewright.language.program.typed import Expr
from rulewright.language.program.types import NUMBER, PLAYER, YES_OR_NO, Type
from rulewright.language.syntax import tree
from rulewright.language.syntax.recovery.known_mistakes.mistaken_words import DIGITS
from rulewright.language.text import Span


def resolve_attribute(ctx: Context, of: Expr, name: str, at: Span) -> Expr:
    """Resolve the attribute `name` of `of`: a field, variable, mark, zone, value or built-in attribute."""
    if of.type.name == "unknown":
        return make_unknown(at)
    built_in = None if of.type.many else _resolve_built_in(ctx, of, name, at)
    if built_in is not None:
        return built_in
    declared = ctx.names_in(f"{of.type.name}'s").get(name) or find_mark(ctx, of.type, name)
    if declared is not None and not of.type.many:
        return read_declaration(declared, of, at)
    hint = None
    if of.type.many:
        hint = f"each of the {ctx.program.plural(of.type.name)} has its own: choose one of them"
    elif of.type.name in ctx.program.labels:
        hint = _help_for_team(ctx, of, name)
    known = attribute_names(ctx, of.type)
    ctx.unknown_name(f"attribute of {of.type}", name, at, () if hint else known, hint)
    return make_unknown(at)


def _help_for_team(ctx: Context, of: Expr, name: str) -> str | None:
    """Return help for an unknown attribute of a team that its players have: how to write the team's total."""
    of_players = ctx.names_in("player's")
    if getattr(of_players.get(name), "type", None) != NUMBER:
        return None
    for declared in of_players.values():
        if isinstance(declared, p.Variable) and declared.type.name == of.type.name:
            whose = f"players where its {declared.name} is {of.at.text}"
            return f"for the sum of all: `the total {name} of {whose}`"
    return None


def _resolve_built_in(ctx: Context, of: Expr, name: str, at: Span) -> Expr | None:
    """Resolve a built-in attribute: a player's neighbours, a card's owner or name; None for other names."""
    if of.type.name == "player" and name in PLAYER_ATTRIBUTES:
        # A neighbour is optional if the player is: the neighbour of nobody is nobody.
        type_ = PLAYER.maybe() if of.type.optional else PLAYER
        return typed.NeighbourOf(player=of, side=name, type=type_, at=at)
    if of.type.name in ctx.program.kinds and name == "owner":
        return typed.OwnerOf(card=of, type=PLAYER.maybe(), at=at)
    if of.type.name in ctx.program.kinds and name == "name":
        return typed.DesignOf(card=of, type=Type(f"name of a {of.type.name}"), at=at)
    return None


def attribute_names(ctx: Context, type_: Type) -> Iterator[str]:
    """Yield the names of all attributes of a type, lazily, because there may be thousands."""
    built_in = CARD_ATTRIBUTES if type_.name in ctx.program.kinds else {}
    if type_.name == "player":
        built_in = PLAYER_ATTRIBUTES
    yield from ctx.names_in(f"{type_.name}'s")
    yield from built_in


def read_declaration(declared: p.Declared, of: Expr | None, at: Span) -> Expr:
    """Return the expression that reads a declared thing; `of` is its owner, None if it is shared."""
    name = declared.name
    record_reference(at, declared)
    match declared:
        case p.Field() if of is not None:
            return typed.FieldOf(card=of, field=name, type=declared.type, at=at)
        case p.Variable():
            return typed.VariableOf(variable=name, owner=of, type=declared.type, at=at)
        case p.Zone(kind="unknown"):
            return make_unknown(at)
        case p.Zone():
            return typed.ZoneOf(zone=name, owner=of, type=Type(declared.kind).list(), at=at)
        case p.Value():
            arguments = () if of is None else (of,)
            return typed.ValueOf(value=name, arguments=arguments, type=declared.type, at=at)
        case p.Fact() if of is not None:
            return typed.FactOf(fact=name, arguments=(of,), type=YES_OR_NO, at=at)
        case p.Table():
            return typed.TableOf(table=name, type=NUMBER, at=at)
    raise TypeError(f"nothing that is said of something: {declared}")


def find_mark(ctx: Context, type_: Type, name: str) -> p.Variable | None:
    """Return the mark with this name on values of a type; None if there is none."""
    declaration = ctx.names_in(f"{type_.name} is").get(name)
    return declaration if isinstance(declaration, p.Variable) else None


def resolve_adjective(ctx: Context, of: Expr, name: str, at: Span) -> Expr | None:
    """Resolve `X is hidden`: a mark or a fact without object; None if the adjective is unknown."""
    declared = ctx.names_in(f"{of.type.name} is").get(name)
    return read_declaration(declared, of, at) if declared is not None else None


def missing_label_list(ctx: Context, expr: Expr) -> str | None:
    """Return the list of labels that `expr` needs one of, because it denotes a zone or variable per label.

    Return None if it needs none or has one.
    """
    match expr:
        case typed.ZoneOf(zone=name, owner=owner):
            each = ctx.program.zones[name].each
        case typed.VariableOf(variable=name, owner=owner):
            each = ctx.program.variables[name].each
        case _:
            return None
    return None if isinstance(owner, typed.Slot) else each


def require_label(ctx: Context, expr: Expr) -> Expr:
    """Return `expr`, or an `Unknown` after a complaint if it needs a label (`for the colour`) and has none."""
    labels = missing_label_list(ctx, expr)
    if labels is None:
        return expr
    if labels != "unknown":
        label = ctx.program.labels[labels].items[0]
        ctx.add(say.names.label_missing(expr.at, expr.at.text, labels, label))
    return make_unknown(expr.at)


def resolve_word(ctx: Context, scope: NameScope, node: tree.Name, hint: Type | None = None) -> Expr:
    """Resolve a single word: a plural, label or setting; `hint`, the expected type, decides between lists."""
    program, name, at = ctx.program, node.word.text, node.at
    if (list_ := resolve_plural(ctx, name, at)) is not None:
        return list_
    lists = [labels.name for labels in program.labels.values() if name in labels.items]
    if hint is not None and hint.name in lists:
        record_word(at, program.labels[hint.name], name)
        return typed.Label(name=name, type=Type(hint.name), at=at)
    if name in program.settings:
        record_reference(at, program.settings[name])
        return typed.SettingOf(setting=name, type=program.settings[name].type, at=at)
    if hint is not None and hint.name.startswith("setting "):
        return _resolve_setting_word(ctx, name, hint, at)
    if len(lists) == 1:
        record_word(at, program.labels[lists[0]], name)
        return typed.Label(name=name, type=Type(lists[0]), at=at)
    if lists:
        ctx.add(say.names.label_of_several(at, name, lists))
    else:
        _report_unknown_word(ctx, scope, name, at, hint)
    return make_unknown(at)


def resolve_plural(ctx: Context, name: str, at: Span) -> Expr | None:
    """Return the list that a plural denotes (players, cards of a kind, labels); None for other words."""
    if name == "players":
        return typed.Players(type=PLAYER.list(), at=at)
    declaration = ctx.names_in("list").get(name)
    if not isinstance(declaration, p.Setting):
        record_reference(at, declaration)
    match declaration:
        case p.Kind(name=kind):
            return typed.KindAll(kind=kind, type=Type(kind).list(), at=at)
        case p.Labels(name=labels):
            return typed.LabelAll(labels=labels, type=Type(labels).list(), at=at)
    return None


def _resolve_setting_word(ctx: Context, name: str, hint: Type, at: Span) -> Expr:
    """Resolve a word where the expected type `hint` is a setting with fixed choices; report others."""
    setting = ctx.program.settings[hint.name.removeprefix("setting ")]
    if name not in setting.words:
        ctx.unknown_name(f"choice of {setting.name}", name, at, setting.words)
        return make_unknown(at)
    record_word(at, setting, name)
    return typed.Label(name=name, type=hint, at=at)


def _report_unknown_word(
    ctx: Context, scope: NameScope, name: str, at: Span, hint: Type | None
) -> None:
    """Report an unknown word, with the help that fits it best."""
    program = ctx.program
    card = next((card for card in program.cards if card.lower() == name), None)
    if name in scope.names or name in ctx.names_in("the"):
        ctx.add(say.names.name_without_article(at, name))
    elif name in DIGITS:
        ctx.add(say.names.number_word(at, name))
    elif is_difference(ctx, scope, name):
        ctx.add(say.names.spaces_around_minus(at, name))
    elif card is not None:
        ctx.add(say.names.card_in_lower_case(at, name, card))
    elif hint is not None and hint.name in program.labels:
        known = program.labels[hint.name].items
        ctx.unknown_name(hint.name, name, at, known, _help_for_word(ctx, scope, name))
    else:
        labels = [label for labels in program.labels.values() for label in labels.items]
        known = (*labels, *ctx.names_in("list"), "players")
        what = "label, setting or list"
        ctx.unknown_name(what, name, at, known, _help_for_word(ctx, scope, name))


def is_difference(ctx: Context, scope: NameScope, name: str) -> bool:
    """Return whether a name such as `stones-1` probably means `stones - 1`, because `stones` is a name."""
    first, _, last = name.rpartition("-")
    return last.isdigit() and (first in scope.names or first in ctx.names_in("the"))


def _help_for_word(ctx: Context, scope: NameScope, name: str) -> str | None:
    """Return help for an unknown word that is an attribute of players: write `my`; else None."""
    if scope.me is not None and name in attribute_names(ctx, scope.me):
        return f"every player has one: write `my {name}`, or name the player"
    return None


def report_if_fixed(ctx: Context, name: str, at: Span, value: str) -> bool:
    """Return whether `name` is a setting, table or zone, which rules cannot change; if so, report it."""
    program = ctx.program
    sorts: dict[str, Mapping[str, p.Declared]] = {
        "setting": program.settings, "table": program.tables, "place": program.zones,
    }  # fmt: skip
    for what, declared in sorts.items():
        if name in declared:
            ctx.add(say.types.fixed_by_edition(at, name, what, value, declared[name].at))
            return True
    return False

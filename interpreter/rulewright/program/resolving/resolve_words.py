"""Words on their own: labels, choices of settings, settings, and plurals, which are lists."""

from __future__ import annotations

from rulewright.program import complaints as say
from rulewright.program import program as p
from rulewright.program import typed
from rulewright.program.context import Context, Scope, unknown
from rulewright.program.resolving.resolve_attributes import attribute_names
from rulewright.program.typed import Expr
from rulewright.program.types import PLAYER, Type
from rulewright.program.witness import refer, refer_to_word
from rulewright.syntax import tree
from rulewright.syntax.known_mistakes.mistaken_words import DIGITS
from rulewright.text import Span


def word(ctx: Context, scope: Scope, node: tree.Name, hint: Type | None = None) -> Expr:
    """What a word means; that it is one of several lists of labels may be settled by the type looked for."""
    program, name, at = ctx.program, node.word.text, node.at
    if (found := everything(ctx, name, at)) is not None:
        return found
    lists = [labels.name for labels in program.labels.values() if name in labels.items]
    if hint is not None and hint.name in lists:
        refer_to_word(at, program.labels[hint.name], name)
        return typed.Label(name=name, type=Type(hint.name), at=at)
    if name in program.settings:
        refer(at, program.settings[name])
        return typed.SettingOf(setting=name, type=program.settings[name].type, at=at)
    if hint is not None and hint.name.startswith("setting "):
        return _setting_word(ctx, name, hint, at)
    if len(lists) == 1:
        refer_to_word(at, program.labels[lists[0]], name)
        return typed.Label(name=name, type=Type(lists[0]), at=at)
    if lists:
        ctx.add(say.names.label_of_several(at, name, lists))
    else:
        _unknown_word(ctx, scope, name, at, hint)
    return unknown(at)


def everything(ctx: Context, name: str, at: Span) -> Expr | None:
    """The list that a plural stands for."""
    if name == "players":
        return typed.Players(type=PLAYER.list(), at=at)
    found = ctx.named("list").get(name)
    if not isinstance(found, p.Setting):
        refer(at, found)
    match found:
        case p.Kind(name=kind):
            return typed.KindAll(kind=kind, type=Type(kind).list(), at=at)
        case p.Labels(name=labels):
            return typed.LabelAll(labels=labels, type=Type(labels).list(), at=at)
    return None


def _setting_word(ctx: Context, name: str, hint: Type, at: Span) -> Expr:
    setting = ctx.program.settings[hint.name.removeprefix("setting ")]
    if name not in setting.words:
        ctx.unknown_name(f"choice of {setting.name}", name, at, setting.words)
        return unknown(at)
    refer_to_word(at, setting, name)
    return typed.Label(name=name, type=hint, at=at)


def _unknown_word(ctx: Context, scope: Scope, name: str, at: Span, hint: Type | None) -> None:
    program = ctx.program
    card = next((card for card in program.cards if card.lower() == name), None)
    if name in scope.names or name in ctx.named("the"):
        ctx.add(say.names.stands_alone(at, name))
    elif name in DIGITS:
        ctx.add(say.names.number_word(at, name))
    elif is_difference(ctx, scope, name):
        ctx.add(say.names.spaces_around_minus(at, name))
    elif card is not None:
        ctx.add(say.names.small_card(at, name, card))
    elif hint is not None and hint.name in program.labels:
        known = program.labels[hint.name].items
        ctx.unknown_name(hint.name, name, at, known, _word_hint(ctx, scope, name))
    else:
        labels = [label for labels in program.labels.values() for label in labels.items]
        known = (*labels, *ctx.named("list"), "players")
        what = "label, setting or list"
        ctx.unknown_name(what, name, at, known, _word_hint(ctx, scope, name))


def is_difference(ctx: Context, scope: Scope, name: str) -> bool:
    """Whether a name is `stones-1`, where `stones - 1` is meant."""
    first, _, last = name.rpartition("-")
    return last.isdigit() and (first in scope.names or first in ctx.named("the"))


def _word_hint(ctx: Context, scope: Scope, name: str) -> str | None:
    if scope.me is not None and name in attribute_names(ctx, scope.me):
        return f"every player has one: write `my {name}`, or say whose"
    return None

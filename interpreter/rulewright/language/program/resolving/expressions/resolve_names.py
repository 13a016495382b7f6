"""Resolution of names after `the`, `my`, `its` and `'s`, of cards and seats, and of the pronouns."""

from __future__ import annotations

from typing import assert_never

from rulewright.base.records import evolve
from rulewright.language.program import complaints as say, typed
from rulewright.language.program.context import Context, NameScope, make_unknown, make_var
from rulewright.language.program.declaring.declare_cards import declare_absent_card
from rulewright.language.program.references import (
    record_pronoun,
    record_reference,
    record_reference_to,
)
from rulewright.language.program.resolving.expressions.resolve_words import (
    is_difference,
    read_declaration,
    resolve_attribute,
)
from rulewright.language.program.resolving.resolvers import EXPRESSIONS, resolve_expression
from rulewright.language.program.typed import Expr
from rulewright.language.program.types import BUILT_IN, PLAYER, Type
from rulewright.language.syntax import tree
from rulewright.language.text import SEATS, Span, nearest, one_of


@EXPRESSIONS.of(tree.Pronoun)
def _resolve_pronoun(ctx: Context, scope: NameScope, node: tree.Pronoun) -> Expr:
    """Resolve the pronoun `I`, `me`, `this` or `it` to the variable that it denotes."""
    match node.word:
        case "I" | "me":
            record_pronoun(node.at, "player")
            return resolve_me(ctx, scope, node.at)
        case "this":
            record_pronoun(node.at, scope.card or (scope.this.name if scope.this else ""))
            return resolve_this(ctx, scope, node.at)
        case "it":
            return _resolve_it(ctx, scope, node.at)
        case _:
            assert_never(node.word)


def resolve_me(ctx: Context, scope: NameScope, at: Span) -> Expr:
    """Return the variable `me`, the player whom the rule speaks for; report a rule without such a player."""
    if scope.me is None:
        ctx.add(say.speaking.nobody_speaks(at))
        return make_unknown(at)
    return make_var("me", scope.me, at)


def resolve_this(ctx: Context, scope: NameScope, at: Span) -> Expr:
    """Return the variable `this`, the card that the rule is on; report a rule on no card."""
    if scope.this is None:
        ctx.add(say.speaking.no_this(at))
        return make_unknown(at)
    return make_var("this", scope.this, at)


def _resolve_it(ctx: Context, scope: NameScope, at: Span, attribute: str = "") -> Expr:
    """Return the variable that `it` denotes, the element of the innermost `where`; report `it` elsewhere.

    `attribute` is the attribute after `its`, for the help in the complaint.
    """
    if scope.it is None:
        locals_ = [f"the {name}" for name in reversed(scope.names)]
        locals_ += ["this"] if scope.this is not None else []
        of = f"'s {attribute}" if attribute else ""
        ctx.add(say.speaking.no_it(at, [thing + of for thing in locals_]))
        return make_unknown(at)
    record_pronoun(at, scope.it[1].name, scope.it_of)
    return make_var(*scope.it, at)


# ------------------------------------------------------------------ attributes


@EXPRESSIONS.of(tree.My)
def _resolve_my(ctx: Context, scope: NameScope, node: tree.My) -> Expr:
    """Resolve an attribute of the speaking player: `my hand`."""
    record_pronoun(node.at, "player")
    return _resolve_attribute_of(ctx, resolve_me(ctx, scope, node.at), node)


@EXPRESSIONS.of(tree.Its)
def _resolve_its(ctx: Context, scope: NameScope, node: tree.Its) -> Expr:
    """Resolve an attribute of the element of a `where`: `its cost`."""
    return _resolve_attribute_of(ctx, _resolve_it(ctx, scope, node.at, node.name.text), node)


@EXPRESSIONS.of(tree.Get)
def _resolve_get(ctx: Context, scope: NameScope, node: tree.Get) -> Expr:
    """Resolve an attribute after `'s`, of a value, a phase or a label: `the player's hand`."""
    phase = node.of.name.text if isinstance(node.of, tree.The) else ""
    if phase in ctx.program.phases and phase not in scope.names:
        record_reference(node.of.at, ctx.program.phases[phase])
        return evolve(_resolve_running(ctx, phase, node.name), at=node.at)
    if isinstance(node.of, tree.Name):
        return _resolve_attribute_of(ctx, _resolve_label(ctx, scope, node.of, node.name.text), node)
    of = resolve_expression(ctx, scope, node.of)
    return _resolve_score(ctx, scope, of, node) or _resolve_attribute_of(ctx, of, node)


def _resolve_label(ctx: Context, scope: NameScope, node: tree.Name, name: str) -> Expr:
    """Resolve a label before `'s`; report a name that lacks its `the`.

    If several lists have the label, the one with an attribute `name` is meant.
    """
    word, program = node.word.text, ctx.program
    lists = [each.name for each in program.labels.values() if word in each.items]
    is_other_name = word in scope.names or word in ctx.names_in("the") or word in BUILT_IN
    if not lists and (is_other_name or word in program.kinds):
        ctx.add(say.names.name_without_article(node.at, word))
        return make_unknown(node.at)
    having = [each for each in lists if name in ctx.names_in(f"{each}'s")]
    return resolve_expression(ctx, scope, node, Type(having[0]) if len(having) == 1 else None)


def _resolve_score(ctx: Context, scope: NameScope, of: Expr, node: tree.Get) -> Expr | None:
    """Resolve `A's score` in a scenario: the first value of the outcome for the player of this seat.

    Return None outside of scenarios, without an outcome, or if the rules declare an attribute `score`.
    """
    outcome = ctx.program.outcome
    is_score = scope.in_scenario and node.name.text == "score" and of.type == PLAYER
    if not is_score or outcome is None or "score" in ctx.names_in("player's"):
        return None
    if outcome.team is not None:
        of = resolve_attribute(ctx, of, outcome.team, node.at)
    if not outcome.together:
        return resolve_attribute(ctx, of, outcome.values[0], node.at)
    return read_declaration(ctx.program.values[outcome.values[0]], None, node.at)


def _resolve_attribute_of(ctx: Context, of: Expr, node: tree.My | tree.Its | tree.Get) -> Expr:
    """Resolve the attribute that `node` names, for the owner `of`."""
    return evolve(resolve_attribute(ctx, of, node.name.text, node.name.at), at=node.at)


def _resolve_running(ctx: Context, phase: str, name: tree.Word) -> Expr:
    """Resolve a parameter of the phase in progress (`the turn's player`), or how often it was played."""
    types = {each.name: each.type.maybe() for each in ctx.program.phases[phase].parameters}
    if name.text == "number" and name.text not in types:
        return typed.TimesPlayed(phase=phase, at=name.at)
    if name.text not in types:
        what = f"thing that the {phase} is played for"
        ctx.unknown_name(what, name.text, name.at, types)
        return make_unknown(name.at)
    return typed.Running(phase=phase, parameter=name.text, type=types[name.text], at=name.at)


# ------------------------------------------------------------------ shared names


@EXPRESSIONS.of(tree.The)
def _resolve_the(ctx: Context, scope: NameScope, node: tree.The) -> Expr:
    """Resolve a name after `the`: a local variable, or a shared variable, zone, value or table."""
    name, at = node.name.text, node.name.at
    if name in scope.names:
        record_reference_to(node.name.at, scope.places.get(name))
        return make_var(name, scope.names[name], node.at)
    declared = ctx.names_in("the").get(name)
    if declared is not None:
        return read_declaration(declared, None, node.at)
    if is_difference(ctx, scope, name):
        ctx.add(say.names.spaces_around_minus(at, name))
        return make_unknown(node.at)
    known: list[str] = [*scope.names, *ctx.names_in("the")]
    hint = _help_for_unknown(ctx, scope, name, at)
    if name == scope.loop_variable:
        known = []
        hint = f"the {name} is not known in this `if`: write `where …` after the list, and `it` for the {name}"
    elif hint is None and scope.it is not None:
        hint = "in a `where`, write `it` for each of the things, and `its …` for what they have"
    elif hint is None and 0 < len(scope.names) <= say.names.FEW_NAMES:
        hint = say.names.NAMED_HERE + one_of(f"the {each}" for each in scope.names)
    ctx.unknown_name("thing here", name, at, known, hint)
    return make_unknown(node.at)


def _help_for_unknown(ctx: Context, scope: NameScope, name: str, at: Span) -> str | None:
    """Return help for an unknown name after `the` that is an attribute, setting, phase or label; else None."""
    program = ctx.program
    owners = [
        declared.owner
        for table in (program.variables, program.zones)
        for declared in [table.get(name)]
        if declared is not None and declared.owner
    ]
    value = program.values.get(name)
    if value is not None and value.parameters:
        owners.append(value.parameters[0].type.name)
    if owners == ["player"] and scope.me:
        return f"every {owners[0]} has one: write `my {name}`, or name the {owners[0]}"
    if owners:
        return f"every {owners[0]} has one: write for example `the {owners[0]}'s {name}`"
    if name in program.settings:
        return f"`{name}` is a setting: write it without `the`"
    if name in program.phases:
        return f"the {name} is a phase: write `the {name}'s …`, or `the end of the {name}`"
    if any(name in labels.items for labels in program.labels.values()):
        return f"`{name}` is a label: write it without `the`"
    return None


# ------------------------------------------------------------------ cards and seats


@EXPRESSIONS.of(tree.Proper)
def _resolve_proper(ctx: Context, scope: NameScope, node: tree.Proper) -> Expr:
    """Resolve a capitalized name: a card or, in a scenario, a seat."""
    name, at = node.name.text, node.at
    if scope.in_scenario and name in tuple(SEATS):
        if 0 < scope.players <= SEATS.index(name):
            ctx.add(say.scenarios.unknown_seat(at, name, SEATS[scope.players - 1]))
            return make_unknown(at)
        return typed.Seat(number=SEATS.index(name), at=at)
    name = scope.card_names.get(name, name)
    if name in ctx.program.cards or declare_absent_card(ctx, name):
        record_reference(at, ctx.program.cards[name])
        return typed.Design(card=name, type=Type(ctx.program.cards[name].kind), at=at)
    hint = None
    if nearest(name, ctx.program.cards) is None:
        hint = _help_for_proper_name(ctx, scope, at)
    ctx.unknown_name("card", name, at, ctx.program.cards, hint)
    return make_unknown(at)


def _help_for_proper_name(ctx: Context, scope: NameScope, at: Span) -> str:
    """Return help for an unknown capitalized name that resembles no card."""
    if not scope.in_scenario:
        return "players have no names in rules: write `another player`, or use a name from the rule"
    if at.source.text.startswith("'s ", at.end):
        return "players are called A, B and so on"
    near = [each.name for each in ctx.program.cards.values() if each.at.source is at.source]
    if len(near) == 1:
        return f"the card of this file is called `{near[0]}`"
    return f"the edition of this scenario is {scope.edition}"

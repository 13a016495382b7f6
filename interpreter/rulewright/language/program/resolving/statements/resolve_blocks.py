"""Resolution of blocks and texts; a name bound in one line is visible in the lines below it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright.base.records import evolve
from rulewright.language.program import complaints as say, typed
from rulewright.language.program.context import Context, NameScope, make_unknown
from rulewright.language.program.resolving.expressions.resolve_patterns import bind_name
from rulewright.language.program.resolving.resolvers import (
    STATEMENTS,
    resolve_expression,
    resolve_list,
    resolve_number,
    resolve_player,
)
from rulewright.language.program.resolving.statements.verb_forms import check_verb_form
from rulewright.language.program.typed import Block, Expr, Stmt, Template
from rulewright.language.program.types import Type
from rulewright.language.syntax import parse_phrase, tree
from rulewright.language.text import FORMS, Span

_BRACES = re.compile(r"\{([^{}]*)\}")


def resolve_template(ctx: Context, scope: NameScope, text: tree.Word) -> Template:
    """Resolve a text with expressions between braces, where a bare name means `the name`."""
    parts: list[str | Expr] = []
    end = 0
    for match in _BRACES.finditer(text.text):
        parts.append(_plain_part(ctx, text, end, match.start()))
        parts.append(_resolve_braces(ctx, scope, text, match))
        end = match.end()
    parts.append(_plain_part(ctx, text, end, len(text.text)))
    has_stray_brace = any(isinstance(part, str) and ("{" in part or "}" in part) for part in parts)
    if not has_stray_brace and not any(
        isinstance(part, Expr) and _selects_word_form(part.type) for part in parts
    ):
        _report_word_forms(ctx, text)
    filled = tuple(part for part in parts if part != "")
    return Template(parts=filled, text=text.text, at=text.at)


def resolve_option_text(ctx: Context, scope: NameScope, word: tree.Word | None) -> Template | None:
    """Resolve the text that an option is shown as; None if there is none."""
    return resolve_template(ctx, scope, word) if word is not None else None


def _plain_part(ctx: Context, text: tree.Word, start: int, end: int) -> str:
    """Return the part of a text between two offsets, outside of braces; report stray braces in it."""
    plain = text.text[start:end]
    for place, letter in enumerate(plain, text.at.start + 1 + start):
        if letter in "{}":
            ctx.add(say.names.bad_braces(Span(text.at.source, place, place + 1), None))
    return plain


def _selects_word_form(type_: Type) -> bool:
    """Return whether a value of this type decides between word forms, as a number does for `card(s)`."""
    return type_.name in ("number", "player", "unknown") and not type_.many


def _report_word_forms(ctx: Context, text: tree.Word) -> None:
    """Report word forms such as `card(s)` in a text that has no value to decide between them."""
    start = text.at.start + 1
    for form in FORMS.finditer(text.text):
        if ctx.complaints.is_full:
            return
        at = Span(text.at.source, start + form.start(), start + form.end())
        ctx.add(say.names.undecided_word_form(at, form.group()))


def _resolve_braces(ctx: Context, scope: NameScope, text: tree.Word, match: re.Match[str]) -> Expr:
    """Resolve the expression between a pair of braces in a text."""
    start = text.at.start + 1 + match.start(1)
    at = Span(text.at.source, start, start + len(match.group(1)))
    node = parse_phrase(at, ctx.program.settings)
    if node is None:
        ctx.add(say.names.bad_braces(at, at.text.strip()))
        return make_unknown(at)
    return resolve_expression(ctx, scope, node)


def resolve_block(ctx: Context, scope: NameScope, items: Sequence[tree.Node]) -> Block:
    """Resolve the statements of a block; notes are skipped here, because `notes_of` collects them."""
    statements: list[Stmt] = []
    for place, item in enumerate(items):
        check_verb_form(ctx, item)
        if isinstance(item, tree.Choose | tree.ChanceChooses):
            # The rest of the block depends on the choice and becomes its continuation.
            statements.append(_resolve_choice(ctx, scope, item, items[place + 1 :]))
            return tuple(statements)
        if isinstance(item, tree.Let):
            value = resolve_expression(ctx, scope, item.value)
            scope = bind_name(ctx, scope, item.name, value.type)
            statements.append(typed.Let(var=item.name.text, value=value, at=item.at))
            continue
        if isinstance(item, tree.ChooseSeveral):
            several = _resolve_several(ctx, scope, item)
            scope = bind_name(ctx, scope, item.name, several.source.type)
            statements.append(several)
            continue
        statement = (
            None if isinstance(item, tree.Note) else STATEMENTS[type(item)](ctx, scope, item)
        )
        if statement is not None:
            statements.append(statement)
    return tuple(statements)


def _resolve_several(ctx: Context, scope: NameScope, node: tree.ChooseSeveral) -> typed.ChooseSome:
    """Resolve a choice of several elements at once: `choose 2 cards from …`.

    The player chooses them one by one. The singular of the given name denotes one of them.
    """
    source = resolve_list(ctx, scope, node.source)
    count = resolve_number(ctx, scope, node.count, "how many")
    one = ctx.program.singular(node.name.text)
    if one is None:
        ctx.add(say.names.not_a_plural(node.name.at, node.name.text))
    is_named = one not in (None, node.name.text)  # the plural may be like the singular: goods
    name = evolve(node.name, text=one if one and is_named else f"one-of-{node.name.text}")
    following = scope.bind(name.text, source.type.one())
    return typed.ChooseSome(
        name=ctx.decision_name(f"{scope.owner}.{node.name.text}"),
        var=name.text,
        source=source,
        decider=resolve_decider(ctx, scope, node.subject, node.at),
        limit=count,
        exact=True,
        shown=resolve_option_text(ctx, following, node.shown),
        body=(),
        several=node.name.text,
        at=node.at,
    )


def resolve_optional_block(ctx: Context, scope: NameScope, node: tree.Block | None) -> Block:
    """Resolve the statements of a block; none if the block is missing."""
    return resolve_block(ctx, scope, node.items if node is not None else ())


def resolve_decider(ctx: Context, scope: NameScope, subject: tree.Node | None, at: Span) -> Expr:
    """Resolve the player who decides: the subject of the sentence, else `me`."""
    return resolve_player(ctx, scope, subject or tree.Pronoun(at, "me"), "who chooses")


def element_scope(ctx: Context, scope: NameScope, source: Expr, name: tree.Word) -> NameScope:
    """Return `scope` with the variable `name` for an element of the list `source`."""
    return bind_name(ctx, scope, name, source.type.one())


def _resolve_choice(
    ctx: Context,
    scope: NameScope,
    node: tree.Choose | tree.ChanceChooses,
    rest: Sequence[tree.Node],
) -> Stmt:
    """Resolve a choice; the `rest` of its block, which may use the chosen thing, is its continuation."""
    chooser, label = None, None
    if isinstance(node, tree.Choose):
        chooser = resolve_decider(ctx, scope, node.subject, node.at)
    source = resolve_list(ctx, scope, node.source)
    following = element_scope(ctx, scope, source, node.name)
    name = ctx.decision_name(f"{scope.owner}.{node.name.text}")
    if isinstance(node, tree.Choose):
        label = resolve_option_text(ctx, following, node.shown)
    with ctx.nested(1, node.at) as fits:
        then = resolve_block(ctx, following, rest if fits else ())
    return typed.Choose(
        name=name,
        var=node.name.text,
        source=source,
        decider=chooser,
        shown=label,
        then=then,
        at=node.at,
    )

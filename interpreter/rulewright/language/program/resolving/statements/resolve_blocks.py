"""Resolution of blocks and texts; names bound in one line are visible in the lines below."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright.base.records import evolve
from rulewright.language.program import complaints as say, typed
from rulewright.language.program.context import Context, Scope, unknown
from rulewright.language.program.resolving.expressions.resolve_patterns import bind
from rulewright.language.program.resolving.resolvers import (
    STATEMENTS,
    expression,
    list_of,
    number,
    player,
)
from rulewright.language.program.typed import Block, Expr, Stmt, Template
from rulewright.language.program.types import Type
from rulewright.language.syntax import parse_phrase, tree
from rulewright.language.text import FORMS, Span
from rulewright.language.text.english import singular

_BRACES = re.compile(r"\{([^{}]*)\}")


def template(ctx: Context, scope: Scope, text: tree.Word) -> Template:
    """Resolve the expressions between braces in a text, where a bare name means `the name`."""
    parts: list[str | Expr] = []
    end = 0
    for match in _BRACES.finditer(text.text):
        parts.append(_plain(ctx, text, end, match.start()))
        parts.append(_braced(ctx, scope, text, match))
        end = match.end()
    parts.append(_plain(ctx, text, end, len(text.text)))
    has_stray_brace = any(isinstance(part, str) and ("{" in part or "}" in part) for part in parts)
    if not has_stray_brace and not any(
        isinstance(part, Expr) and _bends(part.type) for part in parts
    ):
        _refuse_forms(ctx, text)
    filled = tuple(part for part in parts if part != "")
    return Template(parts=filled, text=text.text, at=text.at)


def shown(ctx: Context, scope: Scope, word: tree.Word | None) -> Template | None:
    """Resolve the text of an option, if it has one."""
    return template(ctx, scope, word) if word is not None else None


def _plain(ctx: Context, text: tree.Word, start: int, end: int) -> str:
    plain = text.text[start:end]
    for place, letter in enumerate(plain, text.at.start + 1 + start):
        if letter in "{}":
            ctx.add(say.names.brace(Span(text.at.source, place, place + 1), None))
    return plain


def _bends(type_: Type) -> bool:
    return type_.name in ("number", "player", "unknown") and not type_.many


def _refuse_forms(ctx: Context, text: tree.Word) -> None:
    """Report forms such as `card(s)` in a text without a value that decides between them."""
    start = text.at.start + 1
    for form in FORMS.finditer(text.text):
        if ctx.complaints.is_full:
            return
        at = Span(text.at.source, start + form.start(), start + form.end())
        ctx.add(say.names.nothing_to_bend_to(at, form.group()))


def _braced(ctx: Context, scope: Scope, text: tree.Word, match: re.Match[str]) -> Expr:
    start = text.at.start + 1 + match.start(1)
    at = Span(text.at.source, start, start + len(match.group(1)))
    node = parse_phrase(at, ctx.program.settings)
    if node is None:
        ctx.add(say.names.brace(at, at.text.strip()))
        return unknown(at)
    return expression(ctx, scope, node)


def block(ctx: Context, scope: Scope, items: Sequence[tree.Node]) -> Block:
    """Resolve the statements of a block; notes are skipped here and collected by `notes_of`."""
    statements: list[Stmt] = []
    for place, item in enumerate(items):
        if isinstance(item, tree.Choose | tree.ChanceChooses):
            # The rest of the block depends on the choice and becomes its continuation.
            statements.append(_choice(ctx, scope, item, items[place + 1 :]))
            return tuple(statements)
        if isinstance(item, tree.Let):
            value = expression(ctx, scope, item.value)
            scope = bind(ctx, scope, item.name, value.type)
            statements.append(typed.Let(var=item.name.text, value=value, at=item.at))
            continue
        if isinstance(item, tree.ChooseSeveral):
            several = _several(ctx, scope, item)
            scope = bind(ctx, scope, item.name, several.source.type)
            statements.append(several)
            continue
        statement = (
            None if isinstance(item, tree.Note) else STATEMENTS[type(item)](ctx, scope, item)
        )
        if statement is not None:
            statements.append(statement)
    return tuple(statements)


def _several(ctx: Context, scope: Scope, node: tree.ChooseSeveral) -> typed.ChooseSome:
    """Resolve a choice of several elements, made one by one; the singular of its name denotes one of them."""
    source = list_of(ctx, scope, node.source)
    count = number(ctx, scope, node.count, "how many")
    one = singular(node.name.text)
    if one is None:
        ctx.add(say.names.not_a_plural(node.name.at, node.name.text))
    name = evolve(node.name, text=one or f"one-of-{node.name.text}")
    following = scope.bind(name.text, source.type.one())
    return typed.ChooseSome(
        name=ctx.decision_name(f"{scope.owner}.{node.name.text}"),
        var=name.text,
        source=source,
        decider=decider(ctx, scope, node.subject, node.at),
        limit=count,
        exact=True,
        shown=shown(ctx, following, node.shown),
        body=(),
        several=node.name.text,
        at=node.at,
    )


def inner(ctx: Context, scope: Scope, node: tree.Block | None) -> Block:
    """Resolve the statements of a block that may be missing."""
    return block(ctx, scope, node.items if node is not None else ())


def decider(ctx: Context, scope: Scope, subject: tree.Node | None, at: Span) -> Expr:
    """Resolve the player who chooses: the subject, or `me` without one."""
    return player(ctx, scope, subject or tree.Pronoun(at, "me"), "who chooses")


def element_scope(ctx: Context, scope: Scope, source: Expr, name: tree.Word) -> Scope:
    """Return a scope that binds `name` to an element of a list."""
    return bind(ctx, scope, name, source.type.one())


def _choice(
    ctx: Context, scope: Scope, node: tree.Choose | tree.ChanceChooses, rest: Sequence[tree.Node]
) -> Stmt:
    chooser, label = None, None
    if isinstance(node, tree.Choose):
        chooser = decider(ctx, scope, node.subject, node.at)
    source = list_of(ctx, scope, node.source)
    following = element_scope(ctx, scope, source, node.name)
    name = ctx.decision_name(f"{scope.owner}.{node.name.text}")
    if isinstance(node, tree.Choose):
        label = shown(ctx, following, node.shown)
    with ctx.hangs_on(1, node.at) as fits:
        then = block(ctx, following, rest if fits else ())
    return typed.Choose(
        name=name,
        var=node.name.text,
        source=source,
        decider=chooser,
        shown=label,
        then=then,
        at=node.at,
    )

"""Texts with values in them."""

from __future__ import annotations

import re

from rulewright.program import complaints as say
from rulewright.program.context import Context, Scope, unknown
from rulewright.program.resolving.resolvers import expression
from rulewright.program.typed import Expr, Template
from rulewright.program.types import Type
from rulewright.syntax import parse_phrase, tree
from rulewright.text import FORMS, Span

_BRACES = re.compile(r"\{([^{}]*)\}")


def template(ctx: Context, scope: Scope, text: tree.Word) -> Template:
    """The parts of a text; in braces stand expressions, where a bare name means `the name`."""
    parts: list[str | Expr] = []
    end = 0
    for match in _BRACES.finditer(text.text):
        parts.append(_plain(ctx, text, end, match.start()))
        parts.append(_braced(ctx, scope, text, match))
        end = match.end()
    parts.append(_plain(ctx, text, end, len(text.text)))
    told = any(isinstance(part, str) and ("{" in part or "}" in part) for part in parts)
    if not told and not any(isinstance(part, Expr) and _bends(part.type) for part in parts):
        _refuse_forms(ctx, text)
    kept = tuple(part for part in parts if part != "")
    return Template(parts=kept, text=text.text, at=text.at)


def shown(ctx: Context, scope: Scope, word: tree.Word | None) -> Template | None:
    """How an option is labelled, if a text is given for it."""
    return template(ctx, scope, word) if word is not None else None


def _plain(ctx: Context, text: tree.Word, start: int, end: int) -> str:
    found = text.text[start:end]
    for place, letter in enumerate(found, text.at.start + 1 + start):
        if letter in "{}":
            ctx.add(say.names.brace(Span(text.at.source, place, place + 1), None))
    return found


def _bends(type_: Type) -> bool:
    return type_.name in ("number", "player", "unknown") and not type_.many


def _refuse_forms(ctx: Context, text: tree.Word) -> None:
    """Forms such as `card(s)` where nothing says which of them is meant."""
    for form in FORMS.finditer(text.text):
        start = text.at.start + 1
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

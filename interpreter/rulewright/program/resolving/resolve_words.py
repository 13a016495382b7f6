"""Names and constants as expressions."""

from __future__ import annotations

from typing import assert_never

from attrs import evolve

from rulewright.program import complaints as say
from rulewright.program import typed
from rulewright.program.context import Context, Scope, unknown, var
from rulewright.program.declaring.declare_types import whole_number
from rulewright.program.resolving import resolve_names as names
from rulewright.program.resolving.resolve_attributes import attribute
from rulewright.program.resolving.resolvers import EXPRESSIONS, expression
from rulewright.program.typed import Expr
from rulewright.program.types import NOTHING, Type
from rulewright.syntax import tree
from rulewright.text import Span


@EXPRESSIONS.of(tree.Pronoun)
def _pronoun(ctx: Context, scope: Scope, node: tree.Pronoun, hint: Type | None) -> Expr:
    match node.word:
        case "I" | "me":
            return me(ctx, scope, node.at)
        case "this":
            return this(ctx, scope, node.at)
        case "it":
            return _it(ctx, scope, node.at)
        case _:
            assert_never(node.word)


def me(ctx: Context, scope: Scope, at: Span) -> Expr:
    """Whoever a rule speaks for."""
    if scope.me is None:
        ctx.add(say.speaking.nobody_speaks(at))
        return unknown(at)
    return var("me", scope.me, at)


def this(ctx: Context, scope: Scope, at: Span) -> Expr:
    """The card that a rule stands on."""
    if scope.this is None:
        ctx.add(say.speaking.no_this(at))
        return unknown(at)
    return var("this", scope.this, at)


def _it(ctx: Context, scope: Scope, at: Span) -> Expr:
    if scope.it is None:
        ctx.add(say.speaking.no_it(at))
        return unknown(at)
    return var(scope.it[0], scope.it[1], at)


@EXPRESSIONS.of(tree.My)
def _my(ctx: Context, scope: Scope, node: tree.My, hint: Type | None) -> Expr:
    found = attribute(ctx, me(ctx, scope, node.at), node.name.text, node.name.at)
    return evolve(found, at=node.at)


@EXPRESSIONS.of(tree.Its)
def _its(ctx: Context, scope: Scope, node: tree.Its, hint: Type | None) -> Expr:
    return evolve(
        attribute(ctx, _it(ctx, scope, node.at), node.name.text, node.name.at), at=node.at
    )


@EXPRESSIONS.of(tree.The)
def _the(ctx: Context, scope: Scope, node: tree.The, hint: Type | None) -> Expr:
    return evolve(names.the(ctx, scope, node.name.text, node.name.at), at=node.at)


@EXPRESSIONS.of(tree.Get)
def _get(ctx: Context, scope: Scope, node: tree.Get, hint: Type | None) -> Expr:
    phase = node.of.name.text if isinstance(node.of, tree.The) else ""
    if phase in ctx.program.phases and phase not in scope.names:
        found = names.running(ctx, phase, node.name.text, node.name.at)
    else:
        found = attribute(ctx, expression(ctx, scope, node.of), node.name.text, node.name.at)
    return evolve(found, at=node.at)


@EXPRESSIONS.of(tree.Proper)
def _proper(ctx: Context, scope: Scope, node: tree.Proper, hint: Type | None) -> Expr:
    return names.design(ctx, scope, node.name.text, node.at)


@EXPRESSIONS.of(tree.Name)
def _name(ctx: Context, scope: Scope, node: tree.Name, hint: Type | None) -> Expr:
    return names.word(ctx, scope, node.word.text, node.at, hint)


@EXPRESSIONS.of(tree.Number)
def _number(ctx: Context, scope: Scope, node: tree.Number, hint: Type | None) -> Expr:
    return typed.Number(value=whole_number(ctx, node.word), at=node.at)


@EXPRESSIONS.of(tree.Constant)
def _constant(ctx: Context, scope: Scope, node: tree.Constant, hint: Type | None) -> Expr:
    match node.word:
        case "yes" | "no":
            return typed.YesNo(value=node.word == "yes", at=node.at)
        case "nothing":
            return typed.Nothing(type=NOTHING, at=node.at)
        case _:
            assert_never(node.word)

"""Names and constants as expressions."""

from __future__ import annotations

from attrs import evolve

from rulewright.program import complaints as say
from rulewright.program import typed
from rulewright.program.context import Context, Scope, unknown, var
from rulewright.program.declaring.declare_types import whole_number
from rulewright.program.resolving import resolve_names as names
from rulewright.program.resolving.resolve_attributes import attribute
from rulewright.program.resolving.resolvers import expression, expression_of
from rulewright.program.typed import Expr
from rulewright.program.types import NOTHING, Type
from rulewright.syntax import tree


@expression_of(tree.Me, tree.I)
def me(ctx: Context, scope: Scope, node: tree.Node, hint: Type | None = None) -> Expr:
    """Whoever a rule speaks for."""
    if scope.me is None:
        ctx.add(say.speaking.nobody_speaks(node.at))
        return unknown(node.at)
    return var("me", scope.me, node.at)


@expression_of(tree.This)
def this(ctx: Context, scope: Scope, node: tree.Node, hint: Type | None = None) -> Expr:
    """The card that a rule stands on."""
    if scope.this is None:
        ctx.add(say.speaking.no_this(node.at))
        return unknown(node.at)
    return var("this", scope.this, node.at)


@expression_of(tree.It)
def _it(ctx: Context, scope: Scope, node: tree.Node, hint: Type | None = None) -> Expr:
    if scope.it is None:
        ctx.add(say.speaking.no_it(node.at))
        return unknown(node.at)
    return var(scope.it[0], scope.it[1], node.at)


@expression_of(tree.My)
def _my(ctx: Context, scope: Scope, node: tree.My, hint: Type | None) -> Expr:
    return evolve(attribute(ctx, me(ctx, scope, node), node.name.text, node.name.at), at=node.at)


@expression_of(tree.Its)
def _its(ctx: Context, scope: Scope, node: tree.Its, hint: Type | None) -> Expr:
    return evolve(attribute(ctx, _it(ctx, scope, node), node.name.text, node.name.at), at=node.at)


@expression_of(tree.The)
def _the(ctx: Context, scope: Scope, node: tree.The, hint: Type | None) -> Expr:
    return evolve(names.the(ctx, scope, node.name.text, node.name.at), at=node.at)


@expression_of(tree.Get)
def _get(ctx: Context, scope: Scope, node: tree.Get, hint: Type | None) -> Expr:
    phase = node.of.name.text if isinstance(node.of, tree.The) else ""
    if phase in ctx.program.phases and phase not in scope.names:
        found = names.running(ctx, phase, node.name.text, node.name.at)
    else:
        found = attribute(ctx, expression(ctx, scope, node.of), node.name.text, node.name.at)
    return evolve(found, at=node.at)


@expression_of(tree.Proper)
def _proper(ctx: Context, scope: Scope, node: tree.Proper, hint: Type | None) -> Expr:
    return names.design(ctx, scope, node.name.text, node.at)


@expression_of(tree.Name)
def _name(ctx: Context, scope: Scope, node: tree.Name, hint: Type | None) -> Expr:
    return names.word(ctx, scope, node.word.text, node.at, hint)


@expression_of(tree.Number)
def _number(ctx: Context, scope: Scope, node: tree.Number, hint: Type | None) -> Expr:
    return typed.Number(value=whole_number(ctx, node.word), at=node.at)


@expression_of(tree.Yes, tree.No)
def _yes_no(ctx: Context, scope: Scope, node: tree.Node, hint: Type | None) -> Expr:
    return typed.YesNo(value=isinstance(node, tree.Yes), at=node.at)


@expression_of(tree.Nothing)
def _nothing(ctx: Context, scope: Scope, node: tree.Node, hint: Type | None) -> Expr:
    return typed.Nothing(type=NOTHING, at=node.at)

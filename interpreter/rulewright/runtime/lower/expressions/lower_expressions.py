"""Lowering of constants, arithmetic, comparisons and logic."""

from __future__ import annotations

from typing import cast

from rulewright.language.link import link_complaints as say
from rulewright.language.program import typed
from rulewright.language.program.typed import Expr
from rulewright.runtime.ir.nodes.constructors import (
    FALSE,
    TRUE,
    ZERO,
    binary,
    conditional,
    conjunction,
    disjunction,
    negation,
)
from rulewright.runtime.ir.terms import NO_NUMBER, NOTHING, Const, Lookup, Node, Operator
from rulewright.runtime.lower.dispatch import expression, lower
from rulewright.runtime.lower.lowering_context import Env, Lowering, nothing_value

# ------------------------------------------------------------------ constants


@expression(typed.Number, typed.YesNo)
def _lower_number(work: Lowering, expr: typed.Number | typed.YesNo, env: Env) -> Node:
    """Lower a number or yes-or-no literal to an integer constant."""
    return Const(int(expr.value))


@expression(typed.Nothing, typed.Unknown)
def _lower_nothing(work: Lowering, expr: Expr, env: Env) -> Node:
    """Lower `nothing` to the constant NOTHING."""
    return Const(NOTHING)


@expression(typed.Label)
def _lower_label(work: Lowering, expr: typed.Label, env: Env) -> Node:
    """Lower a label, or a word of a setting, to its index in its list."""
    if expr.type.name.startswith("setting "):
        words = work.program.settings[expr.type.name.removeprefix("setting ")].words
        return Const(words.index(expr.name))
    return Const(work.encode(expr.name, expr.type))


@expression(typed.Seat)
def _lower_seat(work: Lowering, expr: typed.Seat, env: Env) -> Node:
    """Lower a literal seat to its number; NOTHING if the game has fewer players."""
    return Const(expr.number if expr.number < work.world.players else NOTHING)


@expression(typed.Design)
def _lower_design(work: Lowering, expr: typed.Design, env: Env) -> Node:
    """Lower a card named in the rules to its first piece; NOTHING if it is not in the game."""
    pieces = work.world.of_card(expr.card)
    return Const(pieces[0].number if pieces else NOTHING)


@expression(typed.Var)
def _lower_var(work: Lowering, expr: typed.Var, env: Env) -> Node:
    """Lower a name to the node bound to it in `env`."""
    return env[expr.name]


@expression(typed.SettingOf)
def _lower_setting(work: Lowering, expr: typed.SettingOf, env: Env) -> Node:
    """Lower a setting to its value in this world."""
    setting = work.program.settings[expr.setting]
    return Const(work.encode(work.world.settings[expr.setting], setting.type, setting.words))


# ------------------------------------------------------------------ arithmetic and comparisons


def lower_count(work: Lowering, expr: Expr, env: Env) -> Node:
    """Lower a number that is added or compared; a missing number counts as 0."""
    node = lower(work, expr, env)
    if not expr.type.optional or not _may_be_nothing(work, node):
        return node
    return conditional(binary("==", node, Const(NO_NUMBER)), Const(0), node)


def _may_be_nothing(work: Lowering, node: Node) -> bool:
    """Return whether `node` may be NO_NUMBER; an array entry only if the array contains it."""
    return not isinstance(node, Lookup) or NO_NUMBER in work.code.arrays[node.array].values


@expression(typed.Arithmetic)
def _lower_arithmetic(work: Lowering, expr: typed.Arithmetic, env: Env) -> Node:
    """Lower an arithmetic operation; missing operands count as 0."""
    return _lower_operands(work, expr, env)


@expression(typed.Quotient)
def _lower_quotient(work: Lowering, expr: typed.Quotient, env: Env) -> Node:
    """Lower a division, rounded down, or up if the rules say so; complain about a constant divisor 0."""
    left, right = lower_count(work, expr.left, env), lower_count(work, expr.right, env)
    if right == ZERO:
        work.complain(say.division_by_zero(expr.at, expr.right.at))
        return ZERO
    if not expr.up:
        return binary("//", left, right)
    return binary("-", ZERO, binary("//", binary("-", ZERO, left), right))


def _lower_operands(work: Lowering, expr: typed.Arithmetic | typed.Compare, env: Env) -> Node:
    """Lower both operands as counts and return the binary operation on them."""
    operator = cast(Operator, expr.operator)
    return binary(operator, lower_count(work, expr.left, env), lower_count(work, expr.right, env))


@expression(typed.Compare)
def _lower_compare(work: Lowering, expr: typed.Compare, env: Env) -> Node:
    """Lower a comparison; equality compares any types, the others only numbers."""
    if expr.operator != "==":
        return _lower_operands(work, expr, env)
    return binary(
        "==",
        _lower_side(work, expr.left, expr.right, env),
        _lower_side(work, expr.right, expr.left, env),
    )


def _lower_side(work: Lowering, expr: Expr, other: Expr, env: Env) -> Node:
    """Lower one operand of an equality; `nothing` becomes the constant for nothing in the other operand's type."""
    if isinstance(expr, typed.Nothing):
        return Const(nothing_value(other.type))
    return lower(work, expr, env)


@expression(typed.Every)
def _lower_every(work: Lowering, expr: typed.Every, env: Env) -> Node:
    """Lower `and` or `or`; a constant part that decides the result makes the result constant."""
    decisive = FALSE if expr.operator == "and" else TRUE
    parts: list[Node] = []
    for part in expr.parts:
        parts.append(lower(work, part, env))
        # Short circuit: the other parts cannot matter in this world.
        if parts[-1] == decisive and work.counters is None:
            return decisive
    return conjunction(*parts) if expr.operator == "and" else disjunction(*parts)


@expression(typed.Not)
def _lower_not(work: Lowering, expr: typed.Not, env: Env) -> Node:
    """Lower the negation of a condition."""
    return negation(lower(work, expr.what, env))

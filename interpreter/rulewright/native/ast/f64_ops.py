"""Constructors of 64 bit float (IEEE 754) expressions, which give the same results as Python's floats."""

from __future__ import annotations

from rulewright.native.ast.wasm_ast import Binary, Expr, Operand, Unary, operand, real

__all__ = ["larger", "real", "root", "size"]


def larger(one: Expr, other: Operand) -> Expr:
    """Return the expression for the larger of two floats."""
    return Binary("max", one, operand(other, "f64"), type="f64")


def root(of: Expr) -> Expr:
    """Return the expression for the square root of a float."""
    return Unary("f64.sqrt", of, type="f64")


def size(of: Expr) -> Expr:
    """Return the expression for the absolute value of a float."""
    return Unary("f64.abs", of, type="f64")

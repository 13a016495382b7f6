"""Constructors of 64 bit float (IEEE 754) expressions, which give the same results as Python's floats."""

from __future__ import annotations

from rulewright.native.ast import wasm_ast as wasm


def real(of: wasm.Expr) -> wasm.Expr:
    """Return the float expression that converts an integer expression."""
    return wasm.Unary(f"f64.convert_{of.type}_s", of, type="f64")


def plus(one: wasm.Expr, other: wasm.Expr) -> wasm.Expr:
    """Return the expression `one + other` of two floats."""
    return wasm.Binary("add", one, other, type="f64")


def minus(one: wasm.Expr, other: wasm.Expr) -> wasm.Expr:
    """Return the expression `one - other` of two floats."""
    return wasm.Binary("sub", one, other, type="f64")


def times(one: wasm.Expr, other: wasm.Expr) -> wasm.Expr:
    """Return the expression `one * other` of two floats."""
    return wasm.Binary("mul", one, other, type="f64")


def over(one: wasm.Expr, other: wasm.Expr) -> wasm.Expr:
    """Return the expression `one / other` of two floats."""
    return wasm.Binary("div", one, other, type="f64")


def larger(one: wasm.Expr, other: wasm.Expr) -> wasm.Expr:
    """Return the expression for the larger of two floats."""
    return wasm.Binary("max", one, other, type="f64")


def root(of: wasm.Expr) -> wasm.Expr:
    """Return the expression for the square root of a float."""
    return wasm.Unary("f64.sqrt", of, type="f64")


def size(of: wasm.Expr) -> wasm.Expr:
    """Return the expression for the absolute value of a float."""
    return wasm.Unary("f64.abs", of, type="f64")


def is_more(one: wasm.Expr, other: wasm.Expr) -> wasm.Expr:
    """Return the comparison `one > other` of two floats; it gives 1 or 0."""
    return wasm.Binary("gt", one, other, low=0, high=1)

"""Numbers with a fraction, of 64 bits, as IEEE 754 has them: Python's own come to the same."""

from __future__ import annotations

from rulewright.native.ast import wasm_ast as wasm


def real(of: wasm.Expr) -> wasm.Expr:
    """A whole number as such a number."""
    return wasm.Unary(f"f64.convert_{of.type}_s", of, type="f64")


def plus(one: wasm.Expr, other: wasm.Expr) -> wasm.Expr:
    """A sum."""
    return wasm.Binary("add", one, other, type="f64")


def minus(one: wasm.Expr, other: wasm.Expr) -> wasm.Expr:
    """A difference."""
    return wasm.Binary("sub", one, other, type="f64")


def times(one: wasm.Expr, other: wasm.Expr) -> wasm.Expr:
    """A product."""
    return wasm.Binary("mul", one, other, type="f64")


def over(one: wasm.Expr, other: wasm.Expr) -> wasm.Expr:
    """A quotient."""
    return wasm.Binary("div", one, other, type="f64")


def larger(one: wasm.Expr, other: wasm.Expr) -> wasm.Expr:
    """The larger of two."""
    return wasm.Binary("max", one, other, type="f64")


def root(of: wasm.Expr) -> wasm.Expr:
    """The square root."""
    return wasm.Unary("f64.sqrt", of, type="f64")


def size(of: wasm.Expr) -> wasm.Expr:
    """A number without its sign."""
    return wasm.Unary("f64.abs", of, type="f64")


def is_more(one: wasm.Expr, other: wasm.Expr) -> wasm.Expr:
    """1 if the first is more than the second."""
    return wasm.Binary("gt", one, other, low=0, high=1)

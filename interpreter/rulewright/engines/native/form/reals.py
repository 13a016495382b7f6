"""Numbers with a fraction, of 64 bits, as IEEE 754 has them: Python's own come to the same."""

from __future__ import annotations

from rulewright.engines.native.form.native_form import Binary, Expr, Unary


def real(of: Expr) -> Expr:
    """A whole number as such a number."""
    return Unary(f"f64.convert_{of.type}_s", of, type="f64")


def plus(one: Expr, other: Expr) -> Expr:
    """A sum."""
    return Binary("add", one, other, type="f64")


def times(one: Expr, other: Expr) -> Expr:
    """A product."""
    return Binary("mul", one, other, type="f64")


def over(one: Expr, other: Expr) -> Expr:
    """A quotient."""
    return Binary("div", one, other, type="f64")


def larger(one: Expr, other: Expr) -> Expr:
    """The larger of two."""
    return Binary("max", one, other, type="f64")


def root(of: Expr) -> Expr:
    """The square root."""
    return Unary("f64.sqrt", of, type="f64")


def size(of: Expr) -> Expr:
    """A number without its sign."""
    return Unary("f64.abs", of, type="f64")


def is_more(one: Expr, other: Expr) -> Expr:
    """1 if the first is more than the second."""
    return Binary("gt", one, other, low=0, high=1)

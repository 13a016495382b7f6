"""Static bounds on the difference of two numbers; terms that both numbers share cancel out.

Both numbers are read as linear combinations of terms, so `x + 2` is always more than `x`, whatever x is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulewright.base.records import evolve
from rulewright.language.program import typed
from rulewright.language.program.checking.narrowing import Form, expression_form
from rulewright.language.program.checking.number_bounds import NumberBounds
from rulewright.language.program.checking.traversal import own_fields
from rulewright.language.program.typed import Expr

DifferenceBounds = tuple[float, float]
"""Lower and upper bound of the difference of two numbers."""

_PRINTED = (typed.Count, typed.FieldOf, typed.Printed)


def difference_bounds(limits: NumberBounds, left: Expr, right: Expr) -> DifferenceBounds:
    """Return lower and upper bound of `left - right` in every game; `limits` bounds each term."""
    terms: dict[Form, tuple[int, Expr]] = {}
    fixed = 0
    for times, number in (*_summands(left, 1), *_summands(right, -1)):
        if isinstance(number, typed.Number):
            fixed += times * number.value
        else:
            key = expression_form(number)
            before, _ = terms.get(key, (0, number))
            terms[key] = before + times, number
    low = high = float(fixed)
    for times, number in terms.values():
        if times:
            # Values and variables may be changed by rules that are still to be written: only
            # counts and printed fields have a reliable positive lower bound.
            least = limits.least(number)
            ends = least if isinstance(number, _PRINTED) else min(least, 0), limits.most(number)
            low += times * ends[times < 0]
            high += times * ends[times > 0]
    return low, high


def _summands(number: Expr, times: int) -> Iterator[tuple[int, Expr]]:
    """Yield the terms of a sum, each with its sign times the factor `times`."""
    match number:
        case typed.Arithmetic(operator="+" | "-" as sign, left=left, right=right):
            yield from _summands(left, times)
            yield from _summands(right, times if sign == "+" else -times)
        case _:
            yield times, number


def comparison_result(operator: str, between: DifferenceBounds) -> bool | None:
    """Return the result of comparing two numbers, given bounds on their difference (left minus right).

    Return None if the result can vary.
    """
    low, high = between
    always, never = {
        "==": (low == high == 0, low > 0 or high < 0),
        ">": (low > 0, high <= 0),
        ">=": (low >= 0, high < 0),
        "<": (high < 0, low >= 0),
        "<=": (high <= 0, low > 0),
    }.get(operator, (False, False))
    return always if always or never else None


def substitute(expr: Expr, names: Mapping[str, Expr]) -> Expr:
    """Return `expr` with each variable in `names` replaced by the expression there."""
    if isinstance(expr, typed.Var):
        return names.get(expr.name, expr)
    changes: dict[str, Any] = {
        name: _substitute(getattr(expr, name), names) for name in own_fields(expr)
    }
    return evolve(expr, **changes)


def _substitute(value: object, names: Mapping[str, Expr]) -> object:
    """Return a field's value with the variables in it replaced; it may be an expression or a tuple."""
    if isinstance(value, Expr):
        return substitute(value, names)
    return tuple(_substitute(each, names) for each in value) if isinstance(value, tuple) else value

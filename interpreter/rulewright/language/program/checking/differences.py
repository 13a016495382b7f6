"""Static bounds on the difference of two numbers; terms that both share cancel out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulewright.base.records import evolve
from rulewright.language.program import typed
from rulewright.language.program.checking.limits import Limits
from rulewright.language.program.checking.narrowing import Form, form
from rulewright.language.program.checking.traversal import own_fields
from rulewright.language.program.typed import Expr

Apart = tuple[float, float]
"""Lower and upper bound of the difference of two numbers."""

_PRINTED = (typed.Count, typed.FieldOf, typed.Printed)


def apart(limits: Limits, left: Expr, right: Expr) -> Apart:
    """Return bounds on `left - right` that hold in every game."""
    terms: dict[Form, tuple[int, Expr]] = {}
    fixed = 0
    for times, number in (*_terms(left, 1), *_terms(right, -1)):
        if isinstance(number, typed.Number):
            fixed += times * number.value
        else:
            key = form(number)
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


def _terms(number: Expr, times: int) -> Iterator[tuple[int, Expr]]:
    """Yield the summands of a number, each with its factor."""
    match number:
        case typed.Arithmetic(operator="+" | "-" as sign, left=left, right=right):
            yield from _terms(left, times)
            yield from _terms(right, times if sign == "+" else -times)
        case _:
            yield times, number


def outcome(operator: str, between: Apart) -> bool | None:
    """Return the result of a comparison whose operands differ within these bounds, None if it can vary."""
    low, high = between
    always, never = {
        "==": (low == high == 0, low > 0 or high < 0),
        ">": (low > 0, high <= 0),
        ">=": (low >= 0, high < 0),
        "<": (high < 0, low >= 0),
        "<=": (high <= 0, low > 0),
    }.get(operator, (False, False))
    return always if always or never else None


def put_in(expr: Expr, names: Mapping[str, Expr]) -> Expr:
    """Return the expression with variables substituted by `names`."""
    if isinstance(expr, typed.Var):
        return names.get(expr.name, expr)
    changes: dict[str, Any] = {
        name: _put_in(getattr(expr, name), names) for name in own_fields(expr)
    }
    return evolve(expr, **changes)


def _put_in(value: object, names: Mapping[str, Expr]) -> object:
    if isinstance(value, Expr):
        return put_in(value, names)
    return tuple(_put_in(each, names) for each in value) if isinstance(value, tuple) else value

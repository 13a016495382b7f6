"""Interval arithmetic: the interval of an operator's result from the intervals of its operands."""

from __future__ import annotations

from typing import TypeAlias

from rulewright.runtime.ir.nodes.ir_expressions import Operator

Span: TypeAlias = "tuple[int, int]"
"""A closed interval: its smallest and its largest number."""


def span_of(operator: Operator, one: Span, other: Span) -> Span:
    """Return the interval of results of `operator` on numbers from two intervals; (0, 1) for comparisons."""
    match operator:
        case "max":
            return max(one[0], other[0]), max(one[1], other[1])
        case "min":
            return min(one[0], other[0]), min(one[1], other[1])
        case "+":
            return one[0] + other[0], one[1] + other[1]
        case "-":
            return one[0] - other[1], one[1] - other[0]
        case "*":
            corners = [a * b for a in one for b in other]
            return min(corners), max(corners)
        case "|" if one[0] >= 0 and other[0] >= 0:
            return 0, (1 << max(one[1], other[1]).bit_length()) - 1
        case "&" if one[0] >= 0 and other[0] >= 0:
            return 0, min(one[1], other[1])
        case "//" | "&" | "|":
            # In two's complement a negative number may need one bit more than its absolute value.
            most = max(map(abs, (*one, *other, 1))) * (1 if operator == "//" else 2)
            return -most, most
    return 0, 1

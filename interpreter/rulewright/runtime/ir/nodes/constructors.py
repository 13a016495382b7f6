"""Smart constructors for IR expressions: constant folding and algebraic simplification at construction."""

from __future__ import annotations

from collections.abc import Callable
from itertools import compress
from typing import Final

from rulewright.language.text import Span
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.nodes.ir_types import LARGEST, NUMBER
from rulewright.runtime.ir.walk import (
    LOOP,
    child_nodes,
    count_reads,
    exceeds_weight,
    map_children,
    substitute,
)

TRUE, FALSE = ir.Const(1), ir.Const(0)
ZERO, ONE = FALSE, TRUE

_FOLD: dict[ir.Operator, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a // b,
    "&": lambda a, b: a & b,
    "|": lambda a, b: a | b,
    "==": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
    "<": lambda a, b: int(a < b),
    "<=": lambda a, b: int(a <= b),
    ">": lambda a, b: int(a > b),
    ">=": lambda a, b: int(a >= b),
    "max": max,
    "min": min,
}
_OPPOSITE: dict[ir.Operator, ir.Operator] = {
    "==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">",
}  # fmt: skip
TRUTHS = frozenset(_OPPOSITE)
"""The comparison operators."""


def binary(operator: ir.Operator, left: ir.Node, right: ir.Node, at: Span | None = None) -> ir.Node:
    """Return a binary operation, written at `at`, as a constant or operand where its result is known."""
    if isinstance(left, ir.Const) and isinstance(right, ir.Const):
        result = _folded_constant(operator, left.value, right.value)
        if result is not None:
            return ir.Const(result)
    if operator in ("+", "-") and right == ZERO:
        return left
    if operator == "+" and left == ZERO:
        return right
    if operator == "==" and left == right:
        return TRUE
    return ir.Binary(operator, left, right, at)


def _folded_constant(operator: ir.Operator, left: int, right: int) -> int | None:
    """Return the operator's result for two constants; None if it is out of range or divides by 0."""
    if operator == "//" and right == 0:
        return None
    result = _FOLD[operator](left, right)
    return result if abs(result) <= LARGEST else None


def is_present(node: ir.Node) -> ir.Node:
    """Return the test that a value is not NOTHING."""
    return binary(">=", node, ZERO)


HASH_ABOVE: Final = 16
"""Above this number of parts, hashing them is faster than comparing all pairs."""


def conjunction(*parts: ir.Node) -> ir.Node:
    """Return the simplified conjunction of conditions: flattened, without duplicates and constants."""
    pieces = [piece for part in parts for piece in conjuncts(part)]
    if FALSE in pieces:
        return FALSE
    distinct = _distinct([piece for piece in pieces if not isinstance(piece, ir.Const)])
    if not distinct:
        return TRUE
    return distinct[0] if len(distinct) == 1 else ir.All(tuple(distinct))


def disjunction(*parts: ir.Node) -> ir.Node:
    """Return the simplified disjunction of conditions: flattened, without duplicates and constants."""
    pieces: list[ir.Node] = []
    for part in parts:
        pieces += part.parts if isinstance(part, ir.Any) else (part,)
    if any(isinstance(piece, ir.Const) and piece.value for piece in pieces):
        return TRUE
    distinct = _distinct([piece for piece in pieces if piece != FALSE])
    if not distinct:
        return FALSE
    return distinct[0] if len(distinct) == 1 else ir.Any(tuple(distinct))


def _distinct(pieces: list[ir.Node]) -> list[ir.Node]:
    """Return `pieces` without duplicates, in order; hashes them only if there are many."""
    if len(pieces) > HASH_ABOVE:
        return list(dict.fromkeys(pieces))
    distinct: list[ir.Node] = []
    for piece in pieces:
        if piece not in distinct:
            distinct.append(piece)
    return distinct


def negation(part: ir.Node) -> ir.Node:
    """Return the negation of a condition; a comparison gets the opposite operator."""
    match part:
        case ir.Const():
            return FALSE if part.value else TRUE
        case ir.Not():
            return part.what
        case ir.Binary() if part.operator in _OPPOSITE:
            return ir.Binary(_OPPOSITE[part.operator], part.left, part.right)
    return ir.Not(part)


def conditional(condition: ir.Node, yes: ir.Node, no: ir.Node) -> ir.Node:
    """Return a node with the value of `yes` if `condition` holds, else of `no`; simplified where possible."""
    if isinstance(condition, ir.Const):
        return yes if condition.value else no
    return yes if yes == no else ir.Cond(condition, yes, no)


def filter_list(source: ir.Node, var: str, condition: ir.Node) -> ir.Node:
    """Return the list of the elements of `source`, named `var`, that satisfy `condition`; folded if constant."""
    if isinstance(source, ir.Sequence):
        source, condition = _filter_constants(source, var, condition)
    if condition == TRUE:
        return source
    if condition == FALSE:
        return ir.Sequence((), source.of if isinstance(source, ir.Sequence) else NUMBER)
    return ir.Filtered(source, var, condition)


def _filter_constants(
    source: ir.Sequence, var: str, condition: ir.Node
) -> tuple[ir.Sequence, ir.Node]:
    """Return a constant list after the conjuncts that are known at compile time, and the other conjuncts."""
    items, residual = source.items, []
    for part in conjuncts(condition):
        values = None if _counts_coverage(part) else _constant_values(part, var, items)
        if values is None:
            residual.append(part)
        else:
            items = tuple(compress(items, values))
    return ir.Sequence(items, source.of), conjunction(*residual)


def _constant_values(condition: ir.Node, var: str, items: tuple[int, ...]) -> list[int] | None:
    """Return the value of a condition for each of `items`; None if one of them is not constant."""
    values: list[int] = []
    for item in items:
        holds = _fold(substitute(condition, {var: ir.Const(item)}))
        if not isinstance(holds, ir.Const):
            return None
        values.append(holds.value)
    return values


def _fold(node: ir.Node) -> ir.Node:
    """Return an expression with all constant subexpressions folded."""
    return rebuild(map_children(node, _fold))


def reverse_list(source: ir.Node) -> ir.Node:
    """Return the list `source` in reverse order."""
    match source:
        case ir.Sequence():
            return ir.Sequence(source.items[::-1], source.of)
        case ir.Filtered():
            return ir.Filtered(reverse_list(source.source), source.var, source.condition)
        case ir.Cond():
            return ir.Cond(source.condition, reverse_list(source.yes), reverse_list(source.no))
        case ir.Backwards():
            return source.source
    return ir.Backwards(source)


def reduce_list(how: ir.Way, source: ir.Node, var: str = "_", of: ir.Node | None = None) -> ir.Node:
    """Return the reduction of a list, folded where possible; the result for an empty list is 0."""
    if isinstance(source, ir.Sequence):
        if how == "count":
            return ir.Const(len(source.items))
        if how == "some":
            return ir.Const(int(bool(source.items)))
        if not source.items:
            return ZERO
    if isinstance(source, ir.Sequence | ir.Around) and how == "some":
        return TRUE
    if how == "total" and isinstance(of, ir.Const):
        count = reduce_list("count", source)
        return count if of.value == 1 else ir.Binary("*", count, of)
    if isinstance(source, ir.Filtered) and how in ("some", "total", "first"):
        return _hoist_invariant(how, source, var, of)
    return ir.Reduce(how, source, var, of)


def _hoist_invariant(how: ir.Way, source: ir.Filtered, var: str, of: ir.Node | None) -> ir.Node:
    """Return a reduction over a filtered list; conditions that do not use the element are tested only once."""
    once, each = split_invariant(source.var, source.condition)
    if once in (TRUE, FALSE) or _counts_coverage(once):
        return ir.Reduce(how, source, var, of)
    inner = filter_list(source.source, source.var, each)
    if how == "some":
        return conjunction(once, reduce_list(how, inner))
    return conditional(once, ir.Reduce(how, inner, var, of), ZERO)


def _counts_coverage(node: ir.Node) -> bool:
    """Return whether `node` contains a coverage counter, so evaluations must not be moved or dropped."""
    return isinstance(node, ir.Watched) or any(map(_counts_coverage, child_nodes(node)))


def is_atom(node: ir.Node) -> bool:
    """Return whether a node is so cheap that evaluating it twice costs no more than keeping it in a local."""
    if isinstance(node, ir.Read):
        return node.index is None or isinstance(node.index, ir.Const)
    return isinstance(node, ir.Const | ir.Local)


def conjuncts(condition: ir.Node) -> tuple[ir.Node, ...]:
    """Return the parts of a conjunction; for any other condition, the condition alone."""
    return condition.parts if isinstance(condition, ir.All) else (condition,)


def split_invariant(var: str, condition: ir.Node) -> tuple[ir.Node, ir.Node]:
    """Return the conjuncts of a condition that do not use `var`, and those that do, as two conditions."""
    parts = conjuncts(condition)
    once = [part for part in parts if not count_reads(part, var)]
    return conjunction(*once), conjunction(*(part for part in parts if count_reads(part, var)))


def sort_by_cost(parts: list[ir.Node]) -> list[ir.Node]:
    """Return the conjuncts of the conditions `parts`, cheap ones first.

    Calls of expensive functions come late, loops over lists last.
    """
    each = [piece for part in parts for piece in conjuncts(part)]
    return sorted(each, key=lambda part: exceeds_weight(2 * LOOP - 1, part) + _has_loop(part))


def _has_loop(node: ir.Node) -> bool:
    """Return whether an expression contains a filtered list."""
    return isinstance(node, ir.Filtered) or any(map(_has_loop, child_nodes(node)))


def rebuild(node: ir.Node) -> ir.Node:
    """Return `node`, made again by its smart constructor, which simplifies it if its children have changed."""
    match node:
        case ir.Binary():
            return binary(node.operator, node.left, node.right, node.at)
        case ir.All():
            return conjunction(*node.parts)
        case ir.Any():
            return disjunction(*node.parts)
        case ir.Not():
            return negation(node.what)
        case ir.Cond():
            return conditional(node.condition, node.yes, node.no)
        case ir.Filtered():
            return filter_list(node.source, node.var, node.condition)
        case ir.Reduce() if node.default == ZERO:
            return reduce_list(node.how, node.source, node.var, node.of)
    return node

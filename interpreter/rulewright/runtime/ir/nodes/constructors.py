"""Making expressions of the intermediate form with everything worked out that is known already."""

from __future__ import annotations

from collections.abc import Callable
from itertools import compress
from typing import Final

from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.nodes.ir_types import LARGEST, NUMBER
from rulewright.runtime.ir.walk import LOOP, children, exceed, mapped, substituted, uses

TRUE, FALSE = ir.Const(1), ir.Const(0)
ZERO, ONE = FALSE, TRUE

_WORKED_OUT: dict[ir.Operator, Callable[[int, int], int]] = {
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
"""The operators that answer with yes or no."""


def both(operator: ir.Operator, left: ir.Node, right: ir.Node) -> ir.Node:
    """An operation on two numbers."""
    if isinstance(left, ir.Const) and isinstance(right, ir.Const):
        result = _known(operator, left.value, right.value)
        if result is not None:
            return ir.Const(result)
    if operator in ("+", "-") and right == ZERO:
        return left
    if operator == "+" and left == ZERO:
        return right
    if operator == "==" and left == right:
        return TRUE
    return ir.Binary(operator, left, right)


def _known(operator: ir.Operator, left: int, right: int) -> int | None:
    """What an operation comes to; None where that is no number of a game, which is found out in play."""
    if operator == "//" and right == 0:
        return None
    result = _WORKED_OUT[operator](left, right)
    return result if abs(result) <= LARGEST else None


def there(node: ir.Node) -> ir.Node:
    """Whether a player, piece, label or place is there."""
    return both(">=", node, ZERO)


MANY: Final = 16
"""So many parts of a condition are many."""


def every(*parts: ir.Node) -> ir.Node:
    """All parts hold; equal parts are looked at once."""
    found = [piece for part in parts for piece in conjuncts(part)]
    if FALSE in found:
        return FALSE
    kept = _distinct([piece for piece in found if not isinstance(piece, ir.Const)])
    if not kept:
        return TRUE
    return kept[0] if len(kept) == 1 else ir.All(tuple(kept))


def either(*parts: ir.Node) -> ir.Node:
    """One part at least holds."""
    found: list[ir.Node] = []
    for part in parts:
        found += part.parts if isinstance(part, ir.Any) else (part,)
    if any(isinstance(piece, ir.Const) and piece.value for piece in found):
        return TRUE
    kept = _distinct([piece for piece in found if piece != FALSE])
    if not kept:
        return FALSE
    return kept[0] if len(kept) == 1 else ir.Any(tuple(kept))


def _distinct(pieces: list[ir.Node]) -> list[ir.Node]:
    """The pieces in their order, equal ones once; hashing pays where there are many."""
    if len(pieces) > MANY:
        return list(dict.fromkeys(pieces))
    kept: list[ir.Node] = []
    for piece in pieces:
        if piece not in kept:
            kept.append(piece)
    return kept


def negated(part: ir.Node) -> ir.Node:
    """The opposite of a condition."""
    match part:
        case ir.Const():
            return FALSE if part.value else TRUE
        case ir.Not():
            return part.what
        case ir.Binary() if part.operator in _OPPOSITE:
            return ir.Binary(_OPPOSITE[part.operator], part.left, part.right)
    return ir.Not(part)


def choose(condition: ir.Node, yes: ir.Node, no: ir.Node) -> ir.Node:
    """`yes` if the condition holds, else `no`."""
    if isinstance(condition, ir.Const):
        return yes if condition.value else no
    return yes if yes == no else ir.Cond(condition, yes, no)


def filtered(source: ir.Node, var: str, condition: ir.Node) -> ir.Node:
    """A list without what does not pass the condition."""
    if isinstance(source, ir.Sequence):
        source, condition = _left_of(source, var, condition)
    if condition == TRUE:
        return source
    if condition == FALSE:
        return ir.Sequence((), source.of if isinstance(source, ir.Sequence) else NUMBER)
    return ir.Filtered(source, var, condition)


def _left_of(source: ir.Sequence, var: str, condition: ir.Node) -> tuple[ir.Sequence, ir.Node]:
    """What of known things passes those conditions that are known of each, and the conditions that are left."""
    items, left = source.items, []
    for part in conjuncts(condition):
        known = None if _counted(part) else _known_of_each(part, var, items)
        if known is None:
            left.append(part)
        else:
            items = tuple(compress(items, known))
    return ir.Sequence(items, source.of), every(*left)


def _known_of_each(condition: ir.Node, var: str, items: tuple[int, ...]) -> list[int] | None:
    """Whether a condition holds of each of some things; None where only play knows it."""
    found: list[int] = []
    for item in items:
        holds = _worked_out(substituted(condition, {var: ir.Const(item)}))
        if not isinstance(holds, ir.Const):
            return None
        found.append(holds.value)
    return found


def _worked_out(node: ir.Node) -> ir.Node:
    """An expression with what is known worked out, from inside out."""
    return remade(mapped(node, _worked_out))


def backwards(source: ir.Node) -> ir.Node:
    """A list from its last to its first; what is asked of its elements is asked of them so."""
    match source:
        case ir.Sequence():
            return ir.Sequence(source.items[::-1], source.of)
        case ir.Filtered():
            return ir.Filtered(backwards(source.source), source.var, source.condition)
        case ir.Cond():
            return ir.Cond(source.condition, backwards(source.yes), backwards(source.no))
        case ir.Backwards():
            return source.source
    return ir.Backwards(source)


def reduced(how: ir.Way, source: ir.Node, var: str = "_", of: ir.Node | None = None) -> ir.Node:
    """What a list comes to; 0 of an empty one."""
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
        count = reduced("count", source)
        return count if of.value == 1 else ir.Binary("*", count, of)
    if isinstance(source, ir.Filtered) and how in ("some", "total", "first"):
        return _reduced_if(how, source, var, of)
    return ir.Reduce(how, source, var, of)


def _reduced_if(how: ir.Way, source: ir.Filtered, var: str, of: ir.Node | None) -> ir.Node:
    """The same where it is only worked out if all holds that does not depend on the element."""
    once, each = without_and_with(source.var, source.condition)
    if once in (TRUE, FALSE) or _counted(once):
        return ir.Reduce(how, source, var, of)
    inner = filtered(source.source, source.var, each)
    if how == "some":
        return every(once, reduced(how, inner))
    return choose(once, ir.Reduce(how, inner, var, of), ZERO)


def _counted(node: ir.Node) -> bool:
    """Whether it is counted how often this is looked at, so that it may not be looked at elsewhere."""
    return isinstance(node, ir.Watched) or any(map(_counted, children(node)))


def is_atom(node: ir.Node) -> bool:
    """Whether a node costs nothing to work out again."""
    if isinstance(node, ir.Read):
        return node.index is None or isinstance(node.index, ir.Const)
    return isinstance(node, ir.Const | ir.Local)


def conjuncts(condition: ir.Node) -> tuple[ir.Node, ...]:
    """The conditions that must all hold for a condition to hold."""
    return condition.parts if isinstance(condition, ir.All) else (condition,)


def without_and_with(var: str, condition: ir.Node) -> tuple[ir.Node, ir.Node]:
    """A condition in two: what is asked once for a whole list, and what is asked of each thing in it."""
    parts = conjuncts(condition)
    once = [part for part in parts if not uses(part, var)]
    return every(*once), every(*(part for part in parts if uses(part, var)))


def cheap_first(parts: list[ir.Node]) -> list[ir.Node]:
    """Conditions in an order in which the dear ones come last; all must hold, so order is free.

    Dear are those that call what is dear, and dearer those that loop over a list here.
    """
    each = [piece for part in parts for piece in conjuncts(part)]
    return sorted(each, key=lambda part: exceed(2 * LOOP - 1, part) + _loops(part))


def _loops(node: ir.Node) -> bool:
    return isinstance(node, ir.Filtered) or any(map(_loops, children(node)))


def remade(node: ir.Node) -> ir.Node:
    """A node whose parts have changed, with what is known now worked out."""
    match node:
        case ir.Binary():
            return both(node.operator, node.left, node.right)
        case ir.All():
            return every(*node.parts)
        case ir.Any():
            return either(*node.parts)
        case ir.Not():
            return negated(node.what)
        case ir.Cond():
            return choose(node.condition, node.yes, node.no)
        case ir.Filtered():
            return filtered(node.source, node.var, node.condition)
        case ir.Reduce() if node.default == ZERO:
            return reduced(node.how, node.source, node.var, node.of)
    return node

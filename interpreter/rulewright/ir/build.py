"""Making expressions of the intermediate form with everything worked out that is known already."""

from __future__ import annotations

from collections.abc import Callable
from itertools import compress

from rulewright.ir.ir_expressions import (
    All,
    Any,
    Around,
    Backwards,
    Binary,
    Cond,
    Const,
    Filtered,
    Local,
    Node,
    Not,
    Operator,
    Read,
    Reduce,
    Sequence,
    Watched,
    Way,
)
from rulewright.ir.ir_types import LARGEST, NUMBER
from rulewright.ir.walk import LOOP, children, mapped, size, substituted, uses

TRUE, FALSE = Const(1), Const(0)
ZERO, ONE = FALSE, TRUE

_WORKED_OUT: dict[Operator, Callable[[int, int], int]] = {
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
_OPPOSITE: dict[Operator, Operator] = {
    "==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">",
}  # fmt: skip
TRUTHS = frozenset(_OPPOSITE)
"""The operators that answer with yes or no."""


def both(operator: Operator, left: Node, right: Node) -> Node:
    """An operation on two numbers."""
    if isinstance(left, Const) and isinstance(right, Const):
        result = _known(operator, left.value, right.value)
        if result is not None:
            return Const(result)
    if operator in ("+", "-") and right == ZERO:
        return left
    if operator == "+" and left == ZERO:
        return right
    if operator == "==" and left == right:
        return TRUE
    return Binary(operator, left, right)


def _known(operator: Operator, left: int, right: int) -> int | None:
    """What an operation comes to; None where that is no number of a game, which is found out in play."""
    if operator == "//" and right == 0:
        return None
    result = _WORKED_OUT[operator](left, right)
    return result if abs(result) <= LARGEST else None


def there(node: Node) -> Node:
    """Whether a player, piece, label or place is there."""
    return both(">=", node, ZERO)


def every(*parts: Node) -> Node:
    """All parts hold; equal parts are looked at once."""
    kept: list[Node] = []
    for part in parts:
        for piece in conjuncts(part):
            if piece == FALSE:
                return FALSE
            if not isinstance(piece, Const) and piece not in kept:
                kept.append(piece)
    if not kept:
        return TRUE
    return kept[0] if len(kept) == 1 else All(tuple(kept))


def either(*parts: Node) -> Node:
    """One part at least holds."""
    kept: list[Node] = []
    for part in parts:
        for piece in part.parts if isinstance(part, Any) else (part,):
            if isinstance(piece, Const) and piece.value:
                return TRUE
            if piece != FALSE and piece not in kept:
                kept.append(piece)
    if not kept:
        return FALSE
    return kept[0] if len(kept) == 1 else Any(tuple(kept))


def negated(part: Node) -> Node:
    """The opposite of a condition."""
    match part:
        case Const(value=value):
            return FALSE if value else TRUE
        case Not(what=what):
            return what
        case Binary(operator=operator, left=left, right=right) if operator in _OPPOSITE:
            return Binary(_OPPOSITE[operator], left, right)
    return Not(part)


def choose(condition: Node, yes: Node, no: Node) -> Node:
    """`yes` if the condition holds, else `no`."""
    if isinstance(condition, Const):
        return yes if condition.value else no
    return yes if yes == no else Cond(condition, yes, no)


def filtered(source: Node, var: str, condition: Node) -> Node:
    """A list without what does not pass the condition."""
    if isinstance(source, Sequence):
        source, condition = _left_of(source, var, condition)
    if condition == TRUE:
        return source
    if condition == FALSE:
        return Sequence((), source.of if isinstance(source, Sequence) else NUMBER)
    return Filtered(source, var, condition)


def _left_of(source: Sequence, var: str, condition: Node) -> tuple[Sequence, Node]:
    """What of known things passes those conditions that are known of each, and the conditions that are left."""
    items, left = source.items, []
    for part in conjuncts(condition):
        known = None if _counted(part) else _known_of_each(part, var, items)
        if known is None:
            left.append(part)
        else:
            items = tuple(compress(items, known))
    return Sequence(items, source.of), every(*left)


def _known_of_each(condition: Node, var: str, items: tuple[int, ...]) -> list[int] | None:
    """Whether a condition holds of each of some things; None where only play knows it."""
    found: list[int] = []
    for item in items:
        holds = _worked_out(substituted(condition, {var: Const(item)}))
        if not isinstance(holds, Const):
            return None
        found.append(holds.value)
    return found


def _worked_out(node: Node) -> Node:
    """An expression with what is known worked out, from inside out."""
    return remade(mapped(node, _worked_out))


def backwards(source: Node) -> Node:
    """A list from its last to its first; what is asked of its elements is asked of them so."""
    match source:
        case Sequence(items=items, of=of):
            return Sequence(items[::-1], of)
        case Filtered(source=inner, var=var, condition=condition):
            return Filtered(backwards(inner), var, condition)
        case Cond(condition=condition, yes=yes, no=no):
            return Cond(condition, backwards(yes), backwards(no))
        case Backwards(source=inner):
            return inner
    return Backwards(source)


def reduced(how: Way, source: Node, var: str = "_", of: Node | None = None) -> Node:
    """What a list comes to; 0 of an empty one."""
    if isinstance(source, Sequence):
        if how == "count":
            return Const(len(source.items))
        if how == "some":
            return Const(int(bool(source.items)))
        if not source.items:
            return ZERO
    if isinstance(source, Sequence | Around) and how == "some":
        return TRUE
    if how == "total" and isinstance(of, Const):
        count = reduced("count", source)
        return count if of.value == 1 else Binary("*", count, of)
    if isinstance(source, Filtered) and how in ("some", "total", "first"):
        return _reduced_if(how, source, var, of)
    return Reduce(how, source, var, of)


def _reduced_if(how: Way, source: Filtered, var: str, of: Node | None) -> Node:
    """The same where it is only worked out if all holds that does not depend on the element."""
    once, each = without_and_with(source.var, source.condition)
    if once in (TRUE, FALSE) or _counted(once):
        return Reduce(how, source, var, of)
    inner = filtered(source.source, source.var, each)
    if how == "some":
        return every(once, reduced(how, inner))
    return choose(once, Reduce(how, inner, var, of), ZERO)


def _counted(node: Node) -> bool:
    """Whether it is counted how often this is looked at, so that it may not be looked at elsewhere."""
    return isinstance(node, Watched) or any(map(_counted, children(node)))


def is_atom(node: Node) -> bool:
    """Whether a node costs nothing to work out again."""
    if isinstance(node, Read):
        return node.index is None or isinstance(node.index, Const)
    return isinstance(node, Const | Local)


def conjuncts(condition: Node) -> tuple[Node, ...]:
    """The conditions that must all hold for a condition to hold."""
    return condition.parts if isinstance(condition, All) else (condition,)


def without_and_with(var: str, condition: Node) -> tuple[Node, Node]:
    """A condition in two: what is asked once for a whole list, and what is asked of each thing in it."""
    parts = conjuncts(condition)
    once = [part for part in parts if not uses(part, var)]
    return every(*once), every(*(part for part in parts if uses(part, var)))


def cheap_first(parts: list[Node]) -> list[Node]:
    """Conditions in an order in which the dear ones come last; all must hold, so order is free.

    Dear are those that call what is dear, and dearer those that loop over a list here.
    """
    each = [piece for part in parts for piece in conjuncts(part)]
    return sorted(each, key=lambda part: (size(part) >= 2 * LOOP) + _loops(part))


def _loops(node: Node) -> bool:
    return isinstance(node, Filtered) or any(map(_loops, children(node)))


def remade(node: Node) -> Node:
    """A node whose parts have changed, with what is known now worked out."""
    match node:
        case Binary(operator=operator, left=left, right=right):
            return both(operator, left, right)
        case All(parts=parts):
            return every(*parts)
        case Any(parts=parts):
            return either(*parts)
        case Not(what=what):
            return negated(what)
        case Cond(condition=condition, yes=yes, no=no):
            return choose(condition, yes, no)
        case Filtered(source=source, var=var, condition=condition):
            return filtered(source, var, condition)
        case Reduce(how=how, source=source, var=var, of=of, default=default) if default == ZERO:
            return reduced(how, source, var, of)
    return node

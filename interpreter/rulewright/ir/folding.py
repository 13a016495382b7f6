"""Building operations of the lowered form, with everything worked out that is known already."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import evolve, fields

from rulewright.ir import (
    Around,
    Call,
    Cell,
    Const,
    Filtered,
    First,
    Fold,
    Local,
    Member,
    Node,
    Numbers,
    Op,
    Part,
    Sequence,
    Static,
    Trial,
    Watched,
    ZoneCards,
)

TRUE, FALSE = Const(1), Const(0)

_WORKED_OUT: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a // b,
    "==": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
    "<": lambda a, b: int(a < b),
    "<=": lambda a, b: int(a <= b),
    ">": lambda a, b: int(a > b),
    ">=": lambda a, b: int(a >= b),
    "max": max,
    "min": min,
}
_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def both(name: str, left: Node, right: Node) -> Node:
    """An operation on two numbers."""
    if isinstance(left, Const) and isinstance(right, Const):
        return Const(_WORKED_OUT[name](left.value, right.value))
    if name in ("+", "-") and right == Const(0):
        return left
    if name == "+" and left == Const(0):
        return right
    if name == "==" and left == right:
        return TRUE
    return Op(name, (left, right))


def every(*parts: Node) -> Node:
    """All parts hold; equal parts are looked at once."""
    kept: list[Node] = []
    for part in parts:
        for piece in pieces_of(part):
            if piece == FALSE:
                return FALSE
            if piece != TRUE and piece not in kept and not isinstance(piece, Const):
                kept.append(piece)
    if not kept:
        return TRUE
    return kept[0] if len(kept) == 1 else Op("and", tuple(kept))


def either(*parts: Node) -> Node:
    """One part at least holds."""
    kept: list[Node] = []
    for part in parts:
        pieces = part.parts if isinstance(part, Op) and part.name == "or" else (part,)
        for piece in pieces:
            if isinstance(piece, Const) and piece.value:
                return TRUE
            if piece != FALSE and piece not in kept:
                kept.append(piece)
    if not kept:
        return FALSE
    return kept[0] if len(kept) == 1 else Op("or", tuple(kept))


def negated(part: Node) -> Node:
    """The opposite of a condition."""
    if isinstance(part, Const):
        return FALSE if part.value else TRUE
    if isinstance(part, Op) and part.name == "not":
        return part.parts[0]
    if isinstance(part, Op) and part.name in _OPPOSITE:
        return Op(_OPPOSITE[part.name], part.parts)
    return Op("not", (part,))


def choose(condition: Node, yes: Node, no: Node) -> Node:
    """`yes` if the condition holds, else `no`."""
    if isinstance(condition, Const):
        return yes if condition.value else no
    return yes if yes == no else Op("if", (condition, yes, no))


def filtered(source: Node, var: str, condition: Node) -> Node:
    """A list without what does not pass the condition."""
    if condition == TRUE:
        return source
    return Sequence(()) if condition == FALSE else Filtered(source, var, condition)


def fold(how: str, source: Node, var: str = "_", of: Node | None = None) -> Node:
    """What a list comes to."""
    if isinstance(source, Sequence):
        if how == "count":
            return Const(len(source.items))
        if how == "some":
            return Const(int(bool(source.items)))
        if not source.items:
            return Const(0)
    if isinstance(source, Sequence | Around) and how == "some":
        return TRUE
    if how == "total" and isinstance(of, Const):
        count = fold("count", source)
        return count if of.value == 1 else Op("*", (count, of))
    if isinstance(source, Filtered) and how in ("some", "total", "first"):
        return _folded_if(how, source, var, of)
    return Fold(how, source, var, of)


def _folded_if(how: str, source: Filtered, var: str, of: Node | None) -> Node:
    """A fold (0 of nothing) that is only made where all holds that does not depend on the element."""
    once, each = without_and_with(source.var, source.condition)
    if once in (TRUE, FALSE) or _counted(once):
        return Fold(how, source, var, of)
    inner = filtered(source.source, source.var, each)
    if how == "some":
        return every(once, fold(how, inner))
    return choose(once, Fold(how, inner, var, of), FALSE)


def _counted(node: Node) -> bool:
    """Whether it is counted how often this is looked at, so that it may not be looked at elsewhere."""
    return isinstance(node, Watched) or any(_counted(child) for child in children(node))


def is_atom(node: Node) -> bool:
    """Whether a node costs nothing to work out again."""
    return isinstance(node, Const | Local) or (isinstance(node, Cell) and node.index is None)


def children(node: Node) -> tuple[Node, ...]:
    """The nodes right under a node."""
    match node:
        case Op(parts=parts) | Call(arguments=parts):
            return parts
        case Cell(index=index):
            return (index,) if index is not None else ()
        case Static(index=index):
            return (index,)
        case Around(start=start):
            return (start,)
        case Numbers(low=low, high=high):
            return (low, high)
        case ZoneCards(index=index, without=without):
            return tuple(part for part in (index, without) if part is not None)
        case Filtered(source=source, condition=condition):
            return (source, condition)
        case Fold(source=source, of=of, default=default):
            return (source, default) if of is None else (source, of, default)
        case Member(item=item, source=source):
            return (item, source)
        case First(zone=zone):
            return (zone,)
        case Part(of=of):
            return (of,)
        case Watched(what=what):
            return (what,)
        case Trial(arguments=arguments, asked=asked):
            return (*arguments, *asked)
    return ()


def size(node: Node) -> int:
    """How many nodes there are in a node; loops over lists weigh more."""
    own = LOOP if isinstance(node, Filtered | Fold | Call | Trial) else 1
    return own + sum(size(child) for child in children(node))


LOOP = 10


def uses(node: Node, name: str) -> int:
    """How often a local is read; in a loop it counts as often."""
    if isinstance(node, Local):
        return int(node.name == name)
    count = sum(uses(child, name) for child in children(node))
    return count * 2 if isinstance(node, Filtered | Fold) else count


def substituted(node: Node, by: Mapping[str, Node]) -> Node:
    """The node with other nodes in place of locals."""
    if isinstance(node, Local):
        return by.get(node.name, node)
    changes: dict[str, Any] = {}
    for attribute in fields(type(node)):
        value = getattr(node, attribute.name)
        if isinstance(value, Node):
            changes[attribute.name] = substituted(value, by)
        elif isinstance(value, tuple) and value and isinstance(value[0], Node):
            changes[attribute.name] = tuple(substituted(part, by) for part in value)
    return evolve(node, **changes) if changes else node


def pieces_of(condition: Node) -> tuple[Node, ...]:
    """The conditions that must all hold for a condition to hold."""
    if isinstance(condition, Op) and condition.name == "and":
        return condition.parts
    return (condition,)


def without_and_with(var: str, condition: Node) -> tuple[Node, Node]:
    """A condition in two: what is asked once for a whole list, and what is asked of each thing in it."""
    parts = pieces_of(condition)
    once = [part for part in parts if not uses(part, var)]
    return every(*once), every(*(part for part in parts if uses(part, var)))


def cheap_first(parts: list[Node]) -> list[Node]:
    """Conditions in an order in which the dear ones come last; all must hold, so order is free.

    Dear are those that call what is dear, and dearer those that loop over a list here.
    """
    each: list[Node] = []
    for part in parts:
        each += pieces_of(part)
    return sorted(each, key=lambda part: (size(part) >= 2 * LOOP) + _loops(part))


def _loops(node: Node) -> bool:
    return isinstance(node, Filtered) or any(_loops(child) for child in children(node))

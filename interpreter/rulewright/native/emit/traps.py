"""Finds code that may trap, which must not be evaluated speculatively.

Conditions of a conjunction may be evaluated in any order, and conditions on the elements of a list for all
elements at once. But one condition may only make sense where another holds: "it is in a hand, and its owner's
hand has more than one card". A needless trap is not wrong, but makes the slower Python engine play the move.
"""

from __future__ import annotations

from typing import Any

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import all_of, is_cheap
from rulewright.native.encode.inlining import children_of


def may_fail(part: wasm.Body | wasm.Expr) -> bool:
    """Return whether a body or expression may trap; every call counts as one that may."""
    return any(map(_may_trap, part)) if isinstance(part, list) else _may_trap(part)


def _may_trap(part: Any) -> bool:
    """Return whether a node or any part of it may trap."""
    match part:
        case wasm.Trap() | wasm.Call() | wasm.CallStmt():
            return True
        case wasm.Binary(name=name, right=right) if name.startswith(("div", "rem")):
            return _may_trap(part.left) or not (isinstance(right, wasm.Const) and right.value)
    return any(map(_may_trap, children_of(part)))


def all_in_order(conditions: list[wasm.Expr]) -> wasm.Expr:
    """Return the conjunction, with cheap trap-free conditions moved ahead of neighbours that may trap.

    The other conditions may rely on them.
    """
    ordered: list[wasm.Expr] = []
    for condition in conditions:
        at = len(ordered)
        if is_cheap(condition):
            while at and may_fail(ordered[at - 1]):
                at -= 1
        ordered.insert(at, condition)
    return all_of(ordered)

"""Whether code may make the engine give up: then it must not be worked out where nobody asks for it.

Conditions that must all hold may be looked at in any order, and those on the elements of a list are looked at for
all elements at once. What one of them says may only make sense where another holds: "it lies in a hand, and more
than one card lies in the hand of its owner". To give up because of what nobody needs is no fault, but as slow as
the other engine.
"""

from __future__ import annotations

from typing import Any

from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import all_of, is_light
from rulewright.native.encode.inlining import parts_of


def may_fail(part: wasm.Body | wasm.Expr) -> bool:
    """Whether some code, or what it calls, may give up."""
    return any(map(_fails, part)) if isinstance(part, list) else _fails(part)


def _fails(part: Any) -> bool:
    match part:
        case wasm.Trap() | wasm.Called() | wasm.Run():
            return True
        case wasm.Binary(name=name, right=right) if name.startswith(("div", "rem")):
            return _fails(part.left) or not (isinstance(right, wasm.Const) and right.value)
    return any(map(_fails, parts_of(part)))


def all_in_order(conditions: list[wasm.Expr]) -> wasm.Expr:
    """Whether all of some conditions hold: those first that cost little and cannot fail.

    They may be what the others count on.
    """
    ordered: list[wasm.Expr] = []
    for condition in conditions:
        at = len(ordered)
        if is_light(condition):
            while at and may_fail(ordered[at - 1]):
                at -= 1
        ordered.insert(at, condition)
    return all_of(ordered)

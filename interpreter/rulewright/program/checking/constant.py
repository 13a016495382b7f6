"""Conditions that come out the same in every game, and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import define, field, frozen

from rulewright.program import nodes
from rulewright.program import program as p
from rulewright.program.checking.something import Form, form
from rulewright.program.nodes import Expr
from rulewright.program.program import Program


@frozen
class Constant:
    """What a condition always comes to, and why that is so."""

    value: bool
    why: str


@define
class _Bounds:
    """Between what a number lies, as far as the conditions around it say."""

    low: float = float("-inf")
    high: float = float("inf")
    said: list[Expr] = field(factory=list)

    def narrow(self, low: float, high: float, said: Expr) -> None:
        self.low, self.high = max(self.low, low), min(self.high, high)
        self.said.append(said)


_OPPOSITE: Final = {">": "<=", "<": ">=", ">=": "<", "<=": ">"}
_MIRRORED: Final = {">": "<", "<": ">", ">=": "<=", "<=": ">=", "==": "=="}


def constant(program: Program, condition: Expr | None) -> Constant | None:
    """What a condition always comes to; None if that depends on the game."""
    match condition:
        case nodes.YesNo(value=value):
            return Constant(value, "it says so itself")
        case nodes.Not(what=what):
            found = constant(program, what)
            return None if found is None else Constant(not found.value, found.why)
        case nodes.Every(operator=operator, parts=parts):
            return _every(program, operator, parts)
        case nodes.Compare():
            return _compare(condition)
        case nodes.FactOf(fact=name):
            return _fact(program, name)
    return None


def _every(program: Program, operator: str, parts: tuple[Expr, ...]) -> Constant | None:
    decisive = operator == "or"
    found = [constant(program, part) for part in parts]
    for each in found:
        if each is not None and each.value is decisive:
            return each
    if all(each is not None for each in found):
        return found[0]
    if operator == "and" and (why := _contradiction(parts)) is not None:
        return Constant(False, why)
    return None


def _fact(program: Program, name: str) -> Constant | None:
    fact = program.facts[name]
    granted = (r for r in program.rules if isinstance(r, p.Grant) and r.fact == name and r.granted)
    if fact.condition is None and not any(granted):
        return Constant(False, f"no rule makes anything `{name}`")
    return None


def _compare(condition: nodes.Compare) -> Constant | None:
    left, right = condition.left, condition.right
    if isinstance(left, nodes.Number) and isinstance(right, nodes.Number):
        low, high = _range(condition.operator, right.value)
        return Constant(low <= left.value <= high, "these are two plain numbers")
    if form(left) == form(right):
        same = condition.operator in ("==", "<=", ">=")
        return Constant(same, "the same stands on both sides")
    bounds = _Bounds()
    for named, operator, number in _limits(condition):
        if isinstance(named, nodes.Count):
            bounds.narrow(0, float("inf"), named)
            bounds.narrow(*_range(operator, number), condition)
            if bounds.low > bounds.high:
                return Constant(False, "a number of things is never less than 0")
    return None


# ------------------------------------------------------------------ contradictions


def _contradiction(parts: tuple[Expr, ...]) -> str | None:
    """Why conditions that all have to hold never hold together."""
    so = {form(part) for part in parts if not isinstance(part, nodes.Not)}
    for part in parts:
        if isinstance(part, nodes.Not) and form(part.what) in so:
            return f"`{part.what.at.text}` is asked for and ruled out"
    return _two_labels(parts) or _no_number(parts)


def _two_labels(parts: tuple[Expr, ...]) -> str | None:
    """One thing that would have to be two."""
    seen: dict[Form, Expr] = {}
    for part in parts:
        match part:
            case nodes.Compare(operator="==", left=named, right=nodes.Label() as said):
                meant: Expr = said
            case nodes.IsDesign(piece=named):
                meant = part
            case _:
                continue
        first = seen.setdefault(form(named), meant)
        if form(first) != form(meant):
            return f"it would have to be both `{first.at.text}` and `{meant.at.text}`"
    return None


def _no_number(parts: tuple[Expr, ...]) -> str | None:
    """A number that would have to be smaller and larger than it can be."""
    bounds: dict[Form, _Bounds] = {}
    for part in parts:
        for named, operator, number in _limits(part):
            bound = bounds.setdefault(form(named), _Bounds())
            bound.narrow(*_range(operator, number), part)
            if bound.low > bound.high:
                return (
                    " and ".join(f"`{each.at.text}`" for each in bound.said[-2:])
                    + " rule each other out"
                )
    return None


def _limits(condition: Expr) -> Iterator[tuple[Expr, str, int]]:
    """What a comparison with a plain number says: of what, how, and which number."""
    match condition:
        case nodes.Compare(operator=operator, left=left, right=nodes.Number(value=number)):
            yield left, operator, number
        case nodes.Compare(operator=operator, left=nodes.Number(value=number), right=right):
            yield right, _MIRRORED[operator], number
        case nodes.Not(what=nodes.Compare(operator=operator) as inner) if operator in _OPPOSITE:
            for named, found, number in _limits(inner):
                yield named, _OPPOSITE[found], number


def _range(operator: str, number: int) -> tuple[float, float]:
    """From where to where whole numbers go that compare so with a number."""
    infinite = float("inf")
    return {
        "==": (number, number),
        ">": (number + 1, infinite),
        ">=": (number, infinite),
        "<": (-infinite, number - 1),
        "<=": (-infinite, number),
    }.get(operator, (-infinite, infinite))

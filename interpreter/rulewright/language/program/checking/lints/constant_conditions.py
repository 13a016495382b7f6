"""Detection of conditions that have the same result in every game, with the reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from rulewright.base.records import Record, evolve
from rulewright.language.program import program as p, typed
from rulewright.language.program.checking.dependency_graph import DependencyGraph
from rulewright.language.program.checking.difference_bounds import (
    comparison_result,
    difference_bounds,
)
from rulewright.language.program.checking.narrowing import Form, expression_form
from rulewright.language.program.checking.number_bounds import NumberBounds
from rulewright.language.program.checking.traversal import without_filters
from rulewright.language.program.typed import Expr
from rulewright.language.program.types import NUMBER
from rulewright.language.text import Span


class ConstantResult(Record):
    """The result that a condition has in every game, with the reason and the span that causes it."""

    value: bool
    why: str
    at: Span


_NAMED: Final = (typed.Label, typed.Seat, typed.Design)
_OPPOSITE: Final = {">": "<=", "<": ">=", ">=": "<", "<=": ">"}
_MIRRORED: Final = {">": "<", "<": ">", ">=": "<=", "<=": ">=", "==": "=="}


SourceLists = Mapping[str, Expr]
"""Lists that bound names were taken from, by name."""
NO_SOURCE_LISTS: Final[SourceLists] = {}


def constant_result(
    graph: DependencyGraph, condition: Expr | None, among: SourceLists = NO_SOURCE_LISTS
) -> ConstantResult | None:
    """Return the result that a condition has in every game; None if it can vary.

    `among` has the lists that variables were chosen from, by name.
    """
    match condition:
        case typed.YesNo(value=value):
            return ConstantResult(value, f"it says `{condition.at.text}`", condition.at)
        case typed.Not(what=what):
            result = constant_result(graph, what, among)
            return None if result is None else evolve(result, value=not result.value)
        case typed.Every(operator=operator, parts=parts):
            return _constant_connective(graph, operator, parts, among)
        case typed.Compare():
            return _constant_comparison(graph, condition) or _compare_with_excluded(
                condition, among
            )
        case typed.Within(what=typed.Var(name=name), source=source) if name in among:
            return _constant_zone_test(among[name], source, condition.at)
        case typed.FactOf(fact=name):
            return _constant_fact(graph, name, condition.at)
    return None


def _constant_connective(
    graph: DependencyGraph, operator: str, parts: tuple[Expr, ...], among: SourceLists
) -> ConstantResult | None:
    """Return the constant result of `and` or `or`, from constant or contradicting operands; else None."""
    decisive = operator == "or"
    results = [constant_result(graph, part, among) for part in parts]
    for each in results:
        if each is not None and each.value is decisive:
            return each
    if all(each is not None for each in results):
        return results[0]
    if operator == "and":
        return _contradiction(parts)
    other = _contradiction(tuple(map(_negate, parts)))
    return other and evolve(other, value=True, why="one of the two is true in every case")


def _negate(part: Expr) -> Expr:
    """Return the negation of a condition; that of `not X` is `X`."""
    return part.what if isinstance(part, typed.Not) else typed.Not(what=part, at=part.at)


def _constant_fact(graph: DependencyGraph, name: str, at: Span) -> ConstantResult | None:
    """Return False as result if no rule and no condition makes the fact `name` true; else None."""
    rules = graph.rules_about.get(("fact", name), ())
    granted = any(isinstance(rule, p.Grant) and rule.granted for rule in rules)
    if graph.program.facts[name].condition is None and not granted:
        return ConstantResult(False, f"no rule ever makes `{name}` true", at)
    return None


def _constant_comparison(graph: DependencyGraph, condition: typed.Compare) -> ConstantResult | None:
    """Return the constant result of a comparison of constants, equal operands or bounded numbers; else None."""
    left, right = condition.left, condition.right
    if (
        isinstance(left, _NAMED)
        and isinstance(right, _NAMED)
        and expression_form(left) != expression_form(right)
    ):
        return ConstantResult(False, "these are two different things", condition.at)
    if isinstance(left, typed.Number) and isinstance(right, typed.Number):
        low, high = _interval(condition.operator, right.value)
        return ConstantResult(low <= left.value <= high, "both numbers are fixed", condition.at)
    if type(left) is type(right) and expression_form(left) == expression_form(right):
        same = condition.operator in ("==", "<=", ">=")
        return ConstantResult(same, "both sides are the same", condition.at)
    for expr, operator, number in _comparisons_with_constant(condition):
        low, high = _interval(operator, number)
        decided = high < 0 or (low <= 0 and high == float("inf"))
        if decided and graph.cached_result(NumberBounds).least(expr) >= 0:
            why = f"`{expr.at.text}` is never less than 0"
            return ConstantResult(low <= 0 <= high, why, condition.at)
    if left.type == NUMBER == right.type:
        between = difference_bounds(graph.cached_result(NumberBounds), left, right)
        if (value := comparison_result(condition.operator, between)) is not None:
            return ConstantResult(value, _reason(left, right, *between), condition.at)
    return None


def _reason(left: Expr, right: Expr, low: float, high: float) -> str:
    """Return the reason for a constant comparison; `low` and `high` bound the difference of its operands."""
    if low == high == 0:
        return "both sides are always equal"
    if low == high:
        return f"one side is always {abs(low):.0f} more than the other"
    if isinstance(right, typed.Number):
        most, least = high + right.value, low + right.value
        limit = f"more than {most:.0f}" if high <= 0 else f"less than {least:.0f}"
        return f"`{left.at.text}` is never {limit}"
    if isinstance(left, typed.Number):
        most, least = left.value - low, left.value - high
        limit = f"less than {least:.0f}" if high <= 0 else f"more than {most:.0f}"
        return f"`{right.at.text}` is never {limit}"
    return f"the left side is never {'more' if high <= 0 else 'less'} than the right side"


# ------------------------------------------------------------------ membership in lists


def _compare_with_excluded(condition: typed.Compare, among: SourceLists) -> ConstantResult | None:
    """Return False as result if a player chosen from `other players` is compared with the excluded one."""
    for one, other in ((condition.left, condition.right), (condition.right, condition.left)):
        match one:
            case typed.Var(name=name) if condition.operator == "==" and name in among:
                source = without_filters(among[name])
                left_out = _excluded_player(source)
                if left_out is not None and expression_form(left_out) == expression_form(other):
                    why = f"`{source.at.text}` does not contain `{other.at.text}`"
                    return ConstantResult(False, why, condition.at)
    return None


def _excluded_player(source: Expr) -> Expr | None:
    """Return the player that a list of other players leaves out; None for other lists."""
    return source.start if isinstance(source, typed.Players) and source.others else None


def _constant_zone_test(list_: Expr, place: Expr, at: Span) -> ConstantResult | None:
    """Return the constant result of the test whether a card chosen from `list_` is in the zone `place`.

    Return None if the zone that it was chosen from does not decide it.
    """
    source = without_filters(list_)
    if not isinstance(source, typed.ZoneOf | typed.AnyZone):
        return None
    if not isinstance(place, typed.ZoneOf | typed.AnyZone):
        return None
    if source.zone != place.zone:
        return ConstantResult(False, f"the card comes from the {source.zone}", at)
    same = isinstance(place, typed.AnyZone) and place.without is None
    return (
        ConstantResult(True, "the card comes from there", at)
        if same or expression_form(source) == expression_form(place)
        else None
    )


# ------------------------------------------------------------------ contradictions


def _contradiction(parts: tuple[Expr, ...]) -> ConstantResult | None:
    """Return False as result, with the reason, if these conditions cannot all hold; else None."""
    positive = {expression_form(part): part for part in parts if not isinstance(part, typed.Not)}
    for part in parts:
        if (
            isinstance(part, typed.Not)
            and (affirmed := positive.get(expression_form(part.what))) is not None
        ):
            return _contradiction_of(
                f"`{affirmed.at.text}` must be both true and false", affirmed, part
            )
    return _two_constants(parts) or _empty_range(parts)


def _contradiction_of(why: str, one: Expr, other: Expr) -> ConstantResult:
    """Return False as result, with a span from one condition to the other."""
    first, last = sorted((one.at, other.at), key=lambda at: (at.start, at.end))
    return ConstantResult(False, why, first.to(last))


def _two_constants(parts: tuple[Expr, ...]) -> ConstantResult | None:
    """Return a contradiction if one expression has to equal two different constants; else None."""
    seen: dict[Form, tuple[Expr, Expr]] = {}
    for part in parts:
        match part:
            case typed.Compare(
                operator="==", left=named, right=typed.Label() | typed.Seat() as said
            ):
                value: Expr = said
            case typed.IsDesign(piece=named):
                value = part
            case _:
                continue
        first, first_part = seen.setdefault(expression_form(named), (value, part))
        if expression_form(first) != expression_form(value):
            why = f"it would have to be both `{first.at.text}` and `{value.at.text}`"
            return _contradiction_of(why, first_part, part)
    return None


def _empty_range(parts: tuple[Expr, ...]) -> ConstantResult | None:
    """Return a contradiction if the bounds that conditions set on one number exclude each other; else None."""
    ranges: dict[Form, list[tuple[float, float, Expr]]] = {}
    for part in parts:
        for expr, operator, number in _comparisons_with_constant(part):
            bounds = ranges.setdefault(expression_form(expr), [])
            bounds.append((*_interval(operator, number), part))
            if max(low for low, _, _ in bounds) > min(high for _, high, _ in bounds):
                one, other = bounds[-2][2], bounds[-1][2]
                why = f"`{one.at.text}` and `{other.at.text}` cannot both be true"
                return _contradiction_of(why, one, other)
    return None


def _comparisons_with_constant(condition: Expr) -> Iterator[tuple[Expr, str, int]]:
    """Yield a comparison with a constant number as expression, operator, number; nothing for others."""
    match condition:
        case typed.Compare(operator=operator, left=left, right=typed.Number(value=number)):
            yield left, operator, number
        case typed.Compare(operator=operator, left=typed.Number(value=number), right=right):
            yield right, _MIRRORED[operator], number
        case typed.Not(what=typed.Compare(operator=operator) as inner) if operator in _OPPOSITE:
            for expr, inner_operator, number in _comparisons_with_constant(inner):
                yield expr, _OPPOSITE[inner_operator], number


def _interval(operator: str, number: int) -> tuple[float, float]:
    """Return the interval of the integers x with `x operator number`."""
    infinite = float("inf")
    return {
        "==": (number, number),
        ">": (number + 1, infinite),
        ">=": (number, infinite),
        "<": (-infinite, number - 1),
        "<=": (-infinite, number),
    }.get(operator, (-infinite, infinite))

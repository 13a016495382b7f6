"""Interval analysis: lower and upper bounds of numbers that hold in every game.

Variables are only known to be non-negative or not. That set is a greatest fixpoint: start with all variables and
remove those that an assignment may make negative.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final

from rulewright.base.records import Draft, field
from rulewright.language.program import program as p, typed
from rulewright.language.program.checking.dependency_graph import DependencyGraph
from rulewright.language.program.checking.narrowing import expression_form
from rulewright.language.program.checking.traversal import TypedNode, walk
from rulewright.language.program.typed import Expr
from rulewright.language.program.types import NUMBER
from rulewright.language.text import MOST_PLAYERS

NO_LIMIT: Final = float("inf")
MIN_CARDS: Final = 6
"""Number of cards needed before their greatest value counts as an upper bound."""
MAX_DEPTH: Final = 50
"""Recursion limit: values nested deeper have no known bounds."""
NumberRange = tuple[float, float]
ANY: Final[NumberRange] = (-NO_LIMIT, NO_LIMIT)
GuardedAssignment = tuple[typed.SetVariable, tuple[Expr, ...]]
"""An assignment, and the conditions that hold before it."""


class NumberBounds(Draft):
    """Lower and upper bounds of numeric expressions in every game; those of values are cached."""

    graph: DependencyGraph
    _known: dict[str, NumberRange] = field(factory=dict)
    _inside: int = 0

    def least(self, number: Expr) -> float:
        """Return a lower bound of a number, -inf if none is known."""
        return self._range(number)[0]

    def most(self, number: Expr) -> float:
        """Return an upper bound of a number, inf if none is known."""
        return self._range(number)[1]

    def _range(self, number: Expr) -> NumberRange:
        """Return lower and upper bound of a number, infinite if unknown."""
        match number:
            case typed.Number(value=value):
                return value, value
            case typed.Count(source=typed.Players() as source):
                return (0 if source.others else 1), MOST_PLAYERS - source.others
            case typed.Count() | typed.TimesPlayed():
                return 0, NO_LIMIT
            case typed.Gather(of=of) if self.least(of) >= 0:
                return 0, NO_LIMIT  # an empty list gives 0
            case typed.FieldOf(card=card, field=name):
                field = typed.field_value(card.type.name, name)
                changed = field in self.graph.program.values
                return self._value_bounds(field) if changed else self._printed(name)
            case typed.Printed(field=name):
                return self._printed(name)
            case typed.VariableOf(variable=name) if name in self._non_negative:
                return 0, NO_LIMIT
            case typed.Arithmetic(operator=operator, left=left, right=right):
                return _combine(operator, self._range(left), self._range(right))
            case typed.Quotient(left=left, right=right):
                below = self.least(left) < 0 or self.least(right) < 0
                return (-NO_LIMIT if below else 0), NO_LIMIT
            case typed.ValueOf(value=name):
                return self._value_bounds(name)
        return ANY

    def _printed(self, name: str) -> NumberRange:
        """Return the bounds of a field as printed on cards.

        The upper bound is infinite with fewer than `MIN_CARDS` cards: others may be added.
        """
        cards = self.graph.program.cards.values()
        numbers = [value for card in cards if isinstance(value := card.values.get(name), int)]
        most = max(numbers) if len(numbers) >= MIN_CARDS else NO_LIMIT
        return min(numbers, default=-NO_LIMIT), most

    def _value_bounds(self, name: str) -> NumberRange:
        """Return the bounds of a value after all rules that change it; the upper bound is always infinite.

        Results are cached, because the recursion would be exponential where each value reads the next twice.
        """
        if name not in self._known:
            if self._inside == MAX_DEPTH:
                return ANY
            self._inside += 1
            self._known[name] = ANY  # the result for recursive reads
            self._known[name] = self._least_value(name), NO_LIMIT
            self._inside -= 1
        return self._known[name]

    def _least_value(self, name: str) -> float:
        """Return a lower bound of a value after all rules that change it."""
        result = self.graph.program.values[name].result
        if result is None:
            return -NO_LIMIT
        least = self.least(result)
        for rule in self.graph.rules_about.get(("value", name), ()):
            assert isinstance(rule, p.Change)
            amount = self.least(rule.amount)
            if rule.how in ("to", "ceiling"):
                least = min(least, amount)
            elif rule.how == "less" or amount < 0:
                least = -NO_LIMIT
        return least

    # -------------------------------------------------------------- variables

    @cached_property
    def _non_negative(self) -> frozenset[str]:
        """Variables that are never negative, because no assignment makes them so."""
        return self._non_negative_variables(self._guarded_assignments)

    def is_negative_only_by_constants(self, variable: str) -> bool:
        """Return whether `variable` is never negative but for assignments of negative constants."""
        return variable in self._non_negative_without_constants

    @cached_property
    def _non_negative_without_constants(self) -> frozenset[str]:
        """Variables that are never negative if assignments of negative constants are ignored."""
        plain = [
            (setting, guards)
            for setting, guards in self._guarded_assignments
            if self.most(setting.value) >= 0
        ]
        return self._non_negative_variables(plain)

    def _non_negative_variables(self, settings: Iterable[GuardedAssignment]) -> frozenset[str]:
        """Return the variables that stay at 0 or more if only `settings` set them: a greatest fixpoint."""
        program = self.graph.program
        numbers = [each for each in program.variables.values() if each.type == NUMBER]
        names = {
            each.name for each in numbers if each.start is None or _is_not_negative(each.start)
        }
        while True:
            below = {setting.variable for setting, guards in settings
                     if setting.variable in names
                     and not self._stays_non_negative(setting.value, guards, names)}  # fmt: skip
            if not below:
                return frozenset(names)
            names -= below

    def _stays_non_negative(self, value: Expr, guards: Iterable[Expr], known: set[str]) -> bool:
        """Return whether an assigned value is at least 0.

        It assumes that the conditions `guards` hold and that variables in `known` are at least 0.
        """
        match value:
            case typed.Number(value=number):
                return number >= 0
            case typed.Count() | typed.SettingOf():
                return True
            case typed.Var(type=kind):
                return kind == NUMBER  # an amount, or an element of a list of numbers
            case typed.VariableOf(variable=name):
                return name in known
            case typed.Arithmetic(operator="-", left=typed.VariableOf() as left, right=right):
                # If any event reduces this variable under a condition, other reductions are
                # assumed to be guarded by their callers.
                is_guarded = left.variable in self._guarded_variables and isinstance(
                    right, typed.Var
                )
                return is_guarded or any(_requires_at_least(each, left, right) for each in guards)
            case typed.Arithmetic(operator="-"):
                return False
            case typed.Arithmetic(left=left, right=right) | typed.Quotient(left=left, right=right):
                return self._stays_non_negative(left, guards, known) and self._stays_non_negative(
                    right, guards, known
                )
        return False

    @cached_property
    def _guarded_variables(self) -> frozenset[str]:
        """Variables that some event reduces only if they are large enough."""
        return frozenset(
            setting.variable for setting, guards in self._guarded_assignments for each in guards
            if isinstance(setting.value, typed.Arithmetic) and setting.value.operator == "-"
            and _requires_at_least(each, setting.value.left, setting.value.right)
        )  # fmt: skip

    @cached_property
    def _guarded_assignments(self) -> list[GuardedAssignment]:
        """All assignments in the rules, each with the conditions of its event (none elsewhere)."""
        program = self.graph.program
        settings = [
            (each, event.conditions)
            for event in program.events.values()
            for each in _assignments(self.graph.nodes_inside(event))
        ]
        others = (*program.phases.values(), *program.rules)
        settings += [
            (each, ()) for thing in others for each in _assignments(self.graph.nodes_inside(thing))
        ]
        return settings + [(each, ()) for each in _assignments(walk(program.flow))]


def _combine(operator: str, left: NumberRange, right: NumberRange) -> NumberRange:
    """Return the bounds of an arithmetic operation, from those of its operands; unbounded for a product."""
    match operator:
        case "+":
            return left[0] + right[0], left[1] + right[1]
        case "-":
            return left[0] - right[1], left[1] - right[0]
        case "min":
            return min(left[0], right[0]), min(left[1], right[1])
        case "max":
            return max(left[0], right[0]), max(left[1], right[1])
        case "*" if (0, 0) in (left, right):
            return 0, 0
    return ANY


def _is_not_negative(start: Expr) -> bool:
    """Return whether a variable's start value is a constant of at least 0."""
    return isinstance(start, typed.Number) and start.value >= 0


def _assignments(nodes: Iterable[TypedNode]) -> Iterator[typed.SetVariable]:
    """Yield the assignments among these nodes."""
    return (each for each in nodes if isinstance(each, typed.SetVariable))


def _requires_at_least(condition: Expr, whole: Expr, amount: Expr) -> bool:
    """Return whether a condition says that `whole` is at least `amount`."""
    match condition:
        case typed.Compare(operator=">=" | ">" | "==", left=left, right=right):
            return expression_form(left) == expression_form(whole) and expression_form(
                right
            ) == expression_form(amount)
        case typed.Every(operator="and", parts=inner):
            return any(_requires_at_least(each, whole, amount) for each in inner)
    return False

"""Lower and upper bounds of numbers, as far as the rules say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final

from rulewright.program import program as p, typed
from rulewright.program.checking.graph import Graph
from rulewright.program.checking.narrowing import form
from rulewright.program.checking.traversal import Part, everything
from rulewright.program.typed import Expr
from rulewright.program.types import NUMBER
from rulewright.records import Draft, field

NO_LIMIT: Final = float("inf")
MOST_PLAYERS: Final = 8
FEWEST: Final = 6
"""Cards of which it can be said what the most is that any says."""
Setting = tuple[typed.SetVariable, tuple[Expr, ...]]
"""Where a number is set, and what is made sure of before."""


class Limits(Draft):
    """The least that numbers come to, each worked out when it is first asked for."""

    graph: Graph
    _asked: set[str] = field(factory=set)

    def least(self, number: Expr) -> float:
        """What a number is at least."""
        match number:
            case typed.Number(value=value):
                return value
            case typed.Count(source=source):
                return 1 if isinstance(source, typed.Players) and not source.others else 0
            case typed.Gather(of=of) if self.least(of) >= 0:
                return 0  # of an empty list too
            case typed.FieldOf(card=card, field=name):
                field = typed.field_value(card.type.name, name)
                changed = field in self.graph.program.values
                return self._worked_out(field) if changed else self._printed(name)
            case typed.Printed(field=name):
                return self._printed(name)
            case typed.VariableOf(variable=name):
                return 0 if name in self._never_below else -NO_LIMIT
            case typed.Arithmetic(operator="+", left=left, right=right):
                return self.least(left) + self.least(right)
            case typed.Arithmetic(operator="-", left=left, right=right):
                return self.least(left) - self.most(right)
            case typed.Arithmetic(operator="min" | "max" as operator, left=left, right=right):
                return (min if operator == "min" else max)(self.least(left), self.least(right))
            case typed.TimesPlayed():
                return 0
            case typed.Quotient(left=left, right=right):
                return 0 if self.least(left) >= 0 and self.least(right) >= 0 else -NO_LIMIT
            case typed.ValueOf(value=name):
                return self._worked_out(name)
        return -NO_LIMIT

    def most(self, number: Expr) -> float:
        """What a number is at most."""
        match number:
            case typed.Number(value=value):
                return value
            case typed.Count(source=typed.Players() as source):
                return MOST_PLAYERS - source.others
            case typed.FieldOf(card=card, field=name):
                field = typed.field_value(card.type.name, name)
                changed = field in self.graph.program.values
                return NO_LIMIT if changed else self._printed_most(name)
            case typed.Printed(field=name):
                return self._printed_most(name)
            case typed.Arithmetic(operator="+", left=left, right=right):
                return self.most(left) + self.most(right)
            case typed.Arithmetic(operator="-", left=left, right=right):
                return self.most(left) - self.least(right)
            case typed.Arithmetic(operator="min" | "max" as operator, left=left, right=right):
                return (min if operator == "min" else max)(self.most(left), self.most(right))
        return NO_LIMIT

    def _printed(self, name: str) -> float:
        """The least that any card says in a field."""
        return min(self._numbers(name), default=-NO_LIMIT)

    def _printed_most(self, name: str) -> float:
        """The most that any card says in a field, if there are enough to tell."""
        numbers = self._numbers(name)
        return max(numbers) if len(numbers) >= FEWEST else NO_LIMIT

    def _numbers(self, name: str) -> list[int]:
        found = (card.values.get(name) for card in self.graph.program.cards.values())
        return [value for value in found if isinstance(value, int)]

    def _worked_out(self, name: str) -> float:
        """The least of a value with all that rules may make of it."""
        result = self.graph.program.values[name].result
        if name in self._asked or result is None:
            return -NO_LIMIT
        self._asked.add(name)
        found = self.least(result)
        for rule in self.graph.rules_about.get(("value", name), ()):
            assert isinstance(rule, p.Change)
            amount = self.least(rule.amount)
            if rule.how in ("to", "ceiling"):
                found = min(found, amount)
            elif rule.how == "less" or amount < 0:
                found = -NO_LIMIT
        self._asked.discard(name)
        return found

    # -------------------------------------------------------------- numbers that are kept

    @cached_property
    def _never_below(self) -> frozenset[str]:
        """The kept numbers that are never less than nothing, as no deed makes them so."""
        return self._not_below(self._settings)

    def is_else_never_below(self, variable: str) -> bool:
        """Whether a number is less than nothing by plain numbers alone to which it is set."""
        return variable in self._else_not_below

    @cached_property
    def _else_not_below(self) -> frozenset[str]:
        plain = [
            (setting, sure) for setting, sure in self._settings if self.most(setting.value) >= 0
        ]
        return self._not_below(plain)

    def _not_below(self, settings: Iterable[Setting]) -> frozenset[str]:
        program = self.graph.program
        numbers = [each for each in program.variables.values() if each.type == NUMBER]
        found = {each.name for each in numbers if each.start is None or _is_small(each.start)}
        while True:
            below = {setting.variable for setting, sure in settings
                     if setting.variable in found and not self._stays(setting.value, sure, found)}  # fmt: skip
            if not below:
                return frozenset(found)
            found -= below

    def _stays(self, value: Expr, sure: Iterable[Expr], known: set[str]) -> bool:
        """Whether a number that is set is not less than nothing, if these are not."""
        match value:
            case typed.Number(value=number):
                return number >= 0
            case typed.Count() | typed.SettingOf():
                return True
            case typed.Var(type=kind):
                return kind == NUMBER  # an amount, or the number of a list
            case typed.VariableOf(variable=name):
                return name in known
            case typed.Arithmetic(operator="-", left=typed.VariableOf() as left, right=right):
                # Who does without a condition what others do under one has asked before.
                purse = left.variable in self._purses and isinstance(right, typed.Var)
                return purse or any(_is_enough(each, left, right) for each in sure)
            case typed.Arithmetic(operator="-"):
                return False
            case typed.Arithmetic(left=left, right=right) | typed.Quotient(left=left, right=right):
                return self._stays(left, sure, known) and self._stays(right, sure, known)
        return False

    @cached_property
    def _purses(self) -> frozenset[str]:
        """The numbers of which some deed takes only as much as there is."""
        return frozenset(
            setting.variable for setting, sure in self._settings for each in sure
            if isinstance(setting.value, typed.Arithmetic) and setting.value.operator == "-"
            and _is_enough(each, setting.value.left, setting.value.right)
        )  # fmt: skip

    @cached_property
    def _settings(self) -> list[Setting]:
        program = self.graph.program
        found = [
            (each, event.conditions)
            for event in program.events.values()
            for each in _sets(self.graph.within(event))
        ]
        others = (*program.phases.values(), *program.rules)
        found += [(each, ()) for thing in others for each in _sets(self.graph.within(thing))]
        return found + [(each, ()) for each in _sets(everything(program.flow))]


def _is_small(start: Expr) -> bool:
    """Whether a number begins with a plain one that is not less than nothing."""
    return isinstance(start, typed.Number) and start.value >= 0


def _sets(nodes: Iterable[Part]) -> Iterator[typed.SetVariable]:
    return (each for each in nodes if isinstance(each, typed.SetVariable))


def _is_enough(condition: Expr, whole: Expr, taken: Expr) -> bool:
    """Whether a condition makes sure that so much can be taken."""
    match condition:
        case typed.Compare(operator=">=" | ">" | "==", left=left, right=right):
            return form(left) == form(whole) and form(right) == form(taken)
        case typed.Every(operator="and", parts=inner):
            return any(_is_enough(each, whole, taken) for each in inner)
    return False

"""Rules with one thing in them that is otherwise: left out, negated, one off, of another player, to another place.

The checked tree is changed, not the text: so each mutant is a program that could have been written, and nothing has
to be read anew for it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Final, TypeVar

from rulewright.base.records import Record, evolve, field
from rulewright.language.program import program as p, typed
from rulewright.language.program.checking.traversal import own_fields
from rulewright.language.program.types import PLAYER, YES_OR_NO
from rulewright.language.text import Span

T = TypeVar("T")

LEFT_OUT: Final = "left out"
NEGATED: Final = "negated"
ONE_OFF: Final = "the number one more"
NEIGHBOUR: Final = "of the player to the left"
ELSEWHERE: Final = "to another place"
WAYS: Final = (LEFT_OUT, NEGATED, ONE_OFF, NEIGHBOUR, ELSEWHERE)

_JOINING: Final = (typed.Every, typed.Not, typed.YesNo, typed.SettingOf, typed.Var)
"""Conditions of which a part is negated, or that the edition settles."""
_TOLD: Final = ("shown", "asked", "notes", "captured", "has_first", "used")
"""Fields that say how something is told, or say once more what another field does."""


class Change(Record):
    """What is otherwise, and where."""

    how: str
    at: Span


class Mutant(Record):
    """A program in which one thing is otherwise; `owner` is what clauses call the declaration or rule it is in."""

    change: Change
    owner: str
    card: str | None
    program: p.Program = field(eq=False, repr=False)


def mutants_of(program: p.Program, files: Collection[str]) -> Iterator[Mutant]:
    """Every mutant of what is declared in these files, as places name them; each place once a way."""
    places = _Places(program)
    for number, rule in enumerate(program.rules):
        if rule.at.source.name in files:
            for spoilt, change in _once(places.of_rule(rule)):
                made = program.copied()
                made.rules[number] = spoilt
                yield Mutant(change, rule.name, rule.card, made)
    for sort in ("event", "phase", "value", "fact"):
        for name, declared in program.of_sort(sort).items():
            if declared.at.source.name in files:
                for changed, change in _once(places.within(declared)):
                    made = program.copied()
                    made.of_sort(sort)[name] = changed
                    yield Mutant(change, f"{sort} {name}", None, made)


def _once(found: Iterator[tuple[T, Change]]) -> Iterator[tuple[T, Change]]:
    """Each change of a place once: a word may stand for several parts of the tree."""
    seen = set()
    for spoilt, change in found:
        key = (change.how, change.at.start, change.at.end)
        if key not in seen:
            seen.add(key)
            yield spoilt, change


class _Places(Record):
    """Makes variants of parts of a program, each with one thing in it that is otherwise."""

    program: p.Program

    def of_rule(self, rule: p.Rule) -> Iterator[tuple[p.Rule, Change]]:
        """The variants of a rule. A delayed one is left out where it would begin."""
        if not rule.delayed:
            never = typed.YesNo(value=False, at=rule.at)
            yield evolve(rule, condition=never), Change(LEFT_OUT, rule.at)
        if isinstance(rule, p.Grant):
            yield evolve(rule, granted=not rule.granted), Change(NEGATED, rule.at)
        for spoilt, change in self.within(rule):
            # What the pattern of a rule means stands at the whole of it.
            if change.at != rule.at:
                yield spoilt, change

    def within(self, node: T) -> Iterator[tuple[T, Change]]:
        """The node with one thing inside of it otherwise."""
        record: Any = node
        for name in own_fields(node):
            value: Any = getattr(node, name)
            if name in _TOLD or value is None:
                continue
            if isinstance(value, tuple):
                for changed, change in self._in_row(value):
                    yield evolve(record, **{name: changed}), change
            elif _is_part(value):
                for part, change in self._of(value):
                    yield evolve(record, **{name: part}), change

    def _in_row(self, row: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], Change]]:
        for number, part in enumerate(row):
            before, after = row[:number], row[number + 1 :]
            if isinstance(part, typed.Stmt) and not _binds(part):
                yield (*before, *after), Change(LEFT_OUT, part.at)
            if _is_part(part):
                for spoilt, change in self._of(part):
                    yield (*before, spoilt, *after), change

    def _of(self, node: Any) -> Iterator[tuple[Any, Change]]:
        """The variants of a part: of itself, and of what is inside."""
        match node:
            case typed.Number(value=value):
                yield evolve(node, value=value + 1), Change(ONE_OFF, node.at)
            case typed.Var(type=type_) | typed.NeighbourOf(type=type_) if type_ == PLAYER:
                left = typed.NeighbourOf(player=node, side="left", type=PLAYER, at=node.at)
                yield left, Change(NEIGHBOUR, node.at)
            case typed.Move(zone=zone) if (other := self._another(zone.zone)) is not None:
                place = evolve(zone, zone=other)
                yield evolve(node, zone=place), Change(ELSEWHERE, node.at)
            case typed.Expr(type=type_) if type_ == YES_OR_NO and not isinstance(node, _JOINING):
                yield typed.Not(what=node, at=node.at), Change(NEGATED, node.at)
        yield from self.within(node)

    def _another(self, name: str) -> str | None:
        """Another place that is owned alike and holds the same cards."""
        zone = self.program.zones[name]
        for other in self.program.zones.values():
            alike = (other.owner, other.kind, other.each) == (zone.owner, zone.kind, zone.each)
            if alike and other.name != name:
                return other.name
        return None


def _is_part(value: object) -> bool:
    return isinstance(value, typed.Expr | typed.Stmt | typed.MenuOption)


def _binds(stmt: typed.Stmt) -> bool:
    """Whether what comes later may speak of a name that the statement gives, or nothing can be told of it."""
    several = isinstance(stmt, typed.ChooseSome) and stmt.several is not None
    return several or isinstance(stmt, typed.Let | typed.CarryOn)

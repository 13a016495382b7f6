"""Mutants of rules: something is left out, negated, off by one, of another player, or moved elsewhere.

Mutations change the typed tree, not the text, so that each mutant is a valid program and needs no parsing.
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
MUTATION_KINDS: Final = (LEFT_OUT, NEGATED, ONE_OFF, NEIGHBOUR, ELSEWHERE)

_JOINING: Final = (typed.Every, typed.Not, typed.YesNo, typed.SettingOf, typed.Var)
"""Conditions that are not negated: their parts are, or the edition decides them."""
_TOLD: Final = ("shown", "if_conditions", "notes", "captured", "has_first", "use_mark")
"""Fields that only affect texts, or repeat another field."""


class RuleMutation(Record):
    """A mutation: its kind and its place."""

    kind: str
    at: Span


class Mutant(Record):
    """A program with one mutation; `owner` is the clause owner (declaration or rule) that contains it."""

    change: RuleMutation
    owner: str
    card: str | None
    program: p.Program = field(eq=False, repr=False)


def mutants_of(program: p.Program, files: Collection[str]) -> Iterator[Mutant]:
    """Yield every mutant of the declarations in `files`, one for each place and kind of mutation."""
    places = _Mutator(program)
    for number, rule in enumerate(program.rules):
        if rule.at.source.name in files:
            for mutated, change in _distinct_mutations(places.mutate_rule(rule)):
                program_copy = program.copied()
                program_copy.rules[number] = mutated
                yield Mutant(change, rule.name, rule.card, program_copy)
    for sort in ("event", "phase", "value", "fact"):
        for name, declared in program.of_sort(sort).items():
            if declared.at.source.name in files:
                for changed, change in _distinct_mutations(places.mutate_inside(declared)):
                    program_copy = program.copied()
                    program_copy.of_sort(sort)[name] = changed
                    yield Mutant(change, f"{sort} {name}", None, program_copy)


def _distinct_mutations(
    mutations: Iterator[tuple[T, RuleMutation]],
) -> Iterator[tuple[T, RuleMutation]]:
    """Yield each mutation once, because several parts of the tree may have one place."""
    seen = set()
    for mutated, change in mutations:
        key = (change.kind, change.at.start, change.at.end)
        if key not in seen:
            seen.add(key)
            yield mutated, change


class _Mutator(Record):
    """A generator of mutated parts of a program."""

    program: p.Program

    def mutate_rule(self, rule: p.Rule) -> Iterator[tuple[p.Rule, RuleMutation]]:
        """Yield the mutations of a rule. A delayed rule is left out where it is started."""
        if not rule.delayed:
            never = typed.YesNo(value=False, at=rule.at)
            yield evolve(rule, condition=never), RuleMutation(LEFT_OUT, rule.at)
        if isinstance(rule, p.Grant):
            yield evolve(rule, granted=not rule.granted), RuleMutation(NEGATED, rule.at)
        for mutated, change in self.mutate_inside(rule):
            # The pattern of a rule has the place of the whole rule.
            if change.at != rule.at:
                yield mutated, change

    def mutate_inside(self, node: T) -> Iterator[tuple[T, RuleMutation]]:
        """Yield `node` with one mutation inside it."""
        record: Any = node
        for name in own_fields(node):
            value: Any = getattr(node, name)
            if name in _TOLD or value is None:
                continue
            if isinstance(value, tuple):
                for changed, change in self._mutate_tuple(value):
                    yield evolve(record, **{name: changed}), change
            elif _is_part(value):
                for part, change in self._mutations_of(value):
                    yield evolve(record, **{name: part}), change

    def _mutate_tuple(self, row: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], RuleMutation]]:
        """Yield copies of a tuple of nodes, each with one node changed or one statement left out."""
        for number, part in enumerate(row):
            before, after = row[:number], row[number + 1 :]
            if isinstance(part, typed.Stmt) and not _must_stay(part):
                yield (*before, *after), RuleMutation(LEFT_OUT, part.at)
            if _is_part(part):
                for mutated, change in self._mutations_of(part):
                    yield (*before, mutated, *after), change

    def _mutations_of(self, node: Any) -> Iterator[tuple[Any, RuleMutation]]:
        """Yield the mutations of a part itself and of the parts inside it."""
        match node:
            case typed.Number(value=value):
                yield evolve(node, value=value + 1), RuleMutation(ONE_OFF, node.at)
            case typed.Var(type=type_) | typed.NeighbourOf(type=type_) if type_ == PLAYER:
                neighbour = typed.NeighbourOf(player=node, side="left", type=PLAYER, at=node.at)
                yield neighbour, RuleMutation(NEIGHBOUR, node.at)
            case typed.Move(zone=zone) if (other := self._similar_zone(zone.zone)) is not None:
                place = evolve(zone, zone=other)
                yield evolve(node, zone=place), RuleMutation(ELSEWHERE, node.at)
            case typed.Expr(type=type_) if type_ == YES_OR_NO and not isinstance(node, _JOINING):
                yield typed.Not(what=node, at=node.at), RuleMutation(NEGATED, node.at)
        yield from self.mutate_inside(node)

    def _similar_zone(self, name: str) -> str | None:
        """Return the name of another zone with this owner and kind of cards; None without one."""
        zone = self.program.zones[name]
        for other in self.program.zones.values():
            is_similar = (other.owner, other.kind, other.each) == (zone.owner, zone.kind, zone.each)
            if is_similar and other.name != name:
                return other.name
        return None


def _is_part(value: object) -> bool:
    """Return whether a value is a node that can be mutated: an expression, a statement or a menu option."""
    return isinstance(value, typed.Expr | typed.Stmt | typed.MenuOption)


def _must_stay(stmt: typed.Stmt) -> bool:
    """Return whether `stmt` must not be left out: it may bind a name, or its removal is invisible."""
    several = isinstance(stmt, typed.ChooseSome) and stmt.several is not None
    return several or isinstance(stmt, typed.Let | typed.CarryOn)

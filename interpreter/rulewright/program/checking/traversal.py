"""Going through checked expressions and statements, whatever they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Final

from attrs import AttrsInstance, fields

from rulewright.program import typed
from rulewright.program.program import Change, Hook, Means, Power, Program, Rule
from rulewright.program.typed import Expr, Stmt
from rulewright.text import Span

Part = Expr | Stmt | typed.Template | typed.MenuOption
_PARTS = (Expr, Stmt, typed.Template, typed.MenuOption)


def own_fields(node: Any) -> tuple[str, ...]:
    """The names of a node's fields, without its place and type."""
    return _own_fields(type(node))  # type: ignore[arg-type]  # it doubts that classes can be hashed


@cache
def _own_fields(cls: type[AttrsInstance]) -> tuple[str, ...]:
    return tuple(each.name for each in fields(cls) if each.name not in ("at", "type"))


_SORTS: Final = frozenset(
    ("event", "fact", "kind", "moment", "phase", "setting", "table", "track", "value", "zone")
)
"""The fields of rules, expressions and statements that hold the name of a declaration of this sort."""


def references(thing: object) -> Iterator[tuple[str, str]]:
    """The declarations that a rule, expression or statement itself names, by sort and name."""
    for sort in own_fields(thing):
        if sort in _SORTS and isinstance(name := getattr(thing, sort), str):
            yield sort, name


def parts(node: Part) -> Iterator[Part]:
    """What stands right inside a node, in the order of its fields."""
    for name in own_fields(node):
        value = getattr(node, name)
        if isinstance(value, _PARTS):
            yield value
        elif type(value) is tuple:
            yield from (each for each in value if isinstance(each, _PARTS))


def everything(roots: Iterable[Part | None]) -> Iterator[Part]:
    """These nodes and all that is inside them."""
    waiting = [node for node in roots if node is not None]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(parts(node))


def rule_parts(rule: Rule) -> Iterator[Part]:
    """What stands right inside a rule."""
    if rule.condition is not None:
        yield rule.condition
    if isinstance(rule, Change):
        yield rule.amount
    if isinstance(rule, Power | Means):
        yield from (part for part in (rule.source, rule.shown) if part is not None)
    if isinstance(rule, Means) and rule.covers is not None:
        yield rule.covers
    if isinstance(rule, Hook | Power | Means):
        yield from rule.body


def head(at: Span) -> Span:
    """The first line of a declaration, where it is said what it is."""
    return Span(at.source, at.start, at.start + len(at.text.partition("\n")[0].rstrip()))


def program_parts(program: Program) -> Iterator[Part]:
    """Every expression and statement of the rules, without those of scenarios."""
    yield from program.flow
    for rule in program.rules:
        yield from rule_parts(rule)
    for event in program.events.values():
        yield from event.conditions
        yield from (*event.first, *event.body)
    for phase in program.phases.values():
        yield from phase.body
    yield from _declared_parts(program)


def _declared_parts(program: Program) -> Iterator[Part]:
    found: list[Part | None] = []
    for value in program.values.values():
        found.append(value.result)
    for fact in program.facts.values():
        found.append(fact.condition)
    for table in program.tables.values():
        found += [table.row_key, table.column_key]
    for track in program.tracks.values():
        found += [track.start, track.sight.player]
    for zone in program.zones.values():
        found.append(zone.sight.player)
    for kind in program.kinds.values():
        for stance in kind.stances.values():
            found += [stance.player, stance.condition]
    found += [refusal.condition for refusal in program.refusals]
    if program.outcome is not None:
        found.append(program.outcome.notes.because)
    yield from (part for part in found if part is not None)

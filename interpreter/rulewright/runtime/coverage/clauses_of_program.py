"""All clauses of a program whose coverage is counted, in source order. Scenarios have none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from rulewright.base.records import Record
from rulewright.language.program import program as p, typed
from rulewright.language.program.checking.traversal import TypedNode, child_nodes
from rulewright.language.program.typed import Expr
from rulewright.language.text import Span
from rulewright.runtime.coverage import Clause
from rulewright.runtime.lower import coverage_counters as c

MAX_WORDS = 100
"""Number of characters of a clause's text that are shown and part of its id."""


class _ClauseArm(Record):
    """A clause before its owner is known: its position, and which of several clauses there it is (`arm`).

    A cell of a table has its own position `shown_at`.
    """

    at: Span
    arm: str
    shown_at: Span


def clauses_of(program: p.Program) -> tuple[Clause, ...]:
    """Return all clauses of a program in source order; clauses with equal ids are numbered."""
    # A clause found twice (a condition reached in two ways) counts once.
    by_key = {
        c.clause_key(each.at, each.arm): (owner, each)
        for owner, inside in _clauses_by_owner(program)
        for each in inside
    }
    repeats: Counter[str] = Counter()
    clauses = []
    for owner, each in sorted(by_key.values(), key=lambda item: _position(item[1].shown_at)):
        words = each.at.first_line(MAX_WORDS)
        id_ = f"{owner}: {words} [{each.arm}]"
        repeats[id_] += 1
        number = f" #{repeats[id_]}" if repeats[id_] > 1 else ""
        clauses.append(Clause(id_ + number, owner, words, each.arm, each.at, each.shown_at))
    return tuple(clauses)


def _clauses_by_owner(program: p.Program) -> Iterator[tuple[str, Iterable[_ClauseArm]]]:
    """Yield the name of each declaration and rule with the clauses in it."""
    yield "flow", _nested_clauses(program.flow)
    for event in program.events.values():
        owner = f"event {event.name}"
        yield owner, _clauses_at(event.at, c.FIRES)
        yield owner, _condition_clauses(event.conditions)
        yield owner, _nested_clauses((*event.first, *event.body))
    for phase in program.phases.values():
        yield f"phase {phase.name}", _clauses_at(phase.at, c.FIRES)
        yield f"phase {phase.name}", _nested_clauses(phase.body)
    for value in program.values.values():
        yield f"value {value.name}", _nested_clauses([value.result])
    for fact in program.facts.values():
        yield f"fact {fact.name}", _condition_clauses([fact.condition])
    for rule in program.rules:
        yield rule.name, _clauses_at(rule.at, c.FIRES)
        yield rule.name, _condition_clauses(rule.if_conditions)
        yield rule.name, _nested_clauses(_acting_parts(rule))
    for table in program.tables.values():
        yield f"table {table.name}", _cell_clauses(table)


def _acting_parts(rule: p.Rule) -> tuple[TypedNode | None, ...]:
    """Return the statements and values of a rule, without its condition and its texts."""
    match rule:
        case p.Change():
            return (rule.amount,)
        case p.Means():
            return (rule.source, rule.covers, *rule.body)
        case p.Power():
            return (rule.source, *rule.body)
        case p.Hook():
            return rule.body
    return ()


def _cell_clauses(table: p.Table) -> Iterator[_ClauseArm]:
    """Yield a clause for each cell of a table of numbers in the rules."""
    for row, column in table.cells:
        shown_at = table.places.get((row, column), table.at)
        yield _ClauseArm(table.at, c.table_cell_arm(row, column), shown_at)


def _nested_clauses(roots: Iterable[TypedNode | None]) -> Iterator[_ClauseArm]:
    """Yield the clauses in statements and expressions, nested ones included."""
    for part in roots:
        if part is not None:
            yield from _own_clauses(part)
            shown = getattr(part, "shown", None)  # labels of options are not play
            yield from _nested_clauses(inner for inner in child_nodes(part) if inner is not shown)


def _own_clauses(part: TypedNode) -> Iterator[_ClauseArm]:
    """Yield the clauses of one statement or expression, without those nested in it."""
    match part:
        case typed.If(condition=condition):
            yield from _clauses_at(part.at, c.THEN, c.ELSE)
            if isinstance(condition, typed.Every):
                yield from _true_and_false_clauses(condition)
        # With `anyway` the choice is offered even if it is not feasible.
        case typed.May(anyway=True) | typed.MayChoose(anyway=True):
            yield from _clauses_at(part.at, c.TAKEN, c.DECLINED)
        case typed.May(otherwise=otherwise) | typed.MayChoose(otherwise=otherwise):
            impossible = (c.IMPOSSIBLE,) if otherwise else ()
            yield from _clauses_at(part.at, c.TAKEN, c.DECLINED, *impossible)
        case typed.ChooseSome(exact=exact):
            yield from _clauses_at(part.at, c.TAKEN, *(() if exact else (c.STOPPED,)))
        case typed.ForEach():
            yield from _clauses_at(part.at, c.TAKEN)
        case typed.MenuOption(condition=condition):
            yield from _clauses_at(part.at, c.FIRES)
            yield from _true_and_false_clauses(condition)
        case typed.Filter(condition=condition):
            yield from _true_and_false_clauses(condition)


def _condition_clauses(conditions: Iterable[Expr | None]) -> Iterator[_ClauseArm]:
    """Yield the clauses of conditions and those nested in them."""
    for condition in conditions:
        yield from _true_and_false_clauses(condition)
        yield from _nested_clauses([condition])


def _true_and_false_clauses(condition: Expr | None) -> Iterator[_ClauseArm]:
    """Yield two clauses, true and false, for each atomic part of a condition."""
    match condition:
        case None | typed.YesNo():
            pass
        case typed.Every(parts=some):
            for part in some:
                yield from _true_and_false_clauses(part)
        case typed.Not(what=what):
            yield from _true_and_false_clauses(what)
        case _:
            yield from _clauses_at(condition.at, c.HOLDS, c.FAILS)


def _clauses_at(at: Span, *arms: str) -> Iterator[_ClauseArm]:
    """Yield a clause for each of `arms` at one position."""
    return (_ClauseArm(at, arm, at) for arm in arms)


def _position(at: Span) -> tuple[str, int, int]:
    """Return the sort key of a source position; an outer clause precedes the clauses in it."""
    return (at.source.name, at.start, -at.end)

"""A program -> its clauses, in the order of files and lines. Scenarios have none: they are what fires clauses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from rulewright.base.records import Record
from rulewright.language.program import program as p, typed
from rulewright.language.program.checking.traversal import Part, parts
from rulewright.language.program.typed import Expr
from rulewright.language.text import Span
from rulewright.runtime.coverage import Clause
from rulewright.runtime.lower import coverage_counters as c

LONGEST = 100
"""So many characters of a clause's text are shown, and are part of its id."""


class _Found(Record):
    """What becomes a clause once it has an owner; of what is shown elsewhere (a cell), with the place there."""

    at: Span
    arm: str
    shown_at: Span


def clauses_of(program: p.Program) -> tuple[Clause, ...]:
    """All clauses by place; of those with the same owner, words and arm the later ones are numbered."""
    # What is found twice (a condition that is looked at in two ways) is one.
    found = {
        c.key_of(each.at, each.arm): (owner, each)
        for owner, inside in _by_owner(program)
        for each in inside
    }
    seen: Counter[str] = Counter()
    clauses = []
    for owner, each in sorted(found.values(), key=lambda item: _position(item[1].shown_at)):
        words = each.at.first_line(LONGEST)
        id_ = f"{owner}: {words} [{each.arm}]"
        seen[id_] += 1
        number = f" #{seen[id_]}" if seen[id_] > 1 else ""
        clauses.append(Clause(id_ + number, owner, words, each.arm, each.at, each.shown_at))
    return tuple(clauses)


def _by_owner(program: p.Program) -> Iterator[tuple[str, Iterable[_Found]]]:
    """What there is in every declaration and rule."""
    yield "flow", _inside(program.flow)
    for event in program.events.values():
        owner = f"event {event.name}"
        yield owner, _arms(event.at, c.FIRES)
        yield owner, _conditions(event.conditions)
        yield owner, _inside((*event.first, *event.body))
    for phase in program.phases.values():
        yield f"phase {phase.name}", _arms(phase.at, c.FIRES)
        yield f"phase {phase.name}", _inside(phase.body)
    for value in program.values.values():
        yield f"value {value.name}", _inside([value.result])
    for fact in program.facts.values():
        yield f"fact {fact.name}", _conditions([fact.condition])
    for rule in program.rules:
        yield rule.name, _arms(rule.at, c.FIRES)
        yield rule.name, _conditions(rule.asked)
        yield rule.name, _inside(_acting(rule))
    for table in program.tables.values():
        yield f"table {table.name}", _cells(table)


def _acting(rule: p.Rule) -> tuple[Part | None, ...]:
    """What a rule does, and with what; neither when it speaks nor how it is called."""
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


def _cells(table: p.Table) -> Iterator[_Found]:
    for row, column in table.cells:
        shown_at = table.places.get((row, column), table.at)
        yield _Found(table.at, c.cell_arm(row, column), shown_at)


def _inside(some: Iterable[Part | None]) -> Iterator[_Found]:
    """The clauses of statements and expressions, and of all that is in them."""
    for part in some:
        if part is not None:
            yield from _arms_of(part)
            shown = getattr(part, "shown", None)  # How options are labelled is no part of the play.
            yield from _inside(inner for inner in parts(part) if inner is not shown)


def _arms_of(part: Part) -> Iterator[_Found]:
    """The ways in which a statement can go on; of `where`, and of an option, also the parts of its condition."""
    match part:
        case typed.If(condition=condition):
            yield from _arms(part.at, c.THEN, c.ELSE)
            if isinstance(condition, typed.Every):
                yield from _leaves(condition)
        # It is asked, whether it is possible or not.
        case typed.May(anyway=True) | typed.MayChoose(anyway=True):
            yield from _arms(part.at, c.TAKEN, c.DECLINED)
        case typed.May(otherwise=otherwise) | typed.MayChoose(otherwise=otherwise):
            impossible = (c.IMPOSSIBLE,) if otherwise else ()
            yield from _arms(part.at, c.TAKEN, c.DECLINED, *impossible)
        case typed.ChooseSome(exact=exact):
            yield from _arms(part.at, c.TAKEN, *(() if exact else (c.STOPPED,)))
        case typed.ForEach():
            yield from _arms(part.at, c.TAKEN)
        case typed.MenuOption(condition=condition):
            yield from _arms(part.at, c.FIRES)
            yield from _leaves(condition)
        case typed.Filter(condition=condition):
            yield from _leaves(condition)


def _conditions(some: Iterable[Expr | None]) -> Iterator[_Found]:
    """The parts of conditions, and what is inside of them."""
    for condition in some:
        yield from _leaves(condition)
        yield from _inside([condition])


def _leaves(condition: Expr | None) -> Iterator[_Found]:
    """The parts that a condition is made of, each with its two arms."""
    match condition:
        case None | typed.YesNo():
            pass
        case typed.Every(parts=some):
            for part in some:
                yield from _leaves(part)
        case typed.Not(what=what):
            yield from _leaves(what)
        case _:
            yield from _arms(condition.at, c.HOLDS, c.FAILS)


def _arms(at: Span, *arms: str) -> Iterator[_Found]:
    return (_Found(at, arm, at) for arm in arms)


def _position(at: Span) -> tuple[str, int, int]:
    return (at.source.name, at.start, -at.end)

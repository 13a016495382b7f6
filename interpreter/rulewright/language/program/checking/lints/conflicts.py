"""Checks for things that may exist, run or be paid for only once.

They find powers with one name at one moment, replaced events that would carry on twice, and `first` statements of
one event that spend the same number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, partial

from rulewright.language.program import complaints as say, program as p, typed
from rulewright.language.program.checking.dependency_graph import (
    DependencyGraph,
    Key,
    first_events,
    subject_of_rule,
)
from rulewright.language.program.checking.narrowing import expression_form
from rulewright.language.program.checking.traversal import first_line_span, walk
from rulewright.language.program.typed import Block, Stmt
from rulewright.language.text import Complaint, Complaints, Span


def find_conflicts(graph: DependencyGraph) -> Iterator[Complaint]:
    """Yield complaints about powers that share a name at one moment, and about a second `carry on`."""
    yield from _find_duplicates(graph)
    for rule in graph.program.rules:
        if isinstance(rule, p.Hook) and rule.when == "would":
            complaints = Complaints()
            _check_block(rule.body, None, complaints)
            yield from complaints


def _find_duplicates(graph: DependencyGraph) -> Iterator[Complaint]:
    """Yield complaints about powers and means of one card that share a name."""
    for rule, earlier in duplicate_names(graph.program):
        yield say.names.declared_twice(
            first_line_span(rule.at), rule.word, first_line_span(earlier.at), ""
        )


def duplicate_names(program: p.Program) -> Iterator[tuple[p.Rule, p.Rule]]:
    """Yield each power or means that repeats a name of its card, with the first one of that name."""
    first: dict[tuple[str | None, str, Key], p.Rule] = {}
    for rule in program.rules:
        if isinstance(rule, p.Power | p.Means):
            earlier = first.setdefault((rule.card, rule.name, subject_of_rule(rule)), rule)
            if earlier is not rule:
                yield rule, earlier


def _check_block(block: Block, earlier: Span | None, complaints: Complaints) -> Span | None:
    """Report `carry on` statements of a block that may be the second one to run.

    `earlier` is a `carry on` that may have run before the block. Return the one that may have run after it, or
    None.
    """
    for stmt in block:
        earlier = _check_statement(stmt, earlier, complaints)
    return earlier


def _check_statement(stmt: Stmt, earlier: Span | None, complaints: Complaints) -> Span | None:
    """Report a second `carry on` in a statement; return the one that may have run after it, or None."""
    if isinstance(stmt, typed.CarryOn):
        if earlier is not None:
            complaints.add(say.speaking.carries_on_twice(stmt.at, earlier))
        return stmt.at
    repeated = isinstance(stmt, typed.ForEach | typed.ChooseSome | typed.Repeat)
    after = earlier
    for branch in _branches(stmt):
        end = _check_block(branch, earlier, complaints)
        if end is not earlier:
            after = end
            if repeated and end is not None:
                complaints.add(say.speaking.carries_on_twice(end, end))
    return after


def _branches(stmt: Stmt) -> Iterable[Block]:
    """Return the blocks inside a statement: alternatives, or the one body of a loop."""
    match stmt:
        case typed.If() | typed.May() | typed.MayChoose():
            return stmt.body, stmt.otherwise
        case typed.Choose(then=then):
            return (then,)
        case typed.Menu(options=options):
            return [option.body for option in options]
        case typed.ForEach(body=body) | typed.ChooseSome(body=body) | typed.Repeat(body=body):
            return (body,)
    return ()


def find_overspending(graph: DependencyGraph) -> Iterator[Complaint]:
    """Yield complaints about `first` statements that need a number which an earlier one reduces."""
    changed = cache(partial(_assigned_variables, graph))
    needed = cache(partial(_required_variables, graph))
    for event in graph.program.events.values():
        statements = first_events(event)
        # The first statement that changes a variable, by owner and name of the variable.
        changers: dict[tuple[object, str], int] = {}
        for number, statement in enumerate(statements):
            whose = expression_form(statement.arguments[0])
            wanted = (
                (changers[whose, each], each)
                for each in needed(statement.event)
                if (whose, each) in changers
            )
            if (first := min(wanted, default=None)) is not None:
                yield say.lints.needs_reduced_number(
                    statement.at, first[1], statements[first[0]].at
                )
            for each in changed(statement.event):
                changers.setdefault((whose, each), number)


def _assigned_variables(graph: DependencyGraph, name: str) -> set[str]:
    """Return the variables that an event sets, itself or by its `first` events."""
    blocks = ((*event.first, *event.body) for event in graph.with_first_events(name))
    nodes = (node for block in blocks for node in walk(block))
    return {node.variable for node in nodes if isinstance(node, typed.SetVariable)}


def _required_variables(graph: DependencyGraph, name: str) -> set[str]:
    """Return the variables that the conditions of an event and of its `first` events read."""
    nodes = (node for event in graph.with_first_events(name) for node in walk(event.conditions))
    return {node.variable for node in nodes if isinstance(node, typed.VariableOf)}

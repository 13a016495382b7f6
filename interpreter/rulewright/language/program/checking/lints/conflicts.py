"""What can be there, be reached or be spent only once.

Powers of one name where they are offered, events that would go on twice after they were stopped, and `first` deeds
of one event that draw on the same number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, partial

from rulewright.language.program import complaints as say, program as p, typed
from rulewright.language.program.checking.dependency_graph import Graph, Key, first_deeds, subject
from rulewright.language.program.checking.narrowing import form
from rulewright.language.program.checking.traversal import everything, head
from rulewright.language.program.typed import Block, Stmt
from rulewright.language.text import Complaint, Complaints, Span


def find_conflicts(graph: Graph) -> Iterator[Complaint]:
    """Find what can be there, or be reached, only once."""
    yield from _alike(graph)
    for rule in graph.program.rules:
        if isinstance(rule, p.Hook) and rule.when == "would":
            complaints = Complaints()
            _block(rule.body, None, complaints)
            yield from complaints


def _alike(graph: Graph) -> Iterator[Complaint]:
    for rule, earlier in named_alike(graph.program):
        yield say.names.declared_twice(head(rule.at), rule.word, head(earlier.at), "")


def named_alike(program: p.Program) -> Iterator[tuple[p.Rule, p.Rule]]:
    """Powers and means of one card that have one name where they are offered, each with the first of them."""
    first: dict[tuple[str | None, str, Key], p.Rule] = {}
    for rule in program.rules:
        if isinstance(rule, p.Power | p.Means):
            earlier = first.setdefault((rule.card, rule.name, subject(rule)), rule)
            if earlier is not rule:
                yield rule, earlier


def _block(block: Block, gone_on: Span | None, complaints: Complaints) -> Span | None:
    """Go through a block; `gone_on` is a `carry on` that may have been reached before, or after it."""
    for stmt in block:
        gone_on = _stmt(stmt, gone_on, complaints)
    return gone_on


def _stmt(stmt: Stmt, gone_on: Span | None, complaints: Complaints) -> Span | None:
    if isinstance(stmt, typed.CarryOn):
        if gone_on is not None:
            complaints.add(say.speaking.carries_on_twice(stmt.at, gone_on))
        return stmt.at
    repeated = isinstance(stmt, typed.ForEach | typed.ChooseSome | typed.Repeat)
    after = gone_on
    for branch in _branches(stmt):
        end = _block(branch, gone_on, complaints)
        if end is not gone_on:
            after = end
            if repeated and end is not None:
                complaints.add(say.speaking.carries_on_twice(end, end))
    return after


def _branches(stmt: Stmt) -> Iterable[Block]:
    """The blocks inside a statement, of which one is carried out, or none, or each again and again."""
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


def find_overspending(graph: Graph) -> Iterator[Complaint]:
    """Find each deed that has to be possible while an earlier one takes what it needs."""
    changed = cache(partial(_changed, graph))
    needed = cache(partial(_needed, graph))
    for event in graph.program.events.values():
        deeds = first_deeds(event)
        # Which deed is the first that takes this of somebody.
        taken: dict[tuple[object, str], int] = {}
        for number, deed in enumerate(deeds):
            whose = form(deed.arguments[0])
            wanted = (
                (taken[whose, each], each) for each in needed(deed.event) if (whose, each) in taken
            )
            if (first := min(wanted, default=None)) is not None:
                yield say.lints.one_purse(deed.at, first[1], deeds[first[0]].at)
            for each in changed(deed.event):
                taken.setdefault((whose, each), number)


def _changed(graph: Graph, name: str) -> set[str]:
    """The numbers, pointers and marks that an event sets, by itself and by its own first deeds."""
    blocks = ((*event.first, *event.body) for event in graph.with_first(name))
    found = (node for block in blocks for node in everything(block))
    return {node.variable for node in found if isinstance(node, typed.SetVariable)}


def _needed(graph: Graph, name: str) -> set[str]:
    """The numbers, pointers and marks that the conditions of an event and its first deeds look at."""
    found = (node for event in graph.with_first(name) for node in everything(event.conditions))
    return {node.variable for node in found if isinstance(node, typed.VariableOf)}

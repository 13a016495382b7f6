"""Lint for conditions that never hold, and for powers whose first step is impossible."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import Final

from rulewright.base.records import evolve
from rulewright.language.program import complaints as say, program as p, typed
from rulewright.language.program.checking.dependency_graph import DependencyGraph, first_events
from rulewright.language.program.checking.difference_bounds import substitute
from rulewright.language.program.checking.lints.constant_conditions import (
    ConstantResult,
    SourceLists,
    constant_result,
)
from rulewright.language.program.checking.traversal import (
    TypedNode,
    child_nodes,
    first_line_span,
    walk,
    without_filters,
)
from rulewright.language.program.typed import Expr, Stmt
from rulewright.language.text import Complaint, Span


def find_unreachable(graph: DependencyGraph) -> Iterator[Complaint]:
    """Yield complaints about powers that can never be used, and about constant conditions."""
    reported: set[Span] = set()
    for rule in graph.unchecked(graph.program.rules):
        if not isinstance(rule, p.Power):
            continue
        never = _why_always_empty(graph, rule.source) or _why_first_step_fails(graph, rule)
        if never is None:
            continue
        at, step, label = first_line_span(rule.at), never.at, "because of this"
        if _is_in(never.at, rule.at):
            reported.add(never.at)
            if not any(isinstance(part, Stmt) and part.at == step for part in walk(rule.body)):
                at, step = step, at  # report an empty list at the list, where it can be fixed
                label = "the power is here"
        yield say.lints.never_possible(at, rule.word, step, never.why, label)
    yield from _find_constant_conditions(graph, reported)


def _is_in(at: Span, whole: Span) -> bool:
    """Return whether span `at` begins inside span `whole`."""
    return at.source == whole.source and whole.start <= at.start < whole.end


def _find_constant_conditions(
    graph: DependencyGraph, reported: Container[Span]
) -> Iterator[Complaint]:
    """Yield complaints about constant conditions, except at the spans in `reported`."""
    for condition, among in _conditions(graph):
        for result in _constant_parts(graph, condition, among):
            if result.at not in reported:
                # Only an `or` can have a part that is never true: an `and` with one is reported as a whole.
                at, is_part = result.at, constant_result(graph, condition, among) is None
                yield (
                    say.lints.always_applies(at, result.why)
                    if result.value
                    else say.lints.never_applies(at, result.why, is_part)
                )


def _constant_parts(
    graph: DependencyGraph, condition: Expr | None, among: SourceLists
) -> Iterator[ConstantResult]:
    """Yield the constant result of a condition, or else those of the operands of its `and` and `or`."""
    result = constant_result(graph, condition, among)
    if result is not None:
        yield result
    elif isinstance(condition, typed.Every):
        for part in condition.parts:
            yield from _constant_parts(graph, part, among)


def _conditions(graph: DependencyGraph) -> Iterator[tuple[Expr | None, SourceLists]]:
    """Yield every condition of the program, with the lists that its variables were chosen from."""
    program = graph.program
    things: tuple[p.Rule | p.Event | p.Phase | p.Fact, ...] = (
        *program.rules,
        *program.events.values(),
        *program.phases.values(),
        *program.facts.values(),
    )
    for thing in graph.unchecked(things):
        among = _chosen_players(graph.statements_in(thing))
        if isinstance(thing, p.Event):
            yield from ((condition, among) for condition in thing.conditions)
        elif not isinstance(thing, p.Phase):
            yield thing.condition, among
        yield from _nested_conditions(graph.statements_in(thing), among)
    for kind in program.kinds.values():
        yield from ((stance.condition, {}) for stance in kind.stances.values())
    values = graph.unchecked(program.values.values())
    others = [part for value in values for part in child_nodes(value)]
    flow = program.flow if graph.unchecked([program.flow]) else ()
    yield from _nested_conditions(walk([*flow, *others]), {})


def _nested_conditions(
    nodes: Iterable[TypedNode], among: SourceLists
) -> Iterator[tuple[Expr | None, SourceLists]]:
    """Yield the conditions in filters, branches and loops, with the lists of their variables."""
    for node in nodes:
        match node:
            case typed.Filter(condition=condition, var=name, source=source):
                yield condition, {**among, name: source}
            case (
                typed.If(condition=condition)
                | typed.MenuOption(condition=condition)
                | typed.Repeat(until=condition)
            ):
                yield condition, among
            case typed.UsePowers(during=during, until=until):
                yield from ((during, among), (until, among))


_CHOOSING: Final = (typed.Choose, typed.ChooseSome, typed.MayChoose, typed.ForEach)
_LISTS: Final = (typed.Players, typed.Filter)


def _chosen_players(nodes: Iterable[TypedNode]) -> SourceLists:
    """Return the lists that variables for players were chosen from; cards are left out, as they may move."""
    lists: dict[str, Expr] = {}
    for node in nodes:
        if isinstance(node, _CHOOSING) and isinstance(node.source, _LISTS):
            lists.setdefault(node.var, node.source)
    return {
        name: source
        for name, source in lists.items()
        if isinstance(without_filters(source), typed.Players)
    }


# ------------------------------------------------------------------ first steps


def _why_first_step_fails(graph: DependencyGraph, power: p.Power) -> ConstantResult | None:
    """Return why the first effective statement of a power is impossible in every game; None if it is not."""
    for stmt in power.body:
        match stmt:
            case typed.Let() | typed.Tell():
                continue
            case typed.Do(event=name, arguments=arguments):
                never = _why_event_impossible(graph, name, power) or _why_arguments_impossible(
                    graph, name, arguments
                )
                return never if never is None else evolve(never, at=stmt.at)
            case typed.Choose(source=source) | typed.ChooseSome(source=source, exact=True):
                return _why_always_empty(graph, source)
            case typed.Menu(options=options):
                if all(
                    _why_never(graph, o.condition) or _why_always_empty(graph, o.source)
                    for o in options
                ):
                    return ConstantResult(False, "none of its options is ever offered", stmt.at)
        return None
    return None


def _why_never(graph: DependencyGraph, condition: Expr | None) -> ConstantResult | None:
    """Return why a condition holds in no game; None if it may hold."""
    result = constant_result(graph, condition)
    return result if result is not None and not result.value else None


def _why_always_empty(graph: DependencyGraph, source: Expr | None) -> ConstantResult | None:
    """Return why a list is empty in every game; None if it may have elements."""
    match source:
        case typed.Filter(source=inner, condition=condition):
            never = constant_result(graph, condition, {source.var: inner})
            return (
                never if never is not None and not never.value else _why_always_empty(graph, inner)
            )
    return None


def _why_event_impossible(
    graph: DependencyGraph, name: str, power: p.Power
) -> ConstantResult | None:
    """Return why a power can never perform the event `name`; None if it may."""
    for event in graph.with_first_events(name):
        for condition in event.conditions:
            if (never := _why_never(graph, condition)) is not None:
                return never
        for rule in graph.rules_about.get(("event", event.name), ()):
            if isinstance(rule, p.Restriction) and not rule.delayed:
                if rule.card is None and rule.condition is None:
                    why = f"a rule forbids `{event.verb}` to everybody, always"
                    return ConstantResult(False, why, rule.at)
                of_its_card = rule.card is not None and rule.card == power.card
                if of_its_card and rule.stance == power.stance and _always_forbids(rule):
                    why = f"a rule of the same card forbids `{event.verb}`"
                    return ConstantResult(False, why, rule.at)
    return None


def _why_arguments_impossible(
    graph: DependencyGraph,
    name: str,
    arguments: tuple[Expr, ...],
    known: frozenset[str] = frozenset(),
) -> ConstantResult | None:
    """Return why the event `name` is impossible with these arguments; None if it may be possible.

    `known` are the events on the way here, which are not followed again.
    """
    event = graph.program.events[name]
    pairs = zip((each.name for each in event.parameters), arguments, strict=True)
    names = dict(pairs)
    for condition in event.conditions:
        if (never := _why_never(graph, substitute(condition, names))) is not None:
            return never
    for statement in first_events(event) if name not in known else ():
        passed = tuple(substitute(each, names) for each in statement.arguments)
        if (
            never := _why_arguments_impossible(graph, statement.event, passed, known | {name})
        ) is not None:
            return never
    return None


def _always_forbids(rule: p.Restriction) -> bool:
    """Return whether a restriction has no condition but that the actor is its own player."""
    match rule.condition:
        case None:
            return True
        case typed.Compare(operator="==", right=typed.Var(name="me")):
            return not rule.if_conditions
    return False

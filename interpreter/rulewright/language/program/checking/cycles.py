"""Cycle detection: values and facts that depend on themselves, events and phases that trigger themselves.

Only cycles that exist in every game with the rule that closes them are found here: those through the rules of the
frame (rules on no card) and of one card. Cycles through several cards, and those that depend on a setting, are
found when an edition is checked.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial

from rulewright.base.records import Record
from rulewright.language.program import program as p, typed
from rulewright.language.program.checking.dependency_graph import (
    DependencyGraph,
    Key,
    Sort,
    first_events,
    read_by,
    triggered_by,
)
from rulewright.language.program.checking.narrowing import result_with_labels
from rulewright.language.program.checking.traversal import TypedNode, child_nodes, walk
from rulewright.language.program.complaints.cycle_complaints import (
    depends_on_itself,
    triggers_itself,
)
from rulewright.language.program.types import YES_OR_NO
from rulewright.language.text import Complaint, Span, SpanNote

KnownLabels = tuple[tuple[str, str], ...]
"""Parameters of an event with the labels that are passed for them."""

DependencyNode = tuple[Sort, str, int, KnownLabels]
"""A node of the graph: sort, name, and for events the number of the `would` rule left out, or -1, and labels.

Labels are kept only for parameters that rules compare with labels, so that the graph grows little.
"""


class DependencyEdge(Record):
    """An edge of the dependency graph, with its position in the source.

    `rule` is the rule that causes the edge, None if a declaration does.
    """

    start: DependencyNode
    end: DependencyNode
    at: Span
    rule: p.Rule | None

    @property
    def card(self) -> str | None:
        """The card whose rule causes the edge; None for a declaration or a rule on no card."""
        return self.rule.card if self.rule is not None else None


CycleWording = Callable[[Span, str, Iterable[str], Iterable[SpanNote]], Complaint]
EdgesFrom = Callable[[DependencyNode], Iterable[DependencyEdge]]


def find_cycles(
    graph: DependencyGraph, cards: Collection[str] | None = None
) -> Iterator[Complaint]:
    """Yield complaints about cycles of evaluation and of triggers.

    Cycles may use the rules of one card; with `cards`, those of all these cards.
    """
    for steps in _shortest_cycles(graph, graph.cached_result(evaluation_cycles), cards):
        yield _make_complaint(steps, "depends on", depends_on_itself)
    # Test all edges first: the certain ones are a subset, and most programs have no cycle at all.
    if graph.cached_result(trigger_cycles):
        certain = _edges_on_cycles(
            _trigger_nodes(graph.program), partial(_trigger_edges, graph, _unconditional_nodes)
        )
        for steps in _shortest_cycles(graph, certain, cards):
            yield _make_complaint(steps, "leads to", triggers_itself)


def evaluation_cycles(graph: DependencyGraph) -> dict[DependencyNode, list[DependencyEdge]]:
    """Return the edges between values, facts and events that lead into a cycle of evaluation, by node."""
    program = graph.program
    starts = [*_nodes("value", program.values), *_nodes("fact", program.facts)]
    starts += _nodes("event", program.events)
    return _edges_on_cycles(starts, partial(_evaluation_edges, graph))


def trigger_cycles(
    graph: DependencyGraph, self_triggering: Collection[int] = ()
) -> dict[DependencyNode, list[DependencyEdge]]:
    """Return the edges between events, phases and moments that lead into a cycle of triggers, by node.

    Settings are ignored: every branch may run. Rules whose numbers are in `self_triggering` trigger themselves,
    as several instances of one rule can.
    """
    return _edges_on_cycles(
        _trigger_nodes(graph.program),
        partial(_trigger_edges, graph, walk, self_triggering=self_triggering),
    )


def _trigger_nodes(program: p.Program) -> list[DependencyNode]:
    """Return the nodes of all events, phases and moments."""
    events = _nodes("event", program.events)
    return [*events, *_nodes("phase", program.phases), *_nodes("moment", program.moments)]


def _nodes(sort: Sort, names: Iterable[str]) -> list[DependencyNode]:
    """Return the graph nodes of declarations of one sort, such as `value`."""
    return [(sort, name, -1, ()) for name in names]


def _shortest_cycles(
    graph: DependencyGraph,
    leading: dict[DependencyNode, list[DependencyEdge]],
    cards: Collection[str] | None,
) -> Iterator[list[DependencyEdge]]:
    """Yield a shortest cycle for each group of nodes in `leading`, the edges that lead into cycles.

    It is rotated so that the edge written last in the source, which closes the cycle, comes first.
    """
    reported: set[DependencyNode | Span] = set()
    for start in leading:
        if start in reported or not (cycle := shortest_cycle(start, leading, cards)):
            continue
        # With and without known labels, a cycle may pass through the same places.
        is_new = any(step.at not in reported for step in cycle)
        reported |= {step.start for step in cycle} | {step.at for step in cycle}
        if is_new:
            last = max(
                range(len(cycle)), key=lambda number: _source_order(graph.program, cycle[number])
            )
            yield [*cycle[last:], *cycle[:last]]


def _edges_on_cycles(
    starts: Iterable[DependencyNode], following: EdgesFrom
) -> dict[DependencyNode, list[DependencyEdge]]:
    """Return by node the edges that lead into a cycle, among the nodes reachable from `starts`.

    Nodes without outgoing edges are removed repeatedly, as in Kahn's algorithm for topological sorting; a node
    that remains leads into a cycle.
    """
    steps: dict[DependencyNode, list[DependencyEdge]] = {}
    worklist = list(starts)
    while worklist:
        place = worklist.pop()
        if place not in steps:
            steps[place] = list(following(place))
            worklist += [step.end for step in steps[place]]
    changed = True
    while changed:
        changed = False
        for place in list(steps):
            steps[place] = [step for step in steps[place] if step.end in steps]
            if not steps[place]:
                del steps[place]
                changed = True
    return steps


def shortest_cycle(
    start: DependencyNode,
    steps: dict[DependencyNode, list[DependencyEdge]],
    cards: Collection[str] | None,
) -> list[DependencyEdge] | None:
    """Return the shortest path of edges from `start` back to itself; None if there is none.

    The search is breadth-first. The path uses rules of `cards` or, if that is None, of one card at most.
    """
    worklist: deque[tuple[DependencyNode, str | None, list[DependencyEdge]]] = deque(
        [(start, None, [])]
    )
    seen: set[tuple[DependencyNode, str | None]] = {(start, None)}
    while worklist:
        place, card, steps_so_far = worklist.popleft()
        for step in steps[place]:
            if cards is not None:
                if step.card is not None and step.card not in cards:
                    continue
            elif card is not None and step.card not in (None, card):
                continue
            path = [*steps_so_far, step]
            if step.end == start:
                return path
            key = (step.end, step.card or card)
            if key not in seen:
                seen.add(key)
                worklist.append((*key, path))
    return None


def _source_order(program: p.Program, step: DependencyEdge) -> tuple[int, int]:
    """Return a sort key for edges in source order: those of declarations before those of rules."""
    if step.rule is not None:
        return 1, step.rule.number
    sort, name, *_ = step.start
    return 0, list(program.of_sort(sort)).index(name)


# ------------------------------------------------------------------ complaints


def _make_complaint(steps: list[DependencyEdge], leads: str, wording: CycleWording) -> Complaint:
    """Return the complaint about the cycle `steps`; `leads` is the verb between its nodes."""
    notes = [
        SpanNote(step.at, f"{_node_in_words(step.start)} {leads} {_node_in_words(step.end)} here")
        for step in steps[1:]
    ]
    return wording(steps[0].at, _node_in_words(steps[0].start), _names_on_cycle(steps), notes)


def _node_in_words(place: DependencyNode) -> str:
    """Return the description of a node in a complaint."""
    sort, name, *_ = place
    if sort == "powers":
        return f"a power of {name.removeprefix('= ').partition(' but ')[0]}"
    return f"the {sort} {name}" if sort in ("phase", "moment") else f"`{name}`"


def _names_on_cycle(steps: list[DependencyEdge]) -> list[str]:
    """Return the names of the nodes on a cycle in order; the first one is repeated at the end."""
    return [_short_name(step.start) for step in (*steps, steps[0])]


def _short_name(place: DependencyNode) -> str:
    """Return the name of a node in a chain, with the labels that are passed to it."""
    _, name, _, labels = place
    if place[0] == "powers":
        return _node_in_words(place)
    return f"{name} ({', '.join(label for _, label in labels)})" if labels else name


# ------------------------------------------------------------------ edges


def _evaluation_edges(graph: DependencyGraph, place: DependencyNode) -> Iterator[DependencyEdge]:
    """Yield edges from the value, fact or event `place` to each one that its evaluation reads."""
    sort, name, *_ = place
    for roots, rule in _evaluated_expressions(graph, (sort, name)):
        for node in walk(roots):
            end = read_by(node)
            if isinstance(node, typed.FieldOf) and end is not None:
                # A field that no rule changes is a constant.
                end = end if end[1] in graph.program.values else None
            if end is not None:
                yield DependencyEdge(place, (*end, -1, ()), node.at, rule)


def _evaluated_expressions(
    graph: DependencyGraph, key: Key
) -> Iterator[tuple[list[TypedNode | None], p.Rule | None]]:
    """Yield the expressions that decide a value, fact or event, with the rule they are in (or None)."""
    program = graph.program
    sort, name = key
    if sort == "value":
        yield [program.values[name].result], None
    elif sort == "fact":
        yield [program.facts[name].condition], None
    else:
        event = program.events[name]
        yield [*event.conditions], None
        yield [_implicit_condition(statement) for statement in first_events(event)], None
    for rule in graph.rules_about.get(key, ()):
        if isinstance(rule, p.Change | p.Grant | p.Restriction):
            stance = graph.stance_of(rule)  # the rule applies only in its stance
            when = [] if stance is None else [stance.player, stance.condition]
            copied = [part for copy in graph.copies_of(rule) for part in child_nodes(copy)]
            yield [*child_nodes(rule), *when, *copied], rule


def _implicit_condition(statement: typed.Do) -> typed.Can:
    """Return the condition that a `first` statement implies: the event that it performs is possible."""
    return typed.Can(
        event=statement.event, arguments=statement.arguments, type=YES_OR_NO, at=statement.at
    )


def _trigger_edges(
    graph: DependencyGraph,
    nodes_of: Callable[[Iterable[TypedNode]], Iterable[TypedNode]],
    place: DependencyNode,
    self_triggering: Collection[int] = (),
) -> Iterator[DependencyEdge]:
    """Yield edges from the event, phase or moment `place` to all that its body and rules about it trigger.

    `nodes_of` returns the statements of a block that count. An event that a rule performs without triggering
    itself again leads to a node without that rule, unless the rule is in `self_triggering`. Rules and branches
    that the labels passed to the event exclude do not count.
    """
    sort, name, without, labels = place
    for rule, block in graph.blocks((sort, name)):
        if rule is not None and rule.number == without:
            continue
        known = _labels_in_block(graph, rule, name, labels) if labels else {}
        if known and rule is not None and result_with_labels(rule.condition, known) is False:
            continue
        for node in _nodes_with_labels(block, known, nodes_of) if known else nodes_of(block):
            cannot_retrigger = (
                isinstance(rule, p.Hook)
                and rule.number not in self_triggering
                and rule.is_not_triggered_by(node)
            )
            for end in triggered_by(node):
                ignored = rule.number if rule and cannot_retrigger else -1
                passed = _passed_labels(graph, node, known)
                yield DependencyEdge(place, (*end, ignored, passed), node.at, rule)


def _labels_in_block(
    graph: DependencyGraph, rule: p.Rule | None, event: str, labels: KnownLabels
) -> dict[str, str]:
    """Return the known labels by the names that a rule, or (None) the event itself, has for its parameters."""
    known, parameters = dict(labels), graph.program.events[event].parameters
    names = [each.name for each in parameters] if rule is None else rule.names
    pairs = zip(names, parameters, strict=False)
    return {name: known[each.name] for name, each in pairs if each.name in known}


def _nodes_with_labels(
    block: Iterable[TypedNode],
    known: Mapping[str, str],
    nodes_of: Callable[[Iterable[TypedNode]], Iterable[TypedNode]],
) -> Iterator[TypedNode]:
    """Yield the nodes of a block except those in branches that the known labels exclude."""
    excluded: set[int] = set()
    for node in nodes_of(block):
        if isinstance(node, typed.If):
            result = result_with_labels(node.condition, known)
            if result is not None:
                excluded |= {id(each) for each in walk(node.otherwise if result else node.body)}
        if id(node) not in excluded:
            yield node


def _passed_labels(
    graph: DependencyGraph, node: TypedNode, known: Mapping[str, str]
) -> KnownLabels:
    """Return the labels that a statement passes to an event, for parameters that its rules compare."""
    compared = graph.cached_result(_compared_parameters_by_event)
    if not compared or not isinstance(node, typed.Do | typed.May):
        return ()
    parameters = graph.program.events[node.event].parameters
    labels = []
    for number in compared.get(node.event, ()):
        match node.arguments[number]:
            case typed.Label(name=label):
                labels.append((parameters[number].name, label))
            case typed.Var(name=name) if name in known:
                labels.append((parameters[number].name, known[name]))
    return tuple(labels)


def _compared_parameters_by_event(graph: DependencyGraph) -> dict[str, list[int]]:
    """Return the events with parameters that a rule compares with a label, and these parameters' positions."""
    program = graph.program
    found = {
        event.name: compared_parameters(
            event, program, graph.rules_about.get(("event", event.name), ())
        )
        for event in program.events.values()
        if any(each.type.name in program.labels for each in event.parameters)
    }
    return {name: positions for name, positions in found.items() if positions}


def compared_parameters(event: p.Event, program: p.Program, rules: Iterable[p.Rule]) -> list[int]:
    """Return the positions of an event's parameters that it or `rules` about it compare with a label."""
    positions = [
        number for number, each in enumerate(event.parameters) if each.type.name in program.labels
    ]
    if not positions:
        return []
    own = ([each.name for each in event.parameters], event)
    found = {
        names.index(side.name)
        for names, thing in (own, *((list(rule.names), rule) for rule in rules))
        for node in walk(child_nodes(thing))
        if isinstance(node, typed.Compare)
        for side, other in ((node.left, node.right), (node.right, node.left))
        if isinstance(side, typed.Var) and isinstance(other, typed.Label) and side.name in names
    }
    return [number for number in positions if number in found]


def _unconditional_nodes(body: Iterable[TypedNode]) -> Iterator[TypedNode]:
    """Yield all nodes of a block except branches whose condition depends on a setting."""
    worklist = list(body)
    while worklist:
        node = worklist.pop()
        if isinstance(node, typed.If) and any(
            isinstance(part, typed.SettingOf) for part in walk([node.condition])
        ):
            continue
        yield node
        worklist.extend(child_nodes(node))

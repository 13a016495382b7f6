"""Cycle detection: values and facts that depend on themselves, events and phases that trigger themselves.

Only cycles that exist in every game with the rule that closes them are found here: those through the frame and
one card. Cycles through several cards, and those that depend on a setting, are found when an edition is checked.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial

from rulewright.base.records import Record
from rulewright.language.program import program as p, typed
from rulewright.language.program.checking.dependency_graph import (
    Graph,
    Key,
    Sort,
    asks,
    first_deeds,
    leads_to,
)
from rulewright.language.program.checking.traversal import Part, everything, parts
from rulewright.language.program.complaints.cycle_complaints import circle, sets_itself_off
from rulewright.language.program.types import YES_OR_NO
from rulewright.language.text import Complaint, Note, Span

Place = tuple[Sort, str, int]
"""A node of the graph: sort, name, and (for events) the number of the `would` rule left out, or -1."""


class Step(Record):
    """An edge of the dependency graph, with its position and the rule that causes it (None: the declaration)."""

    start: Place
    end: Place
    at: Span
    rule: p.Rule | None

    @property
    def card(self) -> str | None:
        """The card whose rule causes the edge; None for the frame."""
        return self.rule.card if self.rule is not None else None


Wording = Callable[[Span, str, Iterable[str], Iterable[Note]], Complaint]
Following = Callable[[Place], Iterable[Step]]


def find_circles(graph: Graph, cards: Collection[str] | None = None) -> Iterator[Complaint]:
    """Find cycles of dependencies and of triggers; with `cards` also those through several of these cards."""
    for steps in _circles(graph, graph.worked_out(askings), cards):
        yield _told(steps, "looks at", circle)
    # The certain edges are a subset of all edges, and most programs have no cycle even among all.
    if graph.worked_out(doings):
        certain = _in_circles(_all_done(graph.program), partial(_done, graph, _certain))
        for steps in _circles(graph, certain, cards):
            yield _told(steps, "leads to", sets_itself_off)


def askings(graph: Graph) -> dict[Place, list[Step]]:
    """Return the edges between values, facts and events on cycles of evaluation, or on paths between cycles."""
    program = graph.program
    starts = [*_places("value", program.values), *_places("fact", program.facts)]
    starts += _places("event", program.events)
    return _in_circles(starts, partial(_asked, graph))


def doings(graph: Graph, self_triggering: Collection[int] = ()) -> dict[Place, list[Step]]:
    """Return the edges between events, phases and moments on cycles of triggers, or on paths between cycles.

    Settings are ignored: every branch may run. Rules whose numbers are in `self_triggering` trigger themselves,
    as several instances of one rule can.
    """
    return _in_circles(
        _all_done(graph.program), partial(_done, graph, everything, self_triggering=self_triggering)
    )


def _all_done(program: p.Program) -> list[Place]:
    events = _places("event", program.events)
    return [*events, *_places("phase", program.phases), *_places("moment", program.moments)]


def _places(sort: Sort, names: Iterable[str]) -> list[Place]:
    return [(sort, name, -1) for name in names]


def _circles(
    graph: Graph, leading: dict[Place, list[Step]], cards: Collection[str] | None
) -> Iterator[list[Step]]:
    """Yield cycles, each rotated to begin with the edge that was written last and so closes it."""
    reported: set[Place] = set()
    for start in leading:
        if start not in reported and (cycle := shortest_circle(start, leading, cards)):
            reported |= {step.start for step in cycle}
            last = max(range(len(cycle)), key=lambda number: _rank(graph.program, cycle[number]))
            yield [*cycle[last:], *cycle[:last]]


def _in_circles(starts: Iterable[Place], following: Following) -> dict[Place, list[Step]]:
    """Return the edges of every reachable node that can reach a cycle.

    Nodes without outgoing edges are removed until none is left.
    """
    steps: dict[Place, list[Step]] = {}
    waiting = list(starts)
    while waiting:
        place = waiting.pop()
        if place not in steps:
            steps[place] = list(following(place))
            waiting += [step.end for step in steps[place]]
    changed = True
    while changed:
        changed = False
        for place in list(steps):
            steps[place] = [step for step in steps[place] if step.end in steps]
            if not steps[place]:
                del steps[place]
                changed = True
    return steps


def shortest_circle(
    start: Place, steps: dict[Place, list[Step]], cards: Collection[str] | None
) -> list[Step] | None:
    """Return the shortest path from `start` back to itself, or None (breadth-first search).

    It uses rules of `cards` or, if that is None, of one card at most.
    """
    waiting: deque[tuple[Place, str | None, list[Step]]] = deque([(start, None, [])])
    seen: set[tuple[Place, str | None]] = {(start, None)}
    while waiting:
        place, card, steps_so_far = waiting.popleft()
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
                waiting.append((*key, path))
    return None


def _rank(program: p.Program, step: Step) -> tuple[int, int]:
    """Return a sort key for the source order: declarations before rules."""
    if step.rule is not None:
        return 1, step.rule.number
    sort, name, _ = step.start
    return 0, list(program.of_sort(sort)).index(name)


# ------------------------------------------------------------------ complaints


def _told(steps: list[Step], leads: str, wording: Wording) -> Complaint:
    """Return the complaint about a cycle; `leads` is the verb for its edges."""
    notes = [
        Note(step.at, f"{_said(step.start)} {leads} {_said(step.end)} here") for step in steps[1:]
    ]
    return wording(steps[0].at, _said(steps[0].start), _chain(steps), notes)


def _said(place: Place) -> str:
    sort, name, _ = place
    if sort == "powers":
        return f"a power of {name.removeprefix('= ').partition(' but ')[0]}"
    return f"the {sort} {name}" if sort in ("phase", "moment") else f"`{name}`"


def _chain(steps: list[Step]) -> list[str]:
    starts = (step.start for step in (*steps, steps[0]))
    return [_said(each) if each[0] == "powers" else each[1] for each in starts]


# ------------------------------------------------------------------ edges


def _asked(graph: Graph, place: Place) -> Iterator[Step]:
    """Yield the edges from a value, fact or event to all that its evaluation reads."""
    sort, name, _ = place
    for roots, rule in _questions(graph, (sort, name)):
        for node in everything(roots):
            end = asks(node)
            if isinstance(node, typed.FieldOf) and end is not None:
                # A field that no rule changes is a constant.
                end = end if end[1] in graph.program.values else None
            if end is not None:
                yield Step(place, (*end, -1), node.at, rule)


def _questions(graph: Graph, key: Key) -> Iterator[tuple[list[Part | None], p.Rule | None]]:
    """Yield the expressions that determine a value, fact or event: its declaration's, then those of each rule."""
    program = graph.program
    sort, name = key
    if sort == "value":
        yield [program.values[name].result], None
    elif sort == "fact":
        yield [program.facts[name].condition], None
    else:
        event = program.events[name]
        yield [*event.conditions], None
        yield [_can(statement) for statement in first_deeds(event)], None
    for rule in graph.rules_about.get(key, ()):
        if isinstance(rule, p.Change | p.Grant | p.Restriction):
            stance = graph.stance_of(rule)  # the rule applies only in its stance
            when = [] if stance is None else [stance.player, stance.condition]
            copied = [part for copy in graph.copied_as(rule) for part in parts(copy)]
            yield [*parts(rule), *when, *copied], rule


def _can(statement: typed.Do) -> typed.Can:
    """Return the implicit condition of a `first` statement: its event has to be possible."""
    return typed.Can(
        event=statement.event, arguments=statement.arguments, type=YES_OR_NO, at=statement.at
    )


def _done(
    graph: Graph,
    nodes_of: Callable[[Iterable[Part]], Iterable[Part]],
    place: Place,
    self_triggering: Collection[int] = (),
) -> Iterator[Step]:
    """Yield the edges from an event, phase or moment to all that it triggers, by its own body and by rules.

    An event that a rule performs without triggering itself again leads to a node without that rule, unless the
    rule is in `self_triggering`.
    """
    sort, name, without = place
    for rule, block in graph.blocks((sort, name)):
        if rule is not None and rule.number == without:
            continue
        for node in nodes_of(block):
            cannot_retrigger = (
                isinstance(rule, p.Hook)
                and rule.number not in self_triggering
                and rule.is_deaf_to(node)
            )
            for end in leads_to(node):
                yield Step(
                    place, (*end, rule.number if rule and cannot_retrigger else -1), node.at, rule
                )


def _certain(body: Iterable[Part]) -> Iterator[Part]:
    """Yield the nodes of a block, without branches that depend on a setting."""
    waiting = list(body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, typed.If) and any(
            isinstance(part, typed.SettingOf) for part in everything([node.condition])
        ):
            continue
        yield node
        waiting.extend(parts(node))

"""What scenarios choose, and say may or may not be chosen: each word must be one that some option has."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from rulewright.program import complaints as say, program as p, typed
from rulewright.program.checking.graph import Graph
from rulewright.program.checking.traversal import everything
from rulewright.program.program import Pick, Scenario
from rulewright.text import Complaint

ANSWERS = ("yes", "no", "done", "nothing")


def find_unknown_choices(graph: Graph) -> Iterator[Complaint]:
    """Find choices that no game of these rules offers, whatever happens in it."""
    program = graph.program
    if not program.scenarios or program.unread:
        return
    words = set(_words(graph))
    for scenario in program.scenarios:
        for pick in _picks(scenario):
            for word in pick.words:
                if isinstance(word, str) and word not in words and not _is_seat(word, scenario):
                    known = {each for each in words if each[:1].isupper() == word[:1].isupper()}
                    yield say.scenarios.no_choice(pick.at, word, known)


def _picks(scenario: Scenario) -> Iterator[Pick]:
    for step in scenario.steps:
        match step:
            case p.Answer(pick=pick) | p.Check(kind="offered", pick=Pick() as pick):
                yield pick


def _is_seat(word: str, scenario: Scenario) -> bool:
    return len(word) == 1 and "A" <= word <= chr(ord("A") + scenario.players - 1)


def _words(graph: Graph) -> Iterator[str]:
    """Whatever can name an option: what may be done, or with what."""
    program = graph.program
    yield from ANSWERS
    yield from program.cards
    for labels in program.labels.values():
        yield from labels.items
    for rule in program.rules:
        if isinstance(rule, p.Power | p.Means):
            yield rule.word
        if isinstance(rule, p.Means):
            yield program.events[rule.about].verb
    steps = [step for scenario in program.scenarios for step in scenario.steps]
    bodies = [part for step in steps if isinstance(step, p.Steps) for part in step.body]
    for node in chain(graph.nodes, everything(bodies)):
        if isinstance(node, typed.MenuOption):
            yield node.name

"""Scenarios that lay out more copies of a card than there are: the last one is moved once more."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.edition.edition import Edition
from rulewright.edition.merge import changes_for
from rulewright.link.from_program import make_world
from rulewright.link.link_complaints import moved_again
from rulewright.program import typed
from rulewright.program.checking.traversal import everything
from rulewright.program.program import Program, Scenario, Steps
from rulewright.text import Complaint, Complaints, RulesError, Span


def find_moved_again(program: Program, edition: Edition) -> Iterator[Complaint]:
    """Find cards that one `given` moves more often than there are copies of them."""
    for scenario in program.scenarios:
        yield from moved_again_in(scenario, program, edition)


def moved_again_in(scenario: Scenario, program: Program, edition: Edition) -> Iterator[Complaint]:
    """The same for one scenario."""
    for step in scenario.steps:
        places = _moved(step) if isinstance(step, Steps) and step.given else {}
        more = {card: at for card, at in places.items() if len(at) > 1}
        copies = _copies(scenario, program, edition) if more else {}
        for card, at in more.items():
            if (number := copies.get(card, len(at))) < len(at):
                yield moved_again(at[number], card, number, at[number - 1])


def _moved(step: Steps) -> dict[str, list[Span]]:
    """Where each card is moved."""
    moved: dict[str, list[Span]] = {}
    for node in everything(step.body):
        if isinstance(node, typed.Move) and isinstance(node.what, typed.Design):
            moved.setdefault(node.what.card, []).append(node.what.at)
    return {card: sorted(at, key=lambda span: span.start) for card, at in moved.items()}


def _copies(scenario: Scenario, program: Program, edition: Edition) -> dict[str, int]:
    """How many copies of each card there are in the scenario's game; none if it is no game."""
    asked = program.kinds_of(card for card, _ in scenario.cards)
    options = [name for name, _ in scenario.options]
    try:
        changes = changes_for(edition, scenario.players, options, asked)
    except RulesError:  # is told when the scenario is run
        return {}
    world = make_world(program, edition, changes, scenario.players, Complaints(), scenario.cards)
    return {card: len(world.of_card(card)) for card in world.cards}

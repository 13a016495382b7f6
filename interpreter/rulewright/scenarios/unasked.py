"""What was chosen without being asked, as it was the only option: who answers for it all the same is told so."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.program import program as p
from rulewright.scenarios.finding import ScenarioRef
from rulewright.scenarios.picking import words_of
from rulewright.scenarios.running import Running, asks_chance, draw_for_chance
from rulewright.scenarios.verdicts import Failed
from rulewright.text import RulesError


def chosen_unasked(ref: ScenarioRef, place: str) -> tuple[str, ...]:
    """The single options that were taken between the last answer and the one at this place, as they are written.

    For that the scenario is played once more, with single options asked too. Nothing if that cannot be told.
    """
    try:
        game, prepared = ref.suite.game(ref.scenario)
    except RulesError:
        return ()
    running = Running(ref, game, asks_forced=True)
    taken: list[str] = []
    for number, step in enumerate(ref.scenario.steps):
        if isinstance(step, p.Check):
            continue
        taken += _taken_before(step, running)
        if isinstance(step, p.Answer):
            if str(step.at) == place:
                return tuple(taken)
            taken = []
        try:
            running.step(number, prepared[number])
        except (Failed, RulesError):
            break
    return ()


def _taken_before(step: p.Step, running: Running) -> Iterator[str]:
    """Take single options until the step has something to decide; chance is drawn for where it is not answered."""
    at = running.at
    answered = isinstance(step, p.BySeed) or (isinstance(step, p.Answer) and step.player is None)
    while at.waiting:
        if len(at.option_values()) == 1:
            yield words_of(at, 0, running.names)
            at.choose(0)
        elif asks_chance(at) and not answered:
            draw_for_chance(at)
        else:
            break

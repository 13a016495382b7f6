"""A scenario step by step: what each of its lines brought about, and why."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.game.story import Event
from rulewright.game.words import seat_letters
from rulewright.program import program as p
from rulewright.records import Record
from rulewright.scenarios.finding import ScenarioRef
from rulewright.scenarios.picking import awaited
from rulewright.scenarios.running import Running, ScenarioResult
from rulewright.session.causes import SILENT, Because, Causes


class Stepped(Record):
    """A step: how it is written, what was told since the one before and why, who has to decide then.

    `failed` says what did not hold, if the step failed.
    """

    section: str
    lines: tuple[str, ...]
    told: tuple[tuple[Because, ...], ...]
    awaited: str
    failed: ScenarioResult | None = None


def stepped(ref: ScenarioRef) -> Iterator[Stepped]:
    """Carry out a scenario; what it tells is told as far as its hearers know it. Raises RulesError."""
    suite = ref.suite.tracing()
    game, prepared = suite.game(ref.scenario)
    running = Running(ref, game)
    told = 0
    for number, failure in running.each(prepared):
        step, at = ref.scenario.steps[number], running.at
        log = at.log or []
        told = min(told, len(log))  # a `done` that was said for nothing may be taken back
        new, told = tuple(why_lately(running, suite.program, told)), len(log)
        failed = running.result(failure) if failure is not None else None
        now = awaited(at, running.names) if at.waiting else ""
        yield Stepped(_section(step), tuple(_lines(step)), new, now, failed)


def why_lately(running: Running, program: p.Program, since: int) -> Iterator[tuple[Because, ...]]:
    """What was told since the story had so many lines, to those who were told it, each with its causes."""
    at = running.at
    log = at.log or []
    told = [
        number
        for number, entry in enumerate(log)
        if not at.game.module.tellings[entry[0]].event.startswith(SILENT)
    ]
    events = [Event(at.game, log[number], running.names) for number in told]
    causes = Causes(at.game, log, program, events)
    for place, event in enumerate(events):
        if told[place] >= since and (chain := causes.of(place, event.to)):
            yield chain


def why_at_last(ref: ScenarioRef) -> tuple[Because, ...]:
    """Why the last thing happened that a scenario told."""
    chains = [chain for step in stepped(ref) for chain in step.told]
    return chains[-1] if chains else ()


def _section(step: p.Step) -> str:
    if isinstance(step, p.Check):
        return "then"
    return "given" if isinstance(step, p.Steps) and step.given else "when"


def _lines(step: p.Step) -> Iterator[str]:
    match step:
        case p.Steps(body=body):
            yield from (each.at.source.line(each.at.line).strip() for each in body)
        case p.Answer(player=player, pick=pick):
            who = "chance" if player is None else seat_letters(player + 1)[player]
            yield f"{who} chooses {pick.at.text}"
        case p.BySeed():
            yield "the seed decides"
        case p.Check():
            yield " ".join(step.at.text.split())

"""Other uses of scenarios: stepping with causes, finding forced choices, and continuing as a game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.base.records import Record, evolve
from rulewright.language.edition.translations.vocabulary import load_words
from rulewright.language.program import program as p
from rulewright.language.text import RulesError
from rulewright.runtime.game.compiled_game import CompiledGame
from rulewright.runtime.game.state import GameState
from rulewright.runtime.game.value_words import seat_letters
from rulewright.runtime.ir.layout import ASKING, ASKS_FORCED
from rulewright.runtime.observation.story import Event
from rulewright.runtime.session.explain.causes import SILENT, CausalChains, CausalLink
from rulewright.runtime.session.games import Game, Rules
from rulewright.runtime.session.native_backend import backend, may_be_native
from rulewright.runtime.session.rules.rulebook import Rulebook
from rulewright.runtime.session.rules.setups import Kind, Memo, Setup, setup_of
from rulewright.testing.scenarios.assertions import CheckFailed, Prepared
from rulewright.testing.scenarios.discovery import ScenarioRef
from rulewright.testing.scenarios.option_words import option_text, pending_decision
from rulewright.testing.scenarios.runner import (
    DEFAULT_SEED,
    ScenarioResult,
    ScenarioRun,
    asks_chance,
    draw_for_chance,
    run_with_state,
    settle_chance,
    why_not_lines,
)
from rulewright.testing.scenarios.setups import setup_key


class ExecutedStep(Record):
    """An executed step: its text, the new events with their causes, and the pending decision.

    `failed` is the result if the step failed.
    """

    section: str
    lines: tuple[str, ...]
    events: tuple[tuple[CausalLink, ...], ...]
    awaited: str
    failed: ScenarioResult | None = None


def run_stepwise(ref: ScenarioRef) -> Iterator[ExecutedStep]:
    """Carry out a scenario step by step, with events as their recipients see them. Raises RulesError."""
    suite = ref.suite.with_tracing()
    game, prepared = suite.game(ref.scenario)
    running = ScenarioRun(ref, game)
    reported = 0
    for number, failure in running.run_steps(prepared):
        step, at = ref.scenario.steps[number], running.at
        log = at.log or []
        reported = min(reported, len(log))  # backtracking over a `done` shortens the log
        new, reported = tuple(recent_causes(running, suite.program, reported)), len(log)
        failed = running.result_of(failure) if failure is not None else None
        now = pending_decision(at, running.names) if at.waiting else ""
        yield ExecutedStep(_section(step), tuple(_step_lines(step)), new, now, failed)


def recent_causes(
    running: ScenarioRun, program: p.Program, since: int
) -> Iterator[tuple[CausalLink, ...]]:
    """Yield the cause chains of the events from log entry `since` on, as the events' recipients know them."""
    at = running.at
    log = at.log or []
    tellings = at.game.module.tellings
    entries = [n for n, entry in enumerate(log) if not tellings[entry[0]].event.startswith(SILENT)]
    events = [Event(at.game, log[number], running.names) for number in entries]
    causes = CausalChains(at.game, log, program, events)
    for place, event in enumerate(events):
        if entries[place] >= since and (chain := causes.of(place, event.to)):
            yield chain


def last_causes(ref: ScenarioRef) -> tuple[CausalLink, ...]:
    """Return the causes of the last event in a scenario."""
    chains = [chain for step in run_stepwise(ref) for chain in step.events]
    return chains[-1] if chains else ()


def _section(step: p.ScenarioStep) -> str:
    """Return the section of a scenario that a step belongs to."""
    if isinstance(step, p.Check):
        return "then"
    return "given" if isinstance(step, p.ScenarioStatements) and step.given else "when"


def _step_lines(step: p.ScenarioStep) -> Iterator[str]:
    """Yield the source lines of a step."""
    match step:
        case p.ScenarioStatements(body=body):
            yield from (each.at.source.line(each.at.line).strip() for each in body)
        case p.Answer(player=player, pick=pick):
            who = "chance" if player is None else seat_letters(player + 1)[player]
            yield f"{who} chooses {pick.at.text}"
        case p.BySeed():
            yield "the seed decides"
        case p.Check():
            yield " ".join(step.at.text.split())


# ------------------------------------------------------------------ what is chosen without being asked


class UnaskedChoice(Record):
    """A choice that a scenario made without asking: the state before it, and the words of its only option."""

    at: GameState
    words: str


def forced_choices(ref: ScenarioRef, place: str) -> tuple[str, ...]:
    """Return the forced choices between the previous answer and the step at `place`, as they are written.

    Before a check, `done` is left out: it changes nothing that the check could see.
    """
    step, unasked = unasked_choices(ref, place)
    words = tuple(each.words for each in unasked)
    return tuple(w for w in words if w != "done") if isinstance(step, p.Check) else words


def unasked_choices(
    ref: ScenarioRef, place: str
) -> tuple[p.ScenarioStep | None, tuple[UnaskedChoice, ...]]:
    """Return the answer or check at `place`, and the forced choices between the previous answer and it.

    The scenario is replayed with forced decisions exposed. Returns no choices if the replay fails before.
    """
    try:
        game, prepared = ref.suite.game(ref.scenario)
    except RulesError:
        return None, ()
    running = ScenarioRun(ref, game, asks_forced=True)
    forced: list[UnaskedChoice] = []
    for number, step in enumerate(ref.scenario.steps):
        is_check, is_answer = isinstance(step, p.Check), isinstance(step, p.Answer)
        is_here = (is_check or is_answer) and place in _places(step, prepared[number])
        if is_check and not is_here:
            continue
        forced += _take_forced_options(step, running)
        if is_here:
            return step, tuple(forced)
        if is_answer:
            forced = []
        try:
            running.run_step(number, prepared[number])
        except (CheckFailed, RulesError):
            break
    return None, ()


def _places(step: p.ScenarioStep, prepared: Prepared) -> set[str]:
    """Return the places at which an answer or a check may fail: its own, and those of the parts of a condition."""
    parts = prepared if isinstance(prepared, list) else []
    own = [step.at] if isinstance(step, p.Answer | p.Check) else []
    return {str(at) for at in (*own, *(part.at for part in parts))}


def why_not_before(ref: ScenarioRef, place: str) -> tuple[str, ...]:
    """Return why the option that a step names was missing at the last decision with only one option.

    The step is the answer or check at `place`.
    """
    step, unasked = unasked_choices(ref, place)
    if not isinstance(step, p.Answer | p.Check) or step.pick is None or step.player is None:
        return ()
    names = seat_letters(ref.scenario.players)
    for each in reversed(unasked):
        if each.at.decider == step.player:
            why = why_not_lines(ref, each.at, names, step.pick.at.text)
            if why:
                return why
    return ()


def _take_forced_options(step: p.ScenarioStep, running: ScenarioRun) -> Iterator[UnaskedChoice]:
    """Take forced options until `step` has a decision to make; draw unanswered chance decisions."""
    at = running.at
    answered = isinstance(step, p.BySeed) or (isinstance(step, p.Answer) and step.player is None)
    while at.waiting:
        if len(at.option_values()) == 1:
            yield UnaskedChoice(at.copy(), option_text(at, 0, running.names))
            at.choose(0)
        elif asks_chance(at) and not answered:
            draw_for_chance(at)
        else:
            break


# ------------------------------------------------------------------ a game that goes on


def continue_as_game(ref: ScenarioRef, language: str | None = None) -> tuple[ScenarioResult, Game]:
    """Return the result of a scenario, and a game that continues after it, with forced decisions exposed.

    The game has the rules of the scenario and its file. It has no initial deal: it must not be saved, and moves
    before its start cannot be undone. Raises RulesError.
    """
    ref = evolve(ref, suite=ref.suite.for_continuation())
    result, at = run_with_state(ref)
    settle_chance(at)
    row = at.engine.pack(at.state)
    row[ASKING] = ASKS_FORCED
    scenario = ref.scenario
    options = tuple(name for name, _ in scenario.options)
    cast = tuple(name for name, _ in scenario.cards)
    compiled = ref.suite.games[setup_key(scenario)][0]
    book = _rulebook_with_game(ref, setup_of(scenario.players, options, cast), compiled)
    spoken = language or scenario.language or book.edition.language
    words = load_words(book.edition, spoken)
    cards = tuple(dict.fromkeys(cast))
    loaded = evolve(book, source=scenario.edition, translation=words, cast=cards, results={})
    rules = Rules(loaded)
    state = GameState(
        loaded.compiled(scenario.players, options), compiled.engine.unpack(row), at.log
    )
    seed = scenario.seed if scenario.seed is not None else DEFAULT_SEED
    return result, Game(rules, state, seed, options, seat_letters(scenario.players))


def _rulebook_with_game(ref: ScenarioRef, setup: Setup, compiled: CompiledGame) -> Rulebook:
    """Return the rulebook of a scenario, with its compiled game in the cache."""
    suite = ref.suite
    games: dict[tuple[Kind, bool, Setup], Any] = {
        ("game", False, setup): compiled,
        ("native", False, setup): _native_game(compiled),
        ("conditions", False, setup): suite.conditions(ref.scenario, compiled.module),
    }
    book = evolve(suite.book, memo=Memo(suite.program, False, games), results={}, wider={})
    book.wider[book.extra] = book
    return book


def _native_game(compiled: CompiledGame) -> CompiledGame | None:
    """Return the game with a native engine; None if it cannot be compiled."""
    code = backend().native_code(compiled.module) if may_be_native() else None
    engine = backend().native_engine(code, compiled.engine) if code is not None else None
    return None if engine is None else CompiledGame(compiled.module, engine)

"""Runs a scenario: carries out its steps and evaluates its checks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from rulewright.base.records import Record, evolve
from rulewright.language.program import program as p
from rulewright.language.text import RulesError, Span
from rulewright.runtime.game.compiled_game import CompiledGame
from rulewright.runtime.game.state import GameState
from rulewright.runtime.game.value_words import seat_letters
from rulewright.runtime.ir.layout import CHANCE_SEAT
from rulewright.runtime.lower.statements.lower_invariants import BEGIN
from rulewright.runtime.observation.story import Event
from rulewright.testing.scenarios.assertions import (
    NO_OPTION,
    Assertions,
    CheckFailed,
    EndedDecision,
    Prepared,
    require_verb,
)
from rulewright.testing.scenarios.discovery import ScenarioRef
from rulewright.testing.scenarios.emittable_texts import can_be_emitted
from rulewright.testing.scenarios.option_words import (
    LastChoiceSeries,
    SeatPhases,
    can_end,
    different_copies,
    find_option,
    full_option_names,
    pending_decision,
)

if TYPE_CHECKING:
    from rulewright.runtime.session.explain.why_not import WhyNot

DEFAULT_SEED = 1
FEW_MISSING: Final = 2
"""Up to this many ruled-out choices are explained one by one."""
_NO_CHANCE = "chance has nothing to decide here"
_ONE_OPTION = "a decision with only one option is made automatically"


class ScenarioResult(Record):
    """The outcome of a scenario: whether it passed; if not, the mismatch, its place, and the story up to there.

    `awaited` is the pending decision at the failure. `remarks` are checks that hold, but maybe for an unintended
    reason.
    """

    passed: bool
    message: str = ""
    place: str = ""
    events: tuple[str, ...] = ()
    actual: str = ""
    awaited: str = ""
    remarks: tuple[str, ...] = ()
    why: tuple[str, ...] = ()
    """Conditions that rule out a missing choice, with their places."""
    is_unasked: bool = False
    """Whether a choice is missing because its seat has nothing to decide."""


def run_scenario(ref: ScenarioRef) -> ScenarioResult:
    """Run one scenario, and return its result."""
    try:
        game, steps = ref.suite.game(ref.scenario)
    except RulesError as error:
        return _refused(ref, error)
    return ScenarioRun(ref, game).run_all(steps)


def _refused(ref: ScenarioRef, error: RulesError) -> ScenarioResult:
    """Return the result of a scenario whose game is refused: the first complaint about the scenario itself."""
    for complaint in error.complaints:
        if complaint.span is not None and complaint.span.source.name == ref.path:
            message = complaint.message + (f"; {complaint.help}" if complaint.help else "")
            return ScenarioResult(False, message, str(complaint.span))
    return ScenarioResult(False, str(error), f"{ref.path}:{ref.line}")


def run_with_state(ref: ScenarioRef) -> tuple[ScenarioResult, GameState]:
    """Run one scenario; return its result and the game state at its end or failure. Raises RulesError."""
    game, steps = ref.suite.game(ref.scenario)
    running = ScenarioRun(ref, game)
    return running.run_all(steps), running.at


def run_counting(ref: ScenarioRef) -> tuple[ScenarioResult, dict[str, int]]:
    """Run a scenario of a counting suite; return its result and how often each clause fired, by clause id.

    Clauses that cannot fire in the scenario's game are left out. A failed scenario returns no counts.
    """
    try:
        tally = ref.suite.tally(ref.scenario)
    except RulesError:
        return run_scenario(ref), {}
    tally.clear()
    result = run_scenario(ref)
    if not result.passed:  # run again with a game that can explain failures
        return run_scenario(evolve(ref, suite=ref.suite.without_counters())), {}
    counts = ((clause.id, tally.of(n, 1)) for n, clause in enumerate(ref.suite.clauses))
    return result, {id_: count for id_, count in counts if count is not None}


def asks_chance(at: GameState) -> bool:
    """Return whether a chance decision is pending."""
    return at.waiting and at.decider == CHANCE_SEAT


def settle_chance(at: GameState) -> None:
    """Resolve pending chance decisions with the random generator."""
    while asks_chance(at):
        draw_for_chance(at)


def draw_for_chance(at: GameState) -> None:
    """Resolve one chance decision with the random generator."""
    at.choose(at.engine.draw(at.state, len(at.option_values())))


class _BacktrackPoint(Record):
    """A backtracking point of a run: the next step, the game, the series of choices, and the remarks so far."""

    step: int
    at: GameState
    endings: LastChoiceSeries
    remarks: tuple[str, ...]
    ended: dict[int, EndedDecision]
    done: Span
    """The place of the `done` that the run skips from here on."""


def why_not_lines(
    ref: ScenarioRef, at: GameState, names: Sequence[str], words: str
) -> tuple[str, ...]:
    """Return the conditions that rule out a choice at `at`; conditions shared by many things are given once."""
    reasons = ref.suite.why_not(ref.scenario, at, names, words)
    lacking: dict[str, list[WhyNot]] = {}
    for each in reasons:
        if not each.hidden:  # hidden: not a condition written in the rules
            key = each.steps[-1].place if len(reasons) > FEW_MISSING else each.option
            lacking.setdefault(key, []).append(each)
    return tuple(_why_not_line(*alike) for alike in lacking.values())


def _why_not_line(first: WhyNot, *others: WhyNot) -> str:
    """Return the condition that rules out an option, and how many `others` it rules out."""
    step = first.steps[-1]
    sides = "".join(f"; {text}: {value}" for text, value in step.sides)
    also = f"; the same for {len(others)} more options (name one to see it)" if others else ""
    place = f" ({step.place})" if step.place else ""
    return f"{first.option}: this is not true: {step.text}{place}{sides}{also}"


class ScenarioRun:
    """A running scenario.

    A `done` may refer to a series of choices that ended automatically, while another series can be ended. The run
    first ends the other series; if the scenario then fails, it backtracks and skips the `done`.
    """

    def __init__(self, ref: ScenarioRef, game: CompiledGame, asks_forced: bool = False) -> None:
        self.ref, scenario, self.suite = ref, ref.scenario, ref.suite
        seed = scenario.seed if scenario.seed is not None else DEFAULT_SEED
        state = game.engine.start(seed, asks_chance=True, asks_forced=asks_forced)
        game.engine.stop(state)
        self.scenario = scenario
        self.at = GameState(game, state, [])
        self.names = seat_letters(game.module.players)
        self.remarks: list[str] = []
        self.endings = LastChoiceSeries()
        self.phases = SeatPhases()
        self.otherwise: list[_BacktrackPoint] = []
        self.is_laid_out = False
        self.ended: dict[int, EndedDecision] = {}
        self.skipped: Span | None = None

    def run_all(self, steps: Sequence[Prepared]) -> ScenarioResult:
        """Carry out all steps, and return the result of the scenario."""
        result, furthest, failure = None, -1, None
        for number, failure in self.run_steps(steps):
            if failure is not None and number >= furthest:
                result, furthest = self.result_of(failure), number
        if failure is not None and result is not None:
            return result
        return ScenarioResult(True, remarks=tuple(self.remarks))

    def run_steps(
        self, steps: Sequence[Prepared]
    ) -> Iterator[tuple[int, CheckFailed | RulesError | None]]:
        """Carry out the steps; yield the number of each, with its failure or None."""
        number = 0
        while number < len(steps):
            try:
                self.run_step(number, steps[number])
            except (CheckFailed, RulesError) as failure:
                yield number, failure
                if not self.otherwise:
                    return
                point = self.otherwise.pop()
                number, self.at, self.endings = point.step, point.at, point.endings
                self.remarks, self.ended = list(point.remarks), point.ended
                self.skipped = point.done
            else:
                yield number, None
                number += 1

    def result_of(self, failure: CheckFailed | RulesError) -> ScenarioResult:
        """Return the result for a failure, with the story up to there."""
        events = [Event(self.at.game, entry, self.names) for entry in self.at.log or []]
        story = tuple(text for event in events if (text := event.text(event.to)))
        if isinstance(failure, RulesError):
            return ScenarioResult(False, str(failure), str(self.scenario.at), story)
        now = pending_decision(self.at, self.names)
        message = failure.message
        if self.skipped is not None:
            message += (
                f"\n`done` (line {self.skipped.line}) ends what had ended automatically; "
                "to end the next decision too, write another `done`"
            )
        return ScenarioResult(
            passed=False,
            message=message,
            place=str(failure.at),
            events=story,
            actual=now if failure.actual is None else failure.actual,
            awaited=now if self.at.waiting else "",
            why=why_not_lines(self.ref, self.at, self.names, failure.missing)
            if failure.missing
            else (),
            is_unasked=failure.is_unasked,
        )

    def run_step(self, number: int, prepared: Prepared) -> None:
        """Carry out one step. Raises CheckFailed, and RulesError for a fault in the rules."""
        step = self.scenario.steps[number]
        if isinstance(prepared, str) and isinstance(step, p.ScenarioStatements):
            self._run_statements(step, prepared)
        elif isinstance(step, p.Answer):
            if not self._is_automatic_end(number, step):
                self._answer(step, prepared if isinstance(prepared, str) else "")
        elif isinstance(step, p.BySeed):
            if not asks_chance(self.at):
                raise CheckFailed(_NO_CHANCE, step.at)
            settle_chance(self.at)
        elif isinstance(step, p.Check):
            if step.kind == "told" and step.negated:
                self._check_words(step)
            over = self.phases.end_note(self.at, step.player, self.endings, self.names)
            Assertions(self.at, self.names, self.remarks, over, self.ended).check(step, prepared)
            if step.kind in ("offered", "decides") and self.at.waiting and step.player is not None:
                # The author knows this decision, so a `done` after it ends no earlier one.
                self.endings = self.endings.after_automatic_end(self.at, step.player)

    def _check_words(self, step: p.Check) -> None:
        """Raise CheckFailed if no rule can emit the text of a negated check; translated texts are not checked."""
        here = self.at.game, self.names
        if not self.scenario.language and not can_be_emitted(step.text, self.suite.literals, *here):
            raise CheckFailed(f"no rule ever shows the text “{step.text}”", step.at, "")

    def _begin_invariants(self) -> None:
        """Finish the setup of the table: from here on, the invariants of the rules are enforced."""
        if not self.is_laid_out and BEGIN in self.at.game.module.code.procedures:
            self.at.perform(BEGIN)
        self.is_laid_out = True

    def _run_statements(self, step: p.ScenarioStatements, procedure: str) -> None:
        """Run the statements of a `given` or `when` step. Raises CheckFailed."""
        settle_chance(self.at)
        at = step.body[0].at if step.body else self.scenario.at
        if self.at.ended:
            raise CheckFailed("the game is already over here", at, "")
        if self.at.waiting:
            raise CheckFailed(f"a decision is still open before this{self._advice()}", at)
        log = self.at.log
        if step.given:
            self.at.log = None
        else:
            self._begin_invariants()
        self.endings, self.ended = self.endings.before_statement(self.at), {}
        self.at.perform(procedure)
        self.phases = self.phases.after_statements(step).after_step(self.at)
        self.at.log = log
        if step.given and self.at.waiting:
            raise CheckFailed(
                "`given` only prepares the table, so nobody can decide anything there", at, ""
            )

    # -------------------------------------------------------------- answers

    def _answer(self, step: p.Answer, place: str) -> None:
        """Choose the option that a step names. Raises CheckFailed."""
        if step.player is not None:
            settle_chance(self.at)
        if not self.at.waiting:
            over = self.phases.end_note(self.at, step.player, self.endings, self.names)
            message = f"nobody has anything to decide here; {over or _ONE_OPTION}"
            raise CheckFailed(message, step.at, "", is_unasked=True)
        if self.at.decider != (CHANCE_SEAT if step.player is None else step.player):
            who = None if step.player is None else self.names[step.player]
            over = self.phases.end_note(self.at, step.player, self.endings, self.names)
            message = f"{who} has nothing to decide here{over and f'; {over}'}"
            raise CheckFailed(message if who else _NO_CHANCE, step.at, is_unasked=True)
        index = find_option(self.at, step.pick, place, self.names)
        if index is None:
            words = step.pick.at.text
            if in_full := full_option_names(self.at, step.pick, self.names):
                each = ", ".join(f"`{phrase}`" for phrase in in_full)
                raise CheckFailed(f"`{words}` needs the chosen thing: {each}", step.at, "")
            require_verb(self.at, step.pick, self.names, step.at)
            raise CheckFailed(f"`{words}` {NO_OPTION}", step.at, missing=words)
        if labels := different_copies(self.at, step.pick, place, self.names):
            word = " ".join(map(str, step.pick.words))
            options = "; ".join(f"`{word} {n}`: {label}" for n, label in enumerate(labels, 1))
            message = f"`{step.pick.at.text}` means {len(labels)} options that differ"
            raise CheckFailed(f"{message}; write one of these: {options}", step.pick.at, "")
        self._note_ended_decision(step)
        self.endings = self.endings.before_choice(self.at, index)
        self.at.choose(index)
        self.phases = self.phases.after_step(self.at)

    def _note_ended_decision(self, step: p.Answer) -> None:
        """Note the decision that a `done` ends, for checks that would hold only because of it."""
        seat = step.player
        if seat is not None:
            self.ended = self._clear_endings()
            self.ended.pop(seat, None)
            if step.pick.words == ("done",) and len(self.at.option_values()) > 1:
                unclear = self.endings.has_left(self.at, seat)
                self.ended[seat] = EndedDecision(self.at.copy(), step.pick.at, unclear)

    def _clear_endings(self) -> dict[int, EndedDecision]:
        """Return the ended decisions before a further answer, which shows that they were meant."""
        return {seat: evolve(each, unclear=False) for seat, each in self.ended.items()}

    def _advice(self) -> str:
        """Return advice on how to answer the pending decision."""
        if asks_chance(self.at):
            return "; answer with `chance chooses …` or `the seed decides`"
        if can_end(self.at):
            return f"; `{self.names[self.at.decider]} chooses done` ends it"
        return f"; write it as `{self.names[self.at.decider]} chooses …`"

    def _is_automatic_end(self, number: int, step: p.Answer) -> bool:
        """Return whether a `done` can only refer to a series that ended automatically.

        If it may also end another series, note a backtracking point and return False.
        """
        seat = step.player
        if seat is None or step.pick.words != ("done",):
            return False
        later = self.at.copy()
        settle_chance(later)
        if not self.endings.may_be_over(later, seat):
            return False
        if not (later.waiting and later.decider == seat and can_end(later)):
            self.ended = self._clear_endings()
            return True
        endings = self.endings.after_automatic_end(self.at, seat)
        point = _BacktrackPoint(
            number + 1, self.at.copy(), endings, tuple(self.remarks), self.ended, step.pick.at
        )
        self.otherwise.append(point)
        return False

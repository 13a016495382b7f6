"""Running a scenario: what is given, who chooses what, and whether what should hold does."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rulewright.game.compiled_game import CompiledGame
from rulewright.game.state import GameState
from rulewright.game.story import Event
from rulewright.game.words import seat_letters
from rulewright.ir.layout import CHANCE_SEAT
from rulewright.program import program as p
from rulewright.program import typed
from rulewright.program.checking.traversal import everything
from rulewright.program.program import Scenario
from rulewright.scenarios.finding import ScenarioRef
from rulewright.scenarios.picking import awaited, can_end, found, said
from rulewright.scenarios.suite import Prepared
from rulewright.scenarios.verdicts import Failed, Verdicts
from rulewright.text import RulesError

DEFAULT_SEED = 1
_NO_CHANCE = "chance is not asked here"
_ONE_OPTION = "what has only one option is chosen without being asked"


@frozen
class ScenarioResult:
    """Whether a scenario holds; if not, what was expected and found, where, and the story up to there.

    `awaited` says who has to decide what there. `remarks` tell of what holds, but perhaps not as it was meant.
    """

    passed: bool
    message: str = ""
    place: str = ""
    events: tuple[str, ...] = ()
    actual: str = ""
    awaited: str = ""
    remarks: tuple[str, ...] = ()


def run(ref: ScenarioRef) -> ScenarioResult:
    """Run one scenario."""
    try:
        game, steps = ref.suite.game(ref.scenario)
    except RulesError as error:
        return ScenarioResult(False, str(error), f"{ref.path}:{ref.line}")
    return _Run(ref.scenario, game).all(steps)


def run_counting(ref: ScenarioRef) -> tuple[ScenarioResult, dict[str, int]]:
    """Run a scenario of a counting suite; also how often each clause came to pass in it, by its id.

    A clause that cannot come to pass in the scenario's game is not among them.
    """
    try:
        tally = ref.suite.tally(ref.scenario)
    except RulesError:
        return run(ref), {}
    tally.clear()
    result = run(ref)
    counts = ((clause.id, tally.of(n, 1)) for n, clause in enumerate(ref.suite.clauses))
    return result, {id_: count for id_, count in counts if count is not None}


def _asks_chance(at: GameState) -> bool:
    return at.waiting and at.decider == CHANCE_SEAT


def _settle_chance(at: GameState) -> None:
    """Chance that nothing in the scenario answers for is decided by the stream."""
    while _asks_chance(at):
        at.choose(at.engine.draw(at.state, len(at.option_values())))


class _Run:
    """One scenario on its way."""

    def __init__(self, scenario: Scenario, game: CompiledGame) -> None:
        seed = scenario.seed if scenario.seed is not None else DEFAULT_SEED
        state = game.engine.start(seed, asks_chance=True)
        game.engine.stop(state)
        self.scenario = scenario
        self.at = GameState(game, state, [])
        self.names = seat_letters(game.module.players)
        self.verdicts = Verdicts(self.at, self.names)
        self.could_end: set[int] = set()
        self.forced_before = 0

    def all(self, steps: Sequence[Prepared]) -> ScenarioResult:
        try:
            for step, prepared in zip(self.scenario.steps, steps, strict=True):
                self._step(step, prepared)
        except Failed as failure:
            return ScenarioResult(
                passed=False,
                message=failure.message,
                place=str(failure.at),
                events=tuple(self._story()),
                actual=failure.actual,
                awaited=awaited(self.at, self.names) if self.at.waiting else "",
            )
        except RulesError as error:
            return ScenarioResult(False, str(error), str(self.scenario.at), tuple(self._story()))
        return ScenarioResult(True, remarks=tuple(self.verdicts.remarks))

    def _story(self) -> list[str]:
        events = [Event(self.at.game, entry, self.names) for entry in self.at.log or []]
        return [text for event in events if (text := event.text(event.to))]

    def _step(self, step: p.Step, prepared: Prepared) -> None:
        if isinstance(prepared, str) and isinstance(step, p.Steps):
            self._do(step, prepared)
        elif isinstance(step, p.Answer):
            self._answer(step, prepared if isinstance(prepared, str) else "")
        elif isinstance(step, p.BySeed):
            if not _asks_chance(self.at):
                raise Failed(_NO_CHANCE, step.at, awaited(self.at, self.names))
            _settle_chance(self.at)
        elif isinstance(step, p.Check):
            self.verdicts.check(step, prepared)

    def _do(self, step: p.Steps, procedure: str) -> None:
        _settle_chance(self.at)
        self._check_cards(step)
        at = step.body[0].at if step.body else self.scenario.at
        if self.at.waiting:
            raise Failed(
                "a decision is still awaited before this", at, awaited(self.at, self.names)
            )
        told = self.at.log
        if step.given:
            self.at.log = None
        self.forced_before = self.at.seen.forced
        self.at.perform(procedure)
        self.at.log = told
        if step.given and self.at.waiting:
            raise Failed("`given` only sets the table; nobody decides anything there", at)

    def _check_cards(self, step: p.Steps) -> None:
        """A card that is not in this game can neither be laid out nor played."""
        there = {piece.name for piece in self.at.game.module.pieces}
        named = [node for node in everything(step.body) if isinstance(node, typed.Design)]
        absent = sorted(
            (node for node in named if node.card not in there), key=lambda n: n.at.start
        )
        if absent:
            cards = list(dict.fromkeys(node.card for node in absent))
            names = " and ".join(cards)
            are, them = ("is", "it") if len(cards) == 1 else ("are", "them")
            message = f"{names} {are} not in this game; add {them} with `, with {names}`"
            raise Failed(message, absent[0].at)

    # -------------------------------------------------------------- answers

    def _answer(self, step: p.Answer, place: str) -> None:
        if step.player is not None and self._is_ended(step.player, step.pick):
            return
        if step.player is not None:
            _settle_chance(self.at)
        if not self.at.waiting:
            raise Failed(f"nobody is asked anything here; {_ONE_OPTION}", step.at)
        asked = self.at.decider
        expected = step.player if step.player is not None else CHANCE_SEAT
        if asked != expected:
            if expected == CHANCE_SEAT:
                raise Failed(_NO_CHANCE, step.at, awaited(self.at, self.names))
            raise Failed(
                f"{self.names[expected]} is not asked here", step.at, awaited(self.at, self.names)
            )
        index = found(self.at, step.pick, place, self.names)
        if index is None:
            raise Failed(
                f"`{said(step.pick)}` is not among the options",
                step.at,
                awaited(self.at, self.names),
            )
        if can_end(self.at):
            self.could_end.add(asked)
        self.forced_before = self.at.seen.forced
        self.at.choose(index)

    def _is_ended(self, seat: int, pick: p.Pick) -> bool:
        """Whether a seat says `done` to what has ended by itself, as nothing else was left to choose.

        Who is asked something else by now has ended nothing, unless something was decided without asking since.
        """
        if pick.words != ("done",):
            return False
        later = self.at.copy()
        _settle_chance(later)
        if later.waiting and later.decider == seat:
            return not can_end(later) and later.seen.forced > self.forced_before
        return seat in self.could_end or later.seen.forced > 0

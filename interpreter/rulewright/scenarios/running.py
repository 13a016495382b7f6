"""Running a scenario: what is given, who chooses what, and whether what should hold does."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rulewright.game.compiled_game import CompiledGame
from rulewright.game.decision import Decision, Option
from rulewright.game.state import GameState
from rulewright.game.story import Event
from rulewright.game.words import seat_letters, worded
from rulewright.ir.ir_types import Kind, Type
from rulewright.ir.layout import CHANCE_SEAT
from rulewright.program import program as p
from rulewright.program import typed
from rulewright.program.checking.traversal import everything
from rulewright.program.program import Scenario
from rulewright.scenarios.finding import ScenarioRef
from rulewright.scenarios.questions import Question
from rulewright.scenarios.suite import Prepared
from rulewright.text import RulesError, Span

DEFAULT_SEED = 1
_ONE_OPTION = "what has only one option is chosen without being asked"


@frozen
class ScenarioResult:
    """Whether a scenario holds; if not, what was expected and found, where, and the story up to there.

    `awaited` says who has to decide what there.
    """

    passed: bool
    message: str = ""
    place: str = ""
    events: tuple[str, ...] = ()
    actual: str = ""
    awaited: str = ""


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


class _Failed(Exception):
    def __init__(self, message: str, at: Span, actual: str = "") -> None:
        super().__init__(message)
        self.message, self.at, self.actual = message, at, actual


class _Run:
    """One scenario on its way."""

    def __init__(self, scenario: Scenario, game: CompiledGame) -> None:
        seed = scenario.seed if scenario.seed is not None else DEFAULT_SEED
        state = game.engine.start(seed, asks_chance=True)
        game.engine.stop(state)
        self.scenario = scenario
        self.at = GameState(game, state, [])
        self.names = seat_letters(game.module.players)

    def all(self, steps: Sequence[Prepared]) -> ScenarioResult:
        try:
            for step, prepared in zip(self.scenario.steps, steps, strict=True):
                self._step(step, prepared)
        except _Failed as failure:
            return ScenarioResult(
                passed=False,
                message=failure.message,
                place=str(failure.at),
                events=tuple(self._story()),
                actual=failure.actual,
                awaited=self._awaited() if self.at.waiting else "",
            )
        except RulesError as error:
            return ScenarioResult(False, str(error), str(self.scenario.at), tuple(self._story()))
        return ScenarioResult(True)

    def _story(self) -> list[str]:
        events = [Event(self.at.game, entry, self.names) for entry in self.at.log or []]
        return [text for event in events if (text := event.text(event.to))]

    def _step(self, step: p.Steps | p.Answer | p.Check, prepared: Prepared) -> None:
        if isinstance(prepared, str) and isinstance(step, p.Steps):
            self._do(step, prepared)
        elif isinstance(step, p.Answer):
            self._answer(step)
        elif isinstance(step, p.Check):
            if not step.chance:
                self._settle_chance()
            self._check(step, prepared if isinstance(prepared, list) else [])

    def _do(self, step: p.Steps, procedure: str) -> None:
        self._settle_chance()
        self._check_cards(step)
        at = step.body[0].at if step.body else self.scenario.at
        if self.at.waiting:
            raise _Failed("a decision is still awaited before this", at, self._awaited())
        told = self.at.log
        if step.given:
            self.at.log = None
        self.at.perform(procedure)
        self.at.log = told
        if step.given and self.at.waiting:
            raise _Failed("`given` only sets the table; nobody decides anything there", at)

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
            raise _Failed(message, absent[0].at)

    def _settle_chance(self) -> None:
        """Chance that nothing in the scenario answers for is decided by the stream."""
        while self.at.waiting and self.at.decider == CHANCE_SEAT:
            self.at.choose(self.at.engine.draw(self.at.state, len(self.at.option_values())))

    # -------------------------------------------------------------- answers

    def _answer(self, step: p.Answer) -> None:
        if step.player is not None:
            self._settle_chance()
        if not self.at.waiting:
            raise _Failed(f"nobody is asked anything here; {_ONE_OPTION}", step.at)
        asked = self.at.decider
        expected = step.player if step.player is not None else CHANCE_SEAT
        if asked != expected:
            if expected == CHANCE_SEAT:
                raise _Failed("chance is not asked here", step.at, self._awaited())
            raise _Failed(f"{self.names[expected]} is not asked here", step.at, self._awaited())
        index = self._find(step.pick)
        if index is None:
            words = " ".join(map(str, step.pick.words))
            raise _Failed(f"`{words}` is not among the options", step.at, self._awaited())
        self.at.choose(index)

    def _find(self, pick: p.Pick) -> int | None:
        decision = Decision(self.at, self.names)
        for index, option in enumerate(decision.options):
            if pick.words in self._ways_to_say(option, decision.form):
                return index
        return None

    def _ways_to_say(self, option: Option, form: str) -> list[tuple[object, ...]]:
        """The words by which a scenario may name an option."""
        described = option.described
        if described is None:
            return [("done",), ("no",)] if "may" in form else [("done",)]
        head: tuple[object, ...] = (described.word,) if described.word else ()
        if described.type is None:
            return [head]
        return [(*head, self._element_word(option.element, described.type))]

    def _element_word(self, element: int, type_: Type) -> object:
        module = self.at.game.module
        match type_.kind:
            case Kind.NUMBER:
                return element
            case Kind.LABEL:
                return module.labels[type_.of][element]
            case Kind.PLAYER | Kind.TRUTH:
                return worded(self.at.game, element, type_, self.names)
            case _:
                return module.pieces[element].name

    def _awaited(self) -> str:
        """Who has to decide what now."""
        if not self.at.waiting:
            return "nobody decides anything"
        decision = Decision(self.at, self.names)
        labels = ", ".join(option.label for option in decision.options)
        who = self.names[decision.player] if decision.player >= 0 else "chance"
        return f"{who} decides {decision.kind}: {labels}"

    # -------------------------------------------------------------- checks

    def _check(self, step: p.Check, questions: Sequence[Question]) -> None:
        match step.kind:
            case "holds":
                self._holds(questions)
            case "offered":
                self._offered(step)
            case "told":
                self._told(step)
            case "decides":
                self._decides(step)

    def _holds(self, questions: Sequence[Question]) -> None:
        for question in questions:
            if not question.holds(self.at):
                raise _Failed(
                    f"expected: {question.text}",
                    question.at,
                    question.actual(self.at, self.names),
                )

    def _offered(self, step: p.Check) -> None:
        assert step.pick is not None
        if not self._asks(step):
            who = "chance" if step.chance else "this seat"
            raise _Failed(f"{who} has nothing to choose", step.at, self._awaited())
        found = self._find(step.pick) is not None
        if found == step.negated:
            words = " ".join(map(str, step.pick.words))
            said = (
                "is among the options, and should not be" if found else "is not among the options"
            )
            raise _Failed(f"`{words}` {said}", step.at, self._awaited())

    def _asks(self, step: p.Check) -> bool:
        """Whether the one that is spoken of has to decide now."""
        seat = CHANCE_SEAT if step.chance else step.player
        return self.at.waiting and self.at.decider == seat

    def _told(self, step: p.Check) -> None:
        events = [Event(self.at.game, entry, self.names) for entry in self.at.log or []]
        texts = [event.text(step.player) for event in events]
        found = any(step.text in text for text in texts)
        if found == step.negated:
            said = "was told, and should not have been" if found else "was not told"
            raise _Failed(f"“{step.text}” {said}", step.at)

    def _decides(self, step: p.Check) -> None:
        if step.player is None and not step.chance:
            if self.at.waiting:
                raise _Failed("nobody should decide anything here", step.at, self._awaited())
            return
        right = self._asks(step)
        if right and step.pick is not None:
            kind = Decision(self.at, self.names).kind
            right = str(step.pick.words[0]) in (kind, kind.split(".")[-1])
        if not right:
            raise _Failed("another decision is awaited", step.at, self._awaited())

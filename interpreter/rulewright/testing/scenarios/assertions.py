"""Compiles the steps of scenarios, and evaluates their checks without changing the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rulewright.base.records import Record, field
from rulewright.language.program import program as p, typed
from rulewright.language.program.typed import Expr
from rulewright.language.text import Span
from rulewright.runtime.game.outcome import current_scores
from rulewright.runtime.game.state import GameState
from rulewright.runtime.game.value_words import value_word
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.layout import CHANCE_SEAT
from rulewright.runtime.lower.dispatch import LoweringScope, lower, lower_block
from rulewright.runtime.lower.expressions.state_access import place_at
from rulewright.runtime.lower.from_world import export_function
from rulewright.runtime.lower.lowering_context import Lowering
from rulewright.runtime.observation.decision import Decision
from rulewright.runtime.observation.story import Event
from rulewright.testing.scenarios.option_words import (
    is_offered,
    names_with_verb,
    pending_decision,
    who_decides,
)


class ConditionPart(Record):
    """A part of a condition, with the names of the functions that evaluate it and its sides."""

    text: str
    at: Span
    function: str
    sides: tuple[tuple[str, str, ir.Type], ...] = ()

    def holds(self, at: GameState) -> bool:
        """Return whether this part of the condition is true."""
        return bool(at.call(self.function))

    def actual(self, at: GameState, names: Sequence[str]) -> str:
        """Return the values of the condition's sides, in words."""
        values = []
        for text, function, type_ in self.sides:
            value = at.call(function)
            if type_.many:
                words = ", ".join(value_word(at.game, item, type_.one(), names) for item in value)
                values.append(f"{text} is {words or 'empty'}")
            else:
                values.append(f"{text} is {value_word(at.game, value, type_, names)}")
        return "; ".join(values)


_CONSTANT: Final = (
    typed.Number, typed.YesNo, typed.Nothing, typed.Label, typed.Seat, typed.Design,
)  # fmt: skip

Prepared = str | list[ConditionPart] | tuple[str, ...] | None
"""A compiled step: a procedure, questions, the function for the place of a chosen card, or those for the
winners."""


def compile_step(work: Lowering, step: p.ScenarioStep, name: str) -> Prepared:
    """Compile a step into the module under construction."""
    match step:
        case p.ScenarioStatements():
            return _compile_procedure(work, step, name)
        case p.Check(kind="wins", winners=winners):
            return tuple(
                export_function(
                    work, f"{name}_{number}", work.type_of(who.type), lower(work, who, {})
                )
                for number, who in enumerate(winners)
            )
        case p.Check(condition=condition) if condition is not None:
            return _compile_conjuncts(work, condition, name)
        case p.Answer(pick=pick) | p.Check(pick=pick) if pick is not None and pick.place:
            return export_function(work, name, ir.PLACE, place_at(work, pick.place, {}))
    return None


def _compile_procedure(work: Lowering, step: p.ScenarioStatements, name: str) -> str:
    """Compile a step into a procedure, which may suspend for a decision; return its name."""
    at = step.body[0].at if step.body else "scenario"
    site = work.site_number("scenario", at, p.DeclarationNotes())
    scope = LoweringScope({}, ir.Const(site), site, event="scenario", scenario=True)
    steps = lower_block(work, step.body, scope)
    work.code.procedures[name] = ir.Procedure(name, (), steps, exported=True)
    return name


def _compile_conjuncts(work: Lowering, condition: Expr, name: str) -> list[ConditionPart]:
    """Compile each conjunct of a condition into a function of its own."""
    parts = [condition]
    if isinstance(condition, typed.Every) and condition.operator == "and":
        parts = list(condition.parts)
    return [_compile_condition(work, part, f"{name}_{number}") for number, part in enumerate(parts)]


def _compile_condition(work: Lowering, part: Expr, name: str) -> ConditionPart:
    """Compile a condition and its sides into functions."""
    export_function(work, name, ir.TRUTH, lower(work, part, {}))
    sides = []
    for number, side in enumerate(_shown_sides(part)):
        type_ = work.type_of(side.type)
        function = export_function(work, f"{name}_side{number}", type_, lower(work, side, {}))
        sides.append((side.at.text, function, type_))
    return ConditionPart(part.at.text, part.at, name, tuple(sides))


def _shown_sides(part: Expr) -> list[Expr]:
    """Return the expressions of a condition whose values are worth showing: those that are no constants."""
    match part.what if isinstance(part, typed.Not) else part:
        case typed.Compare(left=left, right=right):
            return [side for side in (left, right) if not isinstance(side, _CONSTANT)]
        case typed.IsDesign(piece=piece):
            return [piece]
        case typed.Within(source=typed.ZoneOf() as source):
            return [source]
        case typed.Some(source=typed.Filter(source=source)):
            return [source]
    return []


# ------------------------------------------------------------------ what holds


NO_OPTION: Final = "is not an option"


class CheckFailed(Exception):
    """A mismatch between a scenario and its game: the expectation, its place, and the actual value.

    If `actual` is None, the report names the pending decision instead. `missing` is a choice that is no option;
    with `is_unasked` one is missing because its seat has nothing to decide.
    """

    def __init__(
        self, message: str, at: Span, actual: str | None = None, missing: str = "", is_unasked: bool = False
    ) -> None:  # fmt: skip
        super().__init__(message)
        self.message, self.at, self.actual = message, at, actual
        self.missing, self.is_unasked = missing, is_unasked


def require_verb(at: GameState, pick: p.Pick, names: Sequence[str], where: Span) -> None:
    """Raise CheckFailed if `pick` names a thing alone, and the pending options have a verb before such things."""
    if needed := names_with_verb(at, pick, names):
        needed_phrases = " or ".join(f"`{words}`" for words in needed)
        message = f"`{pick.at.text}` alone is never an option here: write {needed_phrases}"
        raise CheckFailed(message, where)


class EndedDecision(Record):
    """A decision that a `done` ended although it had other options.

    It is `unclear` if an earlier series had ended automatically, and the author may have meant that one.
    """

    at: GameState
    done: Span
    unclear: bool


class Assertions(Record):
    """The checks of a scenario at the current state of its game. Each raises CheckFailed if it does not hold.

    A check that may hold for an unintended reason adds to `remarks`. `over` is a note that the phase of the
    checked seat has ended; empty if it has not. `ended` has the last decision of each seat, if a `done` ended it.
    """

    at: GameState
    names: Sequence[str]
    remarks: list[str] = field(factory=list)
    over: str = ""
    ended: Mapping[int, EndedDecision] = field(factory=dict)

    def check(self, step: p.Check, prepared: Prepared) -> None:
        """Evaluate a check. Raises CheckFailed if it does not hold."""
        questions = prepared if isinstance(prepared, list) else []
        function = prepared if isinstance(prepared, str) else ""
        match step.kind:
            case "holds" | "over":
                self._check_condition(step, questions)
            case "offered":
                self._check_offered(step, function)
            case "told":
                self._check_story(step)
            case "decides":
                self._check_decider(step)
            case "wins":
                self._check_winner(step, prepared if isinstance(prepared, tuple) else ())
            case "ended":
                if self.at.ended == step.negated:
                    now = (
                        "a rule has ended the game"
                        if step.negated
                        else "no rule has ended the game"
                    )
                    raise CheckFailed(f"expected: {step.at.text}", step.at, now)

    def _check_condition(self, step: p.Check, questions: Sequence[ConditionPart]) -> None:
        """Raise CheckFailed at the first conjunct of the condition that does not hold."""
        for question in questions:
            if not question.holds(self.at):
                holds = step.kind == "holds"
                actual = question.actual(self.at, self.names) if holds else None
                raise CheckFailed(f"expected: {question.text}", question.at, actual)

    def _check_offered(self, step: p.Check, place: str) -> None:
        """Check whether a choice is an option of the pending decision."""
        assert step.pick is not None
        if not self._asks(step):
            self._fail_unless_negated(step, place)
            return
        require_verb(self.at, step.pick, self.names, step.at)
        there = is_offered(self.at, step.pick, place, self.names)
        if there == step.negated:
            is_there = "is an option, but should not be"
            verdict, words = is_there if there else NO_OPTION, step.pick.at.text
            raise CheckFailed(f"`{words}` {verdict}", step.at, missing="" if there else words)
        if step.negated:
            _, _, offers = pending_decision(self.at, self.names).partition(": ")
            self.remarks.append(
                f"{step.at}: `{step.at.text}` was compared with these options: {offers}"
            )

    def _fail_unless_negated(self, step: p.Check, place: str) -> None:
        """Fail, or remark that a negated check holds only because the seat has no decision."""
        who = "chance" if step.player is None else self.names[step.player]
        if not step.negated:
            message = f"{who} has nothing to decide here{self.over and f'; {self.over}'}"
            raise CheckFailed(message, step.at, is_unasked=True)
        ended = None if step.player is None else self.ended.get(step.player)
        if ended is not None and step.pick is not None:
            was_offered = is_offered(ended.at, step.pick, place, self.names)
            if was_offered or ended.unclear:
                raise self._ended_by_done(step, ended)
        now = who_decides(self.at, self.names)
        self.remarks.append(
            f"{step.at}: `{step.at.text}` passes because {who} has nothing to decide here; {now} decides"
        )

    def _ended_by_done(self, step: p.Check, ended: EndedDecision) -> CheckFailed:
        """Return the failure of a check that holds only because `done` has ended a decision with other options."""
        passed_over = pending_decision(ended.at, self.names)
        message = (
            f"this shows nothing: it holds only because `done` (line {ended.done.line}) ended a decision; "
            "check before that `done`, or leave it out"
        )
        return CheckFailed(message, step.at, f"`done` passed over this: {passed_over}")

    def _asks(self, step: p.Check) -> bool:
        """Return whether the seat or the chance that a check names has to decide now."""
        seat = CHANCE_SEAT if step.chance else step.player
        return self.at.waiting and self.at.decider == seat

    def _check_story(self, step: p.Check) -> None:
        """Check whether a text occurs in the story that the seat has seen."""
        events = [Event(self.at.game, entry, self.names) for entry in self.at.log or []]
        texts = [event.text(step.player) for event in events]
        is_told = any(step.text in text for text in texts)
        if is_told == step.negated:
            verdict = "was told, but should not be" if is_told else "was not told"
            raise CheckFailed(f"“{step.text}” {verdict}", step.at, "")

    def _check_decider(self, step: p.Check) -> None:
        """Check who has to decide now, and what."""
        if step.player is None and not step.chance:
            if self.at.waiting:
                raise CheckFailed("nobody should decide anything here", step.at)
            if unclear := [each for each in self.ended.values() if each.unclear]:
                raise self._ended_by_done(step, unclear[-1])
            return
        right = self._asks(step)
        if right and step.pick is not None:
            kind = Decision(self.at, self.names).kind
            right = str(step.pick.words[0]) in (kind, kind.split(".")[-1])
        if not right:
            raise CheckFailed(
                f"another decision comes first{self.over and f'; {self.over}'}", step.at
            )

    def _check_winner(self, step: p.Check, functions: Sequence[str]) -> None:
        """Check who would win if the game ended now."""
        scores, winners = current_scores(self.at)
        expected: set[int] = set()
        for function in functions:
            value = self.at.call(function)
            expected.update(value if isinstance(value, list | tuple) else [value])
        right = expected <= set(winners) if functions else not winners
        if right == step.negated:
            who = " and ".join(self.names[seat] for seat in winners) or "nobody"
            wins = "wins" if len(winners) < 2 else "win"
            had = ", ".join(f"{n} has {s}" for n, s in zip(self.names, scores, strict=True))
            raise CheckFailed(f"expected: {step.at.text}", step.at, f"{who} {wins}: {had}")

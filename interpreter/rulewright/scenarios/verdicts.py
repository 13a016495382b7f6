"""What is checked in a scenario: whether it holds. Looking changes nothing: the game stays where it is."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.game.decision import Decision
from rulewright.game.outcome import standing
from rulewright.game.state import GameState
from rulewright.game.story import Event
from rulewright.ir.layout import CHANCE_SEAT
from rulewright.program import program as p
from rulewright.records import Record, field
from rulewright.scenarios.picking import awaited, found, said, who_decides
from rulewright.scenarios.questions import Question
from rulewright.scenarios.suite import Prepared
from rulewright.text import Span


class Failed(Exception):
    """A scenario does not come out as it says: what was expected, where, and what was found.

    `missing` is the choice that is not among the options, in words.
    """

    def __init__(self, message: str, at: Span, actual: str = "", missing: str = "") -> None:
        super().__init__(message)
        self.message, self.at, self.actual, self.missing = message, at, actual, missing


class Verdicts(Record):
    """The checks of a scenario, at the point where its game stands. Each raises Failed if it does not hold.

    What holds for a reason that may not be meant is added to `remarks`.
    """

    at: GameState
    names: Sequence[str]
    remarks: list[str] = field(factory=list)

    def check(self, step: p.Check, prepared: Prepared) -> None:
        """Whether a check holds."""
        questions = prepared if isinstance(prepared, list) else []
        function = prepared if isinstance(prepared, str) else ""
        match step.kind:
            case "holds":
                self._holds(questions)
            case "over":
                self._over(questions)
            case "offered":
                self._offered(step, function)
            case "told":
                self._told(step)
            case "decides":
                self._decides(step)
            case "wins":
                self._wins(step, function)
            case "ended":
                self._ended(step)

    def _holds(self, questions: Sequence[Question]) -> None:
        for question in questions:
            if not question.holds(self.at):
                raise Failed(
                    f"expected: {question.text}",
                    question.at,
                    question.actual(self.at, self.names),
                )

    def _over(self, questions: Sequence[Question]) -> None:
        for question in questions:
            if not question.holds(self.at):
                actual = awaited(self.at, self.names)
                raise Failed(f"expected: {question.text}", question.at, actual)

    def _offered(self, step: p.Check, place: str) -> None:
        assert step.pick is not None
        if not self._asks(step):
            who = "chance" if step.player is None else self.names[step.player]
            if not step.negated:
                message = f"{who} is asked nothing here"
                raise Failed(message, step.at, awaited(self.at, self.names))
            now = who_decides(self.at, self.names)
            self.remarks.append(
                f"{step.at}: `{step.at.text}` holds as {who} is asked nothing here; {now} decides"
            )
            return
        there = found(self.at, step.pick, place, self.names) is not None
        if there == step.negated:
            is_there = "is among the options, and should not be"
            verdict = is_there if there else "is not among the options"
            now, words = awaited(self.at, self.names), said(step.pick)
            raise Failed(f"`{words}` {verdict}", step.at, now, "" if there else words)

    def _asks(self, step: p.Check) -> bool:
        """Whether the one that is spoken of has to decide now."""
        seat = CHANCE_SEAT if step.chance else step.player
        return self.at.waiting and self.at.decider == seat

    def _told(self, step: p.Check) -> None:
        events = [Event(self.at.game, entry, self.names) for entry in self.at.log or []]
        texts = [event.text(step.player) for event in events]
        told = any(step.text in text for text in texts)
        if told == step.negated:
            verdict = "was told, and should not have been" if told else "was not told"
            raise Failed(f"“{step.text}” {verdict}", step.at)

    def _decides(self, step: p.Check) -> None:
        if step.player is None and not step.chance:
            if self.at.waiting:
                message = "nobody should decide anything here"
                raise Failed(message, step.at, awaited(self.at, self.names))
            return
        right = self._asks(step)
        if right and step.pick is not None:
            kind = Decision(self.at, self.names).kind
            right = str(step.pick.words[0]) in (kind, kind.split(".")[-1])
        if not right:
            raise Failed("another decision is awaited", step.at, awaited(self.at, self.names))

    def _ended(self, step: p.Check) -> None:
        if self.at.ended == step.negated:
            now = "a rule has ended the game" if self.at.ended else "no rule has ended the game"
            raise Failed(f"expected: {step.at.text}", step.at, now)

    def _wins(self, step: p.Check, player: str) -> None:
        scores, winners = standing(self.at)
        if (self.at.engine.call(self.at.state, player) in winners) == step.negated:
            who = " and ".join(self.names[seat] for seat in winners)
            wins = "wins" if len(winners) == 1 else "win"
            had = ", ".join(f"{n} has {s}" for n, s in zip(self.names, scores, strict=True))
            raise Failed(f"expected: {step.at.text}", step.at, f"{who} {wins}: {had}")

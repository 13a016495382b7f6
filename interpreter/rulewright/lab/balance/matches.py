"""A match: an edition to be judged, alone or against another, with the games to play and the verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from rulewright.lab.balance.execution.bundles import Bundle
from rulewright.lab.balance.execution.chunks import Side, recording_setup
from rulewright.lab.balance.execution.journals import Journal
from rulewright.lab.balance.execution.runs import BalanceRun, RunBudget
from rulewright.lab.balance.questions import CardQuestion, NotComparable, questions_of
from rulewright.lab.balance.recording.watched_table import RecordingSetup
from rulewright.lab.balance.statistics.reports import RANDOM, Data, StrengthResult, report
from rulewright.lab.balance.statistics.verdicts import Measured, Verdict, judge
from rulewright.runtime.session.games import Rules

STRENGTHS: Final = {"easy": 40, "hard": 240}
"""Simulations per decision, by the name of the strength."""


def strength_of(name: str) -> int:
    """Return the simulations per decision of players of this strength. Raises NotComparable."""
    if name in STRENGTHS:
        return STRENGTHS[name]
    if name.isdecimal() and 1 <= int(name) <= 100_000:
        return int(name)
    known = " and ".join(STRENGTHS)
    raise NotComparable(
        f"there is no strength {name}: known are {known}, or a number from 1 to 100000"
    )


class Match:
    """A comparison of cards: its questions, and the sides that play, random players first, then by strength.

    Raises NotComparable and RulesError.
    """

    def __init__(
        self,
        rules: Rules,
        against: Rules | None,
        players: int,
        options: Sequence[str],
        strengths: Sequence[str],
        cards: Sequence[str] = (),
    ) -> None:
        """Load the rules and determine the questions."""
        self.players, self.options = players, tuple(options)
        self.strengths = [RANDOM, *sorted(dict.fromkeys(strengths), key=strength_of)]
        self._bundles = [Bundle.of(each) for each in (rules, against) if each is not None]
        self.rules, self.against = rules, against
        outcome = self.setup.module.outcome
        if not outcome.values or (outcome.sides and not outcome.teams):
            raise NotComparable(
                f"in {rules.id} all players win or lose together, so wins do not show which card is better"
            )
        self.questions = questions_of(self.setup, self.other, tuple(cards))
        if not cards and against is None:
            self.questions = [each for each in self.questions if self._is_judged(each)]

    def _is_judged(self, question: CardQuestion) -> bool:
        """Return whether a card is judged by default: only kinds that players take, if there are any."""
        kinds = self.setup.kinds_taken
        return not kinds or question.kind in kinds

    @cached_property
    def setup(self) -> RecordingSetup:
        """The recording set-up of the first edition: its rules, its module, and the decisions that take cards."""
        return recording_setup(self._bundles[0], self.players, self.options)

    @cached_property
    def other(self) -> RecordingSetup | None:
        """The recording set-up of the second edition; None without one."""
        if len(self._bundles) == 1:
            return None
        return recording_setup(self._bundles[1], self.players, self.options)

    @property
    def sides(self) -> list[Side]:
        """The sides that play: for each strength the first edition, then the second."""
        return [
            Side(bundle, self.players, self.options, 0 if name == RANDOM else strength_of(name))
            for name in self.strengths
            for bundle in self._bundles
        ]

    def run(self, budget: RunBudget, seed: int, journal: Journal) -> BalanceRun:
        """Return a new run of games between the sides of this match, without results yet."""
        return BalanceRun(self.sides, budget, seed, journal)

    def played(self, run: BalanceRun) -> list[StrengthResult]:
        """Return the tallies of a run, grouped by strength."""
        each = len(self._bundles)
        return [
            StrengthResult(name, *run.tallies[at * each : at * each + each])
            for at, name in enumerate(self.strengths)
        ]

    def verdicts(self, run: BalanceRun) -> list[Verdict]:
        """Return the verdicts supported by a run so far."""
        measured: Measured = {
            each.strength: (each.tally, each.other)
            for each in self.played(run)
            if each.strength != RANDOM or len(self.strengths) == 1
        }
        return judge(self.setup, self.questions, measured)

    def is_sure(self, run: BalanceRun) -> bool:
        """Return whether every verdict supported by a run is decided."""
        return all(each.word not in ("open", "disagree") for each in self.verdicts(run))

    def report(self, run: BalanceRun, seconds: float) -> Data:
        """Return the report on a run as data."""
        against = self.against.id if self.against is not None else ""
        return report(self.setup, against, self.played(run), self.verdicts(run), seconds)

"""The verdict on a card in one word, from players of all strengths, if these agree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import Final, Literal

from rulewright.base.records import Record
from rulewright.lab.balance.questions import CardQuestion, own_options
from rulewright.lab.balance.recording.watched_table import RecordingSetup
from rulewright.lab.balance.statistics.confidence_sequences import (
    ERROR_LEVEL,
    ConfidenceInterval,
    bonferroni_level,
)
from rulewright.lab.balance.statistics.tallies import GameTally, add_to, difference, pooled_mean
from rulewright.language.program.rules import Power
from rulewright.runtime.session.rules.internals import inside

CLOSE: Final = 0.01
"""Advantages below this share of a victory count as none."""

SELDOM: Final = 0.2
"""Options used less often than this fraction of their random use are hardly ever right."""

LEAST_RANDOM_USES: Final = 5
"""The expected random uses below which no such remark is made."""

TIMES: Final = 20
"""The holdings below which a card is not called unusable."""

Word = Literal["strong", "weak", "even", "same", "open", "disagree", "unusable"]

Measured = Mapping[str, tuple[GameTally, GameTally | None]]
"""By strength, the tallies of the edition and of the other one, None without one."""


class SeldomUsed(Record):
    """A note that an option is hardly ever right: how often it was used, and how often it could be."""

    option: str
    used: float
    could: float


class Verdict(Record):
    """The verdict on a card, with its advantage in victory shares and the number of games, by strength.

    `is_taken` if players were offered the card together with others.
    """

    question: CardQuestion
    word: Word
    told: dict[str, tuple[ConfidenceInterval, int]]
    is_taken: bool
    remarks: tuple[SeldomUsed, ...] = ()

    @property
    def games(self) -> int:
        """The number of games behind the verdict."""
        return sum(games for _, games in self.told.values())

    @property
    def whole(self) -> ConfidenceInterval | None:
        """The card's advantage, averaged over players of all strengths; None if unknown."""
        return pooled_mean(each for each, _ in self.told.values()) if self.told else None


def judge(
    setup: RecordingSetup, questions: Sequence[CardQuestion], measured: Measured
) -> list[Verdict]:
    """Return the verdict on each card; the intervals hold simultaneously."""
    trust = bonferroni_level(len(questions) * max(len(measured), 1), ERROR_LEVEL)
    return [_judge_card(setup, each, measured, trust) for each in questions]


def _judge_card(
    setup: RecordingSetup, question: CardQuestion, measured: Measured, trust: float
) -> Verdict:
    """Return the verdict on a card, with intervals of the error level `trust`."""
    by_strength: dict[str, tuple[ConfidenceInterval, int]] = {}
    for strength, (tally, other) in measured.items():
        advantage = advantage_of(question, tally, other, trust)
        if advantage is not None:
            by_strength[strength] = advantage, tally.games
    tallies = [tally for tally, _ in measured.values()]
    word = (
        "unusable"
        if _is_unusable(setup, question, tallies)
        else verdict_word(by_strength, measured, question)
    )
    is_taken = any(question.card in tally.taken for tally in tallies)
    return Verdict(
        question, word, by_strength, is_taken, tuple(_seldom_used_options(setup, question, tallies))
    )


def advantage_of(
    question: CardQuestion, tally: GameTally, other: GameTally | None, trust: float
) -> ConfidenceInterval | None:
    """Return the card's advantage in victory shares, over the card it is compared with; None if unknown."""
    own = card_value(tally, question.card, trust)
    if other is None or not question.instead or own is None:
        return own
    theirs = card_value(other, question.instead, trust)
    return None if theirs is None else difference(own, theirs)


def card_value(tally: GameTally, card: str, trust: float) -> ConfidenceInterval | None:
    """Return the estimated gain from picking a card; if it is never offered with others, from holding it."""
    gain = tally.soon(card, trust) or tally.gain(card, trust)
    if gain is not None:
        return gain
    key = main_place_of(tally, card)
    return tally.share(key, trust) if key else None


def main_place_of(tally: GameTally, card: str) -> str:
    """Return the key of the place where a card counts: one dealt to, else the one that holds it most often."""
    places = [key for key in tally.held if key.split("/", 1)[1] == card]
    dealt = tally.of("dealt")
    return max(
        places, key=lambda key: (key.split("/", 1)[0] in dealt, tally.held[key][1]), default=""
    )


def verdict_word(
    intervals_and_games: Mapping[str, tuple[ConfidenceInterval, int]],
    measured: Measured,
    question: CardQuestion,
) -> Word:
    """Return the verdict on a card in one word; "disagree" if strengths or estimates contradict each other."""
    if question.instead and all(_is_same(question, *each) for each in measured.values()):
        return "same"
    intervals = [interval for interval, _ in intervals_and_games.values() if interval.radius < inf]
    if len(intervals) < len(measured) or not intervals:
        return "open"
    if max(each.low for each in intervals) > min(each.high for each in intervals):
        return "disagree"
    if any(_is_refuted(question.card, tally) for tally, _ in measured.values()):
        return "disagree"
    whole = pooled_mean(intervals)
    if whole.excludes_zero:
        return "strong" if whole.mean > 0 else "weak"
    if whole.low > -CLOSE and whole.high < CLOSE:
        return "even"
    return "open"


def _is_refuted(card: str, tally: GameTally) -> bool:
    """Return whether the short-term estimate and the final results contradict each other."""
    soon, end = tally.soon(card), tally.gain(card)
    if soon is None or end is None:
        return False
    return end.low > soon.high or soon.low > end.high


def _is_same(question: CardQuestion, tally: GameTally, other: GameTally | None) -> bool:
    """Return whether a card and the one it replaces had exactly equal results in all games."""
    if (
        other is None
        or not tally.games
        or tally.taken.get(question.card) != other.taken.get(question.instead)
    ):
        return False
    return tally.of("seats") == other.of("seats") and tally.of("games") == other.of("games")


def _is_unusable(
    setup: RecordingSetup, question: CardQuestion, tallies: Sequence[GameTally]
) -> bool:
    """Return whether a card only offers options, was held often, and never offered any."""
    rules = [
        rule
        for rule in inside(setup.rules).program.rules
        if getattr(rule, "card", None) == question.card
    ]
    had = sum(_times_held(tally, question.card) for tally in tallies)
    options = {key for tally in tallies for name in ("options", "forced") for key in tally.of(name)}
    if had < TIMES:
        return False
    if rules:
        only_powers = all(isinstance(rule, Power) for rule in rules)
        return only_powers and not own_options(setup, question.card, options)
    named = {key.rsplit("/", 1)[-1] for key in options}
    same_kind = {piece.name for piece in setup.module.pieces if piece.kind == question.kind}
    return question.card not in named and 2 * len(named & same_kind) > len(same_kind)


def _times_held(tally: GameTally, card: str) -> float:
    """Return how often a card was held in the place where it was held most often."""
    return max(
        (sums[0] for key, sums in tally.of("lain").items() if key.split("/", 1)[1] == card),
        default=0,
    )


def _seldom_used_options(
    setup: RecordingSetup, question: CardQuestion, tallies: Sequence[GameTally]
) -> list[SeldomUsed]:
    """Return a remark on each of the card's options that is hardly ever right."""
    sums_by_option: dict[str, list[float]] = {}
    for tally in tallies:
        for key in own_options(setup, question.card, tally.of("options")):
            add_to(sums_by_option.setdefault(key, []), tally.of("options")[key])
    return [
        SeldomUsed(key, sums[1], sums[0])
        for key, sums in sums_by_option.items()
        if is_seldom_used(sums)
    ]


def is_seldom_used(sums: Sequence[float]) -> bool:
    """Return whether an option was chosen much less often than by random players."""
    _, taken, by_lot = sums
    return by_lot >= LEAST_RANDOM_USES and taken < SELDOM * by_lot

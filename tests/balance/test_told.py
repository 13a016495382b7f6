"""What is said where games contradict each other, and of cards that hardly ever come into play."""

from __future__ import annotations

from random import Random

import rulewright
from balance.kit import sentence
from rulewright.cli.balance.balance_text import report_text
from rulewright.cli.common.verdict_sentences import seldom_sentence
from rulewright.lab.balance.questions import CardQuestion
from rulewright.lab.balance.recording.card_offers import CardOffer, compare_offers
from rulewright.lab.balance.recording.watched_table import RecordingSetup
from rulewright.lab.balance.statistics.confidence_sequences import ConfidenceInterval
from rulewright.lab.balance.statistics.reports import StrengthResult, report
from rulewright.lab.balance.statistics.tallies import TAKEN, GameTally, Moments, add_to
from rulewright.lab.balance.statistics.verdicts import Verdict, verdict_word

BARD = CardQuestion("Bard", "mask")


def said(told: dict[str, tuple[ConfidenceInterval, int]], tally: GameTally) -> str:
    word = verdict_word(told, dict.fromkeys(told, (tally, None)), BARD)
    return sentence(Verdict(BARD, word, told, is_taken=True))


def test_strengths_that_contradict_each_other_give_no_verdict() -> None:
    hard = ConfidenceInterval(0.005, 0.01)
    told = {"easy": (ConfidenceInterval(0.04, 0.01), 60), "hard": (hard, 20)}
    assert said(told, GameTally()) == (
        "Bard: no verdict, because easy and hard bots disagree, or scores and wins do "
        "(easy: +4.0 (95 %: +3.0 to +5.0); hard: +0.5 (95 %: -0.5 to +1.5))"
    )
    told["hard"] = ConfidenceInterval(0.005, 0.03), 20
    assert said(told, GameTally()).endswith(", after 80 games: strong")


def contradicted(later: float, end: float) -> GameTally:
    """Games in which who takes a card stands so much better a round later, and so much in the end."""
    lot, tally = Random(1), GameTally()
    for _ in range(200):
        taken, own = lot.randrange(2), list[float]()
        taking = CardOffer(0, ("Bard", "Plain"), (0.5, 0.5), taken, before=lot.gauss(0, 0.1))
        noise = taking.before + lot.gauss(0, 0.1)
        for card, numbers in compare_offers(taking, noise - taken * end, noise - taken * later):
            if card == "Bard":
                add_to(own, numbers)
        tally.games += 1
        tally.note("standings", "all", 1, 1)
        Moments(TAKEN, tally.taken.setdefault("Bard", [])).add([1.0, *own])
    return tally


def test_positions_that_results_contradict_give_no_verdict() -> None:
    for later, is_one in ((0.2, True), (-0.2, False)):
        tally = contradicted(later, -0.2)
        soon = tally.soon("Bard")
        assert soon is not None
        assert ("no verdict" in said({"easy": (soon, 200)}, tally)) == is_one


def test_cards_that_hardly_ever_come_into_play_are_told() -> None:
    table, tally = RecordingSetup.of(rulewright.load("classic"), 5, ()), GameTally()
    for piece in table.module.pieces:
        if piece.kind == "district":
            tally.note("lain", f"city/{piece.name}", 0 if piece.name == "Keep" else 10, 0, 0)
    tally.note("lain", "city/Keep", 3, 0, 0)
    data = report(table, "", [StrengthResult("easy", tally)], [], 0.0)
    told = [seldom_sentence(row) for row in data["seldom"]]
    assert told == ["Keep hardly ever comes to a city: 3 times; another district does 19 times"]
    assert told[0] in report_text(data)

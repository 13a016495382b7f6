"""What is said where games contradict each other, and of cards that hardly ever come into play."""

from __future__ import annotations

import re
from random import Random

import rulewright
from balance.kit import sentence
from rulewright.cli.balance.balance_text import forecast_text, report_text, undecided_text
from rulewright.cli.common.verdict_sentences import seldom_sentence
from rulewright.lab.balance.execution.forecast import Forecast, forecast_of
from rulewright.lab.balance.matches import Match
from rulewright.lab.balance.questions import CardQuestion
from rulewright.lab.balance.recording.card_offers import CardOffer, compare_offers
from rulewright.lab.balance.recording.watched_table import RecordingSetup
from rulewright.lab.balance.statistics.confidence_sequences import ConfidenceInterval
from rulewright.lab.balance.statistics.reports import Data, StrengthResult, report
from rulewright.lab.balance.statistics.tallies import TAKEN, GameTally, Moments, add_to
from rulewright.lab.balance.statistics.verdicts import Verdict, Word, verdict_word

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
    assert said(told, GameTally()).endswith("; 80 games played")


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


def report_of(word: Word, bounds: tuple[float, float] | None) -> Data:
    """Return a report with a verdict, as data."""
    table = RecordingSetup.of(rulewright.load("classic"), 5, ())
    told = {} if bounds is None else {"easy": (ConfidenceInterval(*bounds), 120)}
    verdict = Verdict(BARD, word, told, is_taken=True)
    return report(table, "", [StrengthResult("easy", GameTally())], [verdict], 600.0)


def test_cards_without_a_verdict_are_told_with_the_reason() -> None:
    data = report_of("open", (0.01, 0.04))
    assert undecided_text(data, 10) == (
        "No verdict on Bard within 10 minutes, because so far only advantages of 4.0 points or more are certain. "
        "Half of that takes four times as many games."
    )
    assert undecided_text(data, 10) in report_text({**data, "minutes": 10})
    assert "within 120 games" in undecided_text(data, None)
    assert "too few games" in undecided_text(report_of("open", None), 10)
    assert undecided_text(report_of("even", (0.0, 0.001)), 10) == ""


def test_a_table_has_five_columns_that_are_explained_and_all_on_demand() -> None:
    table, tally = RecordingSetup.of(rulewright.load("classic"), 5, ()), GameTally()
    data = report(table, "", [StrengthResult("easy", tally)], [], 0.0)
    data["cards"] = [
        {"card": "Thief", "kind": "character", "wins": [0.02, 0.01, 0.03], "in_the_end": [0.1, 0.0, 0.2],
         "offered": 10, "taken": 5, "used": 1, "could_be_used": 4, "lay": {}, "random": [0.0, -0.1, 0.1]}
    ]  # fmt: skip
    short, whole = (report_text(data, whole=each) for each in (False, True))

    (head,) = [line for line in short.splitlines() if line.startswith("character")]
    assert re.split(r"  +", head) == ["character", "wins more", "95 %", "taken", "random"]
    explained = "\n".join(line for line in short.splitlines() if ": " in line)
    assert all(f"{column}: " in explained for column in re.split(r"  +", head)[1:])
    (head,) = [line for line in whole.splitlines() if line.startswith("character")]
    assert len(re.split(r"  +", head)) == 9
    assert "--all" not in whole


def test_a_forecast_says_minutes_for_two_advantages_and_the_limit() -> None:
    assert forecast_text(Forecast(123.4, is_taken=True), 10) == (
        "On this machine about 120 games a minute: an advantage of 2 points takes about 1 min to prove, "
        "one of 1 point about 4 min. The run ends after 10 min."
    )
    assert "about 160 min to prove" in forecast_text(Forecast(123.4, is_taken=False), None)


def test_the_forecast_times_games_of_every_strength() -> None:
    rules = rulewright.load("caravan")
    match = Match(rules, None, 2, (), ["5", "10"])
    one, two = (forecast_of(match.setup, match.sides, width) for width in (1, 2))
    assert 0 < one.games_a_minute < two.games_a_minute * 10
    assert one.is_taken == bool(match.setup.kinds_taken)

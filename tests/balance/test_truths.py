"""What is known of cards is found; what only random players fall for is not."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright
from balance.kit import fair, sentence
from rulewright.lab.balance.execution.journals import Journal
from rulewright.lab.balance.execution.runs import BalanceRun, RunBudget
from rulewright.lab.balance.execution.workers import ImmediateExecutor
from rulewright.lab.balance.matches import Match
from rulewright.lab.balance.questions import NotComparable
from rulewright.lab.balance.statistics.tallies import difference
from rulewright.lab.balance.statistics.verdicts import Verdict
from tiers import LONG

OTHERS = ("Plain", "Dull", "Magpie")


def match(
    folder: Path,
    masks: tuple[str, ...],
    other: tuple[str, ...] = (),
    strengths: tuple[str, ...] = ("10", "30"),
) -> Match:
    own = fair(folder, *masks, name="own")
    against = fair(folder, *other, name="other") if other else None
    return Match(own, against, 3, (), strengths)


def judged(asked: Match, games: int, lot: int = 0) -> tuple[dict[str, Verdict], BalanceRun]:
    run = asked.run(RunBudget(games, lot), 1, Journal.opened(None, asked.sides, []))
    run.play(ImmediateExecutor(), 1, asked.is_sure, lambda run: None)
    return {each.question.card: each for each in asked.verdicts(run)}, run


@pytest.mark.long
def test_coins_for_nothing_are_strong(tmp_path: Path) -> None:
    verdicts, run = judged(match(tmp_path, (*OTHERS, "Banker"), (*OTHERS, "Fool")), 60)

    banker = verdicts["Banker"]
    assert banker.word == "strong"
    assert run.tallies[-1].games < 60, "it stops when it is sure"


@pytest.mark.rotating
def test_a_copy_under_another_name_is_the_same_to_the_last_digit(tmp_path: Path) -> None:
    asked = match(
        tmp_path, ("Plain", "Dull", "Jackdaw", "Fool"), ("Plain", "Dull", "Magpie", "Fool")
    )
    verdicts, _ = judged(asked, 24)

    jackdaw = verdicts["Jackdaw"]
    assert jackdaw.question.instead == "Magpie"
    assert jackdaw.word == "same"
    assert "has the same effect as Magpie" in sentence(jackdaw)


@pytest.mark.long
def test_what_only_a_fool_uses_is_not_told_from_nothing(tmp_path: Path) -> None:
    asked = match(tmp_path, (*OTHERS, "Fool"), strengths=("30",))
    verdicts, run = judged(asked, 120 if LONG else 40, lot=200)

    fool = verdicts["Fool"]
    lot, thinking = (each.tally for each in asked.played(run))
    by_lot, nothing = lot.gain("Fool"), lot.gain("Plain")
    assert by_lot is not None
    assert nothing is not None
    assert difference(by_lot, nothing).high < 0, "players by lot throw their coins away"
    own, plain = thinking.gain("Fool"), thinking.gain("Plain")
    assert own is not None
    assert plain is not None
    assert not difference(own, plain).excludes_zero
    assert ["squander" in remark.option for remark in fool.remarks] == [True]


@pytest.mark.rotating
def test_what_nobody_can_use_is_said_to_be_that(tmp_path: Path) -> None:
    verdicts, _ = judged(match(tmp_path, (*OTHERS, "Hermit"), strengths=("10",)), 24)

    assert verdicts["Hermit"].word == "unusable"
    assert "never offered anything that a player could use" in sentence(verdicts["Hermit"])
    assert verdicts["Plain"].word != "unusable"


@pytest.mark.rotating
def test_seats_are_told_where_they_matter(tmp_path: Path) -> None:
    _, run = judged(match(tmp_path, (*OTHERS, "Banker"), strengths=("10",)), 40)

    first, last = (run.tallies[1].seat(seat) for seat in "02")
    assert first.mean > last.mean, "who chooses first takes the best card"


def test_editions_that_cannot_be_compared(tmp_path: Path) -> None:
    import rulewright

    own = fair(tmp_path, *OTHERS, "Banker")
    with pytest.raises(NotComparable, match="cannot be compared"):
        Match(own, rulewright.load("orchard"), 3, (), ("easy",))
    with pytest.raises(NotComparable, match="the same cards with the same rules"):
        Match(own, fair(tmp_path, *OTHERS, "Banker", name="other"), 3, (), ("easy",))
    with pytest.raises(NotComparable, match="win or lose together"):
        Match(rulewright.load("fog-signals"), None, 3, (), ("easy",))
    with pytest.raises(NotComparable, match="no strength strong"):
        Match(own, None, 3, (), ("strong",))


def test_what_is_used_without_being_asked_is_of_use() -> None:
    asked = Match(rulewright.load("orchard"), None, 2, (), ())
    verdicts, _ = judged(asked, 0, lot=16)
    assert "unusable" not in {each.word for each in verdicts.values()}

"""Complaints about a game that breaks off point at the author's own line."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright
from checks.kit import BARD, WALKS, our_table, walks
from rulewright.base.records import evolve
from rulewright.language.text import Complaint, RulesError
from rulewright.runtime.session.native_backend import EngineName
from rulewright.runtime.session.rules.rulebook import load_rulebook
from rulewright.testing.checks.deep_checks import check_deep
from rulewright.testing.complaint_book import all_codes

STEP = "set my steps to my steps + 1"
POINTS = "value a player's points is the player's steps"
SHARE = "1 divided by (the player's steps - the player's steps), rounded down"
MINE, ITS = (SHARE.replace("the player's", whose) for whose in ("my", "its"))
HUGE = "(my steps + 1) * 2000000 * 2000"
LOOPS = """\
for each one in 1 to 999
        for each two in 1 to 999
            set my steps to 1"""
LIMIT = "the total steps of players is at most 2"

CASES = {
    "E0701, a loop": (STEP, LOOPS, "for each one in"),
    "E0701, rounds": (STEP, "do nothing", "repeat until the total steps"),
    "E0702": (STEP, f"set my steps to {HUGE}", "set my steps to"),
    "E0703, a statement": (STEP, f"set my steps to {MINE}", MINE),
    "E0703, a value": (f"{STEP}\n", f"{STEP} + my pace\nvalue a player's pace is {SHARE}\n", SHARE),
    "E0703, a rule of the score": (POINTS, f"{POINTS}\na player's points is {SHARE} more", SHARE),
    "E0703, options": ("from players\n", f"from players where ({ITS}) is 0\n", f"({ITS})"),
    "E0704": ("outcome by", f"always, {LIMIT}\noutcome by", LIMIT),
}  # fmt: skip
"""Faults: a line of the game, what stands in its place, and how the complaint's place begins."""


def play(rules: rulewright.Rules, engine: EngineName) -> None:
    """Play some games to the end, with their scores."""
    for seed in range(9):
        game = rules.new_game(2, seed=seed, engine=engine)
        while game.decision is not None:
            game.choose(0)
        assert game.outcome


def broken_off(edition: Path, engine: EngineName = "python") -> Complaint:
    """The complaint about the first game that breaks off, with its score."""
    book = evolve(load_rulebook(edition).with_always(), most_steps=100_000)
    rules = rulewright.Rules(book)
    with pytest.raises(RulesError) as error:
        play(rules, engine)
    (complaint,) = error.value.complaints
    return complaint


@pytest.mark.parametrize("case", CASES)
def test_a_complaint_in_play_stands_at_the_line_that_failed(tmp_path: Path, case: str) -> None:
    line, instead, begin = CASES[case]
    edition = walks(tmp_path, WALKS.replace(line, instead))
    for _ in range(2):  # compiled, and from the cache
        complaint = broken_off(edition)
        assert complaint.code == case[:5]
        assert complaint.span is not None
        assert complaint.span.source.name.endswith("walks.rules")
        assert complaint.span.text.startswith(begin)


def test_every_complaint_in_play_has_a_case() -> None:
    codes = {case[:5] for case in CASES}
    assert codes == {code for code in all_codes() if code.startswith("E07")}


def test_the_native_engine_names_the_same_line(tmp_path: Path) -> None:
    line, instead, _ = CASES["E0703, a value"]
    edition = walks(tmp_path, WALKS.replace(line, instead))
    assert broken_off(edition, "native") == broken_off(edition)


def test_deep_checks_name_the_line_and_the_command(tmp_path: Path) -> None:
    line, instead, _ = CASES["E0703, a value"]
    found = check_deep(walks(tmp_path, WALKS.replace(line, instead)), 5, 1)
    (complaint,) = (each for each in found if each.code == "E0703")
    assert complaint.span is not None
    assert complaint.span.text == SHARE
    assert "--seed 1" in (complaint.help or "")


def test_a_rule_of_the_library_gives_way_to_ones_own(tmp_path: Path) -> None:
    own = "after a player gathers a resource\n    the player gains 2147483640 gold\n"
    complaint = broken_off(our_table(tmp_path, f"{BARD.partition('scenario')[0]}{own}"))
    assert complaint.code == "E0702"
    assert complaint.span is not None
    assert complaint.span.text == "the player gains 2147483640 gold"

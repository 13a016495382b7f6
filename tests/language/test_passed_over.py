"""Negative checks that hold only because a `done` ended a decision, which the author may not have noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.testing.scenarios import ScenarioResult, find_scenarios, run_scenario

HEAD = """\
scenario "Tried"
    in classic, 4 players
    given
        move Temple to B's city
"""
PLAYED = "    when\n        play turn for A as Warlord\n"
"""The main moment ends by itself after gathering; at the closing A may destroy the Temple."""


def result_of(text: str, folder: Path) -> ScenarioResult:
    """Run a scenario with the Temple in B's city."""
    path = folder / "tried.scenarios.rules"
    path.write_text(HEAD + text, encoding="utf-8")
    (ref,) = find_scenarios(path)
    return run_scenario(ref)


@pytest.mark.parametrize(
    "check",
    ["A may not choose destroy Temple", "A may not choose destroy", "nobody decides"],
)
def test_a_done_that_ended_another_moment_makes_no_check_green(check: str, tmp_path: Path) -> None:
    text = f"{PLAYED}        A chooses gather gold, done\n    then\n        {check}\n"

    result = result_of(text, tmp_path)

    assert not result.passed
    assert "`done` (line 7) ends what had ended automatically" in result.message
    assert "destroy Temple" in result.actual
    assert "destroy Temple" in result.awaited


def test_a_second_done_is_meant(tmp_path: Path) -> None:
    text = f"{PLAYED}        A chooses gather gold, done, done\n    then\n        "

    assert result_of(f"{text}nobody decides\n        Temple is in B's city\n", tmp_path).passed

    wrong = result_of(f"{text}A may not choose destroy Temple\n", tmp_path)

    assert "destroy Temple" in wrong.actual


def test_a_done_after_a_check_of_its_decision_is_meant(tmp_path: Path) -> None:
    text = (
        f"{PLAYED}        A chooses gather gold\n    then\n        A may choose destroy Temple\n"
        "    when\n        A chooses done\n    then\n        nobody decides\n"
    )

    assert result_of(text, tmp_path).passed


def test_an_option_that_a_clear_done_passed_over_was_on_offer(tmp_path: Path) -> None:
    text = (
        f"{PLAYED}        A chooses gather gold\n    then\n        A may choose destroy Temple\n"
        "    when\n        A chooses done\n    then\n        A may not choose destroy Temple\n"
    )

    result = result_of(text, tmp_path)

    assert "holds only because `done` (line 11) ended a decision" in result.message
    assert result.actual.startswith("`done` passed over this: A decides closing: destroy Temple")


def test_what_was_not_on_offer_may_be_checked_when_nobody_is_asked(tmp_path: Path) -> None:
    text = (
        "        move Church to A's city\n    when\n        play turn for A as Bishop\n"
        "        A chooses gather gold, done\n    then\n        A may not choose destroy Temple\n"
    )

    assert result_of(text, tmp_path).passed


def test_a_failure_is_that_of_the_run_without_the_done(tmp_path: Path) -> None:
    text = f"{PLAYED}        A chooses gather gold, done\n    then\n        A may choose destroy Church\n"

    result = result_of(text, tmp_path)

    assert result.message.startswith("`destroy Church` is not an option")
    assert result.actual.startswith("A decides closing: destroy Temple")

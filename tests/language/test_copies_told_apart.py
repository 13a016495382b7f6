"""Copies of a card in one place: a choice between different ones says which."""

from __future__ import annotations

from pathlib import Path

from rulewright.testing.checks import check_scenarios
from rulewright.testing.scenarios import ScenarioResult, find_scenarios, run_scenario

BEAUTIFIED = "        Temple becomes beautified\n"
"""The first Temple then costs the Warlord nothing, and the second 1 gold."""


def result_of(text: str, folder: Path, given: str = BEAUTIFIED) -> ScenarioResult:
    """Run a scenario in which A may destroy one of two Temples in B's city."""
    path = folder / "tried.scenarios.rules"
    path.write_text(
        'scenario "Tried"\n    in modern, 4 players, with Artist\n    given\n'
        f"        move Temple to B's city\n        move Temple to B's city\n{given}"
        f"    when\n        play turn for A as Warlord\n        A chooses gather gold\n{text}",
        encoding="utf-8",
    )
    assert check_scenarios([path]) == ()
    (ref,) = find_scenarios(path)
    return run_scenario(ref)


def test_copies_that_differ_are_not_chosen_silently(tmp_path: Path) -> None:
    for words in ("destroy Temple", "destroy B's Temple", "destroy Temple in B's city"):
        wrong = result_of(f"        A chooses {words}\n    then\n        A's gold is 2\n", tmp_path)

        assert wrong.message == (
            f"`{words}` means 2 options that differ; write one of these: "
            "`destroy Temple 1`: destroy Temple in B's city for 0 gold; "
            "`destroy Temple 2`: destroy Temple in B's city for 1 gold"
        )
        assert "(`destroy Temple 2 in B's city`)" in wrong.awaited


def test_a_number_says_which_copy(tmp_path: Path) -> None:
    for words, gold in (("destroy Temple 1", 2), ("destroy B's Temple 2", 1)):
        text = f"        A chooses {words}\n    then\n        A's gold is {gold}\n"

        assert result_of(text, tmp_path).passed


def test_a_copy_may_be_on_offer_or_not(tmp_path: Path) -> None:
    offered = "A may choose destroy Temple 2 in B's city"
    text = f"    then\n        {offered}\n        A may not choose destroy Temple 3\n"

    assert result_of(text, tmp_path).passed


def test_copies_that_are_alike_need_no_number(tmp_path: Path) -> None:
    text = "        A chooses destroy Temple\n    then\n        A's gold is 2\n"

    assert result_of(text, tmp_path, given="").passed

"""What scenarios say may or may not be chosen: words that mean several options, and checks that could not fail."""

from __future__ import annotations

from pathlib import Path

from language.test_fair import result_of
from rulewright.testing.scenarios import ScenarioResult

BOTH = (
    "    given\n        move Bakery to A's hand\n        move Tavern to B's row\n        set A's coins to 1\n"
    "    when\n        play turn for A\n"
)


def outcome(check: str, folder: Path) -> ScenarioResult:
    """What comes of a check while A may build the Bakery, wreck the Tavern and toss a coin."""
    return result_of(f"{BOTH}    then\n        {check}\n", folder)


def test_a_word_alone_means_all_of_its_options(tmp_path: Path) -> None:
    assert outcome("A may choose wreck", tmp_path).passed
    assert outcome("A may not choose wreck in A's row", tmp_path).passed

    wrong = outcome("A may not choose wreck", tmp_path)

    assert wrong.message == "`wreck` is an option, but should not be"
    assert not outcome("A may not choose wreck in B's row", tmp_path).passed


def test_a_word_alone_is_not_among_what_has_none_of_it(tmp_path: Path) -> None:
    text = "    when\n        play turn for A\n    then\n        A may not choose wreck\n"

    assert result_of(text, tmp_path).passed


def test_what_was_held_against_is_remarked(tmp_path: Path) -> None:
    (remark,) = outcome("A may not choose build Tavern", tmp_path).remarks

    assert remark.endswith(
        "`A may not choose build Tavern` was compared with these options: build Bakery for 1 (`build Bakery`), "
        "wreck Tavern (B) (`wreck Tavern`), toss a coin (`toss`), done"
    )


def test_a_thing_without_its_word_is_refused(tmp_path: Path) -> None:
    """It would hold whatever is offered."""
    wrong = outcome("A may not choose Tavern", tmp_path)

    assert wrong.message == (
        "`Tavern` alone is never an option here: write `build Tavern` or `wreck Tavern`"
    )
    assert not wrong.passed

    chosen = result_of(f"{BOTH}        A chooses Tavern\n    then\n        A decides\n", tmp_path)
    assert chosen.message == wrong.message


def test_a_card_that_is_not_in_the_game_is_refused(tmp_path: Path) -> None:
    wrong = outcome("A may not choose build Cartwright", tmp_path)

    assert (
        wrong.message
        == "Wheelwright is not in this game; end the line `in …` with `, with Wheelwright`"
    )


def test_an_answer_without_its_thing_is_told_in_one_line(tmp_path: Path) -> None:
    wrong = result_of(f"{BOTH}        A chooses build\n    then\n        A decides\n", tmp_path)

    assert wrong.message == "`build` needs the chosen thing: `build Bakery`"
    assert (wrong.actual, wrong.why) == ("", ())

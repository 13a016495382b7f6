"""What scenarios can say, and what they say when they fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.testing.checks import check_scenarios
from rulewright.testing.scenarios import ScenarioRef, ScenarioResult, find_scenarios, run_scenario

FOLDER = Path(__file__).parent / "fair"


@pytest.mark.parametrize("ref", find_scenarios(FOLDER), ids=lambda ref: ref.title)
def test_scenarios_of_the_fair_hold(ref: ScenarioRef) -> None:
    """What the rule files beside this test promise."""
    result = run_scenario(ref)
    assert result.passed, f"{result.place}: {result.message} {result.actual}"


def tried(text: str, folder: Path, place: str = "2 players") -> ScenarioRef:
    """A scenario of the fair with these sections."""
    path = folder / "tried.scenarios.rules"
    head = f'scenario "Tried"\n    in "{FOLDER / "fair.yaml"}", {place}\n'
    path.write_text(head + text, encoding="utf-8")
    (ref,) = find_scenarios(path)
    return ref


def result_of(text: str, folder: Path) -> ScenarioResult:
    """How it comes out."""
    return run_scenario(tried(text, folder))


def test_the_seed_decides_only_what_chance_is_asked(tmp_path: Path) -> None:
    text = (
        "    when\n        play turn for A\n        the seed decides\n    then\n        A decides\n"
    )

    assert result_of(text, tmp_path).message == "chance has nothing to decide here"


def test_nobody_decides_fails_while_chance_is_asked(tmp_path: Path) -> None:
    text = "    when\n        play turn for A\n        A chooses toss\n    then\n        nobody decides\n"

    result = result_of(text, tmp_path)

    assert result.message == "nobody should decide anything here"
    assert result.actual.startswith("chance decides toss.throw: ")


def test_done_ends_nothing_where_nothing_could_be_ended(tmp_path: Path) -> None:
    text = "    when\n        A gains 2 coins\n        A chooses done\n    then\n        nobody decides\n"

    assert result_of(text, tmp_path).message.startswith("nobody has anything to decide here")


def test_done_is_no_answer_to_what_must_be_answered(tmp_path: Path) -> None:
    text = (
        "    given\n        move all stalls in the deck to A's row\n"
        "    when\n        play auction for A\n        A chooses done\n    then\n        nobody decides\n"
    )

    assert result_of(text, tmp_path).message == "`done` is not an option"


def test_a_turn_that_is_not_over_shows_what_is_awaited(tmp_path: Path) -> None:
    text = "    when\n        play turn for A\n    then\n        the turn is over\n"

    result = result_of(text, tmp_path)

    assert result.message == "expected: the turn is over"
    assert result.actual.startswith("A decides main: ")


def test_what_holds_for_want_of_a_question_is_remarked(tmp_path: Path) -> None:
    text = (
        "    when\n        play turn for A\n    then\n"
        "        A may not choose build Bakery\n        B may not choose toss\n"
    )

    result = result_of(text, tmp_path)

    assert result.passed
    remark = result.remarks[-1]
    assert remark.endswith(
        ":7:9: `B may not choose toss` passes because B has nothing to decide here; A decides"
    )


def test_who_is_asked_nothing_may_choose_nothing(tmp_path: Path) -> None:
    text = "    when\n        play turn for A\n    then\n        B may choose toss\n"

    assert result_of(text, tmp_path).message == "B has nothing to decide here"


def test_a_failure_shows_the_words_for_what_is_offered(tmp_path: Path) -> None:
    text = (
        "    given\n        move Bakery to A's hand\n        set A's coins to 1\n"
        "    when\n        play turn for A\n        A chooses build Tavern\n    then\n        A decides\n"
    )

    offered = "A decides main: build Bakery for 1 (`build Bakery`), toss a coin (`toss`), done"
    assert result_of(text, tmp_path).actual == offered


def test_a_failure_tells_copies_apart(tmp_path: Path) -> None:
    text = (
        "    given\n        move Bakery to A's row\n        move Bakery to B's row\n"
        "        set A's coins to 9\n"
        "    when\n        play turn for A\n        A chooses wreck Tavern in B's row\n"
        "    then\n        A decides\n"
    )

    result = result_of(text, tmp_path)

    assert result.message == "`wreck Tavern in B's row` is not an option"
    assert "wreck Bakery (B) (`wreck Bakery in B's row`)" in result.actual
    assert "wreck Bakery (`wreck Bakery in A's row`)" in result.actual


def test_who_wins_instead_is_told(tmp_path: Path) -> None:
    text = "    given\n        move Smithy to B's row\n    then\n        A wins\n"

    result = result_of(text, tmp_path)

    assert (result.message, result.actual) == ("expected: A wins", "B wins: A has 0, B has 2")
    assert not result_of(text.replace("A wins", "B does not win"), tmp_path).passed


def test_a_failure_calls_cards_as_the_edition_does(tmp_path: Path) -> None:
    text = (
        "    given\n        move Smithy to A's hand\n        set A's coins to 2\n"
        "    when\n        play turn for A\n    then\n        A may choose wreck Bakery\n"
    )

    assert "build Forge for 2 (`build Forge`)" in result_of(text, tmp_path).actual


@pytest.mark.parametrize(("card", "others"), [("Smithy", 0), ("Bakery", 1), ("Cartwright", 0)])
def test_a_card_is_laid_out_as_often_as_there_are_copies(
    card: str, others: int, tmp_path: Path
) -> None:
    rows = [f"        move {card} to {seat}'s row\n" for seat in "AB"] * 2
    end = "    then\n        A's coins is 0\n"
    place = "2 players, with Wheelwright"

    enough = tried("    given\n" + "".join(rows[: others + 1]) + end, tmp_path, place)
    one_more = tried("    given\n" + "".join(rows[: others + 2]) + end, tmp_path, place)

    assert enough.warnings == ()
    (warning,) = one_more.warnings
    assert warning.code == "E0509"
    assert warning.span is not None
    assert warning.span.line == 5 + others
    assert [c.code for c in check_scenarios([Path(one_more.path)])] == ["E0509"]


def test_a_card_may_be_moved_again_later(tmp_path: Path) -> None:
    move, end = "    given\n        move Smithy to A's row\n", "    then\n        A's coins is 0\n"

    assert tried(move + end + move + end, tmp_path).warnings == ()

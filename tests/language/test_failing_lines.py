"""What is told of lines of scenarios that fail for want of a question."""

from pathlib import Path

from language.test_fair import result_of

TURN = "    when\n        play turn for A\n"
THEN = "    then\n        nobody decides\n"
RICH = "    given\n        set A's coins to 9\n"
"""So A may not toss, and with no cards nothing is left to do."""


def test_a_turn_that_has_ended_by_itself_is_told_so(tmp_path: Path) -> None:
    over = "A's turn is over: it ended automatically, because nothing was left to choose"

    assert over in result_of(f"{RICH}{TURN}        A chooses toss\n{THEN}", tmp_path).message
    checked = result_of(f"{RICH}{TURN}    then\n        A may choose toss\n", tmp_path)
    assert checked.message == f"A has nothing to decide here; {over}"


def test_a_turn_that_was_ended_is_told_to_be_over(tmp_path: Path) -> None:
    text = f"{TURN}        A chooses done, toss\n{THEN}"

    assert (
        result_of(text, tmp_path).message == "nobody has anything to decide here; A's turn is over"
    )


def test_a_question_before_a_deed_is_told_with_what_ends_it(tmp_path: Path) -> None:
    text = f"{TURN}        B gains 1 coin\n{THEN}"

    assert result_of(text, tmp_path).message == (
        "a decision is still open before this; `A chooses done` ends it"
    )


def test_chance_that_is_awaited_may_be_left_to_the_seed(tmp_path: Path) -> None:
    text = f"{TURN}        A chooses toss\n    then\n        nobody decides\n"

    assert result_of(text, tmp_path).actual == (
        "chance decides toss.throw: 0, 1 (or `the seed decides`)"
    )


def test_the_author_is_told_what_a_seat_does_not_see(tmp_path: Path) -> None:
    """A cause is never called hidden: who writes a scenario sees the whole table."""
    power = "power peek at main, if there is a stall in any hand where its cost is 3\n    gain 1 coins\n"
    text = (
        f"    given\n        move Bakery to B's hand\n{TURN}        A chooses peek\n{THEN}\n{power}"
    )

    (why,) = result_of(text, tmp_path).why

    assert "peek: this is not true: there is a stall in any hand where its cost is 3" in why


def test_what_many_choices_lack_is_told_once(tmp_path: Path) -> None:
    power = (
        "power take at main, for each stall from stalls where its cost is more than 90\n"
        "    gain 1 coins\n"
    )
    (why,) = result_of(f"{TURN}        A chooses take\n{THEN}\n{power}", tmp_path).why

    assert why.endswith("more options (name one to see it)")

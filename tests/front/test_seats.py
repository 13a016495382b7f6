"""What seats are called."""

import pytest

from rulewright.cli.common.exits import NotPossible
from rulewright.cli.common.seats import FIRST_NAMES, read_seat
from rulewright.language.text import SEATS


def test_names_begin_with_the_letter_of_the_seat() -> None:
    assert [name[0] for name in FIRST_NAMES] == list(SEATS)


@pytest.mark.parametrize(("text", "seat"), [("0", 0), ("3", 3), ("A", 0), ("d", 3)])
def test_a_seat_is_a_number_or_a_letter(text: str, seat: int) -> None:
    assert read_seat(text, 4) == seat


def test_nobody_sits_at_the_letter_that_speaks() -> None:
    assert read_seat("j", 12) == 8
    with pytest.raises(NotPossible, match=r"the seats are 0 to 11, or A to M"):
        read_seat("I", 12)


@pytest.mark.parametrize("text", ["4", "-1", "E", "", "you", "²", "1.0"])
def test_other_seats_are_refused(text: str) -> None:
    with pytest.raises(NotPossible, match=r"the seats are 0 to 3, or A to D"):
        read_seat(text, 4)

"""What seats are called."""

import pytest

from rulewright.front.common.ending import NotPossible
from rulewright.front.common.seats import first_name, read_seat, seat_letter


@pytest.mark.parametrize(
    ("seat", "letter"), [(0, "A"), (1, "B"), (25, "Z"), (26, "AA"), (52, "BA"), (98, "CU")]
)
def test_every_seat_has_letters(seat: int, letter: str) -> None:
    assert seat_letter(seat) == letter


def test_names_begin_with_the_letter_of_the_seat() -> None:
    assert all(first_name(seat).startswith(seat_letter(seat)) for seat in range(12))


def test_names_do_not_run_out() -> None:
    assert len({first_name(seat) for seat in range(99)}) == 99


@pytest.mark.parametrize(("text", "seat"), [("0", 0), ("3", 3), ("A", 0), ("d", 3)])
def test_a_seat_is_a_number_or_a_letter(text: str, seat: int) -> None:
    assert read_seat(text, 4) == seat


@pytest.mark.parametrize("text", ["4", "-1", "E", "", "you", "²", "1.0"])
def test_other_seats_are_refused(text: str) -> None:
    with pytest.raises(NotPossible, match=r"the seats are 0 to 3, or A to D"):
        read_seat(text, 4)

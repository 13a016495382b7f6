"""What seats are called: a letter each, and the first name of who sits there."""

from __future__ import annotations

from typing import Final

from rulewright.front.common.ending import NotPossible

FIRST_NAMES: Final = (
    "Ada", "Boris", "Clara", "David", "Emma", "Felix",
    "Greta", "Hugo", "Ida", "Jonas", "Karla", "Leo",
)  # fmt: skip
"""In the order of the letters, so that the letter of a seat is the first one of its name."""

_LETTERS: Final = 26


def seat_letter(seat: int) -> str:
    """Return A for seat 0, B for seat 1, and so on as in a spreadsheet."""
    letters = ""
    number = seat + 1
    while number:
        number, place = divmod(number - 1, _LETTERS)
        letters = chr(ord("A") + place) + letters
    return letters


def first_name(seat: int) -> str:
    """Return the first name of whoever sits on `seat`."""
    again, place = divmod(seat, len(FIRST_NAMES))
    return FIRST_NAMES[place] + (f" {again + 1}" if again else "")


def read_seat(text: str, players: int) -> int:
    """Return the seat that `text` means, a number from 0 on or a letter.

    Raises NotPossible when the table has no such seat.
    """
    letters = [seat_letter(seat) for seat in range(players)]
    if text.upper() in letters:
        return letters.index(text.upper())
    if text.isascii() and text.isdigit() and int(text) < players:
        return int(text)
    raise NotPossible(
        f"there is no seat {text} at a table of {players}: the seats are 0 to {players - 1}, "
        f"or {letters[0]} to {letters[-1]}"
    )

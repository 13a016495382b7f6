"""A place that is rotated: its order, and who knows what lies where."""

from __future__ import annotations

import pytest

from language.test_reverse import BOTH, DECK, KNOWN, NOBODY, PLACE, row_of
from rulewright.runtime.python.card_moves import PlaceTables
from rulewright.runtime.python.runtime import make_runtime

CARDS = (3, 0, 2, 1)


def rotated(by: int, is_open: int = 1, ordered: frozenset[int] = frozenset({DECK})) -> list[object]:
    row = row_of(CARDS, (0b01, 0b10, 0, BOTH))
    viewers = (0,) * 9 + (NOBODY, BOTH)
    make_runtime(PlaceTables(PLACE, KNOWN, 2, viewers, {}, ordered, {}, ()))["rotate"](
        row, DECK, by, is_open
    )
    return row


@pytest.mark.parametrize("by", [1, 5, -3, 4 * 10**8 + 1])
def test_the_top_goes_to_the_bottom_also_round_again(by: int) -> None:
    assert rotated(by)[DECK] == (0, 2, 1, 3)


@pytest.mark.parametrize("by", [0, 4, -8])
def test_all_the_way_round_is_nothing(by: int) -> None:
    assert rotated(by)[DECK] == CARDS


def test_backwards_the_bottom_comes_to_the_top() -> None:
    assert rotated(-1)[DECK] == (1, 3, 0, 2)


def test_who_knows_by_how_much_knows_still_where_a_card_lies() -> None:
    assert tuple(rotated(2)[KNOWN:]) == (0b01, 0b10, 0, BOTH)
    assert tuple(rotated(2, is_open=0)[KNOWN:]) == (0, 0, 0, 0)


def test_in_a_place_without_order_nothing_changes() -> None:
    row = rotated(1, 0, frozenset())

    assert row[DECK] == CARDS
    assert tuple(row[KNOWN:]) == (0b01, 0b10, 0, BOTH)

"""A place that is turned over: its order, and who knows what lies where."""

from __future__ import annotations

from rulewright.runtime.python.card_moves import PlaceTables
from rulewright.runtime.python.runtime import make_runtime

DECK, HAND, PLACE, KNOWN = 9, 10, 12, 16
NOBODY, BOTH = 0, 0b111


def row_of(deck: tuple[int, ...], known: tuple[int, ...]) -> list[object]:
    return [*[0] * 9, deck, (), 0, *[DECK] * 4, *known]


def reverse(row: list[object], ordered: frozenset[int]) -> None:
    viewers = (0,) * 9 + (NOBODY, BOTH)
    make_runtime(PlaceTables(PLACE, KNOWN, 2, viewers, {}, ordered, {}, ()))["reverse"](row, DECK)


def test_what_lay_on_top_lies_at_the_bottom() -> None:
    row = row_of((3, 0, 2, 1), (0, 0, 0, 0))

    reverse(row, frozenset({DECK}))

    assert row[DECK] == (1, 2, 0, 3)
    reverse(row, frozenset({DECK}))
    assert row[DECK] == (3, 0, 2, 1)


def test_who_knew_where_a_card_lies_knows_it_still() -> None:
    known = (0b01, 0b10, 0, BOTH)
    row = row_of((3, 0, 2, 1), known)

    reverse(row, frozenset({DECK}))

    assert tuple(row[KNOWN:]) == known


def test_in_a_place_without_order_nothing_changes() -> None:
    row = row_of((0, 1, 2, 3), (0, 0, 0, 0))

    reverse(row, frozenset())

    assert row[DECK] == (0, 1, 2, 3)

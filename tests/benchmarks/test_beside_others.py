"""The page of speeds beside other programs can be made."""

from __future__ import annotations

import pytest

from benchmarks.beside_others import Row, in_batches, move_by_move, page

pytest.importorskip("numpy")


def test_ways_to_play_count_decisions() -> None:
    assert in_batches("caravan", 3, seen=True)(0.01) > 100
    assert move_by_move("caravan", 3)(0.01) > 10


def test_the_page_compares_with_hearts() -> None:
    def never(seconds: float) -> float:
        raise AssertionError(seconds)

    ours = Row("Rulewright, batch", "caravan, 4 players", "mask, seen", never)
    bare, seen = (
        Row("OpenSpiel", "hearts", of, never) for of in ("legal actions", "and its tensor")
    )
    text = page([(ours, 1_000_000.0), (bare, 200_000.0), (seen, 10_000.0)])

    assert "| caravan, 4 players | mask, seen | 1,000,000 | 100 |" in text
    assert "| hearts | legal actions | 200,000 | 1 |" in text

"""The page of speeds beside other programs can be made."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks.beside_others import WAYS, Row, in_batches, move_by_move, of_other, page

pytest.importorskip("numpy")


def test_ways_to_play_count_decisions() -> None:
    for choose in WAYS.values():
        assert in_batches("caravan", 3, seen=True, choose=choose)(0.01) > 100
    assert move_by_move("caravan", 3)(0.01) > 10


def test_another_program_tells_its_speed_in_a_line_of_json(tmp_path: Path) -> None:
    program = tmp_path / "other.py"
    program.write_text('print(\'{"games_per_cpu_s": 20, "decisions_per_game": 300}\')')
    assert of_other(f"{sys.executable} {program}")(1) == 6000


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

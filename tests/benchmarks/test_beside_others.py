"""The page of speeds beside other programs can be made."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks.beside_others import BOTS, LOOP, SEEN, Same, measured, of_other, page

pytest.importorskip("numpy")

KUHN = Same("kuhn", 2, "kuhn_poker")


def test_ways_to_play_end_games() -> None:
    best = measured([KUHN], 0.05, 1)
    assert best["kuhn", SEEN] > 1000
    assert best["kuhn", "`totals`"] > 1000
    assert all(speed > 0 for speed in best.values())
    assert ("kuhn", "RLCard") not in best


def test_another_program_tells_its_speed_in_a_line_of_json(tmp_path: Path) -> None:
    program = tmp_path / "other.py"
    program.write_text('print(\'{"games_per_cpu_s": 20, "decisions_per_game": 300}\')')
    assert of_other(f"{sys.executable} {program}")(1) == 20


def test_the_page_compares_with_the_state_loop() -> None:
    text = page([KUHN], {("kuhn", SEEN): 3_000_000.0, ("kuhn", LOOP): 100_000.0})

    assert "| Rulewright, batch, mask and observation | 3,000,000 | 30 |" in text
    assert f"| {LOOP} | 100,000 | 1 |" in text
    assert f"| {BOTS} | – | – |" in text

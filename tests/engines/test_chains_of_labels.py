"""An event that performs itself with another label ends, and both engines play it alike."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright
from engines.whole_games import play_alike

pytest.importorskip("wasmtime")

RULES = """\
game mill-pond
labels good: water, flour, bread
each player has store for each good, a number, seen by everyone

event a player gains some goods as a good
    set my store for the good to my store for the good + the goods
after a player gains some goods as a good, if the good is water
    the player gains (the goods + 1) goods as flour
after a player gains some goods as a good, if the good is flour and the player's store for flour is at least 3
    the player gains 2 goods as bread

flow
    for each player in players
        the player gains 2 goods as water
        the player gains 5 goods as bread
value a player's food is 10 * the player's store for flour + 100 * the player's store for bread
value a player's points is the player's store for water + the player's food
outcome by points
"""


def test_water_brings_flour_and_flour_bread(tmp_path: Path) -> None:
    (tmp_path / "mill-pond.rules").write_text(RULES, encoding="utf-8")
    edition = tmp_path / "mill-pond.yaml"
    edition.write_text("edition: mill-pond\nrules: [mill-pond.rules]\nplayers: 2\n", "utf-8")
    rules = rulewright.load(edition)

    assert not play_alike(rules, 2, 1, (), 1).given_up
    for engine in ("python", "native"):
        outcome = rules.new_game(players=2, seed=1, engine=engine).outcome
        assert outcome is not None
        assert outcome.scores == (732, 732)

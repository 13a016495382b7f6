"""The compiler writes the same modules; `python tests/ir/snapshots/make.py` accepts a change."""

import pytest

from ir.snapshots.make import FOLDER, GAMES, snapshot_of


@pytest.mark.parametrize("name", GAMES)
def test_a_small_game_is_compiled_to_the_same_module(name: str) -> None:
    assert snapshot_of(name) == FOLDER.joinpath(f"{name}.txt").read_text(encoding="utf-8")

"""The example in docs/native-in-node.md plays in node."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import rulewright
from docs.kit import DOCS
from front.kit import Shell

NODE = shutil.which("node")
EXAMPLE = DOCS / "examples" / "random-games.mjs"
GAMES = 300


@pytest.mark.skipif(NODE is None, reason="node is not installed")
def test_the_example_plays_the_games_of_simulate(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "classic.wasm"
    shell.run("build", "classic", "--players", 5, "-o", path)
    command = [str(NODE), str(EXAMPLE), str(path), "7", str(GAMES)]
    told = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout
    expected = shell.json(
        "simulate", "classic", "--players", 5, "--games", GAMES, "--seed", 7, "--no-playout-options", "--json"
    )  # fmt: skip

    assert f"decisions {expected['decisions_per_game']:.1f}, " in told
    assert f"winner's score {expected['winner_score']:.2f}, " in told
    first = rulewright.load("classic").new_game(5, seed=7).decision
    assert first is not None
    assert f"A {first.kind}: {', '.join(option.label for option in first.options)} -> " in told
    assert re.search(r"after \d+ decisions: A \d+, B \d+, .*; won by [A-E]", told)

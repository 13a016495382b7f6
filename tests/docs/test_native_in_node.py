"""The examples in docs/native-in-node.md play in node."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import rulewright
from docs.kit import DOCS
from front.kit import Shell

pytestmark = pytest.mark.process

NODE = shutil.which("node")
EXAMPLE = DOCS / "examples" / "random-games.mjs"
PAGE = (DOCS / "native-in-node.md").read_text(encoding="utf-8")
GAMES = 300


@pytest.mark.long
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
    assert f"A {first.kind}: {', '.join(option.spoken for option in first.options)}\n" in told
    (script,) = re.findall(r"(?ms)^```js\n(.*?)^```", PAGE)
    (tmp_path / "page.mjs").write_text(script, encoding="utf-8")
    command = [str(NODE), "page.mjs"]
    shown = subprocess.run(command, check=True, capture_output=True, text=True, cwd=tmp_path).stdout
    game = rulewright.load("classic").new_game(5, seed=7)
    game.choose(0)
    assert game.decision is not None
    lines = [f"  {index} {option.spoken}" for index, option in enumerate(game.decision.options)]
    assert shown.splitlines()[1:] == lines
    assert re.search(r"after \d+ choices \(.+\): A \d+, B \d+, .*; won by [A-E]", told)

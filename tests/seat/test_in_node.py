"""Files of `rulewright build` show in node, by the module beside them, what Python shows: byte for byte."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rulewright
from engines.kit import GAMES
from front.kit import Shell
from perft.games import TESTS
from properties.every import shipped
from properties.kit import SLOW
from rulewright import Game
from seat.declared import declarations
from seat.kit import played, seats_of, shown

NODE = shutil.which("node")
HERE = Path(__file__).parent
SHIPPED = Path(rulewright.__file__).parent / "session" / "seat"
LARGE = "language/numbers/numbers.yaml"
"""A game with numbers that native code does not hold."""
SMALL = tuple(game for game in GAMES if game != LARGE)
FEW = tuple(game for game in SMALL if game.endswith(("forms.yaml", "secrets.yaml", "teams.yaml")))
NAMES = ["Zoë", 'B"o', "D'Ü", "😀"]

in_node = pytest.mark.skipif(NODE is None, reason="node is not installed")


def node(script: str, *given: object) -> str:
    command = [str(NODE), str(HERE / script), *map(str, given)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def built(shell: Shell, folder: Path, edition: str, players: int, language: str = "") -> Path:
    file = folder / f"{Path(edition).stem}-{players}{language}.wasm"
    more = ("--lang", language) if language else ()
    shell.run("build", located(edition), "--players", players, "-o", file, *more)
    return file


def located(edition: str) -> str:
    return str(TESTS / edition) if edition in GAMES else edition


def begun(edition: str, seed: int, language: str = "") -> Game:
    """A game, with more players for greater seeds."""
    rules = rulewright.load(located(edition), language or None)
    low, high = rules.players
    return rules.new_game(low + seed % (high - low + 1), seed)


def steps(game: Game, seed: int, every: int) -> Iterator[Any]:
    """The choices of a game by lot, and between them what all see who look at it."""
    done, told = 0, dict[int | None, int]()
    for at in played(game, seed, every):
        yield from at.decisions[done:]
        done = len(at.decisions)
        for seat in seats_of(at):
            value = shown(at, seat, told.get(seat, 0))
            yield seat, told.get(seat, 0), value.decode()
            told[seat] = json.loads(value)["told"]


def compare(shell: Shell, folder: Path, games: list[tuple[str, int, str]], every: int) -> None:
    jobs, expected = folder / "jobs", 0
    with jobs.open("w", encoding="utf-8") as lines:
        for edition, seed, language in games:
            game = begun(edition, seed, language)
            file = built(shell, folder, edition, game.players, language)
            names = NAMES[: game.players] if language and game.players <= len(NAMES) else None
            game.names[:] = names or game.names
            made = list(steps(game, seed, every))
            expected += sum(isinstance(step, tuple) for step in made)
            job = {"module": str(folder / "rulewright.mjs"), "file": str(file), "seed": str(seed)}
            lines.write(json.dumps({**job, "names": names, "steps": made}) + "\n")
    assert int(node("in_node.mjs", jobs)) == expected > 0


@in_node
def test_a_few_games(shell: Shell, tmp_path: Path) -> None:
    games = [("caravan", 3, ""), ("classic", 2, "fr"), *((game, 3, "") for game in FEW)]
    compare(shell, tmp_path, games, 40)


@in_node
@pytest.mark.skipif(not SLOW, reason="the slow profile plays all")
@pytest.mark.parametrize("edition", [*shipped(), *SMALL])
def test_all_games(shell: Shell, tmp_path: Path, edition: str) -> None:
    plain = [(edition, seed, "") for seed in range(3, 9)]
    compare(shell, tmp_path, plain + [(edition, 2, "fr")] * (edition not in GAMES), 5)


@in_node
def test_a_long_seed_and_what_else_a_game_offers(shell: Shell, tmp_path: Path) -> None:
    seed = 3**70
    file = built(shell, tmp_path, "classic", 4)
    game = rulewright.load("classic").new_game(4, seed)
    told = node("offers.mjs", tmp_path / "rulewright.mjs", file, seed)

    assert told.rstrip("\n").encode() == shown(game, 0)


def test_the_kept_types_are_those_of_the_schema() -> None:
    """Else put there what `python -m seat.declared` prints."""
    kept = (SHIPPED / "rulewright.d.mts").read_text(encoding="utf-8")

    assert kept.endswith(f"\n}}\n\n{declarations()}")

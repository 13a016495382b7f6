"""Files of `rulewright build` show in node, by the module beside them, what Python shows: byte for byte."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

import rulewright
from dealing.kit import GAMES as TABLES
from engines.kit import GAMES
from engines.marked_table import marked_table
from front.kit import Shell
from knowing.sights import sights
from knowing.test_option_texts import SNIFF, visit
from knowing.trove import trove
from perft.games import TESTS
from properties.every import shipped
from rulewright import Game
from rulewright.native.compile_module import lay_out
from rulewright.native.layout.frame_layout import Capacity
from rulewright.native.layout.rows import RowConverter
from rulewright.runtime.session.rules.internals import inside
from seat.declared import declarations
from seat.kit import played, seats_of, shown

pytestmark = pytest.mark.process

NODE = shutil.which("node")
HERE = Path(__file__).parent
SHIPPED = Path(rulewright.__file__).parent / "runtime" / "session" / "seat"
LARGE = "language/numbers/numbers.yaml"
"""A game with numbers that native code does not hold."""
SMALL = tuple(game for game in GAMES if game != LARGE)
FEW = tuple(game for game in SMALL if game.endswith(("forms.yaml", "secrets.yaml", "teams.yaml")))
SMALL_TABLES = tuple(
    str(TABLES / f"{name}.yaml") for name in ("called", "copies", "peek", "stamps", "wrapped")
)
ASKED = (
    "the player chooses a peach from fruits in the player's left's basket",
    "the player chooses a plum from fruits where its price is not 3",
    'the player chooses a pear from fruits, shown as "{pear} at {the top of the crate}"',
    "the player chooses a fig from fruits in the player's left's basket, shown as \"{fig}\"",
    'the player chooses a guessed from players, shown as "{the top of the crate} for {guessed}"',
    "the player uses powers at market",
)
"""Of cards that the player does not know, or knows only some of."""
NO_NEWS = 1_000_000
NAMES = ["Zoë", 'B"o', "D'Ü", "😀"]

in_node = pytest.mark.skipif(NODE is None, reason="node is not installed")


def node(script: str, *given: object) -> str:
    command = [str(NODE), str(HERE / script), *map(str, given)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def located(edition: str) -> str:
    return str(TESTS / edition) if edition in GAMES else edition


def begun(edition: str, seed: int, language: str = "") -> Game:
    """A game, with more players for greater seeds."""
    rules = rulewright.load(located(edition), language or None)
    low, high = rules.players
    game = rules.new_game(low + seed % (high - low + 1), seed)
    if language and game.players <= len(NAMES):
        game.names[:] = NAMES[: game.players]
    return game


def begun_anew(game: Game) -> Game:
    return game.rules.new_game(game.players, game.seed)


def steps(game: Game, every: int) -> Iterator[Any]:
    """The choices of a game by lot, and between them what all see who look at it."""
    done, told = 0, dict[int | None, int]()
    for at in played(game, game.seed, every):
        yield from at.decisions[done:]
        done = len(at.decisions)
        for seat in seats_of(at):
            value = shown(at, seat, told.get(seat, 0))
            yield seat, told.get(seat, 0), value.decode()
            told[seat] = json.loads(value)["told"]


def planted(game: Game) -> Iterator[Any]:
    """What all see in a game whose state was planted after some choices, with numbers as large as can be there."""
    yield from game.decisions
    rows, row = (
        RowConverter.of(lay_out(inside(game.rules).module(game.players), Capacity())),
        game.state.state,
    )
    for cell, (_, _, low, high) in rows.numbers.items():
        row[cell] = min(max(row[cell], low), high)
    yield rows.state(row).hex()
    yield from ((seat, NO_NEWS, shown(game, seat, NO_NEWS).decode()) for seat in seats_of(game))


def compare(shell: Shell, folder: Path, games: Iterable[tuple[Game, Iterable[Any]]]) -> None:
    """Whether all that is to be seen in these games is seen in node too."""
    jobs, expected = folder / "jobs", 0
    with jobs.open("w", encoding="utf-8") as lines:
        for number, (game, its) in enumerate(games):
            file, rules = folder / f"{number}.wasm", game.rules
            named = ("--lang", rules.language, "--players", game.players)
            shell.run("build", inside(rules).source, *named, "-o", file)
            made = list(its)
            expected += sum(isinstance(step, tuple) for step in made)
            job = {"file": str(file), "seed": str(game.seed), "names": game.names, "steps": made}
            lines.write(json.dumps(job) + "\n")
    assert int(node("in_node.mjs", folder / "rulewright.mjs", jobs)) == expected > 0


@in_node
@pytest.mark.rotating
def test_a_few_games(shell: Shell, tmp_path: Path) -> None:
    marked_table(tmp_path, 3)
    marked = rulewright.load(tmp_path / "marked.yaml").new_game(3, 2)
    games = [begun("classic", 2, "fr"), *(begun(game, 3) for game in FEW)]
    ball = begun("masked-ball", 3)  # most of its questions are a part of an option
    seen = [*((game, steps(game, 40)) for game in games), (marked, steps(marked, 12))]
    seen.append((ball, steps(ball, 3)))
    compare(shell, tmp_path, seen)


@pytest.mark.long
@in_node
def test_tables_on_which_much_looks_alike(shell: Shell, tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("trove", "stall", "sights")]
    for folder in folders:
        folder.mkdir()
    table, stall = trove(folders[0]), visit(folders[1], "\n".join(ASKED), SNIFF)
    games = [*(begun(small, 1) for small in SMALL_TABLES), stall, begun_anew(sights(folders[2]))]
    compare(shell, tmp_path, [(table, planted(table)), *((game, steps(game, 1)) for game in games)])


@in_node
@pytest.mark.long
@pytest.mark.parametrize("edition", [*shipped(), *SMALL])
def test_all_games(shell: Shell, tmp_path: Path, edition: str) -> None:
    games = [begun(edition, seed) for seed in (3, 4, 7)]
    games += [begun(edition, 2, "fr")] if edition not in GAMES else []
    compare(shell, tmp_path, ((game, steps(game, 10)) for game in games))


@in_node
@pytest.mark.rotating
def test_a_long_seed_and_what_else_a_game_offers(shell: Shell, tmp_path: Path) -> None:
    seed = 3**70
    file = tmp_path / "classic.wasm"
    shell.run("build", "classic", "--players", 4, "-o", file)
    game = rulewright.load("classic").new_game(4, seed)
    told = node("offers.mjs", tmp_path / "rulewright.mjs", file, seed)

    assert told.rstrip("\n").encode() == shown(game, 0)


def test_the_kept_types_are_those_of_the_schema() -> None:
    """Else put there what `python -m seat.declared` prints."""
    kept = (SHIPPED / "rulewright.d.mts").read_text(encoding="utf-8")

    assert kept.endswith(f"\n}}\n\n{declarations()}")

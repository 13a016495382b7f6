"""Training learns what wins, goes on exactly where it was interrupted, and repeats itself for a seed."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner

import rulewright
from front.kit import Shell

numpy = pytest.importorskip("numpy")
pytest.importorskip("wasmtime")

from rulewright.lab.players.batch_matches import share_among  # noqa: E402
from rulewright.lab.players.network_player import NetworkPlayer  # noqa: E402
from rulewright.lab.training import training as training_module  # noqa: E402
from rulewright.lab.training.training import Budget, Setup, Training  # noqa: E402

RULES = rulewright.load("kuhn")
SETUP = Setup(RULES, 2, games=64, steps=32)
BEST = 11 / 16
"""The best share of victories in Kuhn poker against a random player, by hand: 3/4 and 5/8 by seat."""


def trained(training: Training, rounds: int) -> bytes:
    """Train for so many rounds in all, and return the file."""
    for _ in training.run(Budget(rounds)):
        pass
    return training.finish()


def test_kuhn_poker_is_learned(tmp_path: Path) -> None:
    """The player never folds a queen or king, and wins nearly as often as can be among random players."""
    training = Training.begin(SETUP)
    file = tmp_path / "kuhn.npz"
    file.write_bytes(trained(training, 24))
    player = NetworkPlayer.load(file, RULES, 2)

    for seed in range(60):
        game = RULES.new_game(2, seed)
        while (decision := game.decision) is not None:
            seats, me = game.view(decision.player)["seats"], decision.player
            index = player.choose(game)
            if seats[me]["tracks"]["stake"] < seats[1 - me]["tracks"]["stake"]:
                card = seats[me]["zones"]["hand"]["cards"][0]["name"]
                assert decision.options[index].label != "pass" or card == "Jack"
            game.choose(index)
    batch, generator = RULES.batch(4_000, 2, seed=7), numpy.random.default_rng(7)
    share = share_among(batch, player.network, "random", generator)
    assert BEST - 0.05 < share < BEST + 0.03


def test_an_interrupted_training_goes_on_exactly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file of an interrupted training is that of one that was not, with the same curve."""
    monkeypatch.setattr(training_module, "SAVED_EVERY", -1.0)
    monkeypatch.setattr(training_module, "JOINS_EVERY", 2)
    whole = Training.begin(SETUP)
    data = trained(whole, 8)
    running, state = Training.begin(SETUP), tmp_path / "kuhn.training.npz"
    for point in running.run(Budget(8), state):
        if point.rounds == 5:
            break  # the state is that of round 5
    resumed = Training.resume(SETUP, state)
    assert (resumed.rounds, len(resumed.league)) == (5, 3)
    assert resumed.points == running.points[:-1]
    assert trained(resumed, 8) == data
    assert [each.line.split(",")[2:] for each in resumed.points] == [
        each.line.split(",")[2:] for each in whole.points
    ]


def test_the_same_seed_gives_the_same_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another seed gives another file, and each file plays."""
    monkeypatch.setattr(training_module, "Setup", partial(Setup, games=32, steps=16))
    monkeypatch.setattr(training_module, "MEASURED_GAMES", 20)
    shell, files = Shell(CliRunner()), [tmp_path / f"{name}.npz" for name in "abc"]
    for file, seed in zip(files, (4, 4, 5), strict=True):
        shown = shell.run("train", "kuhn", "--rounds", 1, "--seed", seed, "-o", file).stdout
        assert re.fullmatch(r"rounds,.*\n(\d+,.*\n){2}.*a player of Kuhn Poker.*\n", shown)
    one, same, other = (file.read_bytes() for file in files)
    assert one == same != other
    assert files[2].with_suffix(".training.csv").read_text("utf-8") in shown
    assert "a.npz" in shell.run("simulate", "kuhn", "--games", 3, "--bot", files[0]).stdout
    assert "a.npz" in shell.run("play", "kuhn", "--watch", "--bot", files[0]).stdout

    more = shell.run("train", "kuhn", "--rounds", 2, "--seed", 4, "--resume", "-o", files[0])
    assert [line.split(",")[0] for line in more.stdout.splitlines()[1:4]] == ["0", "1", "2"]
    problem = shell.run(
        "train", "kuhn", "--rounds", 2, "--seed", 9, "--resume", "-o", files[0], exit_code=2
    ).stderr
    assert "is a training with another seed" in problem


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("kuhn", "-o", "player.zip"), "ends in .npz"),
        (("kuhn", "-o", "nowhere/player.npz"), "there is no folder nowhere"),
        (("kuhn", "-o", "text.npz"), "exists and is not a trained player"),
        (("kuhn", "-o", "new.npz", "--resume"), "there is no file new.training.npz"),
        (("kuhn", "-o", "old.npz", "--resume"), "is not a training to resume"),
        (("kuhn", "-o", "cut.npz", "--resume"), "is not a training to resume"),
        (("kuhn", "--players", "3"), "kuhn is for 2 players"),
    ],
)
def test_wrong_use_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], problem: str
) -> None:
    """Each mistake is reported before anything is learned."""
    monkeypatch.chdir(tmp_path)
    Path("text.npz").write_text("mine")
    numpy.savez("old.training.npz", about=numpy.array("{}"))
    about = numpy.array(
        f'{{"setup": {json.dumps(Setup(RULES, 2).described)}, "random": 0, "sets": 5}}'
    )
    numpy.savez("cut.training.npz", about=about)

    assert problem in Shell(CliRunner()).run("train", *arguments, exit_code=2).stderr
    assert Path("text.npz").read_text() == "mine"

"""Files of trained players that are cut off, corrupt or of the wrong shape are refused, and run no code."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import rulewright
from front.kit import Shell
from rulewright.lab.players.network_player import NetworkPlayer, names_of
from rulewright.lab.players.trained_files import UnfitPlayer
from rulewright.runtime.session.rules.internals import inside

numpy = pytest.importorskip("numpy")

from rulewright.lab.players.networks import Network  # noqa: E402
from rulewright.lab.training.self_play import inputs_for  # noqa: E402

RULES = rulewright.load("kuhn")


def network(rules: rulewright.Rules = RULES, players: int = 2) -> Network:
    """Return an untrained network for a game."""
    batch, generator = rules.batch(8, players), numpy.random.default_rng(1)
    inputs = inputs_for(batch, generator)
    return Network.create(inputs, names_of(batch), len(batch.action_names), 4, generator)


def arrays(**changed: Any) -> dict[str, Any]:
    """Return the arrays of an untrained player's file, some of them replaced."""
    with numpy.load(BytesIO(network().to_bytes())) as file:
        return {name: file[name] for name in file.files} | changed


class Intruder:
    """A value that creates a file when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Callable[[Path], None], tuple[Path]]:
        return Path.touch, (self.path,)


def refusal(path: Path) -> str:
    """Return why a file is refused."""
    with pytest.raises(UnfitPlayer) as refused:
        NetworkPlayer.load(path, RULES, 2)
    return str(refused.value)


@pytest.mark.parametrize(
    "changed",
    [
        {"bias0": numpy.array(list("abcd"))},
        {"bias0": numpy.zeros(4, "datetime64[s]")},
        {"bias0": numpy.zeros(4, complex)},
        {"bias0": numpy.full(4, numpy.nan)},
        {"bias0": numpy.zeros((4, 4))},
        {"bias2": numpy.zeros(1), "weights2": numpy.zeros((4, 1)), "step2": numpy.ones(1)},
        {"columns": numpy.array([900])},
        {"columns": numpy.zeros((2, 2))},
        {"pointers": numpy.array([[0, 1 << 40]])},
        {"pointers": numpy.array([[0, -1]])},
        {"names": numpy.array(3)},
    ],
)
def test_arrays_that_no_network_has_are_refused(tmp_path: Path, changed: dict[str, Any]) -> None:
    """Arrays of other types and dimensions are refused when the file is read, not in the game."""
    numpy.savez(tmp_path / "odd.npz", **arrays(**changed))
    assert "odd.npz" in refusal(tmp_path / "odd.npz")


def test_corrupt_files_are_refused(tmp_path: Path) -> None:
    """Each file that is cut off or has a flipped byte is refused, or plays."""
    path = tmp_path / "broken.npz"
    whole = network().to_bytes()
    for place in range(0, len(whole), 97):
        path.write_bytes(whole[:place])
        refusal(path)
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        try:
            NetworkPlayer.load(path, RULES, 2)
        except UnfitPlayer:
            continue


def test_a_header_that_promises_too_much_is_refused(tmp_path: Path) -> None:
    """An array larger than the memory is refused."""
    path = tmp_path / "large.npz"
    with zipfile.ZipFile(path, "w") as file, file.open("names.npy", "w") as array:
        shape = {"descr": "<f8", "fortran_order": False, "shape": (10**15,)}
        numpy.lib.format.write_array_header_1_0(array, shape)
    assert "is not a trained player" in refusal(path)


def test_no_code_of_a_file_runs(tmp_path: Path) -> None:
    """Pickled values are refused unread."""
    intruder = numpy.array([Intruder(tmp_path / "ran")], object)
    numpy.savez(tmp_path / "pickled.npz", **arrays(names=intruder))
    refusal(tmp_path / "pickled.npz")
    (tmp_path / "plain.npz").write_bytes(intruder.dumps())
    refusal(tmp_path / "plain.npz")
    assert not (tmp_path / "ran").exists()


def test_simulated_games_have_the_options_of_the_training(tmp_path: Path) -> None:
    """Not those that the edition recommends for random games, unlike games of other bots."""
    rules, file = rulewright.load("classic"), tmp_path / "trained.npz"
    file.write_bytes(network(rules, 4).to_bytes())

    command = ("simulate", "classic", "--players", 4, "--games", 1, "--bot", file)
    trained = Shell(CliRunner()).run(*command).stdout

    assert inside(rules).playout_options
    assert re.search(r"options +none", trained)

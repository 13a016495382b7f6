"""Files of trained players that are cut off, corrupt or of the wrong shape are refused, and run no code."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import rulewright
from front.kit import Shell
from rulewright.lab.players.network_player import NetworkPlayer, UnfitPlayer, names_of
from rulewright.runtime.session.rules.internals import inside

numpy = pytest.importorskip("numpy")

RULES = rulewright.load("kuhn")


def arrays(rules: rulewright.Rules = RULES, players: int = 2, **changed: Any) -> dict[str, Any]:
    """Return the arrays of an untrained player of a game, some of them replaced."""
    batch = rules.batch(1, players, mask=False, observation=False)
    columns, actions = len(batch.observation_names), len(batch.action_names) + 1
    zeros = {"into": (columns, 4), "bias": 4, "out": (4, actions), "last": actions}
    names = numpy.array(names_of(batch))
    return {**{name: numpy.zeros(shape) for name, shape in zeros.items()}, "names": names} | changed


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
        {"bias": numpy.array(list("abcd"))},
        {"bias": numpy.zeros(4, "datetime64[s]")},
        {"bias": numpy.zeros(4, complex)},
        {"bias": numpy.zeros(()), "into": numpy.zeros(3)},
        {"bias": numpy.zeros((4, 4)), "into": numpy.zeros((3, 4, 4))},
        {"last": numpy.zeros(1)},
    ],
)
def test_arrays_that_no_network_has_are_refused(tmp_path: Path, changed: dict[str, Any]) -> None:
    """Arrays of other types and dimensions are refused when the file is read, not in the game."""
    numpy.savez(tmp_path / "odd.npz", **arrays(**changed))
    assert "odd.npz" in refusal(tmp_path / "odd.npz")


def test_corrupt_files_are_refused(tmp_path: Path) -> None:
    """Each file that is cut off or has a flipped byte is refused, or plays."""
    path = tmp_path / "broken.npz"
    numpy.savez_compressed(path, **arrays())
    whole = path.read_bytes()
    for place in range(0, len(whole), 23):
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
    with zipfile.ZipFile(path, "w") as file, file.open("into.npy", "w") as array:
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
    numpy.savez(file, **arrays(rules, 4))

    command = ("simulate", "classic", "--players", 4, "--games", 1, "--bot", file)
    trained = Shell(CliRunner()).run(*command).stdout

    assert inside(rules).playout_options
    assert re.search(r"options +none", trained)

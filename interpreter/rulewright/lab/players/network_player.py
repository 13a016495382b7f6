"""A player that a program has trained: a network with one hidden layer, in a file of NumPy arrays.

docs/examples/learn.py trains one and writes its file; docs/batches.md describes the arrays.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from rulewright.base.records import Draft
from rulewright.runtime.session.batch.batches import Batch
from rulewright.runtime.session.games import Game, Rules

ARRAYS: Final = ("into", "bias", "out", "last", "names")
"""The arrays of a file: weights and biases of both layers, and the names of inputs and outputs."""

EXTRA: Final = "playing a trained player needs NumPy: pip install numpy"


class UnfitPlayer(ValueError):
    """Error: a file holds no trained player, or one of another game."""


class NetworkPlayer(Draft):
    """A trained player at a table; it chooses the best of the actions by what its seat sees."""

    weights: dict[str, Any]
    batch: Batch

    @classmethod
    def load(
        cls, path: Path, rules: Rules, players: int, options: Sequence[str] = ()
    ) -> NetworkPlayer:
        """Return the player in a file for games of a setup. Raises UnfitPlayer and RulesError."""
        batch = rules.batch(1, players, options=options, mask=False, observation=False)
        weights = read_weights(path)
        if weights["names"].tolist() != names_of(batch):
            raise UnfitPlayer(
                f"{path} was trained for another edition, number of players or options, or for older rules"
            )
        columns, actions = len(batch.observation_names), len(batch.action_names)
        width = weights["bias"].shape[:1]
        shapes = {
            "into": (columns, *width), "bias": width,
            "out": (*width, actions + 1), "last": (actions + 1,),
        }  # fmt: skip
        if not width or any(weights[name].shape != shape for name, shape in shapes.items()):
            raise UnfitPlayer(f"the arrays in {path} do not fit together")
        return cls(weights, batch)

    def choose(self, game: Game) -> int:
        """Return the index of the option with the best action."""
        import numpy as np

        seen, weights = np.array(self.batch.observe(game), float), self.weights
        hidden = np.sqrt(np.abs(seen)) * np.sign(seen) @ weights["into"] + weights["bias"]
        outputs = np.maximum(hidden, 0) @ weights["out"] + weights["last"]
        actions = self.batch.encode(game)
        return int(outputs[actions].argmax())


def names_of(batch: Batch) -> list[str]:
    """Return the names of all inputs and outputs of a player for the games of a batch."""
    return [*batch.observation_names, *batch.action_names]


def read_weights(path: Path) -> dict[str, Any]:
    """Return the arrays of a trained player. Raises UnfitPlayer if the file does not hold them."""
    try:
        import numpy as np
    except ImportError as error:
        raise UnfitPlayer(EXTRA) from error
    from zipfile import BadZipFile
    from zlib import error as BadStream

    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            weights = {name: file[name] for name in ARRAYS}
    except (
        OSError, EOFError, ValueError, KeyError, AttributeError, TypeError,
        MemoryError, RuntimeError, BadZipFile, BadStream,
    ) as error:  # fmt: skip
        missing = (
            f"there is no file {path}" if not path.exists() else f"{path} is not a trained player"
        )
        raise UnfitPlayer(missing) from error
    if any(array.dtype.kind not in "fiu" for name, array in weights.items() if name != "names"):
        raise UnfitPlayer(f"an array in {path} does not hold numbers")
    return weights

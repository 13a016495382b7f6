"""A player that `rulewright train` has trained; docs/batches.md describes its file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.base.records import Draft
from rulewright.lab.players.trained_files import UnfitPlayer, require_numpy
from rulewright.runtime.session.batch.batches import Batch
from rulewright.runtime.session.games import Game, Rules

if TYPE_CHECKING:
    from rulewright.lab.players.networks import Network


class NetworkPlayer(Draft):
    """A trained player at a table; it chooses the best of the actions by what its seat sees."""

    network: Network
    batch: Batch

    @classmethod
    def load(
        cls, path: Path, rules: Rules, players: int, options: Sequence[str] = ()
    ) -> NetworkPlayer:
        """Return the player in a file for games of a setup. Raises UnfitPlayer and RulesError."""
        require_numpy()
        from rulewright.lab.players.networks import Network

        batch = rules.batch(1, players, options=options, mask=False, observation=False)
        network = Network.read(path)
        if network.names != names_of(batch):
            raise UnfitPlayer(
                f"{path} was trained for another edition, number of players or options, or for older rules"
            )
        if network.parts[-1].shape != (len(batch.action_names) + 1,):
            raise UnfitPlayer(f"the arrays in {path} do not fit together")
        return cls(network, batch)

    def choose(self, game: Game) -> int:
        """Return the index of the option with the best action."""
        import numpy as np

        seen = np.array([self.batch.observe(game)], np.int8)
        outputs = self.network.forward(self.network.inputs.encode(seen))[2]
        return int(outputs[0, self.batch.encode(game)].argmax())


def names_of(batch: Batch) -> list[str]:
    """Return the names of all inputs and outputs of a player for the games of a batch."""
    return [*batch.observation_names, *batch.action_names]

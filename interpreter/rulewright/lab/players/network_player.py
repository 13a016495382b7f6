"""A player that `rulewright train` has trained; docs/batches.md describes its file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rulewright.base.records import Draft
from rulewright.lab.players.search_player import SearchResult
from rulewright.lab.players.trained_files import UnfitPlayer, require_numpy
from rulewright.runtime.session.batch.batches import Batch
from rulewright.runtime.session.games import Game, Rules
from rulewright.runtime.session.rules.internals import inside

if TYPE_CHECKING:
    from rulewright.lab.players.networks import Network


QUICK_ENDING: Final = ".quick.npz"
"""The end of the name of the file of an edition's trained player."""

VISITS: Final = 10_000


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
        return self.evaluate(game).index

    def evaluate(self, game: Game) -> SearchResult:
        """Return the best option, and the probability of each option, in visits of 10,000."""
        import numpy as np

        seen = np.array([self.batch.observe(game)], np.int8)
        outputs = self.network.forward(self.network.inputs.encode(seen))[2]
        logits = outputs[0, self.batch.encode(game)]
        odds = np.exp(logits - logits.max())
        odds /= odds.sum()
        visits = np.rint(odds * VISITS).astype(int)
        return SearchResult(int(logits.argmax()), tuple(visits.tolist()), tuple(odds.tolist()))


def quick_files(rules: Rules) -> list[Path]:
    """Return the files of trained players beside an edition and those that it extends, the nearest first."""
    files = (file.with_name(file.stem + QUICK_ENDING) for file in inside(rules).edition.files)
    return [file for file in files if file.is_file()]


def names_of(batch: Batch) -> list[str]:
    """Return the names of all inputs and outputs of a player for the games of a batch."""
    return [*batch.observation_names, *batch.action_names]

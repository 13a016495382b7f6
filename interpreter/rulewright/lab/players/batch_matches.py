"""Matches of one trained player among others that do not think, many games at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from rulewright.lab.players.networks import Network
from rulewright.runtime.session.batch.batches import Batch


def share_among(
    batch: Batch, network: Network, others: str, generator: Any, most: int = 5_000
) -> float:
    """Return the network's share of the victories in the next game of each row, from changing seats.

    The `others` choose at "random", or the "first" option. A game longer than `most` steps has a fair share.
    """
    own, rows = np.arange(batch.games) % batch.players, np.arange(batch.games)
    shares, running = np.full(batch.games, 1 / batch.players), np.ones(batch.games, bool)
    for _ in range(most):
        mine = running & (batch.decider == own)
        chosen = batch.sample(generator) if others == "random" else np.full(batch.games, -1)
        inputs = network.inputs.encode(batch.observation[mine])
        chosen[mine] = network.look(inputs, batch.mask[mine].astype(bool))[0].argmax(1)
        first = running & ~mine & (others == "first")
        for step, moves in (
            (batch.step, np.where(running & ~first, chosen, -1)),
            (batch.choose, first - 1),
        ):
            if (moves >= 0).any():
                step(moves)
                done = running & batch.done.astype(bool)
                shares[done] = batch.rewards[rows, own][done]
                running &= ~done
        if not running.any():
            break
    return float(shares.mean())

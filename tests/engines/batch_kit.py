"""Batches side by side: by native code, move by move, and as games of their own."""

from __future__ import annotations

import random
from typing import Any

from rulewright import Game
from rulewright.runtime.ir.outcome_rules import WHOLE
from rulewright.runtime.session.batch.batches import Batch
from rulewright.runtime.session.games import Rules

ARRAYS = (
    "decider",
    "decision",
    "count",
    "mask",
    "observation",
    "rewards",
    "scores",
    "done",
    "seeds",
)


def numbers(batch: Batch, name: str) -> list[Any]:
    """An array as plain numbers."""
    found: list[Any] = getattr(batch, name).tolist()
    return found


def first_difference(one: Batch, other: Batch) -> str:
    """What two batches tell otherwise, by array, game and name; nothing if they are the same."""
    for name in ARRAYS:
        for game, (mine, its) in enumerate(
            zip(numbers(one, name), numbers(other, name), strict=True)
        ):
            if mine != its:
                names = {"mask": one.action_names, "observation": one.observation_names}.get(name)
                where = [
                    (names[at] if names else at, *pair)
                    for at, pair in enumerate(zip(mine, its, strict=True))
                    if pair[0] != pair[1]
                ] if isinstance(mine, list) else (mine, its)  # fmt: skip
                return f"{name} of game {game}: {where}"
    return ""


def drawn(batch: Batch, lot: random.Random) -> list[int]:
    """An action for each game, by lot."""
    return [lot.choice([at for at, on in enumerate(row) if on]) for row in numbers(batch, "mask")]


class Beside:
    """The games of a batch, each as a game of its own that makes the same choices."""

    def __init__(self, rules: Rules, players: int, batch: Batch) -> None:
        self.rules, self.players, self.batch = rules, players, batch
        self.games = list(map(self._dealt, numbers(batch, "seeds")))
        self.actions: list[list[int]] = []

    def _dealt(self, seed: int) -> Game:
        return self.rules.new_game(self.players, seed, told=False)

    def compared(self) -> None:
        """All that a batch tells of a game is so in the game."""
        self.actions = list(map(self.batch.encode, self.games))
        told = [numbers(self.batch, name) for name in ARRAYS[:4]]
        rows = zip(self.games, self.actions, *told, strict=True)
        for game, actions, decider, decision, count, mask in rows:
            assert game.decision is not None
            assert (game.decision.player, len(game.decision.options)) == (decider, count)
            assert game.state.game.module.decisions[decision].name == game.decision.kind
            assert sum(mask) == len({*actions})
            assert all(mask[action] for action in actions)

    def chosen(self, actions: list[int]) -> None:
        """The choices that a batch is about to make, of what was compared."""
        for game, its, action in zip(self.games, self.actions, actions, strict=True):
            game.choose(its.index(action))

    def ended(self) -> int:
        """How many games were over with that; each is followed by the one that the batch dealt."""
        rows = [numbers(self.batch, name) for name in ("done", "rewards", "scores", "seeds")]
        for at, (done, rewards, scores, seed) in enumerate(zip(*rows, strict=True)):
            outcome = self.games[at].outcome
            assert bool(done) == (outcome is not None)
            if outcome is None:
                assert not any(rewards)
                continue
            assert rewards == [share / WHOLE for share in outcome.shares]
            assert tuple(scores) == tuple(outcome.scores)
            self.games[at] = self._dealt(seed)
        return sum(rows[0])

"""Many games as a Gymnasium vector environment; see https://gymnasium.farama.org/api/vector."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv as GymVectorEnv
from gymnasium.vector.utils import batch_space

from rulewright.runtime.ir.engine_contract import NO_ADVANCE
from rulewright.runtime.ir.outcome_rules import Returns
from rulewright.runtime.session.batch.batches import Batch
from rulewright.runtime.session.games import Rules
from rulewright.runtime.session.rules.internals import inside
from rulewright.runtime.spaces.observation_space import LEAST, MOST

Others = Callable[[Batch], Any]


class VectorEnv(GymVectorEnv):
    """Games side by side; a finished one restarts in the same step, without its last observation.

    With `seat`, observations are that seat's and its share of the victory (or its score) is the reward. Without
    it, the reward is that of the seat that has just acted. `infos` has the rewards and scores of all seats.
    """

    def __init__(
        self,
        rules: Rules,
        games: int,
        players: int,
        options: Sequence[str] = (),
        cast: Sequence[str] = (),
        *,
        seat: int | None = None,
        others: Others | None = None,
        returns: Returns = "shares",
    ) -> None:
        """Create the environment. Raises RulesError, and ValueError for a bad seat or number of games."""
        if seat is not None and not 0 <= seat < players:
            raise ValueError(f"there is no seat {seat} among {players}")
        self.rules, self.players, self.options, self.cast = rules, players, tuple(options), cast
        self.seat, self.others, self.returns = seat, others, returns
        self.num_envs = games
        self.metadata = {
            "autoreset_mode": AutoresetMode.SAME_STEP, "name": f"{rules.id}_v0", "rules": inside(rules).digest,
        }  # fmt: skip
        self.batch = self._new_batch(1)
        shape, actions = self.batch.observation.shape[1:], len(self.batch.action_names)
        self.single_observation_space = spaces.Dict({
            "observation": spaces.Box(LEAST, MOST, shape, np.int8),
            "action_mask": spaces.Box(0, 1, (actions,), np.uint8),
            "decider": spaces.Discrete(players, dtype=np.int32),
        })  # fmt: skip
        self.single_action_space = spaces.Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, games)
        self.action_space = batch_space(self.single_action_space, games)

    def _new_batch(self, seed: int) -> Batch:
        """Return a batch of new games, dealt from consecutive seeds beginning with `seed`."""
        return self.rules.batch(
            self.num_envs, self.players, seed, self.options, self.cast, returns=self.returns
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal new games from consecutive seeds beginning with `seed`; without it from the next unused ones."""
        first = int(self.batch.seeds.max()) + 1 if seed is None else seed
        self._lot = np.random.default_rng(first)
        self.batch = self._new_batch(first)
        self._begin()
        self._play_others()
        return self._observed(), {}

    def _begin(self) -> None:
        """Clear the rewards, ends and scores that were collected during a step."""
        self._rewards = np.zeros((self.num_envs, self.players))
        self._done = np.zeros(self.num_envs, bool)
        self._scores = np.zeros((self.num_envs, self.players), np.int32)

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """Choose an action in each game. Raises IllegalChoice, with nothing changed, for an illegal one."""
        acting = self.batch.decider.copy()
        self._begin()
        self.batch.step(np.asarray(actions))
        self._collect_results()
        self._play_others()
        who = acting if self.seat is None else np.full(self.num_envs, self.seat)
        rewards = self._rewards[np.arange(self.num_envs), who]
        infos = {"rewards": self._rewards, "scores": self._scores}
        return self._observed(), rewards, self._done, np.zeros(self.num_envs, bool), infos

    def _collect_results(self) -> None:
        """Add the rewards, scores and ends of games that have just ended to those of this step."""
        over = self.batch.done.astype(bool)
        self._rewards += self.batch.rewards
        self._scores[over] = self.batch.scores[over]
        self._done |= over

    def _play_others(self) -> None:
        """Play the other seats, by `others` or uniformly, until `seat` decides in every game."""
        if self.seat is None:
            return
        while (waiting := self.batch.decider != self.seat).any():
            if self.others is not None:
                self.batch.step(np.where(waiting, self.others(self.batch), NO_ADVANCE))
            else:
                index = (self._lot.random(self.num_envs) * self.batch.count).astype(np.int32)
                self.batch.choose(np.where(waiting, index, NO_ADVANCE))
            self._collect_results()

    def _observed(self) -> dict[str, Any]:
        """Return copies of the observation, action mask and deciding seat of each game."""
        batch = self.batch
        return {
            "observation": batch.observation.copy(), "action_mask": batch.mask.copy(),
            "decider": batch.decider.copy(),
        }  # fmt: skip

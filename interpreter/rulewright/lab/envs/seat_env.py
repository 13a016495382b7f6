"""One seat of a game as a Gymnasium environment, and the ids under which `gymnasium.make` finds every edition."""

from __future__ import annotations

from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces

from rulewright.base.library import find_library
from rulewright.lab.envs.vector_env import VectorEnv
from rulewright.runtime.game.state import IllegalChoice
from rulewright.runtime.session.games import Rules

NAMESPACE: Final = "rulewright"
"""The namespace of the ids, as in `rulewright/classic-v0`."""


class SeatEnv(gymnasium.Env[dict[str, Any], Any]):
    """A game for one seat; the other seats choose uniformly, or by the function `others`.

    An episode is one game. The reward comes at its end: the share of the victory, or the score.
    """

    def __init__(
        self, edition: str = "classic", players: int | None = None, seat: int = 0, **given: Any
    ) -> None:
        """Create the environment; `given` are further arguments of `rulewright.envs.vector`.

        Without `players` there are as few as the edition allows. Raises RulesError, and ValueError for a bad seat.
        """
        rules = Rules.load(edition)
        self.games = VectorEnv(rules, 1, players or rules.players[0], seat=seat, **given)
        self.metadata = {"render_modes": [], "rules": self.games.metadata["rules"]}
        single = self.games.single_observation_space
        assert isinstance(single, spaces.Dict)
        self.observation_space = spaces.Dict(
            {name: single[name] for name in ("observation", "action_mask")}
        )
        self.action_space = self.games.single_action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal a new game from `seed`; without it, from the next unused one."""
        super().reset(seed=seed)
        seen, infos = self.games.reset(seed=seed)
        return self._own(seen), infos

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Choose an action. Raises IllegalChoice, with nothing changed, for an illegal one.

        After the last step of a game its observation is of the game that follows; `reset` deals another.
        """
        if action < 0:
            raise IllegalChoice(f"there is no action {action}")
        seen, rewards, ended, _, infos = self.games.step(np.array([action]))
        every = {name: each[0].tolist() for name, each in infos.items()}
        return self._own(seen), float(rewards[0]), bool(ended[0]), False, every

    def _own(self, seen: dict[str, Any]) -> dict[str, Any]:
        """Return the observation of the only game."""
        return {name: seen[name][0] for name in ("observation", "action_mask")}


def new_vector(num_envs: int = 1, edition: str = "classic", **given: Any) -> VectorEnv:
    """Return many games as a vector environment, for `gymnasium.make_vec`. Raises RulesError and ValueError."""
    rules = Rules.load(edition)
    players = given.pop("players", None) or rules.players[0]
    return VectorEnv(rules, num_envs, players, **given)


def register_all() -> None:
    """Register every edition of the library with Gymnasium."""
    for file in sorted((find_library().root / "editions").glob("*.yaml")):
        gymnasium.register(
            f"{NAMESPACE}/{file.stem}-v0",
            entry_point=f"{__name__}:SeatEnv",
            vector_entry_point=f"{__name__}:new_vector",
            kwargs={"edition": file.stem},
        )

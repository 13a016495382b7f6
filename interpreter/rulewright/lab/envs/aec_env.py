"""A game as a PettingZoo AEC environment; see https://pettingzoo.farama.org/api/aec."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from rulewright.runtime.ir.outcome_rules import Returns, check_returns
from rulewright.runtime.ir.random_stream import seed_of_choices
from rulewright.runtime.session.games import Game, Rules
from rulewright.runtime.session.rules.internals import inside
from rulewright.runtime.spaces.observation_space import LEAST, MOST


class AecEnv(AECEnv):
    """A PettingZoo environment whose agents are the seats; an agent may act several times in a row."""

    def __init__(
        self,
        rules: Rules,
        players: int,
        options: Sequence[str] = (),
        cast: Sequence[str] = (),
        render_mode: str | None = None,
        returns: Returns = "shares",
    ) -> None:
        """Create the environment for `players` agents. Raises RulesError, and ValueError for bad `returns`."""
        super().__init__()
        self.returns = check_returns(returns)
        self.rules = rules.with_cast(cast) if cast else rules
        self.players, self.options, self.render_mode = players, tuple(options), render_mode
        self.metadata = {
            "name": f"{rules.id}_v0", "render_modes": ["ansi"], "is_parallelizable": False,
            "rules": inside(rules).digest,
        }  # fmt: skip
        self._batch = self.rules.batch(1, players, options=options, observation=False)
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        shape, actions = (len(self._batch.observation_names),), len(self._batch.action_names)
        row = spaces.Box(LEAST, MOST, shape, np.int8)
        mask = spaces.Box(0, 1, (actions,), np.int8)
        agents = self.possible_agents
        self.observation_spaces = {
            agent: spaces.Dict({"observation": row, "action_mask": mask}) for agent in agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in agents}
        self._seed = 0

    def observation_space(self, agent: str) -> Any:
        """Return the observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the action space of an agent: an index into `action_names`."""
        return self.action_spaces[agent]

    @property
    def action_names(self) -> tuple[str, ...]:
        """The names of the actions."""
        return self._batch.action_names

    @property
    def observation_names(self) -> tuple[str, ...]:
        """The names of the observation's columns."""
        return self._batch.observation_names

    # ------------------------------------------------------------------ playing

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game from `seed`; without one from the next of a fixed sequence of seeds."""
        self._seed = seed_of_choices(self._seed) if seed is None else seed
        self.game: Game = self.rules.new_game(
            self.players, self._seed, self.options, told=False, engine="native"
        )
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select_agent()

    def step(self, action: int | None) -> None:
        """Carry out an action of the agent whose turn it is. Raises IllegalChoice for an illegal action."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self.game.choose(self._batch.decode(self.game, int(action)))  # type: ignore[arg-type]
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        outcome = self.game.outcome
        if outcome is not None:
            for each, reward in zip(
                self.possible_agents, outcome.returns(self.returns), strict=True
            ):
                self.rewards[each] = reward
                self.terminations[each] = True
        self._select_agent()
        self._accumulate_rewards()

    def _select_agent(self) -> None:
        """Select the next agent to act; after the game, the agents are removed one by one."""
        decision = self.game.decision
        if decision is None:
            self.agent_selection = self._deads_step_first()
        else:
            self.agent_selection = self.possible_agents[decision.player]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return an agent's observation, and its action mask, which is zero unless it is to act."""
        seat, decision = self.possible_agents.index(agent), self.game.decision
        mask = np.zeros(len(self.action_names), np.int8)
        if decision is not None and decision.player == seat:
            mask[self._batch.encode(self.game)] = 1
        row = np.array(self._batch.observe(self.game, seat), np.int8)
        return {"observation": row, "action_mask": mask}

    def render(self) -> str | None:
        """Return the observation of the agent to act, line by line, if the mode is "ansi"."""
        if self.render_mode != "ansi":
            return None
        row = self.observe(self.agent_selection)["observation"].tolist()
        columns = zip(self.observation_names, row, strict=True)
        return "\n".join(f"{name}: {number}" for name, number in columns if number)

    def close(self) -> None:
        """Do nothing: there are no resources to release."""

    def __str__(self) -> str:
        return str(self.metadata["name"])

"""A game for OpenSpiel, whose algorithms can then play every edition.

Chance is sampled internally (OpenSpiel's sampled stochastic mode): a game begins with one chance step that fixes
all randomness. A player's information state is the log of its seat.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyspiel

from rulewright.lab.envs.utility import utility_of
from rulewright.runtime.ir.outcome_rules import Returns, check_returns
from rulewright.runtime.observation.vectors.information_state import ENTRY, InformationStateKey
from rulewright.runtime.session.batch.batches import Batch
from rulewright.runtime.session.games import Game, Rules
from rulewright.runtime.session.rules.internals import inside

MOST_MOVES = 100_000
"""The upper bound of game length that OpenSpiel requires; rules have none."""


class OpenSpielGame(pyspiel.Game):
    """An edition for a number of players; its states are `OpenSpielState`."""

    def __init__(
        self,
        rules: Rules,
        players: int,
        options: Sequence[str] = (),
        seed: int = 1,
        recall: int = 4096,
        returns: Returns = "shares",
    ) -> None:
        """Create the game with deals derived from `seed` and `recall` entries in information states.

        Raises RulesError, and ValueError for bad `returns`.
        """
        self.rules, self.options, self.rng = rules, tuple(options), random.Random(seed)
        self.recall, self.paid = recall, check_returns(returns)
        self.batch: Batch = rules.batch(1, players, options=options, observation=False)
        actions = len(self.batch.action_names)
        module = inside(rules).compiled(players, options, "python").module
        utility = utility_of(module, returns)
        kind = pyspiel.GameType(
            short_name=f"rulewright_{rules.id.replace('-', '_')}",
            long_name=rules.name,
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=getattr(pyspiel.GameType.Utility, utility.kind),
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=players,
            min_num_players=players,
            provides_information_state_string=True,
            provides_information_state_tensor=True,
            provides_observation_string=True,
            provides_observation_tensor=True,
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=actions,
            max_chance_outcomes=1,
            num_players=players,
            min_utility=utility.low,
            max_utility=utility.high,
            utility_sum=utility.total,
            max_game_length=MOST_MOVES,
        )
        super().__init__(kind, info, {})
        self.players = players

    def new_initial_state(self) -> OpenSpielState:
        """Return a state that is not dealt yet."""
        return OpenSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """Return an observer that writes tensors and strings of a player's information."""
        if iig_obs_type is not None and iig_obs_type.perfect_recall:
            return _InformationStateObserver(self.recall * ENTRY)
        return _Observer(len(self.batch.observation_names))


class _StateContents:
    """The contents of a state, copied by the game's own `copy` instead of member by member."""

    def __init__(
        self, game: Game | None, names: dict[int, InformationStateKey] | None = None
    ) -> None:
        self.game = game
        self.names = names or {}

    def __deepcopy__(self, memo: dict[int, Any]) -> _StateContents:
        game = None if self.game is None else self.game.copy()
        return _StateContents(game, {player: name.copy() for player, name in self.names.items()})


class OpenSpielState(pyspiel.State):
    """A state of an OpenSpiel game; its running game is None until it is dealt."""

    def __init__(self, game: OpenSpielGame) -> None:
        super().__init__(game)
        self.held = _StateContents(None)

    @property
    def spiel(self) -> OpenSpielGame:
        """The OpenSpiel game of this state."""
        found: OpenSpielGame = self.get_game()
        return found

    @property
    def running(self) -> Game:
        """The running game of the edition; it exists only after the deal."""
        assert self.held.game is not None
        return self.held.game

    def current_player(self) -> int:
        """Return the player to act; chance until the game is dealt."""
        if self.held.game is None:
            return int(pyspiel.PlayerId.CHANCE)
        decision = self.running.decision
        return int(pyspiel.PlayerId.TERMINAL) if decision is None else decision.player

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.held.game is not None and self.running.decision is None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the single outcome of the chance step."""
        return [(0, 1.0)]

    def _legal_actions(self, player: int) -> list[int]:
        """Return the action numbers of the options, sorted and without duplicates."""
        return sorted(set(self.spiel.batch.encode(self.running)))

    def _apply_action(self, action: int) -> None:
        """Deal the game from a new seed, or choose the first option with this action number."""
        spiel = self.spiel
        if self.held.game is None:
            seed = spiel.rng.getrandbits(63)
            self.held = _StateContents(
                spiel.rules.new_game(spiel.players, seed, spiel.options, engine="native")
            )
        else:
            self.running.choose(spiel.batch.decode(self.running, action))

    def _action_to_string(self, player: int, action: int) -> str:
        """Return the name of an action; that of chance is the deal."""
        return (
            "deal" if player == pyspiel.PlayerId.CHANCE else self.spiel.batch.action_names[action]
        )

    def returns(self) -> list[float]:
        """Return each player's share of the victory, or its score; zeros until the game is over."""
        outcome = None if self.held.game is None else self.running.outcome
        if outcome is None:
            return [0.0] * self.spiel.players
        return outcome.returns(self.spiel.paid)

    def resample_from_infostate(self, player: int, sampler: Any) -> OpenSpielState:
        """Return a state that the player cannot distinguish from this one. Raises NoDeterminization."""
        other = self.clone()
        seed = int(sampler() * 2**53) if callable(sampler) else random.getrandbits(53)
        other.held = _StateContents(self.running.determinize(player, seed))
        return other  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return (
            "not dealt"
            if self.held.game is None
            else f"{self.running.seed}: {self.running.decisions}"
        )


class _Observer:
    """A writer of a player's present observation as a tensor or string."""

    def __init__(self, width: int) -> None:
        self.tensor = np.zeros(width, np.float32)
        self.dict = {self.name: self.tensor}

    name = "observation"

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """Write the player's observation into `tensor`."""
        if state.held.game is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = self._row(state, player)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """Return the player's observation as a string."""
        return "not dealt" if state.held.game is None else self._text(state, player)

    def _row(self, state: OpenSpielState, player: int) -> Sequence[int]:
        """Return the player's observation as numbers."""
        return state.spiel.batch.observe(state.running, player)

    def _text(self, state: OpenSpielState, player: int) -> str:
        """Return the player's observation as a string of numbers."""
        return " ".join(map(str, self._row(state, player)))


class _InformationStateObserver(_Observer):
    """A writer of a player's information state: the end of its log as a tensor, its key as a string."""

    name = "info_state"

    def _row(self, state: OpenSpielState, player: int) -> Sequence[int]:
        """Return the last entries of the player's log as numbers."""
        return state.spiel.batch.recall(state.running, player, state.spiel.recall)

    def _text(self, state: OpenSpielState, player: int) -> str:
        """Return the key of the player's information state."""
        name = state.held.names.setdefault(player, InformationStateKey())
        return name.of(state.running.log(player))

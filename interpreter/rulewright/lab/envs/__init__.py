"""Environments for reinforcement learning in every edition: PettingZoo, Gymnasium and OpenSpiel.

`pip install "rulewright[fast,rl]"` installs the requirements; they are imported when an environment is created.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.runtime.ir.outcome_rules import Returns
from rulewright.runtime.session.games import Rules

if TYPE_CHECKING:
    from rulewright.lab.envs.aec_env import AecEnv
    from rulewright.lab.envs.spiel_state import OpenSpielGame
    from rulewright.lab.envs.vector_env import VectorEnv

Edition = str | Path | Rules
"""An edition's id, the path of its file, or loaded rules."""


def aec(
    edition: Edition,
    players: int,
    options: Sequence[str] = (),
    cast: Sequence[str] = (),
    render_mode: str | None = None,
    returns: Returns = "shares",
) -> AecEnv:
    """Return a game as a PettingZoo environment, where agents act in turn.

    Each observation has a mask of the legal actions. At the end of a game each agent is rewarded with its share
    of the victory, or with its score (`returns="scores"`). Raises RulesError as `rulewright.load` and
    `Rules.new_game` do.
    """
    from rulewright.lab.envs.aec_env import AecEnv

    return AecEnv(_rules(edition), players, options, cast, render_mode, returns)


def vector(
    edition: Edition,
    games: int,
    players: int,
    options: Sequence[str] = (),
    cast: Sequence[str] = (),
    *,
    seat: int | None = None,
    others: Callable[[Any], Any] | None = None,
    returns: Returns = "shares",
) -> VectorEnv:
    """Return many games as a Gymnasium vector environment, with action masks.

    The caller makes every decision, or only those of `seat`. Then `others`, a function from the batch to actions
    for all games, decides for the others; by default they choose uniformly. Rewards are shares of the victory, or
    scores (`returns="scores"`). Raises RulesError, and ValueError for a seat or a number of games out of range.
    """
    from rulewright.lab.envs.vector_env import VectorEnv

    return VectorEnv(
        _rules(edition), games, players, options, cast, seat=seat, others=others, returns=returns
    )


def open_spiel(
    edition: Edition,
    players: int,
    options: Sequence[str] = (),
    cast: Sequence[str] = (),
    seed: int = 1,
    recall: int = 4096,
    returns: Returns = "shares",
) -> OpenSpielGame:
    """Return a game for OpenSpiel, which must be installed; its games are dealt from seeds derived from `seed`.

    Information state tensors hold the last `recall` entries of a player's log. Players get their share of the
    victory, or their score (`returns="scores"`). Raises RulesError, and ValueError for bad `returns`.
    """
    from rulewright.lab.envs.spiel_state import OpenSpielGame

    rules = _rules(edition)
    return OpenSpielGame(
        rules.with_cast(cast) if cast else rules, players, options, seed, recall, returns
    )


def _rules(edition: Edition) -> Rules:
    """Return the rules of an edition; load them unless they are given."""
    return edition if isinstance(edition, Rules) else Rules.load(edition)

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
    recall: int | None = None,
    returns: Returns = "shares",
    deals: int | Sequence[int] | None = None,
) -> OpenSpielGame:
    """Return a game for OpenSpiel, which must be installed; its games are dealt from seeds derived from `seed`.

    With `deals=N` chance can be walked: its outcomes are all deals of the rules, of which there are at most N, and
    the longest game, bounds and sum of the returns are exact. `deals` may also be a list of seeds, each equally
    likely. Players get their share of the victory, or their score (`returns="scores"`). Information state tensors
    hold the last `recall` entries of a player's log, by default as many as the game needs, up to 4,096.

    Raises RulesError, and ValueError for bad `returns`, or if there are more deals or they cannot be walked.
    """
    from rulewright.lab.envs.spiel_state import new_open_spiel_game

    rules = _rules(edition)
    return new_open_spiel_game(
        rules.with_cast(cast) if cast else rules, players, options, seed, recall, returns, deals
    )


def _rules(edition: Edition) -> Rules:
    """Return the rules of an edition; load them unless they are given."""
    return edition if isinstance(edition, Rules) else Rules.load(edition)

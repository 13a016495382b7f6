"""Environments for programs that learn, of every edition: what PettingZoo and Gymnasium expect of them.

`pip install "rulewright[fast,rl]"` brings what they need; it is imported when one is made.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.runtime.session.games import Rules

if TYPE_CHECKING:
    from rulewright.lab.envs.aec_env import AecEnv
    from rulewright.lab.envs.spiel_state import OpenSpielGame
    from rulewright.lab.envs.vector_env import VectorEnv

Edition = str | Path | Rules
"""An edition's id, the path of its file, or rules that were loaded."""


def aec(
    edition: Edition,
    players: int,
    options: Sequence[str] = (),
    cast: Sequence[str] = (),
    render_mode: str | None = None,
) -> AecEnv:
    """A game as a PettingZoo environment in which one agent acts after the other.

    Each observation has a mask of the actions that can be chosen. When a game is over each agent is rewarded with
    its share of the victory. Raises RulesError as `rulewright.load` and `Rules.new_game` do.
    """
    from rulewright.lab.envs.aec_env import AecEnv

    return AecEnv(_rules(edition), players, options, cast, render_mode)


def vector(
    edition: Edition,
    games: int,
    players: int,
    options: Sequence[str] = (),
    cast: Sequence[str] = (),
    *,
    seat: int | None = None,
    others: Callable[[Any], Any] | None = None,
) -> VectorEnv:
    """So many games as a Gymnasium vector environment, with masks.

    Every decision is the caller's, whoever makes it; or only those of one `seat`. What `others` do there says a
    function of the batch, as actions for all games; by default they choose by lot. Raises RulesError, and
    ValueError for a seat or a number of games that cannot be.
    """
    from rulewright.lab.envs.vector_env import VectorEnv

    return VectorEnv(_rules(edition), games, players, options, cast, seat=seat, others=others)


def open_spiel(
    edition: Edition,
    players: int,
    options: Sequence[str] = (),
    cast: Sequence[str] = (),
    seed: int = 1,
    recall: int = 4096,
) -> OpenSpielGame:
    """A game for OpenSpiel, which has to be installed; its games are dealt from seeds that come from this one.

    The tensors of information states hold the last `recall` entries of what a player remembers. Raises RulesError.
    """
    from rulewright.lab.envs.spiel_state import OpenSpielGame

    rules = _rules(edition)
    return OpenSpielGame(rules.with_cast(cast) if cast else rules, players, options, seed, recall)


def _rules(edition: Edition) -> Rules:
    return edition if isinstance(edition, Rules) else Rules.load(edition)

"""Games between players of several sorts, each with a seat in turn."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from rulewright import Game, Rules
from rulewright.players.portions import Budget
from rulewright.players.searching import think

Player = Callable[[Game], int]
"""Chooses: gives the index of one of the options of the decision that is awaited."""


def by_lot(seed: int) -> Player:
    lot = Random(seed)

    def choose(game: Game) -> int:
        assert game.decision is not None
        return lot.randrange(len(game.decision.options))

    return choose


def thinking(budget: Budget) -> Player:
    return lambda game: think(game, budget, game.made).index


def won(
    rules: Rules,
    players: int,
    seed: int,
    one: Player,
    others: Player,
    options: tuple[str, ...] = (),
) -> float:
    """What share of the victory one player has among others; his seat goes round with the seed."""
    game, own = rules.new_game(players, seed, options, told=False), seed % players
    while (decision := game.decision) is not None:
        game.choose((one if decision.player == own else others)(game))
    assert game.outcome is not None
    return (own in game.outcome.winners) / len(game.outcome.winners)

"""Games between players of several sorts, each with a seat in turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from attrs import frozen

from rulewright import Game, Rules
from rulewright.engines.playing_out import ranks_of
from rulewright.players.leaves import learned
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


def first(game: Game) -> int:
    """The first option, whatever it is."""
    return 0


def greedy(seed: int) -> Player:
    """The option after which its lead is greatest, by lot where several are. It sees what comes of each, also
    where others could not: that favours it."""
    lot = Random(seed)

    def choose(game: Game) -> int:
        assert game.decision is not None
        own = game.decision.player
        leads = [_lead_after(game, own, index) for index in range(len(game.decision.options))]
        return lot.choice([index for index, lead in enumerate(leads) if lead == max(leads)])

    return choose


def _lead_after(game: Game, own: int, index: int) -> int:
    """By how much a seat's score is above the best of others if an option is chosen."""
    after = game.copy()
    after.choose(index)
    engine = after.state.engine
    scored = engine.module.outcome.scored
    return _lead([rank[scored] for rank in ranks_of(engine, after.state.state)], own)


def _lead(scores: Sequence[int], own: int) -> int:
    return scores[own] - max(score for seat, score in enumerate(scores) if seat != own)


def thinking(budget: Budget, *, remembers: bool = True, leaf: bool = True) -> Player:
    """Thinks as bots do; or knows what it sees now, or plays all games in its mind to their end."""

    def choose(game: Game) -> int:
        found = learned(game) if leaf else None
        return think(game, budget, game.made, remembers=remembers, leaf=found).index

    return choose


@frozen
class Result:
    """What a player had of a game: a share of the victory, his score, by how far it is above the best other."""

    share: float
    score: int
    lead: int


def played(
    rules: Rules,
    players: int,
    seed: int,
    one: Player,
    others: Player,
    options: tuple[str, ...] = (),
) -> Result:
    """What one player has of a game among others; his seat goes round with the seed."""
    game, own = rules.new_game(players, seed, options, told=False), seed % players
    while (decision := game.decision) is not None:
        game.choose((one if decision.player == own else others)(game))
    assert game.outcome is not None
    winners, scores = game.outcome.winners, game.outcome.scores
    share = (own in winners) / len(winners) if winners else 0.0
    return Result(share, scores[own], _lead(scores, own)) if scores else Result(share, 0, 0)

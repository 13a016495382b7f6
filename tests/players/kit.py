"""Games between players of several sorts, each with a seat in turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from attrs import frozen

from rulewright import Game, Rules
from rulewright.lab.players.leaf_files import leaf_for
from rulewright.lab.players.search_budget import SearchBudget
from rulewright.lab.players.search_player import think
from rulewright.runtime.game.random_playouts import SilentTape, ranks_of
from rulewright.runtime.ir.engine_contract import SEED_LIMIT
from rulewright.runtime.ir.layout import ASKING
from rulewright.runtime.session.rules.internals import inside

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


def greedy(lot: Random) -> Player:
    """The option after which its lead is greatest, by lot where several are; it looks into the true game, in which
    chance alone goes another way."""

    def choose(game: Game) -> int:
        assert game.decision is not None
        (engine, world), own, leads = world_of(game), game.decision.player, list[int]()
        for option in engine.options(world):
            after = engine.copy(world)
            engine.reseed(after, lot.randrange(SEED_LIMIT))
            engine.choose(after, SilentTape(), option)
            scores = [ranks[engine.module.outcome.scored] for ranks in ranks_of(engine, after)]
            leads.append(_lead(scores, own))
        return lot.choice([at for at, lead in enumerate(leads) if lead == max(leads)])

    return choose


def world_of(game: Game) -> tuple[Any, Any]:
    """The engine that searches, and the true state of a game in it."""
    engine = inside(game.rules).compiled(game.players, game.options, "native").engine
    at = game.remembered
    row = at.engine.pack(at.state)
    row[ASKING] = 0
    return engine, engine.unpack(row)


def _lead(scores: Sequence[int], own: int) -> int:
    """By how much a seat's score is above the best of others."""
    return scores[own] - max(score for seat, score in enumerate(scores) if seat != own)


def thinking(budget: SearchBudget, *, remembers: bool = True, leaf: bool = True) -> Player:
    """Thinks as bots do; or knows what it sees now, or plays all games in its mind to their end."""

    def choose(game: Game) -> int:
        found = leaf_for(game) if leaf else None
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

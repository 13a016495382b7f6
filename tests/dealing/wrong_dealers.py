"""Dealers with one planted mistake each, and a fair one; they enumerate possible worlds or read the true state.

`test_wrong_dealers` names the test that each fails.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache

from dealing.kit import History, World, new, seen
from dealing.reference import Counted, beginnings, counted_for
from rulewright import Game


def fair(game: Game, seat: int, seed: int) -> Game:
    """Return a world drawn with its true probability."""
    found = _counted(game, seat)
    return _drawn(found, found.odds, seed)


def uniform(game: Game, seat: int, seed: int) -> Game:
    """Return a world drawn with equal probability."""
    found = _counted(game, seat)
    return _drawn(found, dict.fromkeys(found.odds, 1.0), seed)


def truth(game: Game, seat: int, seed: int) -> Game:
    """Return the true world."""
    return game.copy()


def mostly_fair(game: Game, seat: int, seed: int) -> Game:
    """Return the true world for every fifth seed, else a fair one."""
    return truth(game, seat, seed) if seed % 5 == 0 else fair(game, seat, seed)


def one_left_out(game: Game, seat: int, seed: int) -> Game:
    """Return a fair draw that never is the least likely world."""
    found = _counted(game, seat)
    least = min(found.odds, key=lambda world: found.odds[world])
    return _drawn(found, {w: each for w, each in found.odds.items() if w != least}, seed)


def of_another_seat(game: Game, seat: int, seed: int) -> Game:
    """Return a fair draw from what the next seat saw."""
    return fair(game, (seat + 1) % game.players, seed)


def by_held_steps(game: Game, seat: int, seed: int) -> Game:
    """Return another deal in which all chose the same option numbers."""
    found = _same_choices(game.rules.id, game.seed, tuple(game.decisions), seat)
    return random.Random(seed).choice(found).copy()


def _counted(game: Game, seat: int) -> Counted:
    return counted_for(game.rules.id, game.seed, tuple(game.decisions), seat)


def _drawn(found: Counted, odds: Mapping[World, float], seed: int) -> Game:
    worlds = list(odds)
    drawn = random.Random(seed).choices(worlds, [odds[world] for world in worlds])
    return found.games[drawn[0]].copy()


@cache
def _same_choices(name: str, seed: int, choices: tuple[int, ...], seat: int) -> list[Game]:
    """Return games from other deals with equal option numbers and equal observations of `seat`."""
    history = History.of(new(name, seed), list(choices), seat)
    return [
        game
        for first in beginnings(name).values()
        if (game := _played(first.copy(), choices, history)) is not None
    ]


def _played(game: Game, choices: tuple[int, ...], history: History) -> Game | None:
    told = 0
    for index, sight in zip((*choices, None), history.seen, strict=True):
        if seen(game, history.seat, told) != sight:
            return None
        told = len(game.events)
        if index is not None:
            if game.decision is None or index >= len(game.decision.options):
                return None
            game.choose(index)
    return game

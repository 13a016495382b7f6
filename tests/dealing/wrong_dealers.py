"""Dealers that are wrong on purpose, and a fair one: they count all that may be, or look at what truly is.

They stand for mistakes that a dealer may make; each fails a test that is named in `test_wrong_dealers`.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache

from dealing.kit import History, World, new, seen
from dealing.reference import Counted, beginnings, counted_for
from rulewright import Game


def fair(game: Game, seat: int, seed: int) -> Game:
    """As it should be: by the odds of each world."""
    found = _counted(game, seat)
    return _drawn(found, found.odds, seed)


def uniform(game: Game, seat: int, seed: int) -> Game:
    """Every world that may be is as likely as any other."""
    found = _counted(game, seat)
    return _drawn(found, dict.fromkeys(found.odds, 1.0), seed)


def truth(game: Game, seat: int, seed: int) -> Game:
    """What truly is."""
    return game.copy()


def mostly_fair(game: Game, seat: int, seed: int) -> Game:
    """The truth is dealt once in five times more than it should."""
    return truth(game, seat, seed) if seed % 5 == 0 else fair(game, seat, seed)


def one_left_out(game: Game, seat: int, seed: int) -> Game:
    """The least likely world is never dealt."""
    found = _counted(game, seat)
    least = min(found.odds, key=lambda world: found.odds[world])
    return _drawn(found, {w: each for w, each in found.odds.items() if w != least}, seed)


def of_another_seat(game: Game, seat: int, seed: int) -> Game:
    """By what the next seat saw."""
    return fair(game, (seat + 1) % game.players, seed)


def by_held_steps(game: Game, seat: int, seed: int) -> Game:
    """Others choose what they truly chose, by its number: only the deal is another one."""
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
    """Games from other deals in which the same was chosen by its number, and the seat saw the same."""
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

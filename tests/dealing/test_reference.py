"""The counted odds are what games by lot come to: nothing else of the counting is believed."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from itertools import islice

import pytest

from dealing.cases import CASES
from dealing.chances import chance_of, even, failing
from dealing.kit import GAMES, History, World, decides, new, playing, seen, world_of
from dealing.reference import (
    FIRST_SEED,
    Case,
    beginnings,
    chosen_by_chance,
    counted,
    draws,
    key_of,
    look_alikes,
    worlds,
)
from tiers import LONG

NAMES = sorted(path.stem for path in GAMES.glob("*.yaml"))
BY_LOT = NAMES if LONG else ["bids", "chain"]
"""In the others a history hardly comes up twice in so few games."""

GAMES_BY_LOT = 40_000 if LONG else 600
HISTORIES = 5
"""Of each game, as many as came up most often."""

LEVEL = 1e-4

Own = tuple[int | None, ...]


def by_lot(name: str, seed: int, seat: int) -> tuple[str, Own, World, list[int]]:
    """What a seat sees of a game up to its first answer, and which world it is then."""
    game, lot = new(name, seed), random.Random(seed)
    saw, own = [seen(game, seat, 0)], list[int | None]()
    while game.decision is not None:
        if decides(game, seat) and game.decision.kind.startswith("answers"):
            break
        index, told = lot.randrange(len(game.decision.options)), len(game.events)
        own.append(index if decides(game, seat) else None)
        game.choose(index)
        saw.append(seen(game, seat, told))
    return str(saw), tuple(own), world_of(game), game.decisions


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", BY_LOT)
@pytest.mark.rotating
def test_games_by_lot_come_to_the_counted_odds(name: str) -> None:
    found: dict[tuple[str, Own], Counter[World]] = defaultdict(Counter)
    first: dict[tuple[str, Own], tuple[int, list[int]]] = {}
    for seed in range(77_000, 77_000 + GAMES_BY_LOT):
        saw, own, world, choices = by_lot(name, seed, 0)
        found[saw, own][world] += 1
        first.setdefault((saw, own), (seed, choices))
    often = sorted(found, key=lambda each: -found[each].total())[:HISTORIES]
    chances = {}
    for each in often:
        seed, choices = first[each]
        history = History.of(new(name, seed), choices, 0)
        chances[each] = chance_of(found[each], worlds(name, history).odds)
    assert not failing(chances, LEVEL), sorted(chances.values())


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.rotating
def test_every_beginning_is_as_likely(name: str) -> None:
    every = beginnings(name)
    tries = range(FIRST_SEED // 2, FIRST_SEED // 2 + 6 * len(every))
    found = Counter[object](key_of(new(name, seed)) for seed in tries)
    assert set(found) <= set(every)
    assert even(found, len(every)) > LEVEL


def test_what_chance_draws_on_the_way_is_as_likely() -> None:
    """Three parcels have been put back; after a shuffle each order of them is drawn as often."""
    game = next(islice(playing(new("stirred", 1), 1), 2, None))
    every = {key_of(other) for other in draws(game, 0)}
    seeds = range(FIRST_SEED, FIRST_SEED + 600)
    found = Counter[object](key_of(chosen_by_chance(game, 0, seed)) for seed in seeds)
    assert set(found) == every
    assert len(every) == 6
    assert even(found, len(every)) > LEVEL


@pytest.mark.sampled(4)
@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.rotating
def test_looks_leave_something_open(case: Case) -> None:
    """And the true world is among what is left, as are those of games that look alike."""
    found = counted(case)
    assert 1 < len(found.odds) <= 50
    assert abs(sum(found.odds.values()) - 1) < 1e-9
    alike = look_alikes(case)
    assert {world_of(game) for game in alike} <= set(found.odds)
    assert len(alike) > 1
    assert len({game.seed for game in alike}) > 1 or case.game == "bids"
    for game in alike:
        again = new(case.game, game.seed)
        assert History.of(again, game.decisions, case.seat) == case.history

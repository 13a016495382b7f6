"""What is asked of a dealer: the same in games that look alike, all that may be, each as often as it should."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

from dealing.chances import LEVEL, chance_of, distance, sure
from dealing.kit import Dealer, World, world_of
from dealing.reference import Case, counted, look_alikes
from properties.kit import row_of, state_of
from tiers import LONG

SEEDS = 20 if LONG else 3
"""How many deals are compared in each pair of games that look alike."""

DEALS = 2000 if LONG else 200
"""By how many deals the odds are judged; at first, if they are judged again."""

AGAIN = 4
"""A dealer that fails is judged once more, by so many times as many deals of other seeds."""


def ways(case: Case, dealer: Dealer, seeds: int) -> Counter[tuple[Any, ...]]:
    """What the games that look alike to a seat are dealt, seed by seed, and how many of them are dealt that."""
    found = Counter[tuple[Any, ...]]()
    for game in look_alikes(case):
        dealt = (dealer(game, case.seat, seed) for seed in range(seeds))
        found[tuple(tuple(row_of(state_of(other))) for other in dealt)] += 1
    return found


def check_leak(case: Case, dealer: Dealer, seeds: int = SEEDS) -> None:
    """Games that a seat cannot tell apart are dealt the same, to the last number, seed by seed."""
    found = ways(case, dealer, seeds)
    assert len(found) == 1, f"{found.total()} games that look alike are dealt in {len(found)} ways"


@cache
def dealt(case: Case, dealer: Dealer, deals: int, first: int = 0) -> Counter[World]:
    """How often a dealer deals which world."""
    game = case.played()
    seeds = range(first, first + deals)
    return Counter(world_of(dealer(game, case.seat, seed)) for seed in seeds)


def check_support(case: Case, dealer: Dealer, deals: int = DEALS) -> None:
    """Nothing is dealt that cannot be, and nothing left out that is likely enough to come."""
    found, odds = dealt(case, dealer, deals), counted(case).odds
    assert set(found) <= set(odds), f"{len(set(found) - set(odds))} worlds are impossible"
    missed = [f"{odds[world]:.3f}" for world in sure(odds, deals) if world not in found]
    assert not missed, f"worlds of these odds are never dealt: {', '.join(missed)}"


def check_odds(case: Case, dealer: Dealer, deals: int = DEALS, cases: int = 1) -> None:
    """Worlds are dealt as often as they should; who fails is judged once more before anybody reads it.

    If so many cases are judged, all together fail a fair dealer as seldom as one would (as Holm has it).
    """
    odds, level = counted(case).odds, LEVEL / cases
    if chance_of(dealt(case, dealer, deals), odds) <= level:
        again = dealt(case, dealer, AGAIN * deals, deals)
        chance, far = chance_of(again, odds), distance(again, odds)
        assert chance > level, f"chance {chance:.1e}, total variation {far:.2f}"

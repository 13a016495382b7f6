"""Intervals hold whenever one stops, and say what a card does and not who takes it."""

from collections.abc import Iterator
from math import inf
from random import Random

import pytest

from rulewright.lab.balance.recording.card_offers import CardOffer, compare_offers
from rulewright.lab.balance.recording.game_records import RANDOM_PICK
from rulewright.lab.balance.statistics.confidence_sequences import (
    ConfidenceInterval,
    bonferroni_level,
    radius_of,
)
from rulewright.lab.balance.statistics.tallies import (
    TAKEN,
    GameTally,
    Moments,
    add_to,
    difference,
    pooled_mean,
)
from tiers import LONG

RUNS = 1000


def seat_wins(odds: list[float], games: int, lot: Random) -> Iterator[ConfidenceInterval]:
    """How a seat fares in games that each seat wins with these odds, looked at every fourth game."""
    tally = GameTally()
    for game in range(1, games + 1):
        won = lot.random() < odds[0]
        tally.games += 1
        tally.note("seats", "0", 1, won, 0, won)
        tally.note("games", "all", 1, 0, 0, 0, 0, 1 / len(odds))
        if game % 4 == 0:
            yield tally.seat("0")


@pytest.mark.parametrize("players", [2, 5] if not LONG else [2, 5, 8])
def test_a_thousand_runs_of_fair_seats_are_held_at_every_look(players: int) -> None:
    lot, missed = Random(1), 0
    games = 2000 if LONG else 80
    for _ in range(RUNS):
        missed += any(each.excludes_zero for each in seat_wins([1 / players] * players, games, lot))
    assert missed <= 0.05 * RUNS
    assert missed, "intervals that never miss are too wide"


def test_what_two_strengths_tell_together_is_held_too() -> None:
    lot, missed = Random(4), 0
    runs = RUNS if LONG else 200
    for _ in range(runs):
        strengths = zip(seat_wins([0.2] * 5, 80, lot), seat_wins([0.2] * 5, 80, lot), strict=True)
        missed += any(pooled_mean(each).excludes_zero for each in strengths if each[0].radius < inf)
    assert missed <= 0.05 * runs


def test_a_seat_that_wins_often_is_told() -> None:
    *_, last = seat_wins([0.4, 0.2, 0.2, 0.2], 200, Random(3))
    assert last.low > 0


def one_game(lot: Random, tally: GameTally, effect: float) -> None:
    """A game of four, in which who stands well likes to take Fine; it changes the odds of winning by the effect."""
    standing = [lot.gauss(0, 1) for _ in range(4)]
    takings = []
    for seat in range(4):
        wanted = 0 if standing[seat] > 0 else lot.randrange(1, 3)
        odds = tuple(RANDOM_PICK / 3 + (1 - RANDOM_PICK) * (at == wanted) for at in range(3))
        index = lot.randrange(3) if lot.random() < RANDOM_PICK else wanted
        chance = standing[seat] / 8
        takings.append(CardOffer(seat, ("Fine", "Plain", "Dull"), odds, index, chance))
    chances = [2.0 ** standing[each.seat] * (1 + effect * (each.taken == 0)) for each in takings]
    winner = lot.choices(range(4), chances)[0]
    own: dict[str, list[float]] = {}
    had = [0.0, 0.0]
    for taking in takings:
        gain = (taking.seat == winner) - 0.25
        had = [had[0] + (taking.taken == 0), had[1] + gain * (taking.taken == 0)]
        chance = taking.before
        soon = chance + lot.gauss(0, 0.05) + effect / 8 * (taking.taken == 0)
        tally.note("standings", "all", chance * soon, chance * gain)
        for card, numbers in compare_offers(taking, gain, soon):
            add_to(own.setdefault(card, []), numbers)
    tally.games += 1
    tally.note("games", "all", 1, 0, 0, 0, 0, 0.25)
    for card, sums in own.items():
        Moments(TAKEN, tally.taken.setdefault(card, [])).add([1.0, *sums])
    Moments(3, tally.held.setdefault("hand/Fine", [])).add([1.0, *had])


def misses(runs: int, effect: float) -> tuple[int, int, int]:
    """In how many runs a card is told to do something at some look: by the end, by thoughts a round later, and by
    what share of games whoever has it wins."""
    taken = held = soon = 0
    for seed in range(runs):
        lot, tally, told, shared, thought = Random(seed), GameTally(), False, False, False
        for game in range(1, 201):
            one_game(lot, tally, effect)
            if game % 20 == 0:
                gain, share, then = (
                    tally.gain("Fine"),
                    tally.share("hand/Fine"),
                    tally.soon("Fine"),
                )
                assert gain is not None
                assert then is not None
                assert share is not None
                told |= gain.excludes_zero
                shared |= share.excludes_zero
                thought |= then.excludes_zero
        taken, held, soon = taken + told, held + shared, soon + thought
    return taken, soon, held


@pytest.mark.rotating
def test_a_card_that_does_nothing_is_not_told_to_whoever_likes_it() -> None:
    runs = RUNS if LONG else 60
    taken, soon, held = misses(runs, effect=0.0)

    assert taken <= 0.05 * runs
    assert soon <= 0.05 * runs
    assert held > 0.05 * runs, (
        "who stands well takes it and wins: that alone says nothing of the card"
    )


def test_a_card_that_does_something_is_told() -> None:
    assert misses(6, effect=2.0)[:2] == (6, 6)


def test_what_players_think_a_round_later_tells_it_sooner() -> None:
    lot, tally = Random(7), GameTally()
    for _ in range(100):
        one_game(lot, tally, effect=0.4)
    soon, end = tally.soon("Fine"), tally.gain("Fine")
    assert soon is not None
    assert end is not None
    assert soon.excludes_zero
    assert soon.radius < end.radius / 2
    assert end.low < soon.mean < end.high


def test_what_players_expected_makes_intervals_narrower() -> None:
    lot, tally = Random(5), GameTally()
    for _ in range(200):
        one_game(lot, tally, 0.0)
    with_it = tally.gain("Plain")
    for sums in tally.taken.values():
        for one, two in ((0, 3), (1, 3), (2, 3), (3, 3), (3, 4), (3, 5)):
            sums[TAKEN + sum(TAKEN - each for each in range(one)) + two - one] = 0.0
        sums[3] = 0.0  # with that, all that has to do with what was expected
    without = tally.gain("Plain")
    assert with_it is not None
    assert without is not None
    assert with_it.radius < 0.97 * without.radius


def test_few_games_tell_nothing() -> None:
    assert radius_of(7, 1.0) == inf
    assert not ConfidenceInterval(1.0, inf).excludes_zero
    assert radius_of(100, 0.0) == 0


def test_many_cards_are_looked_at_with_less_trust_in_each() -> None:
    assert bonferroni_level(10) == pytest.approx(0.005)
    assert radius_of(100, 20.0, bonferroni_level(10)) > radius_of(100, 20.0)


def test_differences() -> None:
    found = difference(ConfidenceInterval(0.3, 0.03), ConfidenceInterval(0.1, 0.04))
    assert (found.mean, found.radius) == pytest.approx((0.2, 0.05))


def test_tallies_are_added_in_parts() -> None:
    lot, whole, one, other = Random(2), GameTally(), GameTally(), GameTally()
    for tally in (one, one, other):
        one_game(lot, tally, 0.0)
    lot = Random(2)
    for _ in range(3):
        one_game(lot, whole, 0.0)
    one.add(GameTally.from_data(other.data()))
    assert one.games == whole.games
    assert one.taken["Fine"] == pytest.approx(whole.taken["Fine"])

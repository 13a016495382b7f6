"""Random play agrees with other programs that were written by hand from the same rulebook.

Three of them (plain Python, tuned Python, C), made independently, were measured over millions of random games of
`classic` with the action before every power. Their means are the oracle; the bounds allow for the noise of the
number of games played here (four standard errors) on top of the 1 % within which we claim to agree.
"""

from __future__ import annotations

from collections import Counter
from statistics import fmean, stdev

import pytest

import rulewright
from rulewright.runtime.session.rules.internals import inside
from tiers import LONG

GAMES = 3200 if LONG else 250
#: players -> means per game of: decisions, forced, rounds, winner's score, score of all players,
#: districts destroyed, districts built.
ORACLE = {
    4: (253.26, 27.59, 14.85, 26.88, 17.81, 5.42, 29.62),
    5: (298.54, 37.37, 14.38, 26.94, 17.04, 6.97, 36.19),
    7: (361.41, 73.35, 13.80, 28.01, 16.81, 9.89, 48.73),
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("players", ORACLE)
@pytest.mark.rotating
def test_the_means_of_random_play_agree(players: int) -> None:
    """Decisions, forced choices, rounds, scores, buildings and ruins are those of the other programs."""
    rules = rulewright.load("classic")
    samples: list[tuple[float, ...]] = []
    for seed in range(GAMES):
        game = rules.new_game(players, seed, inside(rules).playout_options)
        game.playout(seed)
        outcome = game.outcome
        assert outcome is not None
        told = Counter(event.name for event in game.events)
        samples.append((
            game.made, game.forced, game.counter("round"),
            max(outcome.scores), fmean(outcome.scores), told["destroys"], told["places"],
        ))  # fmt: skip
    for column, wanted in zip(zip(*samples, strict=True), ORACLE[players], strict=True):
        noise = 4 * stdev(column) / GAMES**0.5
        assert abs(fmean(column) - wanted) <= 0.01 * wanted + noise

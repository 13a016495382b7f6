"""The truth is a deal like others, on the whole; `tools/calibrate_dealing.py` looks at many games of an edition."""

from __future__ import annotations

from functools import partial

import pytest

from dealing.calibration import STATISTICS, ranks
from dealing.kit import determinized, new
from dealing.wrong_dealers import fair
from properties.kit import FACTOR, rules
from rulewright import Game
from tiers import LONG

LEVEL = 1e-4
DEALS = 9


@pytest.mark.long
@pytest.mark.parametrize("name", ["twice", "lay"] if LONG else ["lay"])
def test_the_truth_has_any_rank_in_small_games(name: str) -> None:
    found = ranks(partial(new, name), 40 * FACTOR, DEALS, 1)
    assert all(found.chance(statistic) > LEVEL for statistic in STATISTICS), found


@pytest.mark.long
@pytest.mark.parametrize("edition", ["classic", "expeditions"] if LONG else ["expeditions"])
def test_the_truth_has_any_rank_in_an_edition(edition: str) -> None:
    begun = partial(rules(edition).new_game, 2, ask_forced=True)
    found = ranks(begun, 6 * FACTOR, DEALS, 4)
    assert all(found.chance(statistic) > LEVEL for statistic in STATISTICS), found


@pytest.mark.parametrize(
    ("name", "statistic"), [("chain", "next seat"), ("draft", "table")][: 2 if LONG else 1]
)
@pytest.mark.rotating
def test_the_truth_ranks_low_among_deals_that_put_more_there(name: str, statistic: str) -> None:
    def higher(game: Game, seat: int, seed: int) -> Game:
        four = [fair(game, seat, 4 * seed + n) for n in range(4)]
        return max(four, key=lambda other: STATISTICS[statistic](other, seat))

    for dealer, is_right in ((fair, True), (higher, False)):
        found = ranks(partial(new, name), 60, DEALS, 1, dealer)
        assert (found.chance(statistic) > LEVEL) == is_right


def test_a_choice_that_no_game_has_is_told() -> None:
    with pytest.raises(ValueError, match="number 9"):
        ranks(partial(new, "chain"), 3, DEALS, 9, determinized)

"""Every shipped edition is played and looked at, also those that nobody has written a test for.

Each option is played in few editions, with --long in all that have it. All ways to play them, and
many more games, are played by `python tests/tools/play_all.py`.
"""

from __future__ import annotations

import pytest

from perft.games import Way, fewer, written
from properties.every import accounted, check_game, few_ways, shipped
from properties.kit import FACTOR, Table, rules
from tiers import LONG

# Share of the choices before which a game is looked at, and of these the share for what takes long.
OFTEN, SELDOM = 0.1, 0.05

OPTIONS = {
    (way.edition, way.option)
    for way in fewer(way for way in map(Way.named, written()) if way.option)
}


def fewer_ways(edition: str) -> list[Table]:
    """The fewest and the most players, and some of the options."""
    return [
        table
        for table in few_ways(edition)
        if (
            (edition, table.options[0]) in OPTIONS
            if table.options
            else table.players in rules(edition).players
        )
    ]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("edition", shipped())
@pytest.mark.rotating
def test_random_games_end_with_everything_in_its_place(edition: str) -> None:
    for table in few_ways(edition) if LONG else fewer_ways(edition):
        for seed in range(FACTOR):
            check_game(table, seed, OFTEN, SELDOM)


def test_the_gold_of_citadels_is_followed() -> None:
    """Else nothing above would say that it is conserved."""
    assert list(accounted("classic")) == ["gold"]


def test_a_coin_from_nowhere_is_noticed() -> None:
    from properties.every import check_units
    from properties.kit import put_row, row_of, some, state_of

    game = Table("classic", 4, ()).new(1)
    for _ in some(game, 1, 0.01):
        check_units(game)
        state = state_of(game)
        row = row_of(state)
        row[state.game.module.variables["gold"].run.base] += 1
        put_row(state, row)
        with pytest.raises(AssertionError, match="gold"):
            check_units(game)
        return

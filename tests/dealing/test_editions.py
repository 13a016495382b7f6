"""In all that is shipped too a seat is dealt the same in games that it cannot tell apart, and they have one log.

Worlds are not counted here. A game by lot is changed, in its deal or in one choice of others that the seat cannot
see, so that what it saw and was told stays the same (see `alike`). --long compares many more.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

from dealing.alike import Line, alike
from dealing.kit import determinized, log_of, seen
from properties.every import editions_of_the_day
from properties.kit import row_of, state_of
from rulewright import Game
from tiers import LONG

POSITIONS = range(1, 21)
"""The push tier stops at the first with games that look alike."""
SEEDS = range(20) if LONG else range(1)
SOME = editions_of_the_day()


@cache
def pairs(edition: str) -> list[tuple[int, str, Game, Game]]:
    """Games that look alike to a seat: the seat, what is otherwise, and both."""
    return list(_pairs(edition))


def _pairs(edition: str) -> Iterator[tuple[int, str, Game, Game]]:
    is_found = False
    # Where hands are shown each round, as in liars-hand, only early positions look alike.
    for early in (False, True):
        for number in POSITIONS if not is_found else ():
            line = Line.numbered(edition, number, early)
            found = [*alike(line, random.Random(number))]
            for how, other in found:
                yield line.seat, how, line.position, other
            is_found = is_found or bool(found)
            if is_found and not LONG:
                return


@pytest.mark.parametrize("edition", SOME)
def test_there_are_games_that_look_alike(edition: str) -> None:
    found = pairs(edition)
    assert found
    for seat, how, game, other in found:
        assert seen(game, seat, 0) == seen(other, seat, 0), how
        assert row_of(state_of(game)) != row_of(state_of(other)), how
        assert game.made == other.made, how


@pytest.mark.parametrize("edition", SOME)
def test_games_that_look_alike_have_one_log(edition: str) -> None:
    for seat, how, game, other in pairs(edition):
        assert log_of(game, seat) == log_of(other, seat), how


@pytest.mark.parametrize("edition", SOME)
@pytest.mark.rotating
def test_games_that_look_alike_are_dealt_the_same(edition: str) -> None:
    for seat, how, game, other in pairs(edition):
        for seed in SEEDS:
            rows = [row_of(state_of(determinized(g, seat, seed))) for g in (game, other)]
            assert rows[0] == rows[1], f"{how}, by seed {seed}"

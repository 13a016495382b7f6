"""What a seat is dealt hangs on its log alone: it is the same in games that the seat cannot tell apart.

That needs no statistics: other deals and other choices of others that look the same come to the same, seed by seed.
"""

from __future__ import annotations

import pytest

from dealing.cases import CASES
from dealing.checks import check_leak
from dealing.kit import determinized, log_of
from dealing.reference import Case, look_alikes
from tiers import sample

SOME = sample(CASES, every=6)


@pytest.mark.parametrize("case", SOME, ids=str)
def test_games_that_look_alike_have_one_log(case: Case) -> None:
    first, *others = look_alikes(case)
    for other in others:
        assert log_of(other, case.seat) == log_of(first, case.seat)


@pytest.mark.parametrize("case", SOME, ids=str)
def test_a_game_dealt_anew_has_the_same_log(case: Case) -> None:
    game = case.played()
    for seed in range(3):
        dealt = determinized(game, case.seat, seed)
        assert log_of(dealt, case.seat) == log_of(game, case.seat)


@pytest.mark.parametrize("case", SOME, ids=str)
def test_a_game_dealt_anew_looks_the_same(case: Case) -> None:
    game = case.played()
    for seed in range(3):
        dealt = determinized(game, case.seat, seed)
        assert dealt.view(case.seat) == game.view(case.seat)
        assert determinized(game, case.seat, seed) == dealt


@pytest.mark.parametrize("case", SOME, ids=str)
def test_games_that_look_alike_are_dealt_the_same(case: Case) -> None:
    check_leak(case, determinized)

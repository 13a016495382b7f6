"""Games of the native engine are dealt what games of the Python engine are dealt, number by number."""

from __future__ import annotations

import pytest

from dealing.cases import CASES
from dealing.kit import again, determinized, seen
from dealing.reference import Case, look_alikes
from properties.kit import row_of, state_of

pytestmark = pytest.mark.sampled(3)

pytest.importorskip("wasmtime")

SEEDS = range(4)
SILENT = ("chain", "twice", "draft", "swap", "peek", "lay", "fate", "copies", "wrapped")
"""Games in which nothing is told that the table does not show: native games tell nothing."""

FIRST = [next(case for case in CASES if case.game == game) for game in SILENT]


@pytest.mark.parametrize("case", FIRST, ids=str)
@pytest.mark.rotating
def test_both_engines_deal_the_same(case: Case) -> None:
    one, two = (again(case.played(), engine) for engine in ("python", "native"))
    assert seen(one, case.seat, 0) == seen(two, case.seat, 0)
    for seed in SEEDS:
        rows = [row_of(state_of(determinized(game, case.seat, seed))) for game in (one, two)]
        assert rows[0] == rows[1]


@pytest.mark.parametrize("case", FIRST, ids=str)
@pytest.mark.rotating
def test_native_games_that_look_alike_are_dealt_the_same(case: Case) -> None:
    games = [again(game, "native") for game in look_alikes(case)]
    found = {
        tuple(tuple(row_of(state_of(determinized(game, case.seat, n)))) for n in SEEDS)
        for game in games
    }
    assert len(found) == 1

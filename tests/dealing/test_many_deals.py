"""Many games dealt one after the other, as who thinks needs them: by log and seed alone, few of them quickly."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Any

import pytest

from dealing.cases import FEW
from dealing.chances import chance_of
from dealing.kit import World, world_of
from dealing.reference import Case, counted, look_alikes
from properties.kit import FACTOR, put_row, state_of
from rulewright import Game
from rulewright.runtime.dealing import dealer
from rulewright.runtime.dealing.dealer import CHAINS, CHAINS_IN_SERIES, Dealer, NoDeterminization
from rulewright.runtime.dealing.initial import initial_trajectory as beginning
from rulewright.runtime.observation.history import log_of
from rulewright.runtime.session.determinization import determinized_states

TWICE, CHAIN = Case("twice", 0, 0, 1), Case("chain", 0, 0, 1)


def rows(game: Game, seat: int, seed: int, count: int) -> list[list[Any]]:
    at = state_of(game)
    return [
        at.engine.pack(state)
        for state in islice(determinized_states(at, seat, seed, at.engine), count)
    ]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("case", FEW, ids=str)
@pytest.mark.rotating
def test_they_hang_on_the_log_and_the_seed(case: Case) -> None:
    """So games that look alike are dealt the same ones, and nothing that was dealt before counts."""
    game, *others = look_alikes(case, 3)
    wanted = rows(game, case.seat, 5, 20)
    assert rows(game, case.seat, 6, 20) != wanted
    assert rows(game, case.seat, 5, 20) == wanted
    for other in others:
        assert rows(other, case.seat, 5, 20) == wanted


@pytest.mark.sampled(2)
@pytest.mark.parametrize("case", [TWICE, CHAIN], ids=str)
@pytest.mark.rotating
def test_each_world_comes_as_often_as_it_should(case: Case) -> None:
    game, at, found = case.played(), case.played().copy(), Counter[World]()
    for seed in range(12 * FACTOR):
        for row in rows(game, case.seat, seed, 64)[CHAINS_IN_SERIES:]:
            put_row(state_of(at), row)
            found[world_of(at)] += 1
    odds = counted(case).odds
    assert set(found) == set(odds)
    few = {world: count // 8 for world, count in found.items()}  # what follows in a chain is alike
    assert chance_of(few, odds) > 1e-4


def test_chains_are_taken_up_when_it_is_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    at, begun = state_of(CHAIN.played()), list[int]()
    kept_up = Dealer._extended_chain

    def noted(self: Dealer, number: int) -> Any:
        begun.append(number)
        return kept_up(self, number)

    monkeypatch.setattr(Dealer, "_extended_chain", noted)
    deals = Dealer(at.engine, 0, log_of(at, 0)).samples(1)
    next(deals)
    assert begun == [0]
    for _ in range(2 * CHAINS_IN_SERIES):
        next(deals)
    assert begun == [*range(0, CHAINS, CHAINS // CHAINS_IN_SERIES)]


def test_a_chain_that_cannot_go_on_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Others deal in its place, and it is not tried again: a log that has grown fits no better."""
    at, tried = state_of(CHAIN.played()), Counter[int]()
    go_on = Dealer._extend_chain

    def all_but_two(self: Dealer, course: Any, number: int, last: int, begun: int) -> bool:
        tried[number] += 1
        return number not in (0, CHAINS // CHAINS_IN_SERIES) and go_on(
            self, course, number, last, begun
        )

    monkeypatch.setattr(Dealer, "_extend_chain", all_but_two)
    deals = Dealer(at.engine, 0, log_of(at, 0)).samples(1)
    assert len(list(islice(deals, 3 * CHAINS))) == 3 * CHAINS
    assert tried[0] == tried[CHAINS // CHAINS_IN_SERIES] == dealer.ATTEMPTS


@pytest.mark.rotating
def test_where_no_course_fits_only_the_present_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    game = TWICE.played()
    at = state_of(game)
    monkeypatch.setattr(beginning, "PATIENCE", 1)
    log_of(at, 0).messages[1] = ((0, 0, (), -1),)  # nothing leads there
    with pytest.raises(NoDeterminization, match="fits what the seat knows"):
        Dealer(at.engine, 0, log_of(at, 0)).sample(1)
    found = {tuple(row) for row in rows(game, 0, 1, 40)}
    assert len(found) > 1
    dealt = game.copy()
    for row in found:
        put_row(state_of(dealt), list(row))
        assert dealt.view(0) == game.view(0)

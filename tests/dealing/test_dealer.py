"""What a seat is dealt hangs on its log alone: it is the same in games that the seat cannot tell apart.

That needs no statistics: other deals and other choices of others that look the same come to the same, seed by seed.
"""

from __future__ import annotations

from itertools import islice

import pytest

from dealing.cases import CASES
from dealing.checks import check_leak
from dealing.kit import determinized, log_of, playing
from dealing.reference import Case, look_alikes
from properties.kit import rules, state_of
from rulewright import Game
from rulewright.runtime.dealing import dealer
from rulewright.runtime.session.native_backend import EngineName
from tiers import sample

SOME = sample(CASES, every=6)


@pytest.mark.parametrize("case", SOME, ids=str)
@pytest.mark.rotating
def test_games_that_look_alike_have_one_log(case: Case) -> None:
    first, *others = look_alikes(case)
    for other in others:
        assert log_of(other, case.seat) == log_of(first, case.seat)


@pytest.mark.parametrize("case", SOME, ids=str)
@pytest.mark.rotating
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


@pytest.mark.sampled(2)
@pytest.mark.parametrize("case", SOME, ids=str)
@pytest.mark.rotating
def test_games_that_look_alike_are_dealt_the_same(case: Case) -> None:
    check_leak(case, determinized)


@pytest.mark.parametrize(("players", "seed", "moves"), [(9, 100528505, 26), (12, 1, 12)])
@pytest.mark.rotating
def test_one_chain_reaches_a_log_that_shows_nearly_all_cards(
    players: int, seed: int, moves: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A card in the wrong hand must be exchanged for one that is wrong too: few others are left."""
    monkeypatch.setattr(dealer, "CHAINS", 1)
    game = rules("liars-hand").new_game(players, seed)
    for each in islice(playing(game, seed), moves):
        last = each.copy()
    assert last.decision is not None
    log = last.log(last.decision.player)
    assert any(len(messages) > players for messages in log.messages)  # all hands were shown

    course = dealer.Dealer(state_of(last).engine, log.seat, log).chain(0)

    assert len(course.steps) == len(log.observations)


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.rotating
def test_a_game_without_cards_is_dealt(engine: EngineName) -> None:
    """Each player of Tiny Hanabi knows only the own colour, drawn by chance."""
    if engine == "native":
        pytest.importorskip("wasmtime")
    game = rules("tiny-hanabi").new_game(2, 1, engine=engine)
    for seat, other in ((0, 1), (1, 0)):
        dealt = [game.determinize(seat, seed) for seed in range(64)]
        assert {colour(each, seat) for each in dealt} == {colour(game, seat)}
        assert 16 <= [colour(each, other) for each in dealt].count("red") <= 48
        game.choose(0)


def colour(game: Game, seat: int) -> str:
    """Return the colour that only `seat` sees."""
    return str(game.view(seat)["seats"][seat]["tracks"]["colour"])

"""What a seat cannot tell apart is the same to it byte for byte: other deals and choices, the other engine.

Two editions are drawn by date; --long takes all.
"""

from __future__ import annotations

import pytest

from dealing.cases import FEW
from dealing.kit import seen
from dealing.reference import Case, look_alikes
from dealing.test_editions import SOME, pairs
from properties.every import editions_of_the_day
from properties.kit import row_of, rules, state_of
from rulewright import Game
from seat.kit import new, played, seats_of, shown
from tiers import LONG

STEP = 3 if LONG else 83
NO_NEWS = 1_000_000


def steps_back(one: Game, other: Game) -> list[tuple[Game, Game]]:
    """Both games at each decision, the last one first."""
    found = [(one, other)]
    while found[-1][0].decisions and found[-1][1].decisions:
        both = found[-1][0].copy(), found[-1][1].copy()
        for game in both:
            game.undo()
        found.append(both)
    return found


TOLD_WHOLE = ("liars-hand",)
"""Where all hands are told again and again few other games are like one, and perhaps none is found."""


@pytest.mark.parametrize("edition", SOME)
@pytest.mark.rotating
def test_look_alikes_at_every_decision(edition: str) -> None:
    compared = 0
    for seat, how, game, other in pairs(edition):
        assert shown(game, seat) == shown(other, seat), how
        for one, two in steps_back(game, other):
            assert shown(one, seat, NO_NEWS) == shown(two, seat, NO_NEWS), how
            compared += row_of(state_of(one)) != row_of(state_of(two))
    assert compared or edition in TOLD_WHOLE


@pytest.mark.rotating
def test_look_alikes_for_who_looks_on() -> None:
    compared = 0
    for edition in SOME:
        for _, how, game, other in pairs(edition):
            steps = steps_back(game, other)
            if all(told(one) == told(two) for one, two in steps):
                assert shown(game, None) == shown(other, None), how
                assert all(
                    shown(one, None, NO_NEWS) == shown(two, None, NO_NEWS) for one, two in steps
                ), how
                compared += 1
    assert compared >= (3 if LONG else 1)


def told(game: Game) -> tuple[object, ...]:
    """What who looks on is shown, and was told."""
    news = [data for event in game.events if (data := event.data(None))]
    return game.view(None), news, game.decision and game.decision.kind


@pytest.mark.sampled(3)
@pytest.mark.parametrize("case", FEW, ids=str)
@pytest.mark.rotating
def test_look_alikes_of_small_games(case: Case) -> None:
    games = look_alikes(case)

    assert len({shown(game, case.seat) for game in games}) == 1
    assert len({str(seen(game, case.seat, 0)) for game in games}) == 1


def test_another_hand_is_seen() -> None:
    """The tests above would find nothing if nothing of cards were shown."""
    game = rules("classic").new_game(4, seed=1)

    assert len({shown(game, seat) for seat in range(4)}) == 4


@pytest.mark.parametrize("edition", editions_of_the_day())
@pytest.mark.rotating
def test_both_engines(edition: str) -> None:
    pytest.importorskip("wasmtime")
    games = played(new(edition, 5), 5, STEP), played(new(edition, 5, "native"), 5, STEP)
    for one, two in zip(*games, strict=True):
        assert one.state.engine is not two.state.engine
        since = 0 if one.decision is None else NO_NEWS
        for seat in seats_of(one):
            assert shown(one, seat, since) == shown(two, seat, since)


@pytest.mark.parametrize("edition", ["classic", "oh-hell"])
@pytest.mark.rotating
def test_a_copy_and_a_save_show_the_same(edition: str) -> None:
    for game in played(new(edition, 2), 2, STEP):
        saved = rules(edition).game_from_json(game.to_json())
        for seat in seats_of(game):
            assert shown(game, seat) == shown(game.copy(), seat) == shown(saved, seat)

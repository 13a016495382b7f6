"""A row of numbers tells a seat no more than what it sees: games that it cannot tell apart give the same row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from dealing.cases import CASES
from dealing.reference import Case, look_alikes
from properties.kit import FACTOR, rules, state_of, walk
from rulewright import Game
from rulewright.native.analysis.spans import Spans
from rulewright.runtime.observation.vectors.observation_vector import VectorObserver
from rulewright.runtime.observation.visibility import SeatVisibility, VisibleState
from rulewright.runtime.session.rules.internals import inside
from rulewright.runtime.spaces.observation_space import ObservationSpace
from tiers import sample

EDITIONS = {"classic": 4, "modern": 5, "oh-hell": 3, "expeditions": 2}


def view_of(game: Game) -> VectorObserver:
    module = inside(game.rules).module(game.players, game.options)
    return VectorObserver(state_of(game).engine, ObservationSpace.of(module, Spans(module)))


def row(view: VectorObserver, game: Game, seat: int) -> list[int]:
    at = state_of(game)
    return view.of(view.observers[0].engine.unpack(at.engine.pack(at.state)), seat)


def rows_of_look_alikes(case: Case) -> list[list[int]]:
    games = look_alikes(case, 8)
    return [row(view_of(games[0]), game, case.seat) for game in games]


@pytest.mark.parametrize("case", sample(CASES, every=6), ids=str)
@pytest.mark.rotating
def test_games_that_look_alike_give_the_same_row(case: Case) -> None:
    first, *others = rows_of_look_alikes(case)
    assert others
    assert all(other == first for other in others)


@pytest.mark.rotating
def test_a_row_that_told_hidden_cards_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    sees = SeatVisibility.visible

    def all_known(self: SeatVisibility, state: Any, row: Any = None) -> VisibleState:
        found = sees(self, state, row)
        return found._replace(known=[True] * len(found.known))

    # What looks alike is found out, and kept, with eyes that see what they should.
    for case in CASES[::4]:
        look_alikes(case, 8)
    monkeypatch.setattr(SeatVisibility, "visible", all_known)
    differ = [case for case in CASES[::4] if len({*map(tuple, rows_of_look_alikes(case))}) > 1]
    assert differ


@pytest.mark.sampled(4)
@pytest.mark.parametrize("edition", EDITIONS)
def test_games_dealt_anew_give_their_seat_the_same_row_and_the_same_actions(edition: str) -> None:
    players = EDITIONS[edition]
    for seed in range(FACTOR):
        game = rules(edition).new_game(players, seed, engine="native")
        batch = game.rules.batch(1, players, engine="python", mask=False, observation=False)
        view = view_of(game)
        for other in dealt_along(game, seed):
            assert game.decision is not None
            seat = game.decision.player
            assert row(view, other, seat) == row(view, game, seat)
            assert batch.encode(other) == batch.encode(game)


def dealt_along(game: Game, seed: int) -> Iterator[Game]:
    """Games dealt anew for whoever decides, at some decisions."""
    for number, _ in enumerate(walk(game, seed)):
        if number in (5, 23, 61) and game.decision is not None:
            yield game.determinize(game.decision.player, seed)

"""Training finds who wins, and what it writes is what it has found."""

from __future__ import annotations

import random

import pytest

from properties.kit import rules
from rulewright.runtime.spaces.leaf_values import LEAST, PARTS, SHARE, Leaf, LeafValues

train = pytest.importorskip(
    "tools.train_leaf", reason="numpy is not installed", exc_type=ImportError
)
np = train.np


def test_what_winners_have_is_found() -> None:
    lot = np.random.default_rng(1)
    seats = lot.normal(0, 1, (600, 3, 4))
    won = (seats[..., 1] == seats[..., 1].max(axis=1, keepdims=True)).astype(float)
    scores = seats[..., 0]
    found = train.Positions(seats, np.ones((600, 1)), won, scores, np.arange(600))
    model = train.fitted(found, 1, rounds=60)
    assert train.goodness(model.odds(found), won)[1] > 0.9
    leader = train.logit(train.by_score(found), won > 0)
    assert train.goodness(train.by_score(found) @ leader, won)[1] < 0.6


def test_how_good_odds_are() -> None:
    loss, area = train.goodness(np.array([[0.8, 0.2], [0.6, 0.4]]), np.array([[1, 0], [0, 1]]))
    assert loss == pytest.approx(-(2 * np.log(0.8) + 2 * np.log(0.4)) / 4)
    assert area == 0.75


def test_the_numbers_written_are_those_that_were_found() -> None:
    looking = train.Looking(rules("classic"), 3, "round")
    found = looking.positions(range(3), ("lot",))
    model = train.fitted(found, 1, rounds=2)
    data = {"until": "round", "players": [3]} | model.data(
        looking.names, [each.name for each in looking.space.table]
    )
    leaf = Leaf.of(looking.module, data)
    assert leaf is not None
    game, lot = looking.new_game(5), random.Random(5)
    for _ in range(60):
        assert game.decision is not None
        game.choose(lot.randrange(len(game.decision.options)))
    seats, table, scores = looking.seen(game)
    one = train.Positions(*(np.array([each]) for each in (seats, table, scores, scores, 0)))
    at = game.remembered
    worth = LeafValues(looking.module, leaf).values(at.engine.snapshot(at.state), scores)
    odds = [(PARTS * each - LEAST) / SHARE for each in worth]
    assert odds == pytest.approx(model.odds(one)[0].tolist(), abs=0.02)


def test_positions_are_those_of_the_games() -> None:
    looking = train.Looking(rules("caravan"), 2, "round")
    found = looking.positions(range(4), ("greedy", "lot"))
    assert set(found.game.tolist()) == {0, 1, 2, 3}
    assert found.won.sum(axis=1).tolist() == [1.0] * len(found.won)
    assert found.seats.shape[1:] == (2, len(looking.names))
    odds = train.fitted(found, 1, rounds=1).odds(found)
    assert odds.sum(axis=1) == pytest.approx(1)


def test_processes_play_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train, "CHUNK", 2)
    one, two = (train.played("caravan", 2, "round", range(4), jobs) for jobs in (1, 2))
    assert all((mine == other).all() for mine, other in zip(one, two, strict=True))

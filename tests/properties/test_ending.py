"""Every game ends, and its result adds up."""

from __future__ import annotations

import pytest
from hypothesis import given

from properties.kit import ALL_TABLES, SEEDS, Table, few, play_to_end, state_of, variable
from rulewright import Game, IllegalChoice

# Random games take about fifteen rounds, and none of a million took fifty.
MOST_ROUNDS = 100


def check_outcome(game: Game) -> None:
    outcome = game.outcome
    assert outcome is not None
    assert len(outcome.scores) == len(outcome.parts) == game.players
    for score, parts in zip(outcome.scores, outcome.parts, strict=True):
        assert sum(points for _, points in parts) == score
        labels = [label for label, _ in parts]
        assert "other rules" not in labels
        assert all(labels)
    assert outcome.winners
    assert {outcome.scores[seat] for seat in outcome.winners} == {max(outcome.scores)}
    finisher = variable(state_of(game), "first-finisher")
    assert outcome.reason == f"{game.names[finisher]} completed a city"


@pytest.mark.sampled(8)
@pytest.mark.parametrize("table", ALL_TABLES, ids=str)
@pytest.mark.rotating
def test_every_game_ends_with_scores_that_add_up(table: Table) -> None:
    @few(2)
    @given(SEEDS, SEEDS)
    def check(seed: int, play: int) -> None:
        game = table.new(seed)
        assert game.outcome is None
        play_to_end(game, play)
        assert game.decision is None
        assert 1 <= game.counter("round") <= MOST_ROUNDS
        check_outcome(game)
        with pytest.raises(IllegalChoice, match="over"):
            game.choose(0)

    check()


@few(10)
@given(SEEDS)
@pytest.mark.rotating
def test_many_quick_games_end_too(seed: int) -> None:
    for table in ALL_TABLES:
        game = table.new(seed)
        game.playout(seed + 1)
        assert game.counter("round") <= MOST_ROUNDS
        check_outcome(game)

"""What is offered can be done, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from properties.kit import (
    ANY_TABLES,
    POSITIONS,
    SEEDS,
    Table,
    everything,
    few,
    row_of,
    some,
    state_of,
    walk,
)
from rulewright import Game, IllegalChoice

WRONG: list[Any] = [-1, -2, 10**30, True, False, 0.0, 1.5, float("nan")]
WRONG += ["0", "", None, (0,), [0], 1j]


def trace(game: Game) -> tuple[Any, ...]:
    state = state_of(game)
    return (row_of(state), list(state.log or []), state.decisions[:])


@few(15)
@given(ANY_TABLES, SEEDS, SEEDS)
def test_every_option_is_accepted(table: Table, seed: int, play: int) -> None:
    game = table.new(seed)
    for _ in some(game, play, 0.15):
        before = trace(game)
        assert game.decision is not None
        options = game.decision.options
        assert len(options) >= 2
        for index in range(len(options)):
            copy = game.copy()
            copy.choose(index)
            assert copy.decisions == [*game.decisions, index]
            assert copy != game
        assert trace(game) == before


@few(15)
@given(POSITIONS)
def test_what_is_not_offered_is_refused(game: Game) -> None:
    decision = game.decision
    count = len(decision.options) if decision is not None else 0
    before, seen = trace(game), everything(game)
    for wrong in [*WRONG, count, count + 1, 0 if count == 0 else -count]:
        with pytest.raises(IllegalChoice) as caught:
            game.choose(wrong)
        assert str(caught.value)
    assert trace(game) == before
    assert everything(game) == seen


@few(15)
@given(ANY_TABLES, SEEDS, SEEDS)
def test_no_two_options_are_the_same(table: Table, seed: int, play: int) -> None:
    """Copies of a card differ by their piece; what is shown twice is a card twice in one hand."""
    game = table.new(seed)
    for _ in some(game, play, 0.3):
        assert game.decision is not None
        data = [str(sorted(option.data.items())) for option in game.decision.options]
        assert len(data) == len(set(data))
        assert all(option.label for option in game.decision.options)


@few(8)
@given(ANY_TABLES, SEEDS, SEEDS)
@pytest.mark.rotating
def test_looking_changes_nothing(table: Table, seed: int, play: int) -> None:
    looked, quiet = table.new(seed), table.new(seed)
    for _ in walk(looked, play):
        everything(looked) if len(looked.decisions) % 20 == 0 else looked.view(0)
    for index in looked.decisions:
        quiet.choose(index)
    assert trace(looked) == trace(quiet)


@few(10)
@given(ANY_TABLES, SEEDS, SEEDS)
def test_decisions_are_asked_of_seats_and_named(table: Table, seed: int, play: int) -> None:
    game = table.new(seed)
    for _ in walk(game, play):
        assert game.decision is not None
        assert game.decision.player in range(game.players)
        assert game.decision.kind
        assert game.decision.prompt

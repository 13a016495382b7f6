"""Benchmarks, not timed assertions: `python -m pytest tests/benchmarks --benchmark-only`."""

from __future__ import annotations

from typing import Any

import pytest

import rulewright


@pytest.fixture(scope="module")
def rules() -> Any:
    return rulewright.load("classic")


def test_playout(benchmark: Any, rules: Any) -> None:
    """A random game of `classic` with five players, from the deal to the score."""
    seeds = iter(range(10**9))

    def play() -> None:
        seed = next(seeds)
        game = rules.new_game(5, seed, ("gather-first", "idle-income"), told=False)
        game.playout(seed)
        assert game.outcome is not None

    benchmark(play)


def test_copy(benchmark: Any, rules: Any) -> None:
    """A copy of a game in its middle."""
    game = rules.new_game(5, 1, told=False)
    for _ in range(100):
        game.choose(0)
    benchmark(game.copy)


def test_json_round_trip(benchmark: Any, rules: Any) -> None:
    """A save and taking it up again."""
    game = rules.new_game(5, 1)
    text = game.to_json()
    benchmark(lambda: rulewright.Game.from_json(text))


def test_load_from_the_cache(benchmark: Any) -> None:
    """The rules of `classic`, everything imported, from a warm cache."""
    benchmark(lambda: rulewright.load("classic"))


def test_options_with_labels(benchmark: Any, rules: Any) -> None:
    """Looking at all labels of a decision."""
    game = rules.new_game(5, 1)
    benchmark(lambda: [option.label for option in game.decision.options])

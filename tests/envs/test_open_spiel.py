"""OpenSpiel's own tests and its search play games of ours, where it is installed (`pip install open_spiel`)."""

from __future__ import annotations

import random
from typing import Any

import pytest

import rulewright
from properties.every import shipped
from rulewright.runtime.ir.outcome_rules import WHOLE

pyspiel = pytest.importorskip("pyspiel")


@pytest.fixture(scope="module")
def game() -> Any:
    return rulewright.envs.open_spiel("caravan", 3)


def dealt(game: Any) -> Any:
    state = game.new_initial_state()
    assert state.is_chance_node()
    state.apply_action(0)
    return state


def test_random_simulations_find_nothing_wrong(game: Any) -> None:
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)


def test_its_search_finds_an_action(game: Any) -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    state, evaluator = dealt(game), mcts.RandomRolloutEvaluator(1)
    bot = ismcts.ISMCTSBot(game, evaluator, 1.4, 8, allow_inconsistent_action_sets=True)
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize(
    ("edition", "every"),
    [
        ("liars-hand", 2),
        *[pytest.param(each, 7, marks=pytest.mark.long) for each in shipped()],
    ],
)
def test_its_search_plays_to_the_end_of_a_game(edition: str, every: int) -> None:
    """Also beyond the next shuffle of the games that it deals; other moves are random."""
    from open_spiel.python.algorithms import ismcts, mcts

    searched = rulewright.envs.open_spiel(edition, rulewright.load(edition).players[0], seed=3)
    generator, number = random.Random(3), 0
    bot = ismcts.ISMCTSBot(
        searched, mcts.RandomRolloutEvaluator(1), 1.4, 2, allow_inconsistent_action_sets=True
    )
    while number <= every:  # several games where one has few moves
        state = dealt(searched)
        while not state.is_terminal():
            actions, number = state.legal_actions(), number + 1
            action = generator.choice(actions) if number % every else bot.step(state)
            assert action in actions
            state.apply_action(action)


def test_a_copy_goes_its_own_way(game: Any) -> None:
    state = dealt(game)
    other = state.clone()
    other.apply_action(other.legal_actions()[0])
    assert state.running.decisions == []
    assert len(other.running.decisions) == 1


def test_what_is_dealt_anew_looks_the_same(game: Any) -> None:
    state = dealt(game)
    for _ in range(4):
        state.apply_action(state.legal_actions()[0])
    player = state.current_player()
    other = state.resample_from_infostate(player, lambda: 0.3)
    assert other.information_state_string(player) == state.information_state_string(player)
    assert list(other.observation_tensor(player)) == list(state.observation_tensor(player))
    assert other.legal_actions() == state.legal_actions()


def test_what_is_remembered_is_told_apart_from_what_is_seen(game: Any) -> None:
    state = dealt(game)
    before = list(state.information_state_tensor(0))
    while state.legal_actions() and state.move_number() < 6:
        state.apply_action(state.legal_actions()[-1])
    now = list(state.information_state_tensor(0))
    assert len(now) == 3 * 4096
    assert now[-len(before) :] != before
    again = state.resample_from_infostate(0, lambda: 0.7)
    assert list(again.information_state_tensor(0)) == now


@pytest.mark.parametrize(
    ("edition", "returns", "utility", "total"),
    [
        ("caravan", "shares", "CONSTANT_SUM", 1),
        ("fog-signals", "shares", "IDENTICAL", None),
        ("leduc", "scores", "GENERAL_SUM", None),
    ],
)
def test_what_the_rules_say_of_returns_is_declared(
    edition: str, returns: Any, utility: str, total: float | None
) -> None:
    declared = rulewright.envs.open_spiel(edition, 2, returns=returns)
    assert declared.get_type().utility == getattr(pyspiel.GameType.Utility, utility)
    assert declared.utility_sum() == total
    state = dealt(declared)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
    outcome = state.running.outcome
    assert state.returns() == (
        list(outcome.scores) if returns == "scores" else [each / WHOLE for each in outcome.shares]
    )
    assert all(declared.min_utility() <= each <= declared.max_utility() for each in state.returns())

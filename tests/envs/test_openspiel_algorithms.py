"""OpenSpiel's algorithms reach the same on our Kuhn and Leduc as on its own (`pip install open_spiel`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import rulewright

pyspiel = pytest.importorskip("pyspiel")
pytest.importorskip("ml_collections", reason="OpenSpiel's Python algorithms need it")

DEALS = {"kuhn": 6, "leduc": 720}
BOTH = ["kuhn", pytest.param("leduc", marks=pytest.mark.long)]


def ours(edition: str) -> Any:
    return rulewright.envs.open_spiel(edition, 2, returns="scores", deals=DEALS[edition])


def theirs(edition: str) -> Any:
    return pyspiel.load_game(f"{edition}_poker")


@pytest.mark.parametrize("edition", BOTH)
def test_counterfactual_regret_is_the_same(edition: str) -> None:
    """In C++, by exploitability; ours has more deals in Leduc, as the pack's order is dealt with the hands."""

    def solved(game: Any) -> float:
        solver = pyspiel.CFRSolver(game)
        for _ in range(100 if edition == "kuhn" else 4):
            solver.evaluate_and_update_policy()
        found: float = pyspiel.nash_conv(game, solver.average_policy())
        return found

    assert solved(ours(edition)) == pytest.approx(solved(theirs(edition)), abs=1e-6)


def test_counterfactual_regret_in_python_is_the_same() -> None:
    """With exploitability, and the value of the game for both policies."""
    from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

    def solved(game: Any) -> list[float]:
        solver = cfr.CFRSolver(game)
        for _ in range(100):
            solver.evaluate_and_update_policy()
        policy = solver.average_policy()
        value = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
        return [exploitability.exploitability(game, policy), *value]

    result = solved(ours("kuhn"))
    assert result == pytest.approx(solved(theirs("kuhn")), abs=1e-9)
    assert result[1] == pytest.approx(-1 / 18, abs=0.01)


@pytest.mark.long
@pytest.mark.parametrize("sampling", ["external_sampling_mccfr", "outcome_sampling_mccfr"])
def test_monte_carlo_regret_comes_as_near(sampling: str) -> None:
    from importlib import import_module

    from open_spiel.python.algorithms import exploitability

    module = import_module(f"open_spiel.python.algorithms.{sampling}")
    solver_of = getattr(
        module, {"e": "ExternalSamplingSolver"}.get(sampling[0], "OutcomeSamplingSolver")
    )

    def solved(game: Any) -> float:
        np.random.seed(1)
        solver = solver_of(game)
        for _ in range(4000):
            solver.iteration()
        found: float = exploitability.exploitability(game, solver.average_policy())
        return found

    results = [solved(make("kuhn")) for make in (ours, theirs)]
    assert max(results) < 0.1, results


@pytest.mark.parametrize("edition", BOTH)
def test_an_environment_of_it_pays_the_same(edition: str) -> None:
    """Every deal and every line of play of Kuhn in `rl_environment`; some of Leduc."""
    from open_spiel.python import rl_environment

    def lines(game: Any, first: Callable[[Any], int]) -> list[Any]:
        """What is paid on each line of play, in order of actions, with chance chosen by `first`."""
        found = []
        for line in range(8 if edition == "kuhn" else 200):
            env = rl_environment.Environment(game, chance_event_sampler=first)
            step, left = env.reset(), line
            while not step.last():
                legal = step.observations["legal_actions"][step.observations["current_player"]]
                left, at = divmod(left, len(legal))
                step = env.step([legal[at]])
            found.append(step.rewards)
        return found

    game, cards = ours(edition), theirs(edition)
    for deal in range(0, DEALS[edition], 1 if edition == "kuhn" else 97):
        outcomes = _cards(game.new_initial_state().child(deal))

        def our_deal(_: Any, deal: int = deal) -> int:
            return deal

        def their_card(state: Any, outcomes: list[int] = outcomes) -> int:
            drawn: int = outcomes[sum(each.player < 0 for each in state.full_history())]
            return drawn

        assert lines(game, our_deal) == lines(cards, their_card), deal


def _cards(state: Any) -> list[int]:
    """Return OpenSpiel's chance outcomes for a deal of ours: both hands, and the open card of Leduc."""
    from envs.test_openspiel_games import KUHN, LEDUC

    game = state.running
    same = KUHN if game.rules.id == "kuhn" else LEDUC
    return list(same.deal_of(game))

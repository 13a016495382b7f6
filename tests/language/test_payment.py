"""Ways of paying: offered whole or not at all, combined where they say so."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright
from rulewright.testing.scenarios import ScenarioRef, find_scenarios, run_scenario

FOLDER = Path(__file__).parent / "payment"


@pytest.mark.parametrize("ref", find_scenarios(FOLDER), ids=lambda ref: ref.title)
def test_scenarios_of_payment_hold(ref: ScenarioRef) -> None:
    """What the rule file beside this test promises."""
    result = run_scenario(ref)
    assert result.passed, f"{result.place}: {result.message} {result.actual}"


def test_games_with_means_end() -> None:
    """Random play never gets stuck in a payment."""
    rules = rulewright.load(FOLDER / "payment.yaml")
    for seed in range(20):
        game = rules.new_game(players=3, seed=seed)
        game.playout(seed)
        assert game.outcome is not None

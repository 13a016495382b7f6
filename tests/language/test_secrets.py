"""Who knows which card is where, after cards were shown and moved; and what texts tell of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ir.verify import verify
from rulewright.runtime.session.rules.rulebook import load_rulebook
from rulewright.testing.scenarios import ScenarioRef, find_scenarios, run_scenario

FOLDER = Path(__file__).parent / "secrets"


@pytest.mark.parametrize("ref", find_scenarios(FOLDER), ids=lambda ref: ref.title)
def test_scenarios_of_secrets_hold(ref: ScenarioRef) -> None:
    """What the rule files beside this test promise."""
    result = run_scenario(ref)
    assert result.passed, f"{result.place}: {result.message} {result.actual}"


def test_moves_of_what_was_shown_are_sound() -> None:
    """Verifying finds nothing wrong in the module of that game."""
    verify(load_rulebook(FOLDER / "secrets.yaml").module(3))

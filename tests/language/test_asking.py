"""Questions that are asked also when they have one answer, so that the asking tells nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.testing.scenarios import ScenarioRef, find_scenarios, run_scenario

FOLDER = Path(__file__).parent / "asking"


@pytest.mark.parametrize("ref", find_scenarios(FOLDER), ids=lambda ref: ref.title)
def test_scenarios_of_asking_hold(ref: ScenarioRef) -> None:
    """What the rule file beside this test promises."""
    result = run_scenario(ref)
    assert result.passed, f"{result.place}: {result.message} {result.actual}"

"""Scenarios: tests written in rule files, compiled and run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from rulewright.testing.scenarios.discovery import ScenarioRef, edition_key, find_scenarios
    from rulewright.testing.scenarios.runner import ScenarioResult, run_counting, run_scenario

__all__ = [
    "ScenarioRef",
    "ScenarioResult",
    "edition_key",
    "find_scenarios",
    "run_counting",
    "run_scenario",
]

__getattr__ = lazy_exports(
    __name__,
    {name: f"discovery:{name}" for name in ("ScenarioRef", "edition_key", "find_scenarios")}
    | {name: f"runner:{name}" for name in ("ScenarioResult", "run_scenario", "run_counting")},
)

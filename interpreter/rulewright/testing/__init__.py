"""Scenario tests, static checks of editions, mutation testing of rules, and the pytest plugin.

Public are the names in `__all__`:

    from rulewright import testing

    complaints = testing.check_edition("house.yaml")
    for scenario in testing.find_scenarios(Path("rules")):
        assert testing.run_scenario(scenario).passed
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.base.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from rulewright.testing.checks.edition_checks import check_edition
    from rulewright.testing.scenarios.discovery import ScenarioRef, find_scenarios
    from rulewright.testing.scenarios.runner import ScenarioResult, run_scenario

__all__ = [
    "ScenarioRef",
    "ScenarioResult",
    "check_edition",
    "find_scenarios",
    "run_scenario",
]

__getattr__ = lazy_exports(
    __name__,
    {
        "ScenarioRef": "scenarios.discovery:ScenarioRef",
        "ScenarioResult": "scenarios.runner:ScenarioResult",
        "check_edition": "checks.edition_checks:check_edition",
        "find_scenarios": "scenarios.discovery:find_scenarios",
        "run_scenario": "scenarios.runner:run_scenario",
    },
)

"""Scenario tests, static checks of editions, mutation testing of rules, and the pytest plugin.

Public are the names in `__all__`:

    from rulewright import testing

    complaints = testing.check_edition("house.yaml")
    for scenario in testing.find_scenarios(Path("rules")):
        assert testing.run_scenario(scenario).passed
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.testing.checks.edition_checks import check_edition
    from rulewright.testing.scenarios.discovery import ScenarioRef, find as find_scenarios
    from rulewright.testing.scenarios.runner import ScenarioResult, run as run_scenario

__all__ = [
    "ScenarioRef",
    "ScenarioResult",
    "check_edition",
    "find_scenarios",
    "run_scenario",
]

_DEFINITIONS = {
    "ScenarioRef": ("scenarios.discovery", "ScenarioRef"),
    "ScenarioResult": ("scenarios.runner", "ScenarioResult"),
    "check_edition": ("checks.edition_checks", "check_edition"),
    "find_scenarios": ("scenarios.discovery", "find"),
    "run_scenario": ("scenarios.runner", "run"),
}
"""The module of each public name, and its name there."""


def __getattr__(name: str) -> Any:
    """Import a public name on first use: the pytest plugin must start quickly."""
    if name in _DEFINITIONS:
        module, defined = _DEFINITIONS[name]
        return getattr(import_module(f"{__name__}.{module}"), defined)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

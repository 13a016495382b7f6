"""Scenarios: tests written in rule files, compiled and run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.testing.scenarios.discovery import ScenarioRef, edition_key, find
    from rulewright.testing.scenarios.runner import ScenarioResult, run, run_counting

__all__ = ["ScenarioRef", "ScenarioResult", "edition_key", "find", "run", "run_counting"]


def __getattr__(name: str) -> Any:
    """Import names on first use, because searching for scenarios needs nothing that runs them."""
    if name in ("ScenarioRef", "edition_key", "find"):
        from rulewright.testing.scenarios import discovery

        return getattr(discovery, name)
    if name in ("ScenarioResult", "run", "run_counting"):
        from rulewright.testing.scenarios import runner

        return getattr(runner, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

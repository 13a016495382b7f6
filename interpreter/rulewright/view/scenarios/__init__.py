"""Scenarios: found in rule files, made into code, and run on a bare table."""

from rulewright.view.scenarios.finding import ScenarioRef, edition_key, find
from rulewright.view.scenarios.running import ScenarioResult, run, run_counting

__all__ = ["ScenarioRef", "ScenarioResult", "edition_key", "find", "run", "run_counting"]

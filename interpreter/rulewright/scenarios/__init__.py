"""Scenarios: found in rule files, made into code, and run on a bare table."""

from rulewright.scenarios.finding import ScenarioRef, edition_key, find
from rulewright.scenarios.running import ScenarioResult, run, run_counting

__all__ = ["ScenarioRef", "ScenarioResult", "edition_key", "find", "run", "run_counting"]

"""Checks of a whole program and of its scenarios, after each sentence was checked alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from rulewright.language.program.checking.dependency_graph import DependencyGraph
from rulewright.language.program.checking.lints.dangling_where import find_dangling_checks
from rulewright.language.program.checking.lints.scenario_choices import (
    find_constant_checks,
    find_unknown_choices,
    find_unknown_decisions,
)
from rulewright.language.text import Complaint, Complaints

CheckFunction = Callable[[DependencyGraph], Iterable[Complaint]]

SCENARIO_CHECKS: Final[tuple[CheckFunction, ...]] = (
    find_unknown_choices,
    find_unknown_decisions,
    find_constant_checks,
)
"""Checks that report errors in scenarios."""

SCENARIO_LINTS: Final[tuple[CheckFunction, ...]] = (find_dangling_checks,)
"""Checks that warn of odd scenarios."""


def check_scenarios(graph: DependencyGraph, complaints: Complaints, lint: bool = False) -> None:
    """Report errors in the scenarios of a program without errors; with `lint` also suspicious ones."""
    if graph.program.scenarios:
        run_checks(graph, complaints, SCENARIO_CHECKS, SCENARIO_LINTS if lint else ())


def run_checks(
    graph: DependencyGraph, complaints: Complaints, *stages: Iterable[CheckFunction]
) -> None:
    """Run the checks in stages and report what they find; errors in one stage prevent the later ones."""
    for checks in stages:
        if not complaints.has_errors:
            for check in checks:
                complaints.extend(check(graph))

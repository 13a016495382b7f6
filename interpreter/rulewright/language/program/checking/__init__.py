"""Checks of a whole program, after all its sentences have been checked one by one, and of its scenarios."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from rulewright.language.program.checking.dependency_graph import Graph
from rulewright.language.program.checking.lints.dangling_where import find_dangling_checks
from rulewright.language.program.checking.lints.scenario_choices import (
    find_sure_checks,
    find_unknown_choices,
)
from rulewright.language.text import Complaint, Complaints

Check = Callable[[Graph], Iterable[Complaint]]

SCENARIO_CHECKS: Final[tuple[Check, ...]] = (find_unknown_choices, find_sure_checks)
"""Checks that report errors in scenarios."""

SCENARIO_LINTS: Final[tuple[Check, ...]] = (find_dangling_checks,)
"""Checks that warn of odd scenarios."""


def check_scenarios(graph: Graph, complaints: Complaints, lint: bool = False) -> None:
    """Report errors in the scenarios of a program without errors; with `lint` warn of odd ones too."""
    if graph.program.scenarios:
        look_through(graph, complaints, SCENARIO_CHECKS, SCENARIO_LINTS if lint else ())


def look_through(graph: Graph, complaints: Complaints, *stages: Iterable[Check]) -> None:
    """Run checks in stages and report what they find; a stage runs only if no stage before it found errors."""
    for checks in stages:
        if not complaints.has_errors:
            for check in checks:
                complaints.extend(check(graph))

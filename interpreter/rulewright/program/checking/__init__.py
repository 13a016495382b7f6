"""Looking once more at a whole checked program: what can never end, never be or never matter."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Final

from rulewright.program.checking.circles import find_circles
from rulewright.program.checking.conflicts import find_conflicts
from rulewright.program.checking.dangling_where import find_dangling, find_dangling_checks
from rulewright.program.checking.despite_errors import find_despite_errors
from rulewright.program.checking.graph import Graph, Within
from rulewright.program.checking.idle_deeds import find_idle
from rulewright.program.checking.nullability import find_missing
from rulewright.program.checking.outliers import find_outliers
from rulewright.program.checking.overspending import find_overspending
from rulewright.program.checking.pointless import find_pointless
from rulewright.program.checking.scenario_choices import find_unknown_choices
from rulewright.program.checking.stances import find_wrong_stances
from rulewright.program.checking.unreachable import find_unreachable
from rulewright.program.checking.unused import find_unused
from rulewright.program.program import Program
from rulewright.text import Complaint, Complaints

Check = Callable[[Graph], Iterable[Complaint]]

CHECKS: Final[tuple[Check, ...]] = (
    find_circles,
    find_conflicts,
    find_missing,
)
"""What is wrong with a program as a whole."""

LINTS: Final[tuple[Check, ...]] = (
    find_unused,
    find_unreachable,
    find_overspending,
    find_wrong_stances,
    find_dangling,
    find_pointless,
    find_idle,
    find_outliers,
)
"""What is legal but odd."""

SCENARIO_CHECKS: Final[tuple[Check, ...]] = (find_unknown_choices,)
"""What is wrong with scenarios under the rules that they are for."""

SCENARIO_LINTS: Final[tuple[Check, ...]] = (find_dangling_checks,)
"""What is odd in them."""


def check_program(
    program: Program, complaints: Complaints, lint: bool = False, within: Within | None = None
) -> Graph:
    """Complain of what is wrong with the rules as a whole, and warn of what is odd if nothing is wrong.

    `within` is what is known to be inside of some of its rules and declarations. Returns what was found to lead
    to what, for who looks further.
    """
    graph = Graph(program, known={**(within or {})})
    return _check(graph, complaints, CHECKS, LINTS if lint else ())


def warn_despite_errors(program: Program, complaints: Complaints) -> None:
    """Warn of what is odd in a program with mistakes, as far as they do not matter for it."""
    complaints.extend(list(find_despite_errors(program, complaints)))


def check_scenarios(program: Program, complaints: Complaints, lint: bool = False) -> None:
    """The same for the scenarios of a program without mistakes."""
    if program.scenarios:
        _check(Graph(program), complaints, SCENARIO_CHECKS, SCENARIO_LINTS if lint else ())


def _check(graph: Graph, complaints: Complaints, *stages: tuple[Check, ...]) -> Graph:
    for checks in stages:
        if not complaints.has_errors:
            for check in checks:
                complaints.extend(check(graph))
    return graph


def complain_circles(program: Program, complaints: Complaints, cards: Collection[str]) -> None:
    """Complain of the circles that rules of several of these cards make together."""
    complaints.extend(find_circles(Graph(program), cards))

"""Looking once more at a whole checked program: what can never end, never be or never matter."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Final

from rulewright.program.checking.circles import find_circles
from rulewright.program.checking.conflicts import find_conflicts
from rulewright.program.checking.dangling_where import find_dangling
from rulewright.program.checking.graph import Graph
from rulewright.program.checking.nullability import find_missing
from rulewright.program.checking.overspending import find_overspending
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
    find_unknown_choices,
)
"""What is wrong with a program as a whole."""

LINTS: Final[tuple[Check, ...]] = (
    find_unused,
    find_unreachable,
    find_overspending,
    find_wrong_stances,
    find_dangling,
)
"""What is legal but odd."""


def check_program(program: Program, complaints: Complaints, lint: bool = False) -> None:
    """Complain of what is wrong with the program as a whole, and warn of what is odd if nothing is wrong."""
    graph = Graph(program)
    for checks in (CHECKS, LINTS) if lint else (CHECKS,):
        if not complaints.has_errors:
            for check in checks:
                complaints.extend(check(graph))


def complain_circles(program: Program, complaints: Complaints, cards: Collection[str]) -> None:
    """Complain of the circles that rules of several of these cards make together."""
    complaints.extend(find_circles(Graph(program), cards))

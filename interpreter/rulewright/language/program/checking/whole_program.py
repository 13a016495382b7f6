"""Checks of a whole program: find cycles, contradictions, missing players and, as lints, unused or idle parts."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final

from rulewright.language.program.checking import CheckFunction, run_checks
from rulewright.language.program.checking.cycles import find_cycles
from rulewright.language.program.checking.dependency_graph import DependencyGraph
from rulewright.language.program.checking.lints.conflicts import find_conflicts, find_overspending
from rulewright.language.program.checking.lints.dangling_where import find_dangling
from rulewright.language.program.checking.lints.idle_statements import find_idle
from rulewright.language.program.checking.lints.ineffective_rules import find_ineffective
from rulewright.language.program.checking.lints.revealing_marks import find_revealing_marks
from rulewright.language.program.checking.lints.secrecy import find_leaks
from rulewright.language.program.checking.lints.stances import find_wrong_stances
from rulewright.language.program.checking.lints.text_amounts import find_wrong_amounts
from rulewright.language.program.checking.lints.typing_slips import find_homoglyphs, find_outliers
from rulewright.language.program.checking.lints.unreachable import find_unreachable
from rulewright.language.program.checking.lints.unused import find_unused
from rulewright.language.program.checking.nullability import find_missing
from rulewright.language.program.program import Program
from rulewright.language.text import Complaint, Complaints, Source

_NO_RULE: Final = "E0921"
CHECKS: Final[tuple[CheckFunction, ...]] = (find_cycles, find_conflicts, find_missing)
"""Checks that report errors in a whole program."""

LINTS: Final[tuple[CheckFunction, ...]] = (
    find_unused,
    find_unreachable,
    find_overspending,
    find_wrong_stances,
    find_dangling,
    find_ineffective,
    find_idle,
    find_outliers,
    find_wrong_amounts,
    find_leaks,
    find_revealing_marks,
    find_homoglyphs,
)
"""Checks that warn of legal but odd rules."""


def check_program(graph: DependencyGraph, complaints: Complaints, lint: bool = False) -> None:
    """Report errors of the rules as a whole; with `lint`, and if there are none, warnings."""
    run_checks(graph, complaints, CHECKS, LINTS if lint else ())


def check_whole_program(graph: DependencyGraph) -> tuple[Complaint, ...]:
    """Return the errors of a whole program or, if it has none, the warnings about it."""
    complaints = Complaints()
    check_program(graph, complaints, lint=True)
    return complaints.in_order()


def report_cycles(program: Program, complaints: Complaints, cards: Collection[str]) -> None:
    """Report the cycles that are formed by rules of several of these cards together."""
    complaints.extend(find_cycles(DependencyGraph(program), cards))


def warn_despite_errors(graph: DependencyGraph, complaints: Complaints) -> None:
    """Report the warnings that are valid even while other files of the program have errors.

    Only files without errors get warnings: an author is still editing the others. A declaration is unused if no
    file contains its name a second time, even in a line with an error.
    """
    warnings: list[Complaint] = []
    wrong = [each.span.source for each in complaints if each.severity == "error" and each.span]
    names = {source.name for source in wrong}
    sources = {*wrong, *_sources(graph.program)}
    for check in (find_overspending, find_dangling, find_ineffective, find_unused):
        for complaint in check(graph):
            if complaint.span is None or complaint.span.source.name in names:
                continue
            if complaint.code == _NO_RULE and names:
                continue  # its rule may be in a line with an error
            if check is not find_unused or _count_occurrences(complaint.span.text, sources) == 1:
                warnings.append(complaint)
    complaints.extend(warnings)


def _sources(program: Program) -> Iterator[Source]:
    """Yield the source of each declaration and rule; a source may come several times."""
    for _, table in program.tables_by_sort():
        yield from (declared.at.source for declared in table.values())
    yield from (rule.at.source for rule in program.rules)


def _count_occurrences(name: str, sources: set[Source]) -> int:
    """Return how often a name, or a word that begins with it, occurs in the sources; 0 if it is no name."""
    if re.fullmatch(r"[\w'-]+|[A-Z][\w' -]*", name) is None:
        return 0  # a rule, not a name
    stem = re.escape(name.removesuffix("s")).replace(r"\-", "[ -]")
    pattern = re.compile(rf"(?<![\w-]){stem}")
    return sum(len(pattern.findall(source.text)) for source in sources)

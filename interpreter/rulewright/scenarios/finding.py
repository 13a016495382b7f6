"""Finding scenarios: which files hold them, and which edition each of them speaks of."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rulewright.link.rule_files import CardFiles, rule_files, sources_of
from rulewright.program.context import Elsewhere
from rulewright.program.from_syntax import (
    program_from_trees,
    rules_among,
    scenarios_over,
    trees_of,
)
from rulewright.program.program import Program, Scenario
from rulewright.records import Record, field
from rulewright.scenarios.copies import find_moved_again, moved_again_in
from rulewright.scenarios.grouping import Asked, by_edition
from rulewright.scenarios.suite import Suite
from rulewright.session.rulebook import Rulebook, load_rulebook
from rulewright.text import Complaint, Complaints, RulesError, real_path


class ScenarioRef(Record):
    """A scenario that was found: enough to name it, and to run it."""

    title: str
    path: str
    line: int
    covers: tuple[str, ...]
    warnings: tuple[Complaint, ...] = field(eq=False, repr=False)
    suite: Suite = field(eq=False, repr=False)
    scenario: Scenario = field(eq=False, repr=False)


def find(*paths: Path, counting: bool = False) -> list[ScenarioRef]:
    """The scenarios of rule files and folders, by edition; with `counting`, `run_counting` can run them.

    Raises RulesError if a file or its edition has errors.
    """
    refs: list[ScenarioRef] = []
    complaints = Complaints()
    asked = by_edition(rule_files(paths, scenarios=True), complaints)
    complaints.raise_if_errors()
    for edition, each in asked.items():
        try:
            suite = make_suite(edition, each, complaints, counting)
        except RulesError as error:
            complaints.extend(error.complaints)
            continue
        refs += [
            ScenarioRef(
                scenario.title,
                scenario.at.source.name,
                scenario.at.line,
                scenario.covers,
                tuple(moved_again_in(scenario, suite.program, suite.book.edition)),
                suite,
                scenario,
            )
            for scenario in suite.program.scenarios
        ]
    complaints.raise_if_errors()
    return sorted(refs, key=lambda ref: (ref.path, ref.line))


def make_suite(
    edition: str,
    asked: Asked,
    complaints: Complaints,
    counting: bool = False,
    lint: bool = False,
) -> Suite:
    """The scenarios of one edition, ready to be run if there is nothing wrong with them.

    Raises RulesError if there is something wrong with the edition, or with the rules beside the scenarios.
    """
    book = load_rulebook(edition)
    called = book.edition.card_called
    book = book.with_cards(asked.cards_of(called))
    elsewhere = CardFiles(book.edition).source
    program = _with_rules_beside(book, asked.files, elsewhere)
    found = Complaints()
    program = scenarios_over(program, tuple(asked.scenarios), found, lint, elsewhere, called)
    complaints.extend(found)
    if lint and not found.has_errors:
        complaints.extend(find_moved_again(program, book.edition))
    return Suite(book, program, counting)


def _with_rules_beside(book: Rulebook, files: Iterable[Path], elsewhere: Elsewhere) -> Program:
    """The program of an edition, with the rules in files of scenarios that it does not read."""
    found = Complaints()
    known = set(map(real_path, book.files))
    others = [file for file in files if real_path(file) not in known]
    more = rules_among(trees_of(sources_of(others, found), found))
    if not more:
        return book.program
    trees = rules_among(trees_of(sources_of(book.files, found), found))
    program = program_from_trees((*trees, *more), found, elsewhere=elsewhere)
    found.raise_if_errors()
    return program

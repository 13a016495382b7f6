"""Discovery of scenarios: their files, their editions and the cards that they need."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.assist import advise
from rulewright.base.library import find_library
from rulewright.base.plain_files import path_beside
from rulewright.base.records import Draft, Record, evolve, field
from rulewright.language.edition.edition_complaints import (
    NEWER,
    no_such_file,
    out_of_reach,
    unknown_edition,
)
from rulewright.language.edition.loading.find import (
    edition_by_display_name,
    editions_beside,
    find_edition,
    is_path,
    list_editions,
)
from rulewright.language.edition.loading.load import read_edition
from rulewright.language.edition.loading.versions import is_readable_project, without_consequences
from rulewright.language.link.rule_files import CardFileReader, find_rule_files, read_sources
from rulewright.language.program.complaints.scenario_complaints import same_title
from rulewright.language.program.context import CardFinder
from rulewright.language.program.from_syntax import compile
from rulewright.language.program.program import Program, Scenario
from rulewright.language.syntax import parse_all, tree
from rulewright.language.text import (
    Complaint,
    Complaints,
    RulesError,
    display_path,
    is_in_reach,
    project_folders,
    real_path,
)

if TYPE_CHECKING:
    from rulewright.runtime.session.rules.rulebook import Rulebook
    from rulewright.testing.scenarios.suite import Suite


def may_use_edition(name: str, path: Path) -> bool:
    """Return whether a scenario in the file `path` may use this edition; an edition id always may be used.

    An edition of the same project may be used from whatever working folder.
    """
    if not is_path(name):
        return True
    folders, has_top = project_folders(path.parent)
    top = folders[-1] if has_top else path.parent
    return is_in_reach(path_beside(path.parent, name), top)


def edition_key(name: str, path: Path) -> str:
    """Return an edition id unchanged, and a relative path as an absolute one."""
    if is_path(name):
        return str(real_path(path_beside(path.parent, name)))
    return name


class EditionScenarios(Draft):
    """The scenarios of one edition, with their files and the extra cards that they need."""

    files: list[Path] = field(factory=list)
    cards: list[str] = field(factory=list)
    scenarios: list[tree.Scenario] = field(factory=list)
    unread: list[tree.Unread] = field(factory=list)
    """Parts of the files that do not parse."""
    syntax_errors: list[Complaint] = field(factory=list)
    """The complaints about these parts, without computed help."""

    @property
    def trees(self) -> tuple[tree.Node, ...]:
        """The trees of the scenarios, including unparsable parts."""
        return *self.scenarios, *self.unread

    def cards_of(self, called: Mapping[str, str]) -> list[str]:
        """Return the extra cards by their names in the rules; `called` maps the edition's names to these."""
        return [called.get(card, card) for card in self.cards]

    def without(self, files: Collection[str]) -> EditionScenarios:
        """Return a copy without the scenarios in `files`, given by their names in complaints."""
        remaining = [node for node in self.scenarios if node.at.source.name not in files]
        return EditionScenarios(
            files=[file for file in self.files if display_path(file) not in files],
            cards=[card for node in remaining for card in cards_of(node)],
            scenarios=remaining,
        )


def group_by_edition(files: Iterable[Path], complaints: Complaints) -> dict[str, EditionScenarios]:
    """Return the scenarios in `files` by the editions that they name (see `edition_key`).

    Syntax errors in a file go to the first edition that it names, and to `complaints`. Files of projects of a
    newer version of the language are left out, after a complaint.
    """
    by_key: dict[str, EditionScenarios] = {}
    titles: dict[tuple[Path, str], tree.Scenario] = {}
    for file in files:
        if not (find_library().holds(file) or is_readable_project(file, complaints)):
            continue
        in_file = Complaints()
        trees = parse_all(read_sources([file], in_file), in_file)
        syntax_errors = list(in_file)
        complaints.extend(syntax_errors)
        unread = [node for node in trees if isinstance(node, tree.Unread)]
        for node in trees:
            if isinstance(node, tree.Scenario) and is_from_source(node.place.edition):
                edition = node.place.edition.text
                if not may_use_edition(edition, file):
                    complaints.add(out_of_reach(node.place.edition.at, edition))
                    continue
                first = titles.setdefault((file, node.title.text), node)
                # Titles within one edition are compared by the compiler.
                if first.place.edition.text != edition:
                    title = node.title
                    complaints.add(same_title(title.at, title.text, first.title.at))
                scenarios = by_key.setdefault(edition_key(edition, file), EditionScenarios())
                scenarios.files += [file] if file not in scenarios.files else []
                scenarios.cards += cards_of(node)
                scenarios.scenarios.append(node)
                scenarios.unread += (each for each in unread if each.holds(node.at))
                scenarios.syntax_errors += syntax_errors
                syntax_errors = []
    return by_key


def is_from_source(name: tree.Word) -> bool:
    """Return whether a name was written in its file, and not inserted by error recovery."""
    return name.text in name.at.text


def cards_of(node: tree.Scenario) -> list[str]:
    """Return the extra cards that a scenario needs."""
    clauses = [clause for clause in node.place.clauses if clause.kind == "with cards"]
    return [word.text for clause in clauses for word in clause.words]


# ------------------------------------------------------------------ as code


class ScenarioRef(Record):
    """A scenario: its title and place, and the suite that can run it."""

    title: str
    path: str
    line: int
    covers: tuple[str, ...]
    suite: Suite = field(eq=False, repr=False)
    scenario: Scenario = field(eq=False, repr=False)

    @property
    def warnings(self) -> tuple[Complaint, ...]:
        """Warnings about what the scenario lays out; a refused setup is reported when the scenario is run."""
        try:
            return tuple(self.suite.setups.excess_moves(self.scenario))
        except RulesError:
            return ()


def find_scenarios(
    *paths: Path, counting: bool = False, wrong: Complaints | None = None
) -> list[ScenarioRef]:
    """Return the scenarios in rule files and folders; with `counting`, `run_counting` can run them.

    Raises RulesError if a file or its edition has errors. With `wrong`, adds the errors there instead, and skips
    the faulty scenarios. `checks.rule_checks.as_checked` words them as a check does.
    """
    refs: list[ScenarioRef] = []
    complaints = Complaints()
    by_key = group_by_edition(find_rule_files(paths, scenarios=True), complaints)
    complaints.extend(_newer_editions(by_key, complaints))
    unread = _files_in(complaints)
    for edition, each in by_key.items():
        suite = _suite_without_errors(edition, each.without(unread), complaints, counting)
        refs += _refs(suite) if suite is not None else []
    complaints.reset_to(without_consequences(complaints))
    if wrong is None:
        complaints.raise_if_errors()
    else:
        wrong.extend(complaints)
    return sorted(refs, key=lambda ref: (ref.path, ref.line))


def _newer_editions(editions: Iterable[str], complaints: Complaints) -> list[Complaint]:
    """Return a complaint for each edition of a newer version; only these may explain syntax errors."""
    found = Complaints()
    for edition in editions if complaints.has_errors else ():
        with suppress(RulesError):
            read_edition(edition, find_library().root, found)
    return [each for each in found if each.code == NEWER]


def _suite_without_errors(
    edition: str, scenarios: EditionScenarios, complaints: Complaints, counting: bool
) -> Suite | None:
    """Return the suite of an edition without files that have errors; None if the edition itself has some."""
    while scenarios.files:
        suite_complaints = Complaints()
        try:
            suite = make_suite(edition, scenarios, suite_complaints, counting)
        except RulesError as error:
            suite_complaints.extend(error.complaints)
            suite = None
        complaints.extend(suite_complaints)
        wrong = _files_in(suite_complaints)
        remaining = scenarios.without(wrong)
        if not suite_complaints.has_errors:
            return suite
        if len(remaining.files) == len(scenarios.files):
            return None
        scenarios = remaining
    return None


def _refs(suite: Suite) -> list[ScenarioRef]:
    """Return a reference to each scenario of a suite."""
    return [
        ScenarioRef(
            scenario.title,
            scenario.at.source.name,
            scenario.at.line,
            scenario.covers,
            suite,
            scenario,
        )
        for scenario in suite.program.scenarios
    ]


def _files_in(complaints: Iterable[Complaint]) -> set[str]:
    """Return the names of the files with errors."""
    wrong = (each.span for each in complaints if each.severity == "error")
    return {span.source.name for span in wrong if span is not None}


def make_suite(
    edition: str,
    scenarios: EditionScenarios,
    complaints: Complaints,
    counting: bool = False,
    lint: bool = False,
) -> Suite:
    """Return the suite of scenarios of one edition, which can run if no errors are added to `complaints`.

    Raises RulesError for errors in the edition or in the rules beside the scenarios.
    """
    from rulewright.runtime.session.rules.rulebook import load_rulebook
    from rulewright.testing.scenarios.suite import Suite

    _require_edition(edition, scenarios)
    book = load_rulebook(edition)
    called = book.edition.cards_by_display_name
    book = book.with_cards(scenarios.cards_of(called))
    elsewhere = CardFileReader(book.edition).source
    program = _with_rules_beside(book, scenarios.files, elsewhere)
    scenario_complaints = Complaints(scenarios.syntax_errors)
    program = compile(
        scenarios.trees,
        scenario_complaints,
        program,
        scenarios="only",
        elsewhere=elsewhere,
        card_names=called,
        lint=lint,
        adviser=advise,
    )
    complaints.extend(scenario_complaints)
    suite = Suite(book, program, counting)
    if lint and not scenario_complaints.has_errors:
        complaints.extend(suite.setups.complaints())
    return suite


def _require_edition(edition: str, scenarios: EditionScenarios) -> None:
    """Raise RulesError at the first scenario that names this edition, if the edition does not exist."""
    try:
        find_edition(edition, find_library().root)
    except RulesError as error:
        name = scenarios.scenarios[0].place.edition if scenarios.scenarios else None
        if name is None:
            raise
        if not is_path(name.text):
            library = find_library().root
            known = [path.stem for path in list_editions(library)]
            file = f"{name.text}.yaml"
            lies_there = os.path.exists(path_beside(scenarios.files[0].parent, file))
            called = f'"{file}"' if lies_there else edition_by_display_name(name.text, library)
            unknown = unknown_edition(name.at, name.text, known, called)
            raise RulesError([evolve(unknown, tried=called is not None)]) from error
        near = editions_beside(scenarios.files[0])
        raise RulesError([no_such_file(name.at, name.text, near)]) from error


def _with_rules_beside(book: Rulebook, files: Iterable[Path], elsewhere: CardFinder) -> Program:
    """Return the program of an edition, extended by rules in scenario files that the edition does not read."""
    complaints = Complaints()
    known = set(map(real_path, book.files))
    others = [file for file in files if real_path(file) not in known]
    more = parse_all(read_sources(others, complaints), complaints)
    if all(isinstance(node, tree.Scenario | tree.Unread) for node in more):
        return book.program
    rules = read_sources(book.files, complaints)
    program = compile(
        (*rules, *more), complaints, scenarios="without", elsewhere=elsewhere, adviser=advise
    )
    complaints.raise_if_errors()
    return program

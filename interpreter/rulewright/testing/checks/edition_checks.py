"""Static check of an edition and its scenarios."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from rulewright.assist import advise
from rulewright.base.library import find_library
from rulewright.base.records import Draft, field
from rulewright.language.edition.edition import Edition, EditionChanges
from rulewright.language.edition.loading.find import list_editions
from rulewright.language.edition.loading.load import read_edition
from rulewright.language.edition.loading.merge import changes_for
from rulewright.language.edition.sidecar_files import LOOKS
from rulewright.language.link import link_complaints as say
from rulewright.language.link.rule_files import find_rule_files, listing_folders_once, read_sources
from rulewright.language.program.checking.dependency_graph import DependencyGraph, subject_of_rule
from rulewright.language.program.checking.traversal import reference_fields, referenced_declarations
from rulewright.language.program.from_syntax import compile
from rulewright.language.program.program import Program
from rulewright.language.text import (
    Complaint,
    Complaints,
    DeferredChecks,
    RulesError,
    Span,
    display_path,
    find_files,
)
from rulewright.testing.checks.attribution import drop_cascading, drop_misspelt_uses
from rulewright.testing.checks.incremental import IncrementalProgram
from rulewright.testing.scenarios.discovery import EditionScenarios, group_by_edition, make_suite
from rulewright.testing.scenarios.setups import ScenarioSetups

Use = tuple[str, str, Span]
"""Sort, name and place of a use."""

CheckResult = tuple[Complaint, ...]

_READING: Final = ("E00", "E01")
"""Codes of complaints about files and their syntax."""
_UNREAD: Final = ("Y0202", "Y0203")


def check_edition(name_or_path: str | Path) -> CheckResult:
    """Return every complaint about an edition: its file, its rules, and their fit for each number of players.

    All files in its card folders are checked. Then the edition is checked with only the files that its games
    read. The scenarios of its own rules are checked, too; those of shipped rules are not.
    """
    return EditionCheck(name_or_path).complaints()


def check_names(path: Path) -> CheckResult:
    """Return the complaints about an edition that names can cause: nothing is lowered."""
    later: DeferredChecks = []
    check = EditionCheck(path, later)
    complaints = Complaints(check.complaints())
    if check.incremental is not None and not complaints.has_errors:
        from rulewright.testing.checks.lowering.configurations import link_own_configurations

        link_own_configurations(check.incremental.edition, check.incremental.program, complaints)
    return complaints.in_order()


class EditionCheck(Draft):
    """A check of an edition, optionally in steps.

    Checks that need lowering, follow-up errors in other files and help for unparsable lines are slow. With a list
    for `later`, they are queued there as steps.
    """

    name_or_path: str | Path
    later: DeferredChecks | None = None
    _read: tuple[IncrementalProgram | None, CheckResult] | None = field(init=False, default=None)

    @property
    def incremental(self) -> IncrementalProgram | None:
        """The program of the edition, once its complaints have been asked for; None if it cannot be read."""
        return self._read[0] if self._read is not None else None

    def run_step(self) -> bool:
        """Run one of the queued steps; return whether more are left."""
        if self.later:
            self.later.pop(0)()
        self.later = self.later or None
        return self.later is not None

    def complaints(self) -> CheckResult:
        """Return all complaints so far; later calls include the results of further steps."""
        if self._read is None:
            file_complaints = Complaints()
            try:
                edition = read_edition(self.name_or_path, find_library().root, file_complaints)
            except RulesError as error:
                return error.complaints
            program = IncrementalProgram(edition) if edition is not None else None
            self._read = program, tuple(file_complaints)
        incremental, of_its_file = self._read
        complaints, whole = Complaints(of_its_file, self.later), Complaints(later=self.later)
        if incremental is None:
            return complaints.in_order()
        with listing_folders_once():
            whole.extend(_check_rules(incremental, complaints))
            if not _is_unread(whole):
                _check_own_scenarios(incremental, whole)
                drop_misspelt_uses(whole)
        return _without_consequences(incremental, whole.in_order())


def _without_consequences(incremental: IncrementalProgram, complaints: CheckResult) -> CheckResult:
    """Return one complaint for each wrong declaration in place of those about its uses."""
    if len(complaints) < 2:
        return complaints
    # Imported late: most checks find nothing.
    from rulewright.testing.checks.root_declarations import fold_consequences

    sources = partial(read_sources, _own_files(incremental), Complaints())
    return fold_consequences(complaints, sources).in_order()


def _check_rules(incremental: IncrementalProgram, complaints: Complaints) -> CheckResult:
    """Return the complaints about the edition's file and rules, without scenarios."""
    # Imported late: if only scenarios changed, nothing is lowered.
    from rulewright.runtime.session.rules.read_rules import check_places
    from rulewright.testing.checks.guide_checks import check_presentation

    edition, rule_complaints = incremental.edition, Complaints(later=complaints.later)
    program = incremental.whole_program(rule_complaints)
    if _is_unread(complaints):
        # If the edition does not parse, missing parts of it would cause follow-up errors in its rules.
        if program.flow:
            complaints.extend(rule_complaints)
        return complaints.in_order()
    check_places(edition, incremental.files, program, rule_complaints)
    if not rule_complaints.has_errors:
        cards = find_rule_files(edition.card_paths)
        rule_complaints.extend(list(_card_dependencies(incremental.graph, cards)))
    complaints.extend(rule_complaints)
    incremental.check_lowering(
        complaints,
        lambda lowering_complaints: _check_all_configurations(incremental, lowering_complaints),
    )
    if not rule_complaints.has_errors:
        complaints.extend(check_presentation(edition, incremental.graph))
    if not complaints.has_errors:
        if _may_have_words(edition):
            from rulewright.testing.checks.word_checks import check_words

            complaints.extend(check_words(edition, program, [each.span for each in complaints]))
        if any(path.with_name(path.stem + LOOKS).exists() for path in edition.files[:1]):
            from rulewright.testing.checks.look_checks import check_looks

            complaints.extend(check_looks(edition, program))
        # A card may depend on a card that its game does not read.
        incremental.compile_for_game(complaints)
    drop_cascading(complaints)
    return complaints.in_order()


def _may_have_words(edition: Edition) -> bool:
    """Return whether there may be translation files next to the edition's own rules."""
    library = find_library()
    if library.holds(edition.files[0]):
        return True
    own = (rules for rules in edition.places if not library.holds(rules))
    beside = (
        find_files(rules, (".yaml",))
        if rules.is_dir()
        else rules.parent.glob(f"{rules.stem}.*.yaml")
        for rules in own
    )
    return any(any(files) for files in beside)


def _check_all_configurations(incremental: IncrementalProgram, complaints: Complaints) -> None:
    """Check all configurations of the edition."""
    from rulewright.testing.checks.lowering.configurations import check_configurations

    check_configurations(incremental.edition, incremental.graph, complaints)


def _is_unread(complaints: Iterable[Complaint]) -> bool:
    """Return whether a part of an edition file does not parse."""
    return any(each.code in _UNREAD for each in complaints)


# ------------------------------------------------------------------ what depends on the files of cards


def _card_dependencies(graph: DependencyGraph, cards: list[Path]) -> Iterator[Complaint]:
    """Report names that a card file declares and another file uses."""
    folders: dict[Path, Path] = {}
    files = {display_path(file, folders) for file in cards}
    reported: set[tuple[str, str, str]] = set()
    for sort, name, at in _find_uses(graph):
        declared = graph.program.of_sort(sort).get(name) if sort != "kind" else None
        if declared is None or (home := declared.at.source.name) == at.source.name:
            continue
        if home in files and (key := (sort, name, at.source.name)) not in reported:
            reported.add(key)
            yield say.used_outside_card_file(at, name, Path(home).name, declared.at)


def _find_uses(graph: DependencyGraph) -> Iterator[Use]:
    """Yield every use of a declared name in the rules."""
    for rule in graph.program.rules:
        yield (*subject_of_rule(rule), rule.at)
    for cls, nodes in graph.nodes_by_class.items():
        for part in nodes if reference_fields(cls) else ():
            yield from ((sort, name, part.at) for sort, name in referenced_declarations(part))


# ------------------------------------------------------------------ scenarios


def check_scenarios(files: Iterable[Path]) -> CheckResult:
    """Return every complaint about the scenarios in `files` that a run would report before playing."""
    complaints, reading = Complaints(), Complaints()
    by_edition = group_by_edition(files, reading)
    for edition, scenarios in by_edition.items():
        _check_other_edition(edition, scenarios, complaints)
    complaints.extend(_without_groups(reading, by_edition))
    return complaints.in_order()


def _without_groups(
    reading: Iterable[Complaint], by_edition: Mapping[str, EditionScenarios]
) -> list[Complaint]:
    """Return the complaints of `reading` that are not repeated, with help, when a group is compiled."""
    grouped = {each for scenarios in by_edition.values() for each in scenarios.syntax_errors}
    return [each for each in reading if each not in grouped]


def _check_own_scenarios(incremental: IncrementalProgram, complaints: Complaints) -> None:
    """Report mistakes in the scenarios of an edition's own rule files, and of files next to these.

    If the rules have errors, the scenarios are checked against the part of the rules that compiles.
    """
    broken = complaints.has_errors
    edition = incremental.edition
    # Only shipped editions are found by their id.
    is_shipped = edition.files[0] in list_editions(find_library().root)
    own = (str(edition.files[0]), *((edition.id.value,) if is_shipped else ()))
    reading = Complaints()
    by_name = group_by_edition(_own_files(incremental), reading)
    # Syntax errors in these files were reported with the rules.
    folders: dict[Path, Path] = {}
    read = {display_path(file, folders) for file in incremental.files}
    remaining = _without_groups(reading, by_name)
    for name, scenarios in by_name.items():
        unread = (c for c in scenarios.syntax_errors if not _is_in_files(c, read))
        scenarios.syntax_errors = here = without_reported(Complaints(unread), complaints)
        if name not in own:
            _check_other_edition(name, scenarios, complaints)
            continue
        scenario_complaints = Complaints(later=complaints.later)
        say = partial(_check_edition_scenarios, incremental, scenarios, broken)
        incremental.run_cached_check(f"scenarios of {name}{broken}", scenario_complaints, say)
        reported = [c for c in reading if c not in scenario_complaints and c not in here]
        complaints.extend(without_reported(scenario_complaints, reported))
    remaining = [c for c in remaining if not _is_in_files(c, read)]
    complaints.extend(without_reported(Complaints(remaining), complaints))


def _check_edition_scenarios(
    incremental: IncrementalProgram,
    scenarios: EditionScenarios,
    broken: bool,
    complaints: Complaints,
) -> None:
    """Report mistakes in scenarios for this edition."""
    complaints.extend(scenarios.syntax_errors)
    called = incremental.edition.cards_by_display_name
    cards = scenarios.cards_of(called)
    rules = incremental.program if broken else incremental.compile_for_game(complaints, cards)
    own_scenarios = compile(
        scenarios.trees,
        complaints,
        rules,
        scenarios="only",
        elsewhere=incremental.beside.source,
        card_names=called,
        lint=True,
        adviser=advise,
    )
    if not complaints.has_errors and not broken:
        edition = incremental.edition
        changes = partial(_changes_for_setup, edition, own_scenarios)
        complaints.extend(list(ScenarioSetups(own_scenarios, edition, changes).complaints()))


def _changes_for_setup(
    edition: Edition, program: Program, players: int, options: Sequence[str], cards: Iterable[str]
) -> EditionChanges:
    """Return an edition's changes for the setup of a scenario."""
    return changes_for(edition, players, options, program.kinds_of(cards))


def _is_in_files(complaint: Complaint, files: Container[str]) -> bool:
    """Return whether a complaint is about one of these files as a whole, or about syntax in it."""
    span = complaint.span
    return span is not None and span.source.name in files and complaint.code.startswith(_READING)


def without_reported(complaints: Complaints, reported: Iterable[Complaint]) -> list[Complaint]:
    """Return those of `complaints` whose line has no complaint in `reported`."""
    lines = {(each.span.source.name, each.span.line) for each in reported if each.span is not None}
    return [
        each
        for each in complaints
        if each.span is None or (each.span.source.name, each.span.line) not in lines
    ]


def _check_other_edition(edition: str, scenarios: EditionScenarios, complaints: Complaints) -> None:
    """Report mistakes in scenarios that name an edition other than the checked one."""
    try:
        make_suite(edition, scenarios, complaints, lint=True)
    except RulesError as error:
        complaints.extend(error.complaints)
        complaints.extend(without_reported(Complaints(scenarios.syntax_errors), complaints))


def _own_files(incremental: IncrementalProgram) -> list[Path]:
    """Return the rule files of an edition that are not shipped, and the scenario files next to them."""
    library = find_library()
    return [file for file in incremental.files_with_scenarios if not library.holds(file)]

"""Checking scenarios: what they say, under the rules of the edition that each of them names."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rulewright.checks.layers import Layers
from rulewright.library import find_library
from rulewright.link.rule_files import SCENARIOS, all_files
from rulewright.program.from_syntax import scenarios_over
from rulewright.program.program import Program
from rulewright.scenarios.copies import find_moved_again
from rulewright.scenarios.grouping import Asked, by_edition
from rulewright.text import Complaint, Complaints, RulesError, in_its_folder


def check_scenarios(files: Iterable[Path]) -> tuple[Complaint, ...]:
    """Every complaint about the scenarios of these files, as running them would tell it."""
    complaints = Complaints()
    for edition, asked in by_edition(files, complaints).items():
        _check_by_itself(edition, asked, complaints)
    return complaints.in_order()


def check_own_scenarios(layers: Layers, program: Program, complaints: Complaints) -> None:
    """Complain of the scenarios in an edition's own rule files and beside them.

    `program` is that of its rules; while they have errors, scenarios are read as far as these are understood.
    """
    broken = complaints.has_errors
    edition = layers.edition
    own = (str(edition.files[0]), edition.id.value)
    reading = Complaints()
    by_name = by_edition(_own_files(layers), reading)
    complaints.extend(elsewhere_than(reading, complaints))
    for name, asked in by_name.items():
        if name not in own:
            _check_by_itself(name, asked, complaints)
            continue
        found = Complaints()
        called = edition.card_called
        rules = program if broken else layers.as_played(found, asked.cards_of(called))
        own_scenarios = scenarios_over(
            rules, tuple(asked.scenarios), found, True, layers.beside.source, called
        )
        if not found.has_errors and not broken:
            found.extend(list(find_moved_again(own_scenarios, edition)))
        complaints.extend(elsewhere_than(found, [c for c in reading if c not in found]))


def elsewhere_than(found: Complaints, told: Iterable[Complaint]) -> list[Complaint]:
    """What is found when files are read once more, without what was told of the same lines."""
    lines = {(each.span.source.name, each.span.line) for each in told if each.span is not None}
    return [
        each
        for each in found
        if each.span is None or (each.span.source.name, each.span.line) not in lines
    ]


def _check_by_itself(edition: str, asked: Asked, complaints: Complaints) -> None:
    from rulewright.scenarios.finding import make_suite

    try:
        make_suite(edition, asked, complaints, lint=True)
    except RulesError as error:
        complaints.extend(error.complaints)


def _own_files(layers: Layers) -> list[Path]:
    """The rule files of an edition that are not shipped, and the files of scenarios beside these."""
    library = find_library()
    files = all_files(layers.edition, scenarios=True)
    own = [file for file in files if not library.holds(file)]
    return list(dict.fromkeys([*own, *(each for file in own for each in _beside(file))]))


def _beside(file: Path) -> Iterable[Path]:
    """The files that hold the scenarios about a rule file: `bard.scenarios.rules`, `bard.songs.scenarios.rules`."""
    stem = file.name.split(".")[0]
    found = {*file.parent.glob(stem + SCENARIOS), *file.parent.glob(f"{stem}.*{SCENARIOS}")}
    return sorted(map(in_its_folder, found))

"""Checking a rule file, or a folder of them: in the edition, or with the game, that owns it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from rulewright.checks.configurations import try_cards
from rulewright.checks.edition_checks import check_edition, check_scenarios, not_said_of
from rulewright.checks.incremental import IncrementalProgram
from rulewright.checks.owners import Owner, owner_of
from rulewright.edition.edition import Edition
from rulewright.link.rule_files import rule_files, sources_of
from rulewright.program.from_syntax import program_from, scenarios_over, trees_of
from rulewright.program.program import Program
from rulewright.records import Record
from rulewright.text import Complaint, Complaints, RulesError, shown


class CheckedRules(Record):
    """Every complaint about rules, and in what they were checked, in words."""

    complaints: tuple[Complaint, ...]
    where: str


def check_rules(path: Path, default: Callable[[], str]) -> CheckedRules:
    """Check a rule file or a folder of rule files.

    Where its edition does not read it, it is checked as if that did, and its cards are tried in games. `default`
    names the edition for rules that none reads.
    """
    try:
        owner = owner_of(path, default)
    except RulesError as error:
        return CheckedRules(error.complaints, "no edition")
    wanted = {shown(file) for file in rule_files([path], scenarios=True)}
    if owner.edition is not None and owner.reads:
        told = check_edition(owner.edition.files[0])
        return CheckedRules(tuple(_about(told, wanted)), owner.why)
    complaints = Complaints()
    if owner.edition is not None:
        _check_in(owner.edition, path, wanted, complaints)
    else:
        _check_with_game(owner, path, wanted, complaints)
    return CheckedRules(complaints.in_order(), owner.why)


def _check_in(edition: Edition, path: Path, wanted: set[str], complaints: Complaints) -> None:
    incremental, found = IncrementalProgram(edition), Complaints()
    program = incremental.whole(found)
    _try(edition, program, wanted, found)
    complaints.extend(_about(found.in_order(), wanted))
    _check_scenarios(path, program, complaints)


def _check_with_game(owner: Owner, path: Path, wanted: set[str], complaints: Complaints) -> None:
    """Rules that lie with those of a game which no edition near them plays."""
    assert owner.folder is not None
    files = rule_files([owner.folder, path])
    found = Complaints()
    program = program_from(sources_of(files, found), found, lint=True)
    complaints.extend(_about(found.in_order(), wanted))
    _check_scenarios(path, program, complaints)


def _try(edition: Edition, program: Program, wanted: set[str], complaints: Complaints) -> None:
    own = [card for card in program.cards.values() if card.at.source.name in wanted]
    try_cards(edition, program, own, complaints)


def _check_scenarios(path: Path, program: Program, complaints: Complaints) -> None:
    """The scenarios in these files; while the rules have errors, as far as these are understood."""
    files = rule_files([path], scenarios=True)
    if not complaints.has_errors:
        complaints.extend(check_scenarios(files))
        return
    found = Complaints()
    scenarios_over(program, trees_of(sources_of(files, found), found), found)
    complaints.extend(not_said_of(found, complaints))


def _about(found: tuple[Complaint, ...], files: set[str]) -> Iterator[Complaint]:
    """The complaints that speak of these files, or of no place."""
    for complaint in found:
        spans = [complaint.span, *(note.span for note in complaint.notes)]
        names = {span.source.name for span in spans if span is not None}
        if complaint.span is None or files & names:
            yield complaint

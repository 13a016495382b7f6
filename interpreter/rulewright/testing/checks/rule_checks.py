"""Checks a rule file or folder in the edition or game that owns it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from rulewright.assist import advise
from rulewright.base.records import Record
from rulewright.language.edition.edition import Edition
from rulewright.language.link.rule_files import RULES, SCENARIOS, find_rule_files, read_sources
from rulewright.language.program.from_syntax import compile
from rulewright.language.program.program import Program
from rulewright.language.text import (
    Complaint,
    Complaints,
    RulesError,
    limit_search,
    real_path,
    resolve_folder,
)
from rulewright.testing.checks.edition_checks import (
    check_edition,
    check_scenarios,
    without_reported,
)
from rulewright.testing.checks.incremental import IncrementalProgram
from rulewright.testing.checks.lowering.configurations import try_cards
from rulewright.testing.checks.rules_owner import (
    RulesOwner,
    complaints_about,
    names_below,
    owner_of,
)


class CheckedRules(Record):
    """The complaints about rules, with a description of the edition or game used for the check."""

    complaints: tuple[Complaint, ...]
    where: str


def check_rules(path: Path, default: Callable[[], str]) -> CheckedRules:
    """Check a rule file or a folder of rule files.

    If its edition does not read it, it is checked as if the edition did, and its cards are put into games.
    `default` returns the edition for rules that no edition reads.
    """
    try:
        owner = owner_of(path, default)
    except RulesError as error:
        return CheckedRules(error.complaints, "no edition")
    if owner.edition is not None and owner.reads:
        return CheckedRules(
            complaints_about(check_edition(owner.edition.files[0]), path), owner.why
        )
    return CheckedRules(check_owned(resolve_folder(path), owner), owner.why)


def check_file(path: Path, default: Callable[[], str]) -> tuple[Complaint, ...]:
    """Return every complaint that a check of an edition file, a rule file or a file of scenarios gives."""
    with limit_search():
        if path.suffix != RULES:
            return check_edition(path)
        if path.name.endswith(SCENARIOS):
            return check_scenarios([path])
        return check_rules(path, default).complaints


def as_checked(
    errors: Sequence[Complaint], default: Callable[[], str] | None = None
) -> tuple[Complaint, ...]:
    """Return the errors that keep scenarios from running, worded as by a check of their files.

    A file gets all errors that its check finds; if that finds none, as in another edition, it keeps its own.
    `default` is as for `check_rules`; without it, rules that no edition reads keep their own, too.
    """

    def no_edition() -> str:
        """Refuse to choose an edition."""
        raise RulesError(errors)

    by_file: dict[Path, list[Complaint]] = {}
    answer = Complaints()
    for error in errors:
        if error.span is None:
            answer.add(error)
        else:
            by_file.setdefault(Path(error.span.source.name), []).append(error)
    for file, own in by_file.items():
        checked = [
            each
            for each in check_file(file, default or no_edition)
            if each.severity == "error" and each.span is not None
            and real_path(Path(each.span.source.name)) == real_path(file)
        ]  # fmt: skip
        answer.extend(checked or own)
    return answer.in_order()


def check_owned(path: Path, owner: RulesOwner) -> tuple[Complaint, ...]:
    """Return every complaint about rules that their owner does not read."""
    complaints = Complaints()
    if owner.edition is not None:
        _check_in(owner.edition, path, complaints)
    else:
        _check_with_game(owner, path, complaints)
    return complaints.in_order()


def _check_in(edition: Edition, path: Path, complaints: Complaints) -> None:
    """Check rules as if `edition` read them, and put their cards into games."""
    all_complaints = Complaints()
    program = IncrementalProgram(edition).whole_program(all_complaints)
    wanted = names_below(path)
    own = [card for card in program.cards.values() if card.at.source.name in wanted]
    try_cards(edition, program, own, all_complaints)
    complaints.extend(complaints_about(all_complaints.in_order(), path))
    _check_scenarios(path, program, complaints)


def _check_with_game(owner: RulesOwner, path: Path, complaints: Complaints) -> None:
    """Check rules in the folder of a game that no nearby edition plays."""
    assert owner.folder is not None
    files = find_rule_files([owner.folder, path])
    all_complaints = Complaints()
    program = compile(
        read_sources(files, all_complaints), all_complaints, lint=True, adviser=advise
    )
    complaints.extend(complaints_about(all_complaints.in_order(), path))
    _check_scenarios(path, program, complaints)


def _check_scenarios(path: Path, program: Program, complaints: Complaints) -> None:
    """Check the scenarios at `path`, against the part of the rules that compiles."""
    files = find_rule_files([path], scenarios=True)
    if not complaints.has_errors:
        complaints.extend(check_scenarios(files))
        return
    scenario_complaints = Complaints()
    compile(
        read_sources(files, scenario_complaints),
        scenario_complaints,
        program,
        scenarios="only",
        adviser=advise,
    )
    complaints.extend(without_reported(scenario_complaints, complaints))

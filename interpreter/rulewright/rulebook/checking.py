"""Checking editions and rule files without playing them: everything that can be found wrong beforehand."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rulewright.edition import Edition, changes_for, load_edition
from rulewright.library import find_library
from rulewright.program import complain_odd, program_from
from rulewright.program.program import Program
from rulewright.rulebook.assemble import assemble
from rulewright.rulebook.rulebook import rule_files, shown
from rulewright.rulebook.world import make_world
from rulewright.text import Complaint, Complaints, RulesError, read_source


def check_edition(name_or_path: str | Path) -> tuple[Complaint, ...]:
    """Every complaint about an edition: its file, its rules, and how they fit for each number of players."""
    complaints = Complaints()
    try:
        edition = load_edition(name_or_path, find_library().root)
    except RulesError as error:
        return error.complaints
    complaints.extend(edition.warnings)
    program = _program(rule_files(edition.rule_paths, scenarios=True), complaints)
    if program is not None:
        _check_ways(edition, program, complaints)
    return complaints.in_order()


def check_rules(path: Path) -> tuple[Complaint, ...]:
    """Every complaint about a rule file or folder of rule files.

    A folder that names a game stands for itself. Other rules are checked together with those of the game that
    they lie under, or else with those of the shipped game whose words they use.
    """
    complaints = Complaints()
    files = rule_files([path], scenarios=True)
    base = [file for file in _around(path) if file.resolve() not in {f.resolve() for f in files}]
    _program([*base, *files], complaints, wanted={shown(file) for file in files})
    return complaints.in_order()


def _around(path: Path) -> list[Path]:
    """The rule files of the game that a path belongs to."""
    here = path if path.is_dir() else path.parent
    for folder in (here, *here.resolve().parents):
        if _names_a_game(folder):
            return rule_files([folder])
    shipped = find_library().folder("rules")
    games = [folder for folder in sorted(shipped.iterdir()) if folder.is_dir()]
    return rule_files(games[:1])


def _names_a_game(folder: Path) -> bool:
    return any(
        line.startswith("game ")
        for file in sorted(folder.glob("*.rules"))
        for line in file.read_text(encoding="utf-8", errors="replace").split("\n")
    )


def _program(
    files: Iterable[Path], complaints: Complaints, wanted: set[str] | None = None
) -> Program | None:
    found = Complaints()
    sources = []
    for file in files:
        try:
            sources.append(read_source(file, shown(file)))
        except RulesError as error:
            found.extend(error.complaints)
    program = program_from(sources, found, complain_odd)
    for complaint in found.in_order():
        if wanted is None or complaint.span is None or wanted & _places(complaint):
            complaints.add(complaint)
    return None if found.has_errors else program


def _places(complaint: Complaint) -> set[str]:
    """The files that a complaint speaks of."""
    spans = [complaint.span, *(note.span for note in complaint.notes)]
    return {span.source.name for span in spans if span is not None}


def _check_ways(edition: Edition, program: Program, complaints: Complaints) -> None:
    """Make the world for every number of players, plain and with each option."""
    for players in edition.players.value:
        for options in ((), *((option,) for option in edition.options)):
            try:
                changes = changes_for(edition, players, options)
                world = make_world(program, edition, changes, players, complaints)
                if not complaints.has_errors:
                    assemble(world, complaints)
            except RulesError as error:
                complaints.extend(error.complaints)
        if complaints.has_errors:
            return

"""Finds the edition that a rule file belongs to, if the user names none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from rulewright.base.library import find_library
from rulewright.base.records import Record, evolve
from rulewright.language.edition.edition import Edition
from rulewright.language.edition.loading.find import editions_in, find_edition, list_editions
from rulewright.language.edition.loading.load import load_edition, read_edition
from rulewright.language.edition.loading.versions import is_readable_project
from rulewright.language.link.rule_files import all_files_of_edition, find_rule_files, read_sources
from rulewright.language.text import (
    Complaint,
    Complaints,
    RulesError,
    display_path,
    is_link_out_of_reach,
    project_folders,
    read_leniently,
    read_source,
    real_path,
    resolve_folder,
)


class RulesOwner(Record):
    """The edition or game that rules are checked in, with the reason for this choice.

    The game is given by its folder.
    """

    edition: Edition | None
    reads: bool
    """Whether the edition reads the rules; if not, they are checked as if it did."""
    folder: Path | None
    why: str


def owner_of(path: Path, default: Callable[[], str]) -> RulesOwner:
    """Return the owner of a rule file or folder.

    This is a nearby edition that reads it; else the game whose folder contains it; else the edition that its
    scenarios name, or `default()`. Folders above the project and folders that others may write to are not
    searched. Raises RulesError for a faulty nearby edition, if no other reads the file, for a link to a place
    that is not searched, and for a project of a newer version of the language.
    """
    wrong = Complaints()
    if not is_readable_project(path, wrong):
        wrong.raise_if_errors()
    if is_link_out_of_reach(path):
        read_source(path, display_path(resolve_folder(path)))
    files = find_rule_files([path], scenarios=True)
    own = set(map(real_path, files))
    near: list[Edition] = []
    for edition, complaints in _nearby_editions(path):
        if edition is not None and own & set(all_files_of_edition(edition)):
            return RulesOwner(
                edition, True, None, f"{display_path(edition.files[0])}, which uses it"
            )
        if edition is not None and not complaints.has_errors:
            near.append(edition)
        wrong.extend(each for each in complaints if each.severity == "error")
    if wrong.has_errors:
        read_sources(files, wrong)  # a file that does not parse is reported, too
        wrong.raise_if_errors()
    folder = next(filter(_names_a_game, _candidate_folders(path)), None)
    if folder is not None:
        there = set(find_rule_files([folder]))
        for edition in near:
            if set(all_files_of_edition(edition)) & there:
                return _as_if_read(
                    edition, path, f"{display_path(edition.files[0])}, as if that edition used it"
                )
        return RulesOwner(
            None, False, folder, f"the rules in {display_path(folder)}, which contain a `game` line"
        )
    edition_name = next(_named_in(files), None)
    if edition_name is not None and edition_name.endswith(".yaml"):
        edition_name = display_path(
            Path(edition_name)
        )  # so that complaints name the file as its own check does
    edition = load_edition(edition_name or default(), find_library().root)
    why = "the edition that its scenarios name" if edition_name else _why_default(path)
    return _as_if_read(edition, path, f"{edition.id.value}, {why}")


def complaints_about(complaints: Iterable[Complaint], path: Path) -> tuple[Complaint, ...]:
    """Return the complaints about the file or folder `path`, and those without a place.

    If only other files have errors, the first of them is reported: a file checked in part is not clean.
    """
    files, relevant, elsewhere = names_below(path), list[Complaint](), list[Complaint]()
    for complaint in complaints:
        spans = [complaint.span, *(note.span for note in complaint.notes)]
        names = {span.source.name for span in spans if span is not None}
        if complaint.span is None or files & names:
            relevant.append(complaint)
        elif complaint.severity == "error":
            elsewhere.append(complaint)
    if elsewhere and all(complaint.severity != "error" for complaint in relevant):
        from rulewright.testing.checks.check_complaints import not_fully_checked

        relevant.append(not_fully_checked(display_path(path), elsewhere))
    return tuple(relevant)


def names_below(path: Path) -> set[str]:
    """Return the names that complaints use for the rule files at `path`."""
    return {display_path(file) for file in find_rule_files([resolve_folder(path)], scenarios=True)}


def _as_if_read(edition: Edition, path: Path, why: str) -> RulesOwner:
    """Return the edition as the owner, extended by the rules at `path`."""
    places = tuple(dict.fromkeys([*edition.rule_paths, resolve_folder(path)]))
    return RulesOwner(evolve(edition, rule_paths=places), False, None, why)


NEAR: Final = 3
"""Number of folders searched for editions: the one of the rule file and two above it."""


def _why_default(path: Path) -> str:
    """Return the reason for checking rules in the default edition."""
    if _candidate_folders(path):
        return "because no edition near it uses it"
    return "because everybody can write to its folder"


def _candidate_folders(path: Path) -> Sequence[Path]:
    """Return the folder of `path` and the folders above it where its game may begin."""
    folders, is_project = project_folders(path)
    return folders if is_project else folders[:NEAR]


def _nearby_editions(path: Path) -> Iterator[tuple[Edition | None, Complaints]]:
    """Yield the editions in the folder of `path` and two above; the shipped editions for shipped rules."""
    library = find_library().root
    if real_path(path).is_relative_to(library / "rules"):
        files: Iterable[Path] = list_editions(library)
    else:
        files = (file for folder in _candidate_folders(path)[:NEAR] for file in editions_in(folder))
    for file in files:
        complaints = Complaints()
        edition = read_edition(file, library, complaints)
        # Read again, so that complaints name the file as its own check does.
        if complaints.has_errors:
            complaints = Complaints()
            read_edition(display_path(file), library, complaints)
        yield edition, complaints


def _names_a_game(folder: Path) -> bool:
    """Return whether a rule file in `folder` declares a game."""
    return any(
        line.startswith("game ")
        for file in sorted(folder.glob("*.rules"))
        for line in read_leniently(file).splitlines()
    )


def _named_in(files: Iterable[Path]) -> Iterator[str]:
    """Yield the existing editions that scenarios in these files name.

    A missing edition is reported with the scenarios.
    """
    from rulewright.language.syntax import parse_all, tree
    from rulewright.testing.scenarios.discovery import edition_key, is_from_source, may_use_edition

    for node in parse_all(read_sources(files, Complaints()), Complaints()):
        if isinstance(node, tree.Scenario) and is_from_source(node.place.edition):
            name, file = node.place.edition.text, Path(node.at.source.name)
            if may_use_edition(name, file) and _edition_exists(key := edition_key(name, file)):
                yield key


def _edition_exists(edition: str) -> bool:
    """Return whether an edition with this id or path exists."""
    try:
        return bool(find_edition(edition, find_library().root))
    except RulesError:
        return False

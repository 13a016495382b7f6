"""The edition that owns a rule file, where nobody named one."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path

from rulewright.edition.edition import Edition
from rulewright.edition.find import find_edition, list_editions
from rulewright.edition.load import load_edition
from rulewright.library import find_library
from rulewright.link.rule_files import all_files, rule_files, sources_of
from rulewright.records import Record, evolve
from rulewright.text import (
    Complaint,
    Complaints,
    RulesError,
    glance,
    in_its_folder,
    leads_away,
    read_source,
    real_path,
    shown,
)


class Owner(Record):
    """The edition that rules are checked in, or the folder of the game that they are part of; and why."""

    edition: Edition | None
    reads: bool
    """Whether the edition reads the rules; if not, they are checked as if it did."""
    folder: Path | None
    why: str


def owner_of(path: Path, default: Callable[[], str]) -> Owner:
    """The owner of a rule file, or of a folder of them.

    That is an edition near it that reads it; else the game in whose folder it lies; else the edition that its
    scenarios name, or the default one, which is asked for then. Raises RulesError if that edition cannot be read,
    or if the file is a link to a place that is not looked into: what lies there owns nothing.
    """
    if leads_away(path):
        read_source(path, shown(in_its_folder(path)))
    files = rule_files([path], scenarios=True)
    own = set(map(real_path, files))
    near: list[Edition] = []
    for edition in _near(path):
        if own & set(all_files(edition)):
            return Owner(edition, True, None, f"{shown(edition.files[0])}, which reads it")
        near.append(edition)
    folder = next(filter(_names_a_game, _folders(path)), None)
    if folder is not None:
        there = set(rule_files([folder]))
        for edition in near:
            if set(all_files(edition)) & there:
                return _as_if_read(edition, path, f"{shown(edition.files[0])}, as if that read it")
        return Owner(None, False, folder, f"the rules in {shown(folder)}, where a game begins")
    named = next(_named_in(files), None)
    if named is not None and named.endswith(".yaml"):
        named = shown(Path(named))  # as it is called where it is checked itself
    edition = load_edition(named or default(), find_library().root)
    why = "the edition that its scenarios name" if named else "as no edition near it reads it"
    return _as_if_read(edition, path, f"{edition.id.value}, {why}")


def about(found: Iterable[Complaint], path: Path) -> tuple[Complaint, ...]:
    """The complaints that speak of rules in a file or folder, or of no place.

    If there are errors elsewhere alone, the first of these places says so: what was judged in part is not clean.
    """
    files, told, elsewhere = names_below(path), list[Complaint](), list[Complaint]()
    for complaint in found:
        spans = [complaint.span, *(note.span for note in complaint.notes)]
        names = {span.source.name for span in spans if span is not None}
        if complaint.span is None or files & names:
            told.append(complaint)
        elif complaint.severity == "error":
            elsewhere.append(complaint)
    if elsewhere and all(complaint.severity != "error" for complaint in told):
        from rulewright.checks.check_complaints import judged_in_part

        told.append(judged_in_part(elsewhere[0].span, shown(path), len(elsewhere)))
    return tuple(told)


def names_below(path: Path) -> set[str]:
    """What the rule files in a folder, or the one file itself, are called in complaints."""
    return {shown(file) for file in rule_files([in_its_folder(path)], scenarios=True)}


def _as_if_read(edition: Edition, path: Path, why: str) -> Owner:
    places = tuple(dict.fromkeys([*edition.rule_paths, in_its_folder(path)]))
    return Owner(evolve(edition, rule_paths=places), False, None, why)


def _folders(path: Path) -> Iterator[Path]:
    """The folder of a path, and those in which it lies."""
    here = real_path(path)
    yield from ((here,) if os.path.isdir(here) else ())
    yield from here.parents


def _near(path: Path) -> Iterator[Edition]:
    """The editions beside a path and in the two folders above it; of shipped rules, the shipped ones."""
    library = find_library().root
    if real_path(path).is_relative_to(library / "rules"):
        found: Iterable[Path] = list_editions(library)
    else:
        folders = islice(_folders(path), 3)
        found = [file for folder in folders for file in sorted(folder.glob("*.yaml"))]
    for file in found:
        if "edition" in glance(file):
            try:
                yield load_edition(file, library)
            except RulesError:
                continue


def _names_a_game(folder: Path) -> bool:
    return any(
        line.startswith("game ")
        for file in sorted(folder.glob("*.rules"))
        for line in glance(file).splitlines()
    )


def _named_in(files: Iterable[Path]) -> Iterator[str]:
    """The editions that scenarios in these files name; of one that is not there it is told with the scenarios."""
    from rulewright.scenarios.discovery import edition_key, is_reached, is_written
    from rulewright.syntax import parse_all, tree

    for node in parse_all(sources_of(files, Complaints()), Complaints()):
        if isinstance(node, tree.Scenario) and is_written(node.place.edition):
            name, file = node.place.edition.text, Path(node.at.source.name)
            if is_reached(name, file) and _is_there(key := edition_key(name, file)):
                yield key


def _is_there(edition: str) -> bool:
    try:
        return bool(find_edition(edition, find_library().root))
    except RulesError:
        return False

"""Versions of the rule language: editions and projects may name theirs, and newer ones are not read."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from rulewright.language.edition import edition_complaints as say
from rulewright.language.edition.edition_complaints import NEWER
from rulewright.language.edition.yaml.yaml_nodes import Keys, Scalar
from rulewright.language.text import (
    Complaint,
    Complaints,
    Source,
    Unreadable,
    display_path,
    project_folders,
    read_leniently,
    read_source,
    real_path,
)

LANGUAGE_VERSION: Final = 1
"""The version of the language that this program reads; docs/decisions/0042 says when it is raised."""

VERSION_KEY: Final = "language-version"
PROJECT_FILE: Final = "rulewright.yaml"


def tree_of_version(source: Source, complaints: Complaints) -> Keys | None:
    """Return the YAML mapping in `source`; None, after a complaint, if there is none, or its version is newer."""
    # Imported late: the YAML library is slow to load, and most files come from the cache.
    from rulewright.language.edition.yaml.parse_yaml import tree_of

    own = Complaints()
    tree = tree_of(source, own)
    for key, value in tree.entries if tree is not None else ():
        if key.text == VERSION_KEY and isinstance(value, Scalar) and _is_newer(value):
            complaints.add(say.newer_language(value.span, value.text, LANGUAGE_VERSION))
            return None
    complaints.extend(own)
    return tree


def _is_newer(value: Scalar) -> bool:
    """Return whether a value is the number of a newer version."""
    text = value.text
    if not (value.plain and text.isascii() and text.isdigit()) or text.startswith("0"):
        return False
    return (
        len(text) > 9 or int(text) > LANGUAGE_VERSION
    )  # Python refuses to convert very many digits


def is_readable_project(path: Path, complaints: Complaints) -> bool:
    """Return whether this program knows the language of the project that `path` belongs to; else report it."""
    for folder in project_folders(path)[0]:
        file = folder / PROJECT_FILE
        if VERSION_KEY in read_leniently(file):
            found = Complaints()
            with suppress(Unreadable):
                tree_of_version(read_source(file, display_path(file)), found)
            newer = [each for each in found if each.code == NEWER]
            complaints.extend(newer)
            return not newer
    return True


def without_consequences(complaints: Iterable[Complaint]) -> tuple[Complaint, ...]:
    """Leave out complaints about rule files beside or below a file that needs a newer version."""
    every = tuple(complaints)
    newer = [_file_of(each).parent for each in every if each.code == NEWER]
    return tuple(
        each
        for each in every
        if _file_of(each).suffix != ".rules" or not any(map(_file_of(each).is_relative_to, newer))
    )


def _file_of(complaint: Complaint) -> Path:
    """Return the real path of the file that a complaint is about."""
    return real_path(Path(complaint.span.source.name if complaint.span is not None else ""))

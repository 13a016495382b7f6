"""Reads an edition file and, one after the other, the files that it extends."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rulewright.edition import edition_complaints as say
from rulewright.edition.edition_file import EditionFile
from rulewright.edition.find import find_base
from rulewright.edition.from_yaml import edition_file_of
from rulewright.text import Complaints, Unreadable, read_source, real_path


def read_chain(path: Path, library: Path, says: Complaints) -> list[EditionFile] | None:
    """Return the file at `path` and all that it extends, the nearest first.

    None, after a complaint, when one of them cannot be found or read at all: then nothing can be
    said about how they fit together.
    """
    files: list[EditionFile] = []
    following: Path | None = path
    while following is not None:
        file = _read_file(following, says)
        if file is None:
            return None
        files.append(file)
        if "extends" not in file.keys:
            return files
        following = find_base(file, library, says)
        if following is not None and _closes_circle(following, files, says):
            return None
    return None


def _read_file(path: Path, says: Complaints) -> EditionFile | None:
    try:
        return edition_file_of(read_source(path), path, says)
    except Unreadable as error:
        says.extend(error.complaints)
        return None


def _closes_circle(path: Path, files: Sequence[EditionFile], says: Complaints) -> bool:
    paths = [real_path(file.path) for file in files]
    if real_path(path) not in paths:
        return False
    circle = files[paths.index(real_path(path)) :]
    ids = [file.path.stem for file in (*circle, circle[0])]
    steps = [file.extends.span for file in circle if file.extends is not None]
    says.add(say.circle(steps, ids))
    return True

"""Reads an edition file and, one after the other, the files that it extends."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from rulewright.cache import keep, kept
from rulewright.edition import edition_complaints as say
from rulewright.edition.edition_file import EditionFile
from rulewright.edition.find import find_base
from rulewright.text import Complaint, Complaints, Source, Unreadable, read_source, real_path

MOST_KEPT: Final = 100
"""So many files stay understood as long as the process lives."""

Understood = tuple[EditionFile | None, tuple[Complaint, ...]]


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
        following = find_base(file, path.parent, library, says)
        if following is not None and _closes_circle(following, files, says):
            return None
    return None


def _read_file(path: Path, says: Complaints) -> EditionFile | None:
    try:
        file, complaints = _understood(read_source(path), path)
    except Unreadable as error:
        says.extend(error.complaints)
        return None
    says.extend(complaints)
    return file


@lru_cache(maxsize=MOST_KEPT)
def _understood(source: Source, path: Path) -> Understood:
    """What a file says, and what is wrong with it; kept from run to run, as reading YAML takes long."""
    key = f"edition file {path} {source.name}\n{source.text}"
    found: Understood | None = kept(key)
    if found is None:
        from rulewright.edition.from_yaml import edition_file_of

        says = Complaints()
        found = edition_file_of(source, path, says), says.in_order()
        keep(key, found)
    return found


def _closes_circle(path: Path, files: Sequence[EditionFile], says: Complaints) -> bool:
    paths = [real_path(file.path) for file in files]
    if real_path(path) not in paths:
        return False
    circle = files[paths.index(real_path(path)) :]
    ids = [file.path.stem for file in (*circle, circle[0])]
    steps = [file.extends.span for file in circle if file.extends is not None]
    says.add(say.circle(steps, ids))
    return True

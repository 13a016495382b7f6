"""Reads an edition file and, one after the other, the files that it extends."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rulewright.edition import edition_complaints as say
from rulewright.edition.edition_file import Sheet
from rulewright.edition.find import find_base
from rulewright.edition.from_yaml import sheet_of
from rulewright.text import Complaints, Unreadable, read_source, real_path


def read_chain(path: Path, library: Path, says: Complaints) -> list[Sheet] | None:
    """Return the file at `path` and all that it extends, the nearest first.

    None, after a complaint, when one of them cannot be found or read at all: then nothing can be
    said about how they fit together.
    """
    sheets: list[Sheet] = []
    following: Path | None = path
    while following is not None:
        sheet = _read(following, says)
        if sheet is None:
            return None
        sheets.append(sheet)
        if "extends" not in sheet.keys:
            return sheets
        following = find_base(sheet, library, says)
        if following is not None and _closes_circle(following, sheets, says):
            return None
    return None


def _read(path: Path, says: Complaints) -> Sheet | None:
    try:
        return sheet_of(read_source(path), path, says)
    except Unreadable as error:
        says.extend(error.complaints)
        return None


def _closes_circle(path: Path, sheets: Sequence[Sheet], says: Complaints) -> bool:
    paths = [real_path(sheet.path) for sheet in sheets]
    if real_path(path) not in paths:
        return False
    circle = sheets[paths.index(real_path(path)) :]
    ids = [sheet.path.stem for sheet in (*circle, circle[0])]
    steps = [sheet.extends.span for sheet in circle if sheet.extends is not None]
    says.add(say.circle(steps, ids))
    return True

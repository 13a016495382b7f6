"""A baseline: complaints that were there before, and are not to be told again while they stay as few."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from rulewright.front.common.ending import NotPossible, NotUsable
from rulewright.plain_files import read_plain, write_whole
from rulewright.text import LARGEST, Complaint, one_line

Key = tuple[str, str, str]
"""Code, file and message: no line, so that it stays the same when lines move."""

FORM: Final = 1


def write_baseline(path: Path, complaints: Iterable[Complaint], root: Path) -> None:
    """Write what is complained of now. Raises NotPossible when the file cannot be written."""
    counts = Counter(_key(complaint, root) for complaint in complaints)
    told = [
        {"code": code, "file": file, "message": message, "count": count}
        for (code, file, message), count in sorted(counts.items())
    ]
    text = json.dumps(
        {"rulewright-baseline": FORM, "complaints": told}, indent=2, ensure_ascii=False
    )
    try:
        write_whole(path, f"{text}\n".encode(), 0o644)
    except OSError as error:
        raise NotPossible(f"cannot write {one_line(str(path))}: {error.strerror}") from None


def beyond_baseline(
    path: Path, complaints: Iterable[Complaint], root: Path
) -> tuple[tuple[Complaint, ...], int]:
    """The complaints that are not in a baseline, and how many of those in it are there no more.

    Raises NotPossible when there is no such file, and NotUsable for one that is no baseline.
    """
    left = _read(path)
    found = []
    for complaint in complaints:
        key = _key(complaint, root)
        if left[key] > 0:
            left[key] -= 1
        else:
            found.append(complaint)
    return tuple(found), left.total()


def _key(complaint: Complaint, root: Path) -> Key:
    name = ""
    if complaint.span is not None:
        path = Path(complaint.span.source.name)
        inside = path.is_absolute() and path.is_relative_to(root)
        name = (path.relative_to(root) if inside else path).as_posix()
    return complaint.code, name, complaint.message


def _read(path: Path) -> Counter[Key]:
    try:
        data = json.loads(read_plain(path, LARGEST))
    except OSError as error:
        raise NotPossible(f"cannot read {one_line(str(path))}: {error.strerror}") from None
    except (ValueError, RecursionError):
        data = None
    try:
        assert data["rulewright-baseline"] == FORM
        return Counter(
            {
                (str(each["code"]), str(each["file"]), str(each["message"])): int(each["count"])
                for each in data["complaints"]
            }
        )
    except (AssertionError, KeyError, TypeError, ValueError):
        told = (
            f"{one_line(str(path))} is no baseline; `rulewright check --write-baseline` writes one"
        )
        raise NotUsable(told) from None

"""Automatic fixes for complaints, applied only where fewer complaints remain afterwards."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from rulewright.assist import restores
from rulewright.base.records import Record
from rulewright.cli.common.named_files import EncodedText, read_text, write_data
from rulewright.language.text import Complaint, Fix, Span, real_path

_MEANT: Final = re.compile(r"did you mean `([^`]+)`\?")
_NAMED: Final = re.compile(r"`([^`]+)`$")
"""The wrong name at the end of a message."""
_ELSEWHERE_TOO: Final = ("E0241",)
"""Codes whose fix needs changes in other lines too, as for an event's verb."""

_ROUNDS: Final = 5
"""The largest number of rounds: a fix may reveal further complaints."""

Check = Callable[[], Sequence[Complaint]]


def fix_of(complaint: Complaint) -> Fix | None:
    """Return the change that a complaint's help advises; None if the help is only an explanation.

    It is a fix that was tried before, or the replacement of a misspelled name.
    """
    if complaint.code in _ELSEWHERE_TOO:
        return None
    if complaint.tried and complaint.fixes:
        return complaint.fixes[0]
    meant = _MEANT.fullmatch(complaint.help or "")
    named = _NAMED.search(complaint.message)
    if meant is None or complaint.span is None or complaint.fixes:
        return None
    at = complaint.span
    start = at.text.find(named[1]) if named is not None else -1
    if named is not None and start >= 0:
        at = Span(at.source, at.start + start, at.start + start + len(named[1]))
    return Fix(at, meant[1], complaint.help or "", restores(at.text, meant[1]))


class FileAccess(Record):
    """The functions that read and write files; fixes are written in order to be checked."""

    read: Callable[[Path], EncodedText] = read_text
    write: Callable[[Path, bytes], None] = write_data


DISK: Final = FileAccess()


def apply_fixes(
    files: Iterable[Path], found: Sequence[Complaint], check: Check, desk: FileAccess = DISK
) -> Sequence[Complaint]:
    """Apply fixes that only restore a text, where this leaves fewer complaints; return the remaining complaints.

    `check` computes the complaints again. A fix that does not help is reverted. Raises NotUsable for a file that
    cannot be written.
    """
    own = frozenset(map(real_path, files))
    for _ in range(_ROUNDS):
        fixes = [fix for fix in map(fix_of, found) if fix and fix.restores and _file(fix) in own]
        left = _try_fixes(fixes, found, check, desk)
        for fix in fixes if left is None else ():
            left = _try_fixes([fix], found, check, desk)
            if left is not None:
                break
        if left is None:
            break
        found = left
    return found


def fixable_files(complaints: Iterable[Complaint]) -> list[Path]:
    """Return the files that `apply_fixes` could change: those with a fix that only restores a text."""
    fixes = filter(None, map(fix_of, complaints))
    return sorted({_file(fix) for fix in fixes if fix.restores})


def _try_fixes(
    fixes: Sequence[Fix], found: Sequence[Complaint], check: Check, desk: FileAccess
) -> Sequence[Complaint] | None:
    """Return the complaints after these changes; if they are no fewer, revert the changes and return None."""
    before = {path: desk.read(path) for path in map(_file, fixes)}
    after = {path: _apply_to_text(text, path, fixes) for path, text in before.items()}
    if all(before[path].data == data for path, data in after.items()):
        return None
    kept = False
    try:
        for path, data in after.items():
            desk.write(path, data)
        left = check()
        kept = _complaint_counts(left) < _complaint_counts(found)
    finally:
        for path, text in before.items() if not kept else ():
            desk.write(path, text.data)
    return left if kept else None


def _complaint_counts(found: Iterable[Complaint]) -> tuple[int, int]:
    told = [complaint.severity for complaint in found]
    return told.count("error"), len(told)


def _apply_to_text(text: EncodedText, path: Path, fixes: Iterable[Fix]) -> bytes:
    """Return the contents of a file with its fixes applied; of overlapping ones only the first."""
    said = text.source.text
    for fix in reversed(list(_without_overlaps(each for each in fixes if _file(each) == path))):
        if fix.span.source.text == text.source.text:
            said = said[: fix.span.start] + fix.text + said[fix.span.end :]
    return text.as_bytes(said)


def _without_overlaps(fixes: Iterable[Fix]) -> Iterator[Fix]:
    end = 0
    for fix in sorted(fixes, key=lambda fix: fix.span.start):
        if fix.span.start >= end:
            yield fix
            end = max(fix.span.end, fix.span.start + 1)


def _file(fix: Fix) -> Path:
    return real_path(Path(fix.span.source.name))

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
    suggestion = _MEANT.fullmatch(complaint.help or "")
    wrong_name = _NAMED.search(complaint.message)
    if suggestion is None or complaint.span is None or complaint.fixes:
        return None
    at = complaint.span
    start = at.text.find(wrong_name[1]) if wrong_name is not None else -1
    if wrong_name is not None and start >= 0:
        at = Span(at.source, at.start + start, at.start + start + len(wrong_name[1]))
    return Fix(at, suggestion[1], complaint.help or "", restores(at.text, suggestion[1]))


class FileAccess(Record):
    """The functions that read and write files; fixes are written in order to be checked."""

    read: Callable[[Path], EncodedText] = read_text
    write: Callable[[Path, bytes], None] = write_data


DISK: Final = FileAccess()


def apply_fixes(
    files: Iterable[Path], complaints: Sequence[Complaint], check: Check, access: FileAccess = DISK
) -> Sequence[Complaint]:
    """Apply fixes of typing errors, where this leaves fewer complaints; return the remaining complaints.

    `check` computes the complaints again. A fix that does not help is reverted. Raises NotUsable for a file that
    cannot be written.
    """
    own = frozenset(map(real_path, files))
    for _ in range(_ROUNDS):
        fixes = [
            fix
            for fix in map(fix_of, complaints)
            if fix and fix.restores and _file_of_fix(fix) in own
        ]
        remaining = _try_fixes(fixes, complaints, check, access)
        for fix in fixes if remaining is None else ():
            remaining = _try_fixes([fix], complaints, check, access)
            if remaining is not None:
                break
        if remaining is None:
            break
        complaints = remaining
    return complaints


def fixable_files(complaints: Iterable[Complaint]) -> list[Path]:
    """Return the files with fixes of typing errors, which `apply_fixes` could change."""
    fixes = filter(None, map(fix_of, complaints))
    return sorted({_file_of_fix(fix) for fix in fixes if fix.restores})


def _try_fixes(
    fixes: Sequence[Fix], complaints: Sequence[Complaint], check: Check, access: FileAccess
) -> Sequence[Complaint] | None:
    """Return the complaints after these changes; if they are no fewer, revert the changes and return None."""
    before = {path: access.read(path) for path in map(_file_of_fix, fixes)}
    after = {path: _apply_to_text(text, path, fixes) for path, text in before.items()}
    if all(before[path].data == data for path, data in after.items()):
        return None
    improves = False
    try:
        for path, data in after.items():
            access.write(path, data)
        remaining = check()
        improves = _complaint_counts(remaining) < _complaint_counts(complaints)
    finally:
        for path, text in before.items() if not improves else ():
            access.write(path, text.data)
    return remaining if improves else None


def _complaint_counts(complaints: Iterable[Complaint]) -> tuple[int, int]:
    """Return the numbers of errors and of all complaints; a smaller pair is better."""
    severities = [complaint.severity for complaint in complaints]
    return severities.count("error"), len(severities)


def _apply_to_text(text: EncodedText, path: Path, fixes: Iterable[Fix]) -> bytes:
    """Return the contents of a file with its fixes applied; of overlapping ones only the first."""
    changed = text.source.text
    for fix in reversed(
        list(_without_overlaps(each for each in fixes if _file_of_fix(each) == path))
    ):
        if fix.span.source.text == text.source.text:
            changed = changed[: fix.span.start] + fix.text + changed[fix.span.end :]
    return text.as_bytes(changed)


def _without_overlaps(fixes: Iterable[Fix]) -> Iterator[Fix]:
    """Yield the fixes in the order of their places, without those that overlap an earlier one."""
    end = 0
    for fix in sorted(fixes, key=lambda fix: fix.span.start):
        if fix.span.start >= end:
            yield fix
            end = max(fix.span.end, fix.span.start + 1)


def _file_of_fix(fix: Fix) -> Path:
    """Return the real path of the file that a fix changes."""
    return real_path(Path(fix.span.source.name))

"""Automatic fixes for complaints, applied only where fewer complaints remain afterwards."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from rulewright.assist import restores
from rulewright.base.records import Record
from rulewright.cli.common.named_files import EncodedText, read_text
from rulewright.language.text import Complaint, Fix, Span, open_in_editor, real_path

_MEANT: Final = re.compile(r"did you mean `([^`]+)`\?")
_NAMED: Final = re.compile(r"`([^`]+)`$")
"""The wrong name at the end of a message."""
_ELSEWHERE_TOO: Final = ("E0241",)
"""Codes whose fix needs changes in other lines too, as for an event's verb."""

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


class FixedText(Record):
    """A file before and after its fixes."""

    before: EncodedText
    after: str


def apply_fixes(
    files: Iterable[Path],
    complaints: Sequence[Complaint],
    check: Check,
    read: Callable[[Path], EncodedText] = read_text,
) -> tuple[Sequence[Complaint], Mapping[Path, FixedText]]:
    """Return the complaints that remain after fixes of typing errors, and the texts of the fixed files.

    Only fixes that leave fewer complaints are kept. Nothing is written: `check` computes the complaints again with
    the fixed texts in place of the files', which `read` returns. Raises RulesError for a file that cannot be read.
    """
    own = frozenset(map(real_path, files))
    fixed: dict[Path, FixedText] = {}
    while True:
        fixes = [
            fix
            for fix in map(fix_of, complaints)
            if fix and fix.restores and _file_of_fix(fix) in own
        ]
        # All fixes together, else the first that helps alone: a fix may reveal or cure other complaints.
        trials = [fixes, *([fix] for fix in fixes if len(fixes) > 1)]
        for trial in trials:
            texts = _with_fixes(fixed, trial, read)
            remaining = _complaints_with(texts, complaints, check)
            if remaining is not None:
                complaints, fixed = remaining, texts
                break
        else:
            return complaints, fixed


def fixable_files(complaints: Iterable[Complaint]) -> list[Path]:
    """Return the files with fixes of typing errors, which `apply_fixes` could change."""
    fixes = filter(None, map(fix_of, complaints))
    return sorted({_file_of_fix(fix) for fix in fixes if fix.restores})


def _with_fixes(
    fixed: Mapping[Path, FixedText], fixes: Sequence[Fix], read: Callable[[Path], EncodedText]
) -> dict[Path, FixedText]:
    """Return the fixed texts with some more fixes."""
    texts = dict(fixed)
    for path in dict.fromkeys(map(_file_of_fix, fixes)):
        before = fixed[path].before if path in fixed else read(path)
        text = fixed[path].after if path in fixed else before.source.text
        texts[path] = FixedText(before, _apply_to_text(text, path, fixes))
    return texts


def _complaints_with(
    fixed: Mapping[Path, FixedText], complaints: Sequence[Complaint], check: Check
) -> Sequence[Complaint] | None:
    """Return the complaints about the fixed texts; None if they are no fewer."""
    changed = {
        path: text.after for path, text in fixed.items() if text.after != text.before.source.text
    }
    if not changed:
        return None
    with open_in_editor(changed):
        remaining = check()
    return remaining if _complaint_counts(remaining) < _complaint_counts(complaints) else None


def _complaint_counts(complaints: Iterable[Complaint]) -> tuple[int, int]:
    """Return the numbers of errors and of all complaints; a smaller pair is better."""
    severities = [complaint.severity for complaint in complaints]
    return severities.count("error"), len(severities)


def _apply_to_text(text: str, path: Path, fixes: Iterable[Fix]) -> str:
    """Return the text of a file with its fixes applied; of overlapping ones only the first."""
    changed = text
    for fix in reversed(
        list(without_overlaps(each for each in fixes if _file_of_fix(each) == path))
    ):
        if fix.span.source.text == text:
            changed = changed[: fix.span.start] + fix.text + changed[fix.span.end :]
    return changed


def without_overlaps(fixes: Iterable[Fix]) -> Iterator[Fix]:
    """Yield the fixes in the order of their places, without those that overlap an earlier one."""
    end = 0
    for fix in sorted(fixes, key=lambda fix: fix.span.start):
        if fix.span.start >= end:
            yield fix
            end = max(fix.span.end, fix.span.start + 1)


def _file_of_fix(fix: Fix) -> Path:
    """Return the real path of the file that a fix changes."""
    return real_path(Path(fix.span.source.name))

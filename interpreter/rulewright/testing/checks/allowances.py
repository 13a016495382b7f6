"""Remarks that suppress a warning: `# allow E0926: so it is meant`, at the end of a line or above it.

A remark without a reason, and one that suppresses nothing, is itself reported.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from pathlib import Path
from typing import Final

from rulewright.base.records import Record
from rulewright.language.text import (
    Complaint,
    Complaints,
    RulesError,
    Span,
    display_path,
    find_comments,
    read_leniently,
    read_source,
    real_path,
)
from rulewright.testing.checks import check_complaints as say

_ALLOWS: Final = re.compile(
    r"(?m)#[ \t]*allow[ \t]+([EYW]\d{4}(?:[ \t]*,[ \t]*[EYW]\d{4})*)[ \t]*(?::[ \t]*(.*))?$"
)
_CODE: Final = re.compile(r"[EYW]\d{4}")
_OF_GAMES: Final = "E11"
"""Prefix of the codes that only simulated games produce."""


class Allowance(Record):
    """A remark that suppresses one complaint code on a line."""

    code: str
    line: int
    at: Span
    codes: str
    reason: str


def apply_allowances(
    complaints: Iterable[Complaint], files: Iterable[Path], played: bool
) -> tuple[Complaint, ...]:
    """Return `complaints` without those that remarks in `files` allow, and complaints about faulty remarks.

    `played` says whether games were simulated; without them, unused remarks about simulations are not reported.
    """
    allowances: dict[tuple[Path, int, str], Allowance] = {}
    for file in files:
        for each in _read_allowances(file):
            allowances[real_path(file), each.line, each.code] = each
    if not allowances:
        return tuple(complaints)
    remaining, used = Complaints(), set()
    for complaint in complaints:
        place = _place_key(complaint)
        if place in allowances:
            used.add(place)
        if place not in allowances:
            remaining.add(complaint)
        elif complaint.severity == "error":
            remaining.add(complaint)
            remaining.add(say.not_allowed(allowances[place].at, complaint.code))
    remaining.extend(_check_remarks(allowances, used, played))
    return remaining.in_order()


def _place_key(complaint: Complaint) -> tuple[Path, int, str] | None:
    """Return the file, line and code of a complaint, which a remark must match; None without a place."""
    span = complaint.span
    if span is None:
        return None
    return real_path(Path(span.source.name)), span.line, complaint.code


def _check_remarks(
    allowances: dict[tuple[Path, int, str], Allowance], used: Container[object], played: bool
) -> Iterator[Complaint]:
    """Yield complaints about remarks without a reason or without effect."""
    for place, each in allowances.items():
        if not each.reason:
            yield say.no_reason(each.at, each.codes)
        if place not in used and (played or not each.code.startswith(_OF_GAMES)):
            yield say.not_needed(each.at, each.code, each.codes == each.code)


def _read_allowances(file: Path) -> Iterator[Allowance]:
    """Yield the remarks in `file` that suppress a complaint, one for each code."""
    if "allow" not in read_leniently(file):
        return
    try:
        source = read_source(file, display_path(file))
    except RulesError:
        return  # the check of this file reports the error
    for match, at, line in find_comments(source, _ALLOWS):
        for code in _CODE.findall(match[1]):
            yield Allowance(code, line, at, match[1], (match[2] or "").strip())

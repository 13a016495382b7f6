"""Remarks that allow what a check warns of: `# allow E0926: so it is meant`, at the end of a line or above it.

A reason has to be given, and a remark that is no longer needed is complained about.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from pathlib import Path
from typing import Final

from rulewright.checks import check_complaints as say
from rulewright.records import Record
from rulewright.text import (
    Complaint,
    Complaints,
    RulesError,
    Source,
    Span,
    glance,
    read_source,
    real_path,
    shown,
)

_ALLOWS: Final = re.compile(
    r"(?m)#[ \t]*allow[ \t]+([EYW]\d{4}(?:[ \t]*,[ \t]*[EYW]\d{4})*)[ \t]*(?::[ \t]*(.*))?$"
)
_CODE: Final = re.compile(r"[EYW]\d{4}")
_SAYS: Final = re.compile(r"^[ \t]*[^\s#]")
_OF_GAMES: Final = "E11"
"""The beginning of the codes of what only games show."""


class Allowance(Record):
    """A remark that allows a code on a line."""

    code: str
    line: int
    at: Span
    codes: str
    reason: str


def allowed(
    complaints: Iterable[Complaint], files: Iterable[Path], played: bool
) -> tuple[Complaint, ...]:
    """The complaints without those that remarks in these files allow, and what is wrong with the remarks.

    `played` says whether games were played; else nothing is known of what only these show.
    """
    given: dict[tuple[Path, int, str], Allowance] = {}
    for file in files:
        for each in _allowances(file):
            given[real_path(file), each.line, each.code] = each
    if not given:
        return tuple(complaints)
    left, used = Complaints(), set()
    for complaint in complaints:
        place = _place(complaint)
        if place in given:
            used.add(place)
        if place not in given:
            left.add(complaint)
        elif complaint.severity == "error":
            left.add(complaint)
            left.add(say.not_allowed(given[place].at, complaint.code))
    left.extend(_about(given, used, played))
    return left.in_order()


def _place(complaint: Complaint) -> tuple[Path, int, str] | None:
    span = complaint.span
    if span is None:
        return None
    return real_path(Path(span.source.name)), span.line, complaint.code


def _about(
    given: dict[tuple[Path, int, str], Allowance], used: Container[object], played: bool
) -> Iterator[Complaint]:
    for place, each in given.items():
        if not each.reason:
            yield say.no_reason(each.at, each.codes)
        if place not in used and (played or not each.code.startswith(_OF_GAMES)):
            yield say.not_needed(each.at, each.code)


def _allowances(file: Path) -> Iterator[Allowance]:
    """The remarks of a file that allow something, a code at a time."""
    if "allow" not in glance(file):
        return
    try:
        source = read_source(file, shown(file))
    except RulesError:
        return  # its check tells
    spoken = _next_spoken(source)
    for found in _ALLOWS.finditer(source.text):
        at = Span(source, found.start(), found.end())
        line = _line(source, at, spoken)
        for code in _CODE.findall(found[1]):
            yield Allowance(code, line, at, found[1], (found[2] or "").strip())


def _next_spoken(source: Source) -> list[int]:
    """For each line, from 0, the number of the first one behind it that says something; 0 if none does."""
    following, found = 0, [0] * (source.line_count + 1)
    for number, line in zip(
        range(source.line_count, 0, -1), reversed(source.text.split("\n")), strict=True
    ):
        found[number] = following
        if _SAYS.match(line):
            following = number
    found[0] = following
    return found


def _line(source: Source, at: Span, spoken: list[int]) -> int:
    """The line that a remark is about: its own, or the next that says something."""
    if source.text[source.line_starts[at.line - 1] : at.start].strip():
        return at.line
    return spoken[at.line] or at.line

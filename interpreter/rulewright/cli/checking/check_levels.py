"""Severity levels that a project sets for complaints, and the baseline of complaints it already had."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, Literal, get_args

from rulewright.base.plain_files import read_plain, write_whole
from rulewright.base.records import evolve
from rulewright.cli.common.configuration import (
    configured_severities,
    nearest_own_file,
    read_own_file,
)  # fmt: skip
from rulewright.cli.common.exits import NotPossible, NotUsable
from rulewright.language.edition.edition_complaints import NEWER, wrong_level
from rulewright.language.text import (
    LARGEST,
    Complaint,
    Complaints,
    RulesError,
    Severity,
    did_you_mean,
    escape_line,
    one_of,
)  # fmt: skip

Level = Severity | Literal["off"]
OFF: Final = "off"
LEVELS: Final[tuple[Level, ...]] = (*get_args(Severity), OFF)


Key = tuple[str, str, str]
"""Code, file and message of a complaint, without its line, so that it survives moved lines."""

FORM: Final = 1


def levels_of(options: Sequence[str]) -> dict[str, Level]:
    """Return the levels from the configuration, overridden by those of the command line (`E0926=off`).

    Raises NotPossible for an unknown code or level, and for an error that is to get another level.
    """
    levels: dict[str, Level] = {}
    own_file = nearest_own_file(Path.cwd())
    if own_file is not None and (complaints := own_file_complaints(own_file)):
        if any(each.code == NEWER for each in complaints):
            raise RulesError(complaints)
        raise NotPossible(f"cannot use {own_file}:\n{RulesError(complaints)}")
    configured, where = configured_severities(Path.cwd())
    for code, level in configured.items():
        levels[code] = _check_level(code, level, where)
    for option in options:
        code, equals, level = option.partition("=")
        if not equals:
            raise NotPossible(f"--severity takes a code and a level: E0926=off, not {option}")
        levels[code.strip()] = _check_level(code.strip(), level.strip(), "--severity")
    return levels


def own_file_complaints(file: Path) -> tuple[Complaint, ...]:
    """Return every complaint about a rulewright.yaml, also about the severity levels that it sets."""
    complaints = Complaints()
    try:
        _, levels = read_own_file(file, complaints)
    except RulesError as error:
        return error.complaints
    for code, level in levels.items():
        reason, help = _why_no_level(code, level.value)
        if reason:
            complaints.add(wrong_level(level.span, reason, help))
    return complaints.in_order()


def _check_level(code: str, level: str, where: str) -> Level:
    """Return `level` if it is a level that `code` may have. Raises NotPossible; `where` says who set it."""
    reason, help = _why_no_level(code, level)
    if reason:
        raise NotPossible(f"{where}: {reason}{help and f'; {help}'}")
    return next(each for each in LEVELS if each == level)


def _why_no_level(code: str, level: str) -> tuple[str, str]:
    """Return why a complaint cannot have this level, and help; "" if it can."""
    known = _severities()
    if code not in known:
        help = did_you_mean(code, known) or "docs/complaints.md lists them"
        return f"there is no complaint with the code {code}", help
    if level not in LEVELS:
        return f"{level} is not a level", f"use {one_of(LEVELS)}"
    if known[code] == "error" and level != "error":
        reason = f"{code} is an error: rules with it cannot be played"
        return f"{reason}, so it cannot have another level", ""
    return "", ""


def apply_levels(
    complaints: Iterable[Complaint], levels: Mapping[str, Level]
) -> tuple[Complaint, ...]:
    """Return the complaints with these levels applied, without those that are off."""
    levelled = []
    for complaint in complaints:
        level = levels.get(complaint.code, complaint.severity)
        if level != OFF:
            levelled.append(evolve(complaint, severity=level))
    return tuple(levelled)


# ------------------------------------------------------------------ the baseline


def fits_baseline(complaint: Complaint) -> bool:
    """Return whether a baseline may hide a complaint: rules with errors cannot be played."""
    return _severities()[complaint.code] != "error"


@cache
def _severities() -> Mapping[str, Severity]:
    """Return the severity of each complaint code, whatever the configuration."""
    from rulewright.language.text.complaints.complaint import SEVERITY_OF
    from rulewright.testing.complaint_book import all_codes

    all_codes()  # imports every module that declares codes
    return SEVERITY_OF


def write_baseline(path: Path, complaints: Iterable[Complaint], root: Path) -> None:
    """Write the complaints that a baseline may hide to its file. Raises NotPossible if it cannot be written."""
    counts = Counter(_baseline_key(each, root) for each in complaints if fits_baseline(each))
    entries = [
        {"code": code, "file": file, "message": message, "count": count}
        for (code, file, message), count in sorted(counts.items())
    ]
    import json

    text = json.dumps(
        {"rulewright-baseline": FORM, "complaints": entries}, indent=2, ensure_ascii=False
    )
    try:
        write_whole(path, f"{text}\n".encode(errors="backslashreplace"), 0o644)
    except OSError as error:
        raise NotPossible(f"cannot write {escape_line(str(path))}: {error.strerror}") from None


def new_since_baseline(
    path: Path, complaints: Iterable[Complaint], root: Path
) -> tuple[tuple[Complaint, ...], int]:
    """Return the complaints that are not in a baseline, and the number of its entries that no longer occur.

    Raises NotPossible if the file does not exist, and NotUsable if it is no baseline.
    """
    unmatched = _read_baseline(path)
    new = []
    for complaint in complaints:
        key = _baseline_key(complaint, root)
        if unmatched[key] > 0 and fits_baseline(complaint):
            unmatched[key] -= 1
        else:
            new.append(complaint)
    return tuple(new), unmatched.total()


def _baseline_key(complaint: Complaint, root: Path) -> Key:
    """Return the baseline key of a complaint, with its file relative to `root`."""
    name = ""
    if complaint.span is not None:
        path = Path(complaint.span.source.name)
        inside = path.is_absolute() and path.is_relative_to(root)
        name = (path.relative_to(root) if inside else path).as_posix()
    return complaint.code, name, complaint.message


def _read_baseline(path: Path) -> Counter[Key]:
    """Return the complaints in a baseline file with their counts. Raises NotPossible if it cannot be read."""
    try:
        import json

        data = json.loads(read_plain(path, LARGEST))
    except OSError as error:
        raise NotPossible(f"cannot read {escape_line(str(path))}: {error.strerror}") from None
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
        reason = f"{escape_line(str(path))} is not a baseline; `rulewright check --write-baseline` writes one"
        raise NotUsable(reason) from None

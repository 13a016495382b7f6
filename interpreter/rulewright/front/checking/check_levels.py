"""How bad complaints are for this project: what it calls an error, and what it does not want to hear of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, Literal, get_args

from rulewright.front.common.configuration import configured_severities
from rulewright.front.common.ending import NotPossible
from rulewright.records import evolve
from rulewright.text import Complaint, Severity, did_you_mean, one_of

Level = Severity | Literal["off"]
OFF: Final = "off"
LEVELS: Final[tuple[Level, ...]] = (*get_args(Severity), OFF)


def levels_of(options: Sequence[str]) -> dict[str, Level]:
    """The levels that a project's configuration sets, and those of the command line (`E0926=off`) over them.

    Raises NotPossible for a code that there is not, an error, or a word that is no level.
    """
    found: dict[str, Level] = {}
    configured, where = configured_severities(Path.cwd())
    for code, level in configured.items():
        found[code] = _level(code, level, where)
    for option in options:
        code, equals, level = option.partition("=")
        if not equals:
            raise NotPossible(f"--severity takes a code and a level: E0926=off, not {option}")
        found[code.strip()] = _level(code.strip(), level.strip(), "--severity")
    return found


def _level(code: str, level: str, where: str) -> Level:
    from rulewright.checks.complaint_book import all_codes
    from rulewright.text.complaint_codes import SEVERITY_OF

    known = all_codes()
    if code not in known:
        help = did_you_mean(code, known) or "docs/complaints.md lists them"
        raise NotPossible(f"{where}: there is no complaint with the code {code}; {help}")
    for each in LEVELS:
        if each == level:
            if SEVERITY_OF[code] == "error" and each != "error":
                told = f"{code} is an error: rules with it cannot be played, whatever it is called"
                raise NotPossible(f"{where}: {told}")
            return each
    raise NotPossible(f"{where}: {level} is no level; there are {one_of(LEVELS)}")


def levelled(complaints: Iterable[Complaint], levels: Mapping[str, Level]) -> tuple[Complaint, ...]:
    """The complaints at these levels, without those that are off."""
    found = []
    for complaint in complaints:
        level = levels.get(complaint.code, complaint.severity)
        if level != OFF:
            found.append(evolve(complaint, severity=level))
    return tuple(found)

"""What random games and scenarios reached of the rules, as it was measured: docs/coverage/*.json.

`python tests/conformance/measure.py NAME` measures it anew: an edition, or one of the casts in casts.yaml. Clauses
have names that outlive a change of lines, so numbers stay true while rules are moved about; how much has changed
since is worked out here, cheaply.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from attrs import frozen
from ruamel.yaml import YAML

from conformance.ledger import ROOT
from rulewright import Rules, load

FOLDER = ROOT / "docs" / "coverage"
REASONS = FOLDER / "reasons.yaml"
CASTS = FOLDER / "casts.yaml"
FIRED = FOLDER / "fired.json"
MOST_CHANGED = 0.1
"""So large a part of the clauses may have changed before numbers are too old to be shown."""


@frozen
class Measured:
    """The file of one edition."""

    games: int
    seed: int
    runs: list[dict[str, Any]]
    all: dict[str, int]
    scenario_only: dict[str, str]
    never: list[str]
    rules: dict[str, str]

    @property
    def listed(self) -> list[str]:
        """The ids of clauses that are named in it."""
        return [*self.scenario_only, *self.never]


def path_of(name: str) -> Path:
    """Where the numbers of an edition or a cast lie."""
    return FOLDER / f"{name}.json"


@cache
def casts() -> dict[str, dict[str, Any]]:
    """The casts that are measured besides those of the editions, by name: of which edition, and which cards."""
    return YAML(typ="safe").load(CASTS.read_text(encoding="utf-8")) or {}


@cache
def played(name: str) -> Rules:
    """The rules that are measured under this name."""
    if name not in casts():
        return load(name)
    return load(casts()[name]["edition"]).with_cast(casts()[name]["cast"])


@cache
def measured(name: str) -> Measured | None:
    """The numbers of an edition or a cast; None if it was not measured yet."""
    path = path_of(name)
    return Measured(**json.loads(path.read_text(encoding="utf-8"))) if path.exists() else None


@cache
def reasons() -> dict[str, str]:
    """Clause -> why no random game reaches it."""
    return YAML(typ="safe").load(REASONS.read_text(encoding="utf-8")) or {}


def read_fired() -> dict[str, str]:
    """Clause -> an edition or a cast in whose random games it fires, as it is written now."""
    return json.loads(FIRED.read_text(encoding="utf-8")) if FIRED.exists() else {}


@cache
def fired() -> dict[str, str]:
    """The same for pages, that are made at one time."""
    return read_fired()


def why_not(clause: str) -> str:
    """Why a clause does not fire in random games of one edition; empty if nobody knows."""
    elsewhere = f"with other cards: it fires in {fired()[clause]}" if clause in fired() else ""
    return reasons().get(clause) or elsewhere


def in_play(rules: Rules) -> tuple[int, int]:
    """A number of players, and how many clauses are not settled with so many; this takes a moment only."""
    players = sum(rules.players) // 2
    _, tally = rules.counting(players)
    return players, sum(tally.of(n, 1) is not None for n in range(len(tally.counts)))


def changed(rules: Rules, numbers: Measured) -> float:
    """How much of what was measured is of other rules than those of today: 0 nothing, 1 all."""
    players, now = in_play(rules)
    (plain,) = (r for r in numbers.runs if r["players"] == players and not r["options"])
    then: int = plain["fired"] + plain["scenario_only"] + plain["never"]
    known = {clause.id for clause in rules.clauses}
    gone = sum(id_ not in known for id_ in numbers.listed)
    return max(abs(now - then) / then, gone / max(len(numbers.listed), 1))

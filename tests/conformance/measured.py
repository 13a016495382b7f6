"""What random games and scenarios reached of the rules, as it was measured: tests/measured/*.json.

`python tests/tools/measure_conformance.py NAME` measures an edition, or one of the casts in casts.yaml. Clauses
have names that outlive a change of lines, so numbers stay true while rules are moved about; how much has changed
since is worked out here, cheaply. Of the games with options only the sum is kept; a clause has its own line.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from attrs import frozen
from ruamel.yaml import YAML

from conformance.ledger import ROOT
from rulewright import Rules, load
from rulewright.base.cache import load_cached, store_cached
from rulewright.runtime.session.rules.internals import inside

_T = TypeVar("_T")

FOLDER = ROOT / "tests" / "measured"
REASONS = FOLDER / "reasons.yaml"
CASTS = FOLDER / "casts.yaml"
FIRED = FOLDER / "fired.json"
SHORT = 200
MOST_CHANGED = 0.1
"""So large a part of the clauses may have changed before numbers are too old to be shown."""


@frozen
class Measured:
    """The file of one edition.

    `all` and `players` count clauses: those that fired, were only shown by a scenario, and never came to pass.
    """

    games: int  # without options, for each number of players
    all_games: int
    seed: int
    all: list[int]
    players: dict[str, list[int]]
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


def as_lines(data: Mapping[str, object]) -> str:
    """The text of a file: a line for each entry, and for each entry of what is longer than a line."""
    return "{\n" + ",\n".join(f"{_json(key)}: {_entry(data[key])}" for key in data) + "\n}\n"


def _entry(value: object) -> str:
    short = _json(value)
    if len(short) <= SHORT or not isinstance(value, dict | list):
        return short
    if isinstance(value, list):
        return "[\n" + ",\n".join(map(_json, value)) + "\n]"
    return "{\n" + ",\n".join(f"{_json(key)}: {_json(value[key])}" for key in value) + "\n}"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


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
    if not FIRED.exists():
        return {}
    by_name = json.loads(FIRED.read_text(encoding="utf-8"))
    return {clause: name for name, clauses in by_name.items() for clause in clauses}


def write_fired(found: Mapping[str, str]) -> None:
    """Write it, by edition and cast."""
    by_name: dict[str, list[str]] = {}
    for clause, name in sorted(found.items()):
        by_name.setdefault(name, []).append(clause)
    FIRED.write_text(as_lines({name: by_name[name] for name in sorted(by_name)}), encoding="utf-8")


@cache
def fired() -> dict[str, str]:
    """The same for pages, that are made at one time."""
    return read_fired()


def why_not(clause: str) -> str:
    """Why a clause does not fire in random games of one edition; empty if nobody knows."""
    elsewhere = f"with other cards: it fires in {fired()[clause]}" if clause in fired() else ""
    return reasons().get(clause) or elsewhere


@cache
def clause_ids(rules: Rules) -> frozenset[str]:
    """Return the ids of all clauses of an edition's rules; workers share them."""
    return _cached("ids", rules, lambda: frozenset(clause.id for clause in rules.clauses))


def _cached(what: str, rules: Rules, make: Callable[[], _T]) -> _T:
    """Return a fact about the clauses of rules from the cache that workers share, or made by `make`."""
    key = f"clauses {what} {inside(rules).hashes.located} {inside(rules).cast}"
    fact: _T | None = load_cached(key)
    if fact is None:
        store_cached(key, fact := make())
    return fact


@cache
def in_play(rules: Rules) -> tuple[int, int]:
    """A number of players, and how many clauses are not settled with so many; both pages and tests ask for it."""
    players = sum(rules.players) // 2

    def count() -> int:
        _, tally = inside(rules).counting(players)
        return sum(tally.of(n, 1) is not None for n in range(len(tally.counts)))

    return players, _cached(f"in play of {players}", rules, count)


def changed(rules: Rules, numbers: Measured) -> float:
    """How much of what was measured is of other rules than those of today: 0 nothing, 1 all."""
    players, now = in_play(rules)
    then = sum(numbers.players[str(players)])
    known = clause_ids(rules)
    gone = sum(id_ not in known for id_ in numbers.listed)
    return max(abs(now - then) / then, gone / max(len(numbers.listed), 1))

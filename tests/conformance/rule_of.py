"""Which rule a requirement is about: the one that its scenarios set off, and most other scenarios do not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache

from conformance.ledger import ROOT, Shown
from rulewright import Rules
from rulewright.cli.test_runs.coverage_runs import Coverage


def rules_of(
    coverage: Coverage, fired: Mapping[str, set[str]], shown: Mapping[str, list[Shown]]
) -> dict[str, str]:
    """Requirement -> declaration; `fired` says which clauses come to pass in the scenario at a place.

    A declaration in the rule file beside the scenarios is preferred; from elsewhere only what stands on no card, as
    whatever is on the table speaks in most scenarios.
    """
    owners = {clause.id: clause.owner for clause in coverage.clauses}
    files = {clause.owner: clause.shown_at.source.name for clause in coverage.clauses}
    by_place = {
        place: {owners[id_] for id_ in ids if id_ in owners} for place, ids in fired.items()
    }
    how_often = Counter(owner for speaking in by_place.values() for owner in speaking)
    found: dict[str, str] = {}
    for requirement, where in sorted(shown.items()):
        own = [by_place[one.place] for one in where if one.place in by_place]
        beside = {_beside(one.place) for one in where if one.place in by_place}
        common = set.intersection(*own) if own else set()
        near = {owner for owner in common if files[owner] in beside}
        frame = {
            owner for owner in common if owner.startswith(("event ", "phase ", "fact ", "value "))
        }
        best = _rarest(near, how_often, len(fired))
        if best is None and not any((ROOT / file).exists() for file in beside):
            best = _rarest(frame, how_often, len(fired))
        if best is not None:
            found[requirement] = best
    return found


def _beside(place: str) -> str:
    """The rule file that a scenario stands beside: `witch.districts.scenarios.rules` is about `witch.rules`."""
    folder, _, name = place.rsplit(":", 1)[0].rpartition("/")
    return f"{folder}/{name.split('.')[0]}.rules"


def _rarest(owners: Iterable[str], how_often: Mapping[str, int], scenarios: int) -> str | None:
    """The one that speaks in the fewest scenarios; none if all of them speak nearly everywhere."""
    some = [owner for owner in owners if how_often[owner] < scenarios / 2]
    return min(some, key=lambda owner: (how_often[owner], owner), default=None)


@cache
def places_of(rules: Rules) -> dict[str, str]:
    """Declaration -> file and line."""
    found: dict[str, str] = {}
    for clause in rules.clauses:
        found.setdefault(clause.owner, f"{clause.shown_at.source.name}:{clause.shown_at.line}")
    return found


def rule_place(rules: Rules, owner: str | None, where: Iterable[Shown]) -> str:
    """File and line of the rule of a requirement; else the rule file beside its first scenario, if there is one."""
    if owner is not None and owner in places_of(rules):
        return places_of(rules)[owner]
    for one in where:
        file = _beside(one.place)
        if one.is_scenario and (ROOT / file).exists():
            return file
    return ""

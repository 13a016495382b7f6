"""Every requirement of the editions that are written is shown, or says why it cannot be."""

from __future__ import annotations

import pytest

from conformance.ledger import ROOT, editions, requirements, shown
from conformance.measured import (
    MOST_CHANGED,
    changed,
    clause_ids,
    measured,
    played,
    reasons,
    why_not,
)
from conformance.readings import readings
from conformance.table import PAGES, PLANNED, documents, other_casts, rules_of, whole

LEDGERS = editions()
WRITTEN = [edition for edition in LEDGERS if edition not in PLANNED]
# The bonus districts are a pool that editions add by an option: they are measured there.
PLAYED = [*(edition for edition in WRITTEN if edition != "dark-city"), *other_casts()]
SHIPPED = sorted(path.stem for path in (ROOT / "editions").glob("*.yaml"))


@pytest.mark.parametrize("edition", WRITTEN)
def test_every_requirement_is_shown_or_says_why_not(edition: str) -> None:
    """A requirement without scenario, test and reason would be forgotten."""
    found = shown()
    own = requirements(edition)
    assert own
    assert [r.id for r in own if r.id not in found and not r.not_tested] == []


@pytest.mark.parametrize("edition", sorted(PLANNED))
def test_a_planned_edition_has_something_left_to_show(edition: str) -> None:
    """With everything shown it is written, and has to leave the list of the planned."""
    found = shown()
    assert [r.id for r in requirements(edition) if r.id not in found and not r.not_tested]


@pytest.mark.parametrize("edition", LEDGERS)
def test_a_ledger_is_of_one_edition(edition: str) -> None:
    """A line of another edition would be asked of the wrong one."""
    assert {r.edition for r in requirements(edition)} == {edition}


def test_ids_are_unique() -> None:
    """An id names one requirement, in all ledgers together."""
    ids = [r.id for edition in LEDGERS for r in requirements(edition)]
    assert sorted(set(ids)) == sorted(ids)


def test_no_scenario_covers_what_no_ledger_lists() -> None:
    """A mistyped id would count for nothing."""
    known = {r.id for edition in LEDGERS for r in requirements(edition)}
    assert sorted(set(shown()) - known) == []


@pytest.mark.rotating
def test_the_pages_are_fresh() -> None:
    """docs/conformance.md and its pages say what `python tests/conformance/table.py` would write now."""
    texts = documents()
    assert {path: path.read_text(encoding="utf-8") for path in texts} == texts
    assert set(PAGES.glob("*.md")) <= set(texts)


def test_a_page_has_the_readings_of_every_card_that_the_edition_is_measured_with() -> None:
    """Not only of its first game: the revised edition has other lists, and casts of one's own."""
    rules = whole("modern")
    assert rules is not None
    owners = {chosen.owner for chosen in readings(rules)}
    assert owners >= {"Magistrate", "Blackmailer", "Museum", "Necropolis", "Queen", "Emperor"}


@pytest.mark.sampled(12)
@pytest.mark.parametrize("name", PLAYED)
def test_what_games_reach_was_measured_on_nearly_these_rules(name: str) -> None:
    """Else `python tests/tools/measure_conformance.py NAME` is due."""
    numbers = measured(name)
    assert numbers is not None
    assert changed(played(name), numbers) <= MOST_CHANGED


@pytest.mark.parametrize("name", PLAYED)
def test_what_no_game_reaches_has_a_reason(name: str) -> None:
    """A clause that no random game of any cast reaches says why, in tests/measured/reasons.yaml."""
    numbers = measured(name)
    assert numbers is not None
    assert [id_ for id_ in numbers.listed if not why_not(id_)] == []


@pytest.mark.rotating
def test_reasons_are_of_clauses_that_are_there() -> None:
    """A reason for a clause that was rewritten says nothing."""
    known = {
        id_ for edition in SHIPPED if (rules := rules_of(edition)) for id_ in clause_ids(rules)
    }
    assert sorted(set(reasons()) - known) == []

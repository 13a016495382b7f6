"""Every requirement of the editions that are written is shown, or says why it cannot be."""

from __future__ import annotations

import pytest

from conformance.table import DOCUMENT, LEDGERS, PLANNED, document, requirements, shown


@pytest.mark.parametrize("edition", [edition for edition in LEDGERS if edition not in PLANNED])
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


def test_the_document_is_fresh() -> None:
    """docs/conformance.md says what `python tests/conformance/table.py` would write now."""
    assert DOCUMENT.read_text(encoding="utf-8") == document()

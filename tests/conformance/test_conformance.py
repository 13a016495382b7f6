"""Every requirement of the two editions is shown, or says why it cannot be."""

from __future__ import annotations

import pytest

from conformance.table import DOCUMENT, LEDGERS, document, requirements, shown


@pytest.mark.parametrize("edition", LEDGERS)
def test_every_requirement_is_shown_or_says_why_not(edition: str) -> None:
    """A requirement without scenario, test and reason would be forgotten."""
    found = shown()
    own = [r for r in requirements(edition) if r.edition == edition]
    assert own
    assert [r.id for r in own if r.id not in found and not r.not_tested] == []


@pytest.mark.parametrize("edition", LEDGERS)
def test_ids_are_unique(edition: str) -> None:
    """An id names one requirement."""
    ids = [r.id for r in requirements(edition)]
    assert sorted(set(ids)) == sorted(ids)


def test_no_scenario_covers_what_no_ledger_lists() -> None:
    """A mistyped id would count for nothing."""
    known = {r.id for edition in LEDGERS for r in requirements(edition)}
    assert sorted(set(shown()) - known) == []


def test_the_document_is_fresh() -> None:
    """docs/conformance.md says what `python tests/conformance/table.py` would write now."""
    assert DOCUMENT.read_text(encoding="utf-8") == document()

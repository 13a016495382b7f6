"""The long run over what game files deal itself works: some pairs of one edition, and one that is told apart."""

from __future__ import annotations

import pytest

pytest.importorskip("wasmtime")

from long import try_file_deals


def test_the_line_of_an_edition() -> None:
    found = try_file_deals.tried("caravan", 8)
    edition, pairs, again, as_they_lie, hidden, moved, wrong = found.line()

    assert (edition, pairs, again, as_they_lie, wrong) == ("caravan", 8, 4, 4, "nothing")
    assert 0 < int(str(moved)) < int(str(hidden))
    assert len(found.line()) == len(try_file_deals.HEADS)


def test_what_is_wrong_is_told_with_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("a card has moved\nmany")

    monkeypatch.setattr(try_file_deals, "check_alike", fail)
    found = try_file_deals.tried("caravan", 8)

    assert found.wrong[0].startswith("seed 1000, seat ")
    assert len(found.wrong) >= try_file_deals.MOST_PROBLEMS

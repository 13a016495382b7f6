"""The long run over games dealt anew itself works: some pairs of one edition, and one that is told apart."""

from __future__ import annotations

import pytest

from long import try_twins


def test_the_line_of_an_edition() -> None:
    found = try_twins.tried("expeditions", 6)
    edition, pairs, compared, same, wrong = found.line()

    assert (edition, pairs, wrong) == ("expeditions", 6, "nothing")
    assert compared == same
    assert len(found.line()) == len(try_twins.HEADS)


def test_what_is_wrong_is_told_with_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("a card has moved\nmany")

    monkeypatch.setattr(try_twins, "check", fail)
    found = try_twins.tried("caravan", 10)

    assert found.wrong[0].startswith("seed 1000, seat ")
    assert len(found.wrong) == try_twins.MOST_PROBLEMS

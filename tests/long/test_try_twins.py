"""The long run over games dealt anew itself works: some pairs of one edition, and one that is told apart."""

from __future__ import annotations

from itertools import count

import pytest

from long import try_twins
from rulewright.players.searching import Thought


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


def test_another_answer_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = count()
    monkeypatch.setattr(try_twins, "think", lambda *_: Thought(next(answers), (), ()))
    found = try_twins.tried("caravan", 12)

    assert "another answer" in found.wrong[0]
    assert found.same == 0 < found.compared

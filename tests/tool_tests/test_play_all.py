"""The long run itself works: a few games of one edition, and a game that goes wrong."""

from __future__ import annotations

import pytest

from properties.kit import Table
from tools import play_all


def test_the_line_of_a_way_to_play() -> None:
    played = play_all.play(Table("classic", 3, ("shorter-game",)), 3)
    edition, players, options, games, fewest, _, most, *_, wrong = played.line()

    assert (edition, players, options, games, wrong) == ("classic", 3, "shorter-game", 3, "nothing")
    assert 0 < int(str(fewest)) <= int(str(most))
    assert len(played.line()) == len(play_all.HEADS)


def test_what_is_wrong_is_told_with_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("cards are missing\nmany")

    monkeypatch.setattr(play_all, "check_end", fail)
    played = play_all.play(Table("classic", 3, ()), 10)

    assert played.wrong[0] == "seed 1: AssertionError cards are missing"
    assert len(played.wrong) == play_all.MOST_PROBLEMS

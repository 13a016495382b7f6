"""Which characters of the revised edition cannot play with how many: refused before a game begins."""

from __future__ import annotations

import pytest

import rulewright
from conformance.casts import in_game

EMISSARIES = ["Witch", "Spy", "Seer", "Emperor", "Bishop", "Merchant", "Scholar", "Diplomat"]


@pytest.fixture(scope="module")
def modern() -> rulewright.Rules:
    return rulewright.load("modern")


def refusal(rules: rulewright.Rules, players: int, cast: list[str]) -> str:
    """What is said of such a game; nothing if it can be played."""
    try:
        in_game(rules, players, cast=cast)
    except rulewright.RulesError as error:
        return " ".join(complaint.message for complaint in error.complaints)
    return ""


@pytest.mark.covers("MOD-EMPEROR-09")
@pytest.mark.rotating
def test_two_players_have_no_emperor(modern: rulewright.Rules) -> None:
    assert "the Emperor needs at least three players" in refusal(modern, 2, EMISSARIES)
    for rank_four in ("King", "Patrician"):
        others = [name for name in EMISSARIES if name != "Emperor"]
        assert refusal(modern, 2, [*others, rank_four]) == ""
    assert refusal(modern, 4, EMISSARIES) == ""


@pytest.mark.covers("MOD-QUEEN-04")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7])
def test_fewer_than_five_players_have_no_queen(modern: rulewright.Rules, players: int) -> None:
    said = refusal(modern, players, ["Queen"])
    assert ("the Queen needs at least five players" in said) == (players < 5)
    assert (said == "") == (players >= 5)

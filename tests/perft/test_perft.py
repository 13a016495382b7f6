"""Games of every edition are what they were, decision by decision.

RULEWRIGHT_TESTS=slow plays all seeds of every way; otherwise some of each.
"""

from __future__ import annotations

import pytest

from perft.games import Way, digests, ways, written
from properties.kit import SLOW

FEW = 2


@pytest.mark.parametrize(("way", "seeds"), [pytest.param(*w, id=w[0].name) for w in ways()])
def test_games_are_what_they_were(way: Way, seeds: int) -> None:
    expected = written()[way.name]

    assert len(expected) == seeds
    played = seeds if SLOW else FEW
    assert digests(way, played) == expected[:played]


def test_every_line_is_a_way_to_play() -> None:
    assert set(written()) == {way.name for way, _ in ways()}

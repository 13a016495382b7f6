"""Games of every edition are what they were, decision by decision.

RULEWRIGHT_TESTS=slow plays all seeds of every way; otherwise one of each, and of the options every fourth.
"""

from __future__ import annotations

import pytest

from perft.games import Way, digests, ways, written
from properties.kit import SLOW

FEW = 1


NAMES = [*written()]
OPTIONS = [name for name in NAMES if Way.named(name).option]
PLAYED = NAMES if SLOW else [name for name in NAMES if name not in OPTIONS] + OPTIONS[::4]


@pytest.mark.parametrize("name", PLAYED)
def test_games_are_what_they_were(name: str) -> None:
    expected = written()[name]

    played = len(expected) if SLOW else FEW
    assert digests(Way.named(name), played) == expected[:played]


def test_every_line_is_a_way_to_play() -> None:
    assert {name: len(found) for name, found in written().items()} == {
        way.name: seeds for way, seeds in ways()
    }
    assert all(Way.named(name).name == name for name in written())

"""Games of every edition are what they were, decision by decision.

--long plays all seeds of every way; the push tier one of a sample drawn by date.
"""

from __future__ import annotations

import pytest

from perft.games import Way, digests, fewer, ways, written
from tiers import LONG, sample

FEW = 1


WAYS = [Way.named(name) for name in written()]
OPTIONS = [way for way in WAYS if way.option]
PLAIN = [way for way in WAYS if not (way.option or way.cast)]
CASTS = [way for way in WAYS if way.cast]
PLAYED = WAYS if LONG else [*sample(PLAIN, 36), *sample(CASTS, 16), *sample(fewer(OPTIONS), 4)]


@pytest.mark.parametrize("way", PLAYED, ids=lambda way: way.name)
def test_games_are_what_they_were(way: Way) -> None:
    expected = written()[way.name]

    played = len(expected) if LONG else FEW
    assert digests(way, played) == expected[:played]


@pytest.mark.long
def test_every_line_is_a_way_to_play() -> None:
    assert {name: len(found) for name, found in written().items()} == {
        way.name: seeds for way, seeds in ways()
    }
    assert all(Way.named(name).name == name for name in written())

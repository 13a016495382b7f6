"""What a seat hears natively is what Python tells it in every second edition.

--long plays every way that there is: all numbers of players, options, drawn casts.
"""

from __future__ import annotations

import pytest

from engines.kit import GAMES, module_of
from perft.games import Way, written
from tiers import LONG, sample

pytest.importorskip("wasmtime")

from engines.hearing import heard_in

WAYS = [way for way in map(Way.named, written()) if way.edition not in GAMES]
FIRST = list({way.edition: way for way in WAYS if not (way.option or way.cast)}.values())


@pytest.mark.parametrize("way", WAYS if LONG else sample(FIRST, every=10), ids=lambda way: way.name)
@pytest.mark.rotating
def test_editions_are_heard(way: Way) -> None:
    hearing = heard_in(module_of(way), 1)

    assert hearing.told > 5

"""Two games of the largest edition on both engines, with drawn casts: what is quick of `test_lockstep`."""

from __future__ import annotations

import pytest

from engines.kit import Lockstep, module_of
from perft.games import DRAWN, Way, written

pytestmark = pytest.mark.sampled(2)

CASTS = [way for way in map(Way.named, written()) if way.edition == DRAWN and way.cast]

pytest.importorskip("wasmtime")


@pytest.mark.parametrize("way", CASTS[:2], ids=lambda way: way.name)
@pytest.mark.rotating
def test_a_game_with_a_drawn_cast_is_the_same_on_both_engines(way: Way) -> None:
    both = Lockstep.of(module_of(way))
    both.play(7, playouts=2)

    assert both.decisions > 100
    assert not both.given_up

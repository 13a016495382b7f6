"""House cards of strangers play natively: hardly a game is given up, and all are those of the Python engine."""

from __future__ import annotations

import pytest

from engines.kit import Lockstep
from engines.odd_editions import odd_module

pytest.importorskip("wasmtime")


def test_what_counts_on_a_condition_is_not_asked_where_that_does_not_hold() -> None:
    """The Cellar asks how many cards its owner holds, if it is in a hand: in the deck it has no owner."""
    both = Lockstep.of(odd_module(("Cellar",), 4))
    both.play(1)
    both.play_whole(range(50))

    assert not both.given_up
    for seed in range(100):
        assert both.native._played([(seed, seed)]) is not None

"""Who knows which card is what the oracle says: after every deed in Python, at every decision natively.

--long draws many more tables, and plays all that is shipped.
"""

from __future__ import annotations

from collections import Counter

import pytest

from engines.kit import module_of, native
from knowing.conftest import Drawn
from knowing.watching import DEEDS, watch
from perft.games import Way
from tiers import LONG

TABLES = 400 if LONG else 12
GAMES = 4
SHIPPED = [
    Way("classic", 4),
    Way("modern", 5),
    Way("expeditions", 2),
    Way("tiny_game/lanterns.yaml", 3),
]
CAST = ("Magistrate", "Spy", "Wizard", "Emperor", "Cardinal", "Navigator")

pytest.importorskip("wasmtime")


@pytest.mark.rotating
def test_every_deed_is_done_on_drawn_tables(drawn: Drawn) -> None:
    """On the Python engine alone, where it is quick."""
    done = Counter[str]()
    for table in range(12):
        for seed in range(GAMES):
            done += watch(drawn(table), seed).deeds

    assert all(done[verb] > 5 for verb in DEEDS), done


@pytest.mark.parametrize("seed", range(TABLES))
@pytest.mark.rotating
def test_on_a_drawn_table_each_seat_knows_what_it_can_be_sure_of(drawn: Drawn, seed: int) -> None:
    module = drawn(seed)
    engine = native(module)
    for game in range(GAMES):
        watch(module, game, engine)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("way", [*SHIPPED, Way("modern", 6, "", CAST)], ids=lambda way: way.name)
@pytest.mark.rotating
def test_so_it_is_in_what_is_shipped(way: Way) -> None:
    module = module_of(way)
    engine = native(module)
    for game in range(20 if LONG else 1):
        watch(module, game, engine)

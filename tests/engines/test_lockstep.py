"""The native engine plays the very games of the Python engine: every edition, number of players, drawn casts, small
games; compared at every decision with all that is in the state.

`python tests/engines/many.py` plays all options, and as many games as it is told.
"""

from __future__ import annotations

import pytest

from engines.kit import GAMES, Lockstep, module_of, players_of
from perft.games import Way, ways
from properties.kit import SLOW
from rulewright.library import find_library

EDITIONS = sorted(path.stem for path in (find_library().root / "editions").glob("*.yaml"))
TABLES = [
    Way(edition, players) for edition in [*EDITIONS, *GAMES] for players in players_of(edition)
]
CASTS = [way for way, _ in ways() if way.cast]
OPTIONS = [way for way, _ in ways() if way.option and way.edition not in GAMES]

pytest.importorskip("wasmtime")


@pytest.mark.parametrize("way", [*TABLES, *CASTS], ids=lambda way: way.name)
def test_games_are_the_same_on_both_engines(way: Way) -> None:
    both = Lockstep.of(module_of(way))
    for seed in range(25 if SLOW else 1):
        both.play(seed)
    both.play_whole(range(1, 3))

    # Some of the small games are played by scenarios only, and one of them has numbers beyond all measure.
    assert both.decisions or way.edition in GAMES
    assert not both.given_up or "numbers" in way.edition


@pytest.mark.parametrize("way", OPTIONS if SLOW else OPTIONS[::6], ids=lambda way: way.name)
def test_options_make_no_difference_to_that(way: Way) -> None:
    both = Lockstep.of(module_of(way))
    both.play(3, playouts=1)

    assert not both.given_up

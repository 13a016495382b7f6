"""The native engine plays the very games of the Python engine: every edition, drawn casts, small games; compared at
every decision with all that is in the state. --long plays each with every number of players.

`python tests/tools/lockstep_games.py` plays all options, and as many games as it is told.
"""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pytest

from engines.kit import GAMES, Lockstep, module_of, players_of
from engines.marked_table import marked_table
from knowing.sights import sights
from perft.games import Way, written
from properties.kit import state_of
from tiers import day_seeds, sample

pytestmark = pytest.mark.portable

WRITTEN = [Way.named(name) for name in written()]
PLAIN = [way for way in WRITTEN if not (way.option or way.cast or way.edition in GAMES)]
TABLES = [
    *(way for _, ways in groupby(PLAIN, key=lambda way: way.edition) for way in sample([*ways], 7)),
    *(way for game in GAMES for way in sample([Way(game, n) for n in players_of(game)], 7)),
]
"""Each edition and small game with a number of players drawn by date; the long tier has all numbers."""
CASTS = sample([way for way in WRITTEN if way.cast], every=10)
OPTIONS = [way for way in WRITTEN if way.option and way.edition not in GAMES]

pytest.importorskip("wasmtime")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("way", [*TABLES, *CASTS], ids=lambda way: way.name)
def test_games_are_the_same_on_both_engines(way: Way) -> None:
    both = Lockstep.of(module_of(way))
    for seed in day_seeds(1, long=25):
        both.play(seed)
    both.play_whole(range(1, 3))

    # Some of the small games are played by scenarios only, and one of them has numbers beyond all measure.
    assert both.decisions or way.edition in GAMES
    assert not both.given_up or "numbers" in way.edition


def test_a_table_with_more_places_than_there_is_room_before_the_state(tmp_path: Path) -> None:
    both = Lockstep.of(marked_table(tmp_path, 2))
    both.play(1, playouts=1)

    assert both.decisions
    assert not both.given_up


def test_what_a_card_holds_for_its_owner_alone_no_player_sees(tmp_path: Path) -> None:
    both = Lockstep.of(state_of(sights(tmp_path)).game.module)
    for seed in range(4):
        both.play(seed)

    assert both.decisions


@pytest.mark.parametrize("way", sample(OPTIONS, every=120), ids=lambda way: way.name)
@pytest.mark.rotating
def test_options_make_no_difference_to_that(way: Way) -> None:
    both = Lockstep.of(module_of(way))
    both.play(3, playouts=1)

    assert not both.given_up

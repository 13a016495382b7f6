"""A chunk of games: all that somebody needs to play them anywhere, and the sums that come back."""

from __future__ import annotations

from functools import lru_cache

from rulewright.base.records import Record
from rulewright.lab.balance.execution.bundles import Bundle
from rulewright.lab.balance.recording.game_records import Watch
from rulewright.lab.balance.recording.watched_table import Table
from rulewright.lab.balance.statistics.tallies import Tally


class Side(Record):
    """What plays: an edition, how many players, its options, and how strong the players are (0: by lot)."""

    bundle: Bundle
    players: int
    options: tuple[str, ...]
    simulations: int


class Chunk(Record):
    """So many games of a side, dealt from a seed and those after it."""

    side: Side
    first: int
    games: int


def play_chunk(chunk: Chunk) -> Tally:
    """Play all games of a chunk: the same ones wherever that is done. Raises RulesError and OtherRules."""
    side, tally = chunk.side, Tally()
    table = table_of(side.bundle, side.players, side.options)
    for seed in range(chunk.first, chunk.first + chunk.games):
        Watch(table, side.simulations, seed, tally).play()
    return tally


@lru_cache(maxsize=32)
def table_of(bundle: Bundle, players: int, options: tuple[str, ...]) -> Table:
    """What is watched in games of an edition, worked out once in each process."""
    return Table.of(bundle.rules(), players, options)

"""A chunk of games: all data needed to play them anywhere, and the tally that comes back."""

from __future__ import annotations

from functools import lru_cache

from rulewright.base.records import Record
from rulewright.lab.balance.execution.bundles import Bundle
from rulewright.lab.balance.recording.game_records import GameRecorder
from rulewright.lab.balance.recording.watched_table import RecordingSetup
from rulewright.lab.balance.statistics.tallies import GameTally


class Side(Record):
    """One side of a comparison: an edition, the number of players, options, and simulations per decision.

    0 simulations means random players.
    """

    bundle: Bundle
    players: int
    options: tuple[str, ...]
    simulations: int


class Chunk(Record):
    """A number of games of one side, dealt from consecutive seeds."""

    side: Side
    first: int
    games: int


def play_chunk(chunk: Chunk) -> GameTally:
    """Play all games of a chunk, with equal results on every machine. Raises RulesError and RulesMismatch."""
    side, tally = chunk.side, GameTally()
    setup = recording_setup(side.bundle, side.players, side.options)
    for seed in range(chunk.first, chunk.first + chunk.games):
        GameRecorder(setup, side.simulations, seed, tally).play()
    return tally


@lru_cache(maxsize=32)
def recording_setup(bundle: Bundle, players: int, options: tuple[str, ...]) -> RecordingSetup:
    """Return the recording set-up for games of an edition, computed once per process."""
    return RecordingSetup.of(bundle.rules(), players, options)

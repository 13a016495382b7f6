"""A forecast, before any game counts, of how long a verdict will take on this machine."""

from __future__ import annotations

from time import perf_counter
from typing import Final

from rulewright.base.records import Record
from rulewright.lab.balance.execution.chunks import Side
from rulewright.lab.balance.execution.runs import MOST_TIMES
from rulewright.lab.balance.recording.game_records import GameRecorder
from rulewright.lab.balance.recording.watched_table import RecordingSetup
from rulewright.lab.balance.statistics.tallies import GameTally

VERDICT_GAMES: Final = {True: {2: 150, 1: 550}, False: {2: 20_000, 1: 80_000}}
"""Games after which an advantage of so few percentage points is certain, for cards that players take or are dealt.

140 games of `classic` gave a radius of 1.9 points (docs/balance.md), 400 of `kuhn` one of 14; it falls with the
square root of the number of games.
"""

WARM_UP_SEED: Final = 0


class Forecast(Record):
    """The games a minute that all workers play, with both strengths in the proportion of a run."""

    games_a_minute: float
    is_taken: bool
    """Whether players take the cards judged."""

    def minutes(self, points: int) -> float:
        """Return the minutes until an advantage of 1 or 2 percentage `points` is certain."""
        return VERDICT_GAMES[self.is_taken][points] / self.games_a_minute


def forecast_of(setup: RecordingSetup, sides: list[Side], width: int) -> Forecast:
    """Time one game of each searching strength on this machine, or of random players if there is no other."""
    strengths = sorted({side.simulations for side in sides if side.simulations}) or [0]
    GameRecorder(setup, 0, WARM_UP_SEED, GameTally()).play()  # compiles what the first game needs
    games, seconds = 0, 0.0
    for strength in strengths:
        weight = min(strengths[-1] // strength, MOST_TIMES) if strength else 1
        begun = perf_counter()
        GameRecorder(setup, strength, WARM_UP_SEED, GameTally()).play()
        games, seconds = games + weight, seconds + weight * (perf_counter() - begun)
    return Forecast(60 * width * games / max(seconds, 1e-6), bool(setup.kinds_taken))

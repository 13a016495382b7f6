"""A run: games of several sides in turn, until all questions are decided or the budget is spent."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Executor
from contextlib import closing
from time import monotonic
from typing import Final

from rulewright.base.records import Draft, Record, field
from rulewright.lab.balance.execution.chunks import Chunk, Side, play_chunk
from rulewright.lab.balance.execution.journals import Journal
from rulewright.lab.balance.execution.workers import stream_results
from rulewright.lab.balance.statistics.tallies import GameTally

SIZES: Final = {True: 50, False: 4}
"""Games per chunk, for random players (True) and for search players: a few seconds."""

MOST_TIMES: Final = 6
"""Chunks of a weaker side per chunk of the strongest: weaker games are cheaper and add more information per
second."""


class RunBudget(Record):
    """The limits of a run: games per side by search players and by random ones, and seconds."""

    games: int
    random_games: int
    seconds: float | None = None


class BalanceRun(Draft):
    """A run of games for several sides, with a tally for each; results are added in the order of seeds."""

    sides: list[Side]
    budget: RunBudget
    seed: int
    journal: Journal
    tallies: list[GameTally] = field(factory=list)
    is_interrupted: bool = False
    """Whether Ctrl-C ended the run."""

    def __attrs_post_init__(self) -> None:
        """Start with empty tallies."""
        self.tallies = [GameTally() for _ in self.sides]

    def play(
        self,
        executor: Executor,
        width: int,
        is_sure: Callable[[BalanceRun], bool],
        told: Callable[[BalanceRun], None],
    ) -> None:
        """Play until `is_sure` or the budget is spent, and report after each chunk. Ctrl-C ends the run.

        `is_sure` is evaluated after complete turns only. So the same games are played with any number of workers,
        unless a time limit ends the run. Raises the exceptions of the games, and OSError if the journal cannot be
        written.
        """
        begun = monotonic()
        chunks = self._chunks()
        last = len(self.sides) - 1
        try:
            with closing(self._results_in_order(chunks, executor, width)) as played:
                for number, chunk, tally in played:
                    self.journal.add((number, chunk.first), tally)
                    self.tallies[number].add(tally)
                    told(self)
                    if number == last and is_sure(self):
                        return
                    seconds = self.budget.seconds
                    if seconds is not None and monotonic() - begun > seconds:
                        return
        except KeyboardInterrupt:
            self.is_interrupted = True

    def _chunks(self) -> Iterator[tuple[int, Chunk]]:
        """Yield (side number, chunk), all sides in turn, as far as each side's budget goes."""
        played = [0] * len(self.sides)
        longest = max(side.simulations for side in self.sides)
        while True:
            is_over = True
            for number, side in enumerate(self.sides):
                by_lot = not side.simulations
                most = self.budget.random_games if by_lot else self.budget.games
                for _ in range(1 if by_lot else min(longest // side.simulations, MOST_TIMES)):
                    games = min(SIZES[by_lot], most - played[number])
                    if games > 0:
                        is_over = False
                        yield number, Chunk(side, self.seed + played[number], games)
                        played[number] += games
            if is_over:
                return

    def _results_in_order(
        self, chunks: Iterator[tuple[int, Chunk]], executor: Executor, width: int
    ) -> Generator[tuple[int, Chunk, GameTally]]:
        """Yield (side number, chunk, tally) in order; chunks in the journal are not played again."""
        waiting: deque[tuple[int, Chunk, GameTally | None]] = deque()

        def unknown() -> Iterator[tuple[int, Chunk]]:
            """Yield the chunks to be played; put all chunks into `waiting`."""
            for number, chunk in chunks:
                known = self.journal.known.get((number, chunk.first))
                if known is not None and known.games != chunk.games:
                    known = None  # the budget was different and ended within this chunk
                waiting.append((number, chunk, known))
                if known is None:
                    yield number, chunk

        def left_over(played: tuple[int, Chunk], tally: GameTally) -> None:
            """Store the tally of a chunk that was finished out of turn when the run ended."""
            self.journal.add((played[0], played[1].first), tally)

        for _, tally in stream_results(_play_numbered_chunk, unknown(), executor, width, left_over):
            while waiting:
                number, chunk, known = waiting.popleft()
                yield number, chunk, tally if known is None else known
                if known is None:
                    break
        for number, chunk, known in waiting:
            assert known is not None
            yield number, chunk, known


def _play_numbered_chunk(numbered: tuple[int, Chunk]) -> GameTally:
    """Return the tally of a chunk, which is given with the number of its side."""
    return play_chunk(numbered[1])

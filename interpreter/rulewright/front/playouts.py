"""The loop behind `rulewright simulate`: games without a story, as fast as they go."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any, Final, Protocol

from attrs import define, field, frozen

from rulewright.front.bots import Bot, make_bot
from rulewright.front.ending import EXIT_COMPLAINTS, NotPossible

if TYPE_CHECKING:
    from rulewright import Game, Rules

MOST_DECISIONS: Final = 1_000_000
"""After so many decisions a game is taken for one that never ends."""

LONG: Final = 1.0
"""Seconds after which a run shows how far it is."""


@frozen
class Plan:
    """What is to be played."""

    rules: Rules
    players: int
    games: int
    bot: str
    seed: int
    options: tuple[str, ...]


@define
class Report:
    """What came of a plan: sums over all games."""

    plan: Plan
    scores: list[int] = field(factory=list)
    wins: list[float] = field(factory=list)
    winner_scores: float = 0
    decisions: int = 0
    forced: int = 0
    rounds: int = 0
    seconds: float = 0
    cpu_seconds: float = 0

    def per_game(self, total: float) -> float:
        """Return a sum as a mean over the games."""
        return total / self.plan.games

    @property
    def games_per_second(self) -> float:
        """Games by the clock on the wall."""
        return self.plan.games / self.seconds if self.seconds else 0

    @property
    def mean_score(self) -> float:
        """The mean over all seats of all games."""
        return self.per_game(sum(self.scores)) / self.plan.players

    @property
    def winner_score(self) -> float:
        """The mean score of the winner; of winners who share it, of these."""
        return self.per_game(self.winner_scores)

    def add(self, game: Game) -> None:
        """Count a game that has ended."""
        outcome = game.outcome
        assert outcome is not None  # nobody has anything to decide
        for seat, score in enumerate(outcome.scores):
            self.scores[seat] += score
        winners = outcome.winners
        for seat in winners:
            self.wins[seat] += 1 / len(winners)
            self.winner_scores += outcome.scores[seat] / len(winners)
        self.decisions += len(game.decisions)
        self.forced += game.forced
        self.rounds += game.counter("round")

    def data(self) -> dict[str, Any]:
        """Return the report for machines."""
        plan = self.plan
        cpu_rate = plan.games / self.cpu_seconds if self.cpu_seconds else 0
        return {
            "edition": plan.rules.id,
            "players": plan.players,
            "games": plan.games,
            "bot": plan.bot,
            "seed": plan.seed,
            "options": list(plan.options),
            "seconds": round(self.seconds, 6),
            "cpu_seconds": round(self.cpu_seconds, 6),
            "games_per_s": round(self.games_per_second, 3),
            "games_per_cpu_s": round(cpu_rate, 3),
            "decisions_per_game": round(self.per_game(self.decisions), 4),
            "forced_per_game": round(self.per_game(self.forced), 4),
            "rounds_per_game": round(self.per_game(self.rounds), 4),
            "mean_score": round(self.mean_score, 4),
            "winner_score": round(self.winner_score, 4),
            "mean_scores": [round(self.per_game(score), 4) for score in self.scores],
            "wins": [round(self.per_game(wins), 4) for wins in self.wins],
        }


class Progress(Protocol):
    """Told after every game how many are done."""

    def __call__(self, done: int) -> None:
        """Take the number of games that have been played."""


def run_plan(plan: Plan) -> Report:
    """Play all games of `plan`, with a bar on the terminal when it takes long."""
    report = Report(plan, [0] * plan.players, [0.0] * plan.players)
    # The first game of an edition makes its machine; that is loading, not playing.
    plan.rules.new_game(plan.players, seed=plan.seed, options=plan.options, told=False)
    with _bar(plan.games) as progress:
        wall, cpu = perf_counter(), process_time()
        for number in range(plan.games):
            report.add(play_out(plan, plan.seed + number))
            progress(number + 1)
        report.seconds, report.cpu_seconds = perf_counter() - wall, process_time() - cpu
    return report


def play_out(plan: Plan, seed: int) -> Game:
    """Play one game to its end and return it."""
    game = plan.rules.new_game(plan.players, seed=seed, options=plan.options, told=False)
    try:
        _to_the_end(game, make_bot(plan.bot, seed))
    except Exception as error:
        error.add_note(f"{plan.rules.id}, {plan.players} players, seed {seed}: {game.decisions}")
        raise
    return game


def _to_the_end(game: Game, bot: Bot) -> None:
    choose, pick = game.choose, bot.choose
    for _ in range(MOST_DECISIONS):
        decision = game.decision
        if decision is None:
            return
        choose(pick(decision))
    raise NotPossible(
        f"a game did not end within {MOST_DECISIONS:,} decisions; its seed is {game.seed}",
        EXIT_COMPLAINTS,
    )


@contextmanager
def _bar(games: int) -> Iterator[Progress]:
    """A bar on stderr, if that is a terminal, once the run has become long."""
    if not sys.stderr.isatty():
        yield _silent
        return
    bar = _Bar(games)
    try:
        yield bar
    finally:
        bar.close()


def _silent(done: int) -> None:
    """Show nothing."""


class _Bar:
    """Looks at the clock after every game, and draws only ten times a second."""

    def __init__(self, games: int) -> None:
        self._games = games
        self._next = perf_counter() + LONG
        self._progress: Any = None
        self._task: Any = None

    def __call__(self, done: int) -> None:
        now = perf_counter()
        if now < self._next:
            return
        self._next = now + 0.1
        if self._progress is None:
            self._open()
        self._progress.update(self._task, completed=done, refresh=True)

    def _open(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

        self._progress = Progress(
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            auto_refresh=False,
            transient=True,
        )
        self._task = self._progress.add_task("games", total=self._games)
        self._progress.start()

    def close(self) -> None:
        if self._progress is not None:
            self._progress.stop()

"""The loop behind `rulewright simulate`: games without a story, as fast as they go."""

from __future__ import annotations

import shlex
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any, Final

import rulewright
from rulewright.base.records import Draft, Record, field
from rulewright.cli.common.exits import NotUsable
from rulewright.cli.common.parallel import spread
from rulewright.cli.common.progress import progress_bar
from rulewright.cli.common.seats import LEVELS, make_bot
from rulewright.language.text import RulesError
from rulewright.native.loading import Obstacle, obstacle
from rulewright.runtime.game.compiled_game import CompiledGame
from rulewright.runtime.game.game_complaints import in_game
from rulewright.runtime.session.native_backend import EngineName
from rulewright.runtime.session.playouts import ROUND, WHOLE, Playout, Totals, totals_of
from rulewright.runtime.session.rules.internals import inside

if TYPE_CHECKING:
    from rulewright.lab.balance.execution.bundles import Bundle

MOST_DECISIONS: Final = 1_000_000
"""After so many decisions a game is taken for one that never ends."""

RANDOM_BOT: Final = "random"

SHARES: Final = {"native": 2048, "python": 16, "bot": 1}
"""So many games are played in one go, by lot on an engine or by another bot: less than a second."""

AFAR: Final = 16
"""So many goes are one where another machine plays."""

LEAST_SHARES: Final = 8
"""For less no other process is begun; for games of who thinks always."""


class Plan(Record):
    """What is to be played, by so many processes at a time (None: one for each core)."""

    rules: rulewright.Rules
    players: int
    games: int
    bot: str
    seed: int
    options: tuple[str, ...]
    engine: EngineName = "python"
    jobs: int | None = None

    @property
    def game(self) -> CompiledGame:
        """What plays; on the Python engine where the native one cannot."""
        return inside(self.watched).compiled(self.players, self.options, self.engine)

    @property
    def watched(self) -> rulewright.Rules:
        """The rules for games that stop where what always holds is broken; the same if they say no such thing."""
        loaded = inside(self.rules).with_always()
        return self.rules if loaded is inside(self.rules) else rulewright.Rules(loaded)

    @property
    def is_native(self) -> bool:
        """Whether the native engine plays."""
        return (
            self.game.engine is not inside(self.watched).compiled(self.players, self.options).engine
        )

    @property
    def engine_name(self) -> EngineName:
        """What plays: all bots but the one by lot do on the Python engine."""
        return "native" if self.bot == RANDOM_BOT and self.is_native else "python"

    @property
    def obstacle(self) -> Obstacle | None:
        """What keeps the native engine from playing games by lot, if it was to play them and does not."""
        if self.engine == "python" or self.bot != RANDOM_BOT or self.is_native:
            return None
        return obstacle(inside(self.rules).module(self.players, self.options))

    def shares(self, times: int = 1) -> list[range]:
        """The seeds of the games, a share for each go, or for so many goes."""
        sort = "bot" if self.bot != RANDOM_BOT else self.engine_name
        last, step = self.seed + self.games, SHARES[sort] * times
        return [range(n, min(n + step, last)) for n in range(self.seed, last, step)]


class Report(Draft):
    """What came of a plan: sums over the games that were played, all of them unless somebody stopped it."""

    plan: Plan
    totals: Totals = field(factory=Totals)
    seconds: float = 0
    cpu_seconds: float = 0
    given_up: int = 0
    """How many games another engine had to play."""

    @property
    def games(self) -> int:
        """How many games were played: the first of the plan."""
        return self.totals.games

    @property
    def is_whole(self) -> bool:
        """Whether all games were played."""
        return self.games == self.plan.games

    def per_game(self, total: float) -> float:
        """Return a sum as a mean over the games."""
        return total / self.games

    @property
    def games_per_second(self) -> float:
        """Games by the clock on the wall."""
        return self.games / self.seconds if self.seconds else 0

    @property
    def mean_score(self) -> float:
        """The mean over all seats of all games."""
        return self.per_game(sum(self.totals.scores)) / self.plan.players

    @property
    def wins(self) -> list[float]:
        """The share of victories of each seat."""
        return [self.per_game(wins) / WHOLE for wins in self.totals.wins]

    @property
    def together(self) -> bool:
        """Whether all win as one or not at all."""
        outcome = self.plan.game.module.outcome
        return outcome.sides and not outcome.teams

    def data(self) -> dict[str, Any]:
        """Return the report for machines; `games` are those that were played."""
        plan, sums = self.plan, self.totals
        cpu_rate = self.games / self.cpu_seconds if self.cpu_seconds else 0
        return {
            "edition": plan.rules.id,
            "players": plan.players,
            "games": self.games,
            "planned": plan.games,
            "bot": plan.bot,
            "engine": plan.engine_name,
            "given_up": self.given_up,
            "seed": plan.seed,
            "options": list(plan.options),
            "cast": list(inside(plan.rules).cast),
            "seconds": round(self.seconds, 6),
            "cpu_seconds": round(self.cpu_seconds, 6),
            "games_per_s": round(self.games_per_second, 3),
            "games_per_cpu_s": round(cpu_rate, 3),
            "decisions_per_game": round(self.per_game(sums.decisions), 4),
            "forced_per_game": round(self.per_game(sums.forced), 4),
            "rounds_per_game": round(self.per_game(sums.rounds), 4),
            "mean_score": round(self.mean_score, 4),
            "winner_score": round(self.per_game(sums.best_scores), 4),
            "mean_scores": [round(self.per_game(score), 4) for score in sums.scores],
            "wins": [round(wins, 4) for wins in self.wins],
            "together": self.together,
        }


def run_plan(plan: Plan, cluster: str | None = None) -> Report:
    """Play all games of `plan`, with a bar on the terminal when it takes long; Ctrl-C leaves out the rest.

    A Dask cluster plays them if its address is given. Raises NotPossible if it does not answer.
    """
    report = Report(plan)
    # What plays is made when it is first asked for; that is loading, not playing, and for all processes at once.
    list(plan.game.engine.playouts([(plan.seed, 0)]))
    wall = perf_counter()
    with progress_bar(plan.games) as progress, closing(_played(plan, cluster)) as played:
        try:
            for totals, cpu, given_up in played:
                report.totals, report.cpu_seconds = report.totals + totals, report.cpu_seconds + cpu
                report.given_up += given_up
                progress(report.games)
        except KeyboardInterrupt:
            if not report.games:
                raise
    report.seconds = perf_counter() - wall
    return report


Shared = tuple[Totals, float, int]
"""What a share of a plan came to; see `_Share`."""


def _played(plan: Plan, cluster: str | None) -> Generator[Shared]:
    """What all shares of a plan come to, in their order."""
    if cluster is None:
        least = 2 if plan.bot in LEVELS else LEAST_SHARES
        yield from spread(_Share(plan), plan.shares(), least, plan.jobs)
        return
    from rulewright.cli.balance.balance_session import players_at
    from rulewright.lab.balance.execution.bundles import Bundle
    from rulewright.lab.balance.execution.workers import streamed

    far = _FarShare(
        Bundle.of(plan.rules), plan.players, plan.bot, plan.seed, plan.options, plan.engine
    )
    with players_at(cluster, None) as (executor, width):
        yield from (each for _, each in streamed(far, plan.shares(AFAR), executor, width))


class _FarShare(Record):
    """Plays a share of a plan on another machine, to which the edition travels as its files."""

    bundle: Bundle
    players: int
    bot: str
    seed: int
    options: tuple[str, ...]
    engine: EngineName

    def __call__(self, seeds: range) -> Shared:
        """Return what it comes to."""
        rules, games = self.bundle.rules(), len(seeds)
        plan = Plan(rules, self.players, games, self.bot, self.seed, self.options, self.engine)
        return _Share(plan)(seeds)


class _Share(Record):
    """Plays a share of a plan."""

    plan: Plan

    def __call__(self, seeds: range) -> Shared:
        """Return the sums of the games with these seeds, how long a core was busy with them, and how many of them
        another engine had to play.
        """
        begun, engine = process_time(), self.plan.game.engine
        before = engine.given_up
        if self.plan.bot == RANDOM_BOT:
            totals = played_randomly(self.plan, seeds)
        else:
            totals = sum(map(Totals.of, play_by_bots(self.plan, seeds)), Totals())
        return totals, process_time() - begun, engine.given_up - before


def played_randomly(plan: Plan, seeds: range) -> Totals:
    """Do what the random bot does, in the loop that engines keep for it."""
    game = plan.game
    if not game.module.outcome.values:
        raise no_result(seeds[0])
    try:
        return totals_of(game, seeds)
    except RulesError:
        # The slow loop makes the same choices, and can say what went wrong after which of them.
        return sum(map(Totals.of, play_by_bots(plan, seeds)), Totals())


def play_by_bots(plan: Plan, seeds: Iterable[int]) -> Iterator[Playout]:
    """Let the bot play games to their ends."""
    return (play_by_bot(plan, seed) for seed in seeds)


def play_by_bot(plan: Plan, seed: int) -> Playout:
    """Let the bot play one game to its end, a choice at a time."""
    # Who thinks looks back at what has happened, which is soonest done on the Python engine.
    game = plan.rules.new_game(plan.players, seed=seed, options=plan.options, told=False)
    pick = make_bot(plan.bot, seed)
    try:
        for _ in range(MOST_DECISIONS):
            if game.decision is None:
                break
            game.choose(pick(game))
    except Exception as error:
        error.add_note(f"{plan.rules.id}, {plan.players} players, seed {seed}: {game.decisions}")
        raise
    _look_back(plan, seed, game.decisions)
    outcome = game.outcome
    if outcome is None:
        raise no_result(seed)
    rounds = game.counter(ROUND)
    made, scores, winners = len(game.decisions), outcome.scores, outcome.winners
    return Playout(seed, scores, winners, made, game.forced, rounds, outcome.shares)


def _look_back(plan: Plan, seed: int, decisions: Sequence[int]) -> None:
    """Play a game once more to see whether it breaks what always holds: no bot hears of that, nor plays otherwise.

    Raises RulesError that says in which game, and after which choices.
    """
    if plan.watched is plan.rules:
        return
    made: list[int] = []
    try:
        again = plan.watched.new_game(plan.players, seed=seed, options=plan.options, told=False)
        for index in decisions:
            made.append(index)
            again.choose(index)
    except RulesError as error:
        command = _command(plan, seed)
        raise RulesError(in_game(each, command, made) for each in error.complaints) from None


def _command(plan: Plan, seed: int) -> str:
    """What plays a game of a plan alone."""
    words = ["rulewright", "simulate", inside(plan.rules).source, "--players", str(plan.players)]
    words += [part for name in plan.options for part in ("--option", name)]
    words += [part for name in inside(plan.rules).cast for part in ("--cast", name)]
    return shlex.join([*words, "--games", "1", "--bot", plan.bot, "--seed", str(seed)])


def no_result(seed: int) -> NotUsable:
    """What is said of a game whose rules name no outcome."""
    return NotUsable(f"the game with seed {seed} came to no result")

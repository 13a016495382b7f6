"""The loop behind `rulewright simulate`: games between bots, without a story, in parallel."""

from __future__ import annotations

import shlex
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any, Final

import rulewright
from rulewright.base.records import Draft, Record, field
from rulewright.cli.common.exits import NotUsable
from rulewright.cli.common.parallel import run_in_parallel
from rulewright.cli.common.progress import progress_bar
from rulewright.cli.common.seats import LEVELS, make_bot
from rulewright.language.text import RulesError
from rulewright.native.loading import Obstacle, obstacle
from rulewright.runtime.game.compiled_game import CompiledGame
from rulewright.runtime.game.engine import Engine, SupportsManyGames
from rulewright.runtime.game.game_complaints import with_replay_command
from rulewright.runtime.game.random_playouts import play_random_games
from rulewright.runtime.session.native_backend import EngineName
from rulewright.runtime.session.playouts import ROUND, WHOLE, Playout, Totals, totals_of
from rulewright.runtime.session.rules.internals import inside

if TYPE_CHECKING:
    from rulewright.lab.balance.execution.bundles import Bundle

MOST_DECISIONS: Final = 1_000_000
"""Decisions after which a game counts as endless."""

RANDOM_BOT: Final = "random"

SHARES: Final = {"native": 2048, "python": 16, "bot": 1}
"""Games in one share, for random games by engine and for other bots: less than a second of work."""

AFAR: Final = 16
"""Factor by which shares for other machines are larger."""

LEAST_SHARES: Final = 8
"""Fewest shares for which worker processes are started; searching bots always use them."""


class SimulationPlan(Record):
    """The games to simulate; `jobs` is the number of processes, None for one a core."""

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
        """The compiled game, on the Python engine if the native one cannot play it."""
        return inside(self.watched).compiled(self.players, self.options, self.engine)

    @property
    def watched(self) -> rulewright.Rules:
        """The rules with their `always` conditions checked during games; the unchanged rules if they have none."""
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
        """The engine that plays: only the random bot can play on the native one."""
        return "native" if self.bot == RANDOM_BOT and self.is_native else "python"

    @property
    def obstacle(self) -> Obstacle | None:
        """The reason why the native engine cannot play random games, though it should; None if it can."""
        if self.engine == "python" or self.bot != RANDOM_BOT or self.is_native:
            return None
        return obstacle(inside(self.rules).module(self.players, self.options))

    def shares(self, times: int = 1) -> list[range]:
        """Return the seeds of all games, divided into ranges of `times` the share size of the engine or bot."""
        sort = "bot" if self.bot != RANDOM_BOT else self.engine_name
        last, step = self.seed + self.games, SHARES[sort] * times
        return [range(n, min(n + step, last)) for n in range(self.seed, last, step)]


class SimulationReport(Draft):
    """The results of a plan: sums over the games played, which are fewer than planned after an interrupt."""

    plan: SimulationPlan
    totals: Totals = field(factory=Totals)
    seconds: float = 0
    cpu_seconds: float = 0
    given_up: int = 0
    """The number of games that another engine had to play."""

    @property
    def games(self) -> int:
        """The number of games played."""
        return self.totals.games

    @property
    def is_whole(self) -> bool:
        """Whether all planned games were played."""
        return self.games == self.plan.games

    def per_game(self, total: float) -> float:
        """Return `total` divided by the number of games."""
        return total / self.games

    @property
    def games_per_second(self) -> float:
        """Games per second of wall-clock time."""
        return self.games / self.seconds if self.seconds else 0

    @property
    def mean_score(self) -> float:
        """The mean score over all seats of all games."""
        return self.per_game(sum(self.totals.scores)) / self.plan.players

    @property
    def wins(self) -> list[float]:
        """The share of victories of each seat."""
        return [self.per_game(wins) / WHOLE for wins in self.totals.wins]

    @property
    def together(self) -> bool:
        """Whether all players win or lose together."""
        outcome = self.plan.game.module.outcome
        return outcome.sides and not outcome.teams

    def data(self) -> dict[str, Any]:
        """Return the report as JSON data; `games` is the number of games played."""
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


def run_plan(plan: SimulationPlan, cluster: str | None = None) -> SimulationReport:
    """Play all games of `plan`, with a progress bar if it takes long; after Ctrl-C report those that were played.

    If the address of a Dask cluster is given, it plays them. Raises NotPossible if it does not answer.
    """
    report = SimulationReport(plan)
    # Compile before the clock starts and before workers are forked: it counts as loading.
    list(play_random_games(plan.game.engine, [(plan.seed, 0)]))
    wall = perf_counter()
    with progress_bar(plan.games) as progress, closing(_share_results(plan, cluster)) as played:
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


ShareResult = tuple[Totals, float, int]
"""The result of a share of a plan; see `_PlayShare`."""


def _share_results(plan: SimulationPlan, cluster: str | None) -> Generator[ShareResult]:
    """Yield the results of all shares of a plan, in their order."""
    if cluster is None:
        least = 2 if plan.bot in LEVELS else LEAST_SHARES
        yield from run_in_parallel(_PlayShare(plan), plan.shares(), least, plan.jobs)
        return
    from rulewright.cli.balance.balance_session import game_executor
    from rulewright.lab.balance.execution.bundles import Bundle
    from rulewright.lab.balance.execution.workers import stream_results

    far = _PlayRemoteShare(
        Bundle.of(plan.rules), plan.players, plan.bot, plan.seed, plan.options, plan.engine
    )
    with game_executor(cluster, None) as (executor, width):
        yield from (each for _, each in stream_results(far, plan.shares(AFAR), executor, width))


class _PlayRemoteShare(Record):
    """A callable that plays a share of a plan on another machine; it carries the edition's files with it."""

    bundle: Bundle
    players: int
    bot: str
    seed: int
    options: tuple[str, ...]
    engine: EngineName

    def __call__(self, seeds: range) -> ShareResult:
        """Play the games with these seeds; see `_PlayShare`."""
        rules, games = self.bundle.rules(), len(seeds)
        plan = SimulationPlan(
            rules, self.players, games, self.bot, self.seed, self.options, self.engine
        )
        return _PlayShare(plan)(seeds)


class _PlayShare(Record):
    """A callable that plays a share of a plan."""

    plan: SimulationPlan

    def __call__(self, seeds: range) -> ShareResult:
        """Play the games with these seeds; return their sums, the CPU seconds, and a count of games.

        The count says how many games another engine had to play.
        """
        begun, engine = process_time(), self.plan.game.engine
        before = _fallback_games(engine)
        if self.plan.bot == RANDOM_BOT:
            totals = play_randomly(self.plan, seeds)
        else:
            totals = sum(map(Totals.of, play_by_bots(self.plan, seeds)), Totals())
        return totals, process_time() - begun, _fallback_games(engine) - before


def _fallback_games(engine: Engine) -> int:
    """Return how many games another engine had to play for `engine`."""
    return engine.fallback_games if isinstance(engine, SupportsManyGames) else 0


def play_randomly(plan: SimulationPlan, seeds: range) -> Totals:
    """Play games at random in the engine's own loop, with the same choices as the random bot."""
    game = plan.game
    if not game.module.outcome.values:
        raise no_outcome_error(seeds[0])
    try:
        return totals_of(game, seeds)
    except RulesError:
        # The slow loop makes the same choices, and can report which one led to the error.
        return sum(map(Totals.of, play_by_bots(plan, seeds)), Totals())


def play_by_bots(plan: SimulationPlan, seeds: Iterable[int]) -> Iterator[Playout]:
    """Play games to their ends with the plan's bot."""
    return (play_by_bot(plan, seed) for seed in seeds)


def play_by_bot(plan: SimulationPlan, seed: int) -> Playout:
    """Play one game to its end with the plan's bot, a choice at a time."""
    # Searching bots read the log of events, which is fastest on the Python engine.
    game = plan.rules.new_game(plan.players, seed=seed, options=plan.options, told=False)
    pick = make_bot(plan.bot, seed)
    try:
        for _ in range(MOST_DECISIONS):
            if game.decision is None:
                break
            game.choose(pick(game))
    except RulesError as error:
        raise _with_command(error, plan, seed, game.decisions) from None
    except Exception as error:
        error.add_note(f"{plan.rules.id}, {plan.players} players, seed {seed}: {game.decisions}")
        raise
    _replay_checked(plan, seed, game.decisions)
    outcome = game.outcome
    if outcome is None:
        raise no_outcome_error(seed)
    rounds = game.counter(ROUND)
    choices, scores, winners = len(game.decisions), outcome.scores, outcome.winners
    return Playout(seed, scores, winners, choices, game.forced, rounds, outcome.shares)


def _replay_checked(plan: SimulationPlan, seed: int, decisions: Sequence[int]) -> None:
    """Replay a game with its `always` conditions checked; during the game bots must not see them.

    Raises RulesError that names the game and the choices after which a condition does not hold.
    """
    if plan.watched is plan.rules:
        return
    choices: list[int] = []
    try:
        again = plan.watched.new_game(plan.players, seed=seed, options=plan.options, told=False)
        for index in decisions:
            choices.append(index)
            again.choose(index)
    except RulesError as error:
        raise _with_command(error, plan, seed, choices) from None


def _with_command(
    error: RulesError, plan: SimulationPlan, seed: int, choices: Sequence[int]
) -> RulesError:
    """Return an error during a game, with the command that plays this game again and the choices made so far."""
    command = _command(plan, seed)
    return RulesError(with_replay_command(each, command, choices) for each in error.complaints)


def _command(plan: SimulationPlan, seed: int) -> str:
    """Return the command that plays this game alone."""
    words = ["rulewright", "simulate", inside(plan.rules).source, "--players", str(plan.players)]
    words += [part for name in plan.options for part in ("--option", name)]
    words += [part for name in inside(plan.rules).cast for part in ("--cast", name)]
    return shlex.join([*words, "--games", "1", "--bot", plan.bot, "--seed", str(seed)])


def no_outcome_error(seed: int) -> NotUsable:
    """Return the error for a game whose rules name no outcome."""
    return NotUsable(f"the game with seed {seed} ended without a result")

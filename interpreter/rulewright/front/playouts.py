"""The loop behind `rulewright simulate`: games without a story, as fast as they go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from time import perf_counter, process_time
from typing import Any, Final, NamedTuple

from attrs import define, field, frozen

import rulewright
from rulewright.engines.choice import EngineName
from rulewright.front.bots import make_bot, seed_of_choices
from rulewright.front.ending import NotUsable
from rulewright.front.progress import progress_bar
from rulewright.game.compiled_game import CompiledGame

MOST_DECISIONS: Final = 1_000_000
"""After so many decisions a game is taken for one that never ends."""

RANDOM_BOT: Final = "random"
ROUND: Final = "round"
"""The phase that is counted, by the name that rules usually give it."""


@frozen
class Plan:
    """What is to be played."""

    rules: rulewright.Rules
    players: int
    games: int
    bot: str
    seed: int
    options: tuple[str, ...]
    engine: EngineName = "python"

    @property
    def game(self) -> CompiledGame:
        """What plays; on the Python engine where the native one cannot."""
        return self.rules.compiled(self.players, self.options, self.engine)

    @property
    def is_native(self) -> bool:
        """Whether the native engine plays."""
        return self.game.engine is not self.rules.compiled(self.players, self.options).engine


class Result(NamedTuple):
    """How one game ended, and how long it was."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    decisions: int
    forced: int
    rounds: int


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

    def add(self, result: Result) -> None:
        """Count a game that has ended."""
        for seat, score in enumerate(result.scores):
            self.scores[seat] += score
        winners = result.winners
        for seat in winners:
            self.wins[seat] += 1 / len(winners)
            self.winner_scores += result.scores[seat] / len(winners)
        self.decisions += result.decisions
        self.forced += result.forced
        self.rounds += result.rounds

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
            "cast": list(plan.rules.cast),
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


def run_plan(plan: Plan) -> Report:
    """Play all games of `plan`, with a bar on the terminal when it takes long."""
    report = Report(plan, [0] * plan.players, [0.0] * plan.players)
    seeds = range(plan.seed, plan.seed + plan.games)
    # What plays is made when it is first asked for; that is loading, not playing.
    list(plan.game.engine.playouts([(plan.seed, 0)]))
    play = play_randomly if plan.bot == RANDOM_BOT else play_by_bots
    with progress_bar(plan.games) as progress:
        wall, cpu = perf_counter(), process_time()
        for done, result in enumerate(play(plan, seeds), 1):
            report.add(result)
            progress(done)
        report.seconds, report.cpu_seconds = perf_counter() - wall, process_time() - cpu
    return report


def play_by_bots(plan: Plan, seeds: Iterable[int]) -> Iterator[Result]:
    """Let the bot play games to their ends."""
    return (play_by_bot(plan, seed) for seed in seeds)


def play_by_bot(plan: Plan, seed: int) -> Result:
    """Let the bot play one game to its end, a choice at a time."""
    game = plan.rules.new_game(
        plan.players, seed=seed, options=plan.options, told=False, engine=plan.engine
    )
    pick = make_bot(plan.bot, seed)
    try:
        for _ in range(MOST_DECISIONS):
            decision = game.decision
            if decision is None:
                break
            game.choose(pick(decision))
    except Exception as error:
        error.add_note(f"{plan.rules.id}, {plan.players} players, seed {seed}: {game.decisions}")
        raise
    outcome = game.outcome
    if outcome is None:
        raise no_result(seed)
    rounds = game.counter(ROUND)
    return Result(outcome.scores, outcome.winners, len(game.decisions), game.forced, rounds)


def play_randomly(plan: Plan, seeds: Sequence[int]) -> Iterator[Result]:
    """Do what the random bot does, in the loop that engines keep for it."""
    module, engine = plan.game.module, plan.game.engine
    phases = list(module.phases)
    pairs = ((seed, seed_of_choices(seed)) for seed in seeds)
    for seed, played in zip(seeds, engine.playouts(pairs), strict=True):
        if played is None:
            # The slow loop makes the same choices, and can say what went wrong after which of them.
            yield play_by_bot(plan, seed)
            continue
        if not module.outcome.values:
            raise no_result(seed)
        rounds = played.phases[phases.index(ROUND)] if ROUND in phases else 0
        yield Result(played.scores, played.winners, played.made, played.forced, rounds)


def no_result(seed: int) -> NotUsable:
    """What is said of a game whose rules name no outcome."""
    return NotUsable(f"the game with seed {seed} came to no result")

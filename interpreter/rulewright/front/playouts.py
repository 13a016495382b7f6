"""The loop behind `rulewright simulate`: games without a story, as fast as they go."""

from __future__ import annotations

from time import perf_counter, process_time
from typing import Any, Final

from attrs import define, field, frozen

import rulewright
from rulewright.front.bots import make_bot, seed_of_choices
from rulewright.front.ending import NotUsable
from rulewright.front.progress import progress_bar
from rulewright.game.outcome import Outcome, outcome_of
from rulewright.game.state import GameState
from rulewright.game.words import seat_letters
from rulewright.text import RulesError

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


@frozen
class Result:
    """How one game ended, and how long it was."""

    outcome: Outcome
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
        outcome = result.outcome
        for seat, score in enumerate(outcome.scores):
            self.scores[seat] += score
        winners = outcome.winners
        for seat in winners:
            self.wins[seat] += 1 / len(winners)
            self.winner_scores += outcome.scores[seat] / len(winners)
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
    # What plays is made when it is first asked for; that is loading, not playing.
    plan.rules.compiled(plan.players, plan.options)
    play = play_randomly if plan.bot == RANDOM_BOT else play_by_bot
    with progress_bar(plan.games) as progress:
        wall, cpu = perf_counter(), process_time()
        for number in range(plan.games):
            report.add(play(plan, plan.seed + number))
            progress(number + 1)
        report.seconds, report.cpu_seconds = perf_counter() - wall, process_time() - cpu
    return report


def play_by_bot(plan: Plan, seed: int) -> Result:
    """Let the bot play one game to its end, a choice at a time."""
    game = plan.rules.new_game(plan.players, seed=seed, options=plan.options, told=False)
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
    outcome = _ended(game.outcome, seed)
    return Result(outcome, len(game.decisions), game.forced, game.counter(ROUND))


def play_randomly(plan: Plan, seed: int) -> Result:
    """Do what the random bot does, in the loop that the interpreter keeps for it."""
    compiled = plan.rules.compiled(plan.players, plan.options)
    state = GameState.start(compiled, seed, told=False)
    try:
        state.play_out(seed_of_choices(seed))
    except RulesError:
        # The slow loop makes the same choices, and can say what went wrong after which of them.
        return play_by_bot(plan, seed)
    outcome = _ended(outcome_of(state, seat_letters(plan.players)), seed)
    return Result(outcome, state.seen.made, state.seen.forced, state.played(ROUND))


def _ended(outcome: Outcome | None, seed: int) -> Outcome:
    if outcome is None:
        raise NotUsable(f"the game with seed {seed} came to no result")
    return outcome

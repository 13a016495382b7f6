"""Random playouts: many games with uniformly random choices, and a record of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, Self

from rulewright.base.records import Record
from rulewright.runtime.game.compiled_game import CompiledGame
from rulewright.runtime.game.engine import SupportsManyGames
from rulewright.runtime.game.outcome import ranks_of
from rulewright.runtime.game.random_playouts import play_random_games
from rulewright.runtime.game.state import GameState
from rulewright.runtime.ir.outcome_rules import WHOLE as WHOLE
from rulewright.runtime.ir.random_stream import fold_seed, seed_of_choices as seed_of_choices

ROUND: Final = "round"
"""The usual name of the phase that counts rounds."""


SHORT: Final = 2**64
"""Seeds below this are used as they are; longer ones are folded first."""


class Playout(NamedTuple):
    """The record of one random playout.

    It has the seed of the deal and the choices, the scores by seat, the winning seats, the player decisions and
    forced ones, the rounds, and each seat's share of the victory in units of 1 / WHOLE. Scores and winners are
    empty if the rules name no outcome.
    """

    seed: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    decisions: int
    forced: int
    rounds: int
    shares: tuple[int, ...]


def playouts_of(game: CompiledGame, seeds: Sequence[int]) -> Iterator[Playout]:
    """Yield a random playout for each seed. Raises RulesError if the rules stop a game."""
    phases, judged = list(game.module.phases), bool(game.module.outcome.values)
    rounds = phases.index(ROUND) if ROUND in phases else None
    pairs = ((fold_seed(seed), seed_of_choices(seed)) for seed in seeds)
    for seed, played in zip(seeds, play_random_games(game.engine, pairs), strict=True):
        if played is None:
            # Replay the game alone to get the error with its decision or score.
            at = GameState.start(game, seed, told=False)
            at.playout(seed_of_choices(seed))
            ranks_of(at)
            raise AssertionError(f"only a playout of seed {seed} was stopped")
        scores, winners = (played.scores, played.winners) if judged else ((), ())
        count = 0 if rounds is None else played.phases[rounds]
        shares = game.module.outcome.shares(played.ranks) if judged else ()
        yield Playout(seed, scores, winners, played.made, played.forced, count, shares)


class Totals(Record):
    """Sums over playouts: the counts of `Playout`, best scores, and victories by seat in units of 1 / WHOLE."""

    games: int = 0
    decisions: int = 0
    forced: int = 0
    rounds: int = 0
    best_scores: int = 0
    scores: tuple[int, ...] = ()
    wins: tuple[int, ...] = ()

    @classmethod
    def of(cls, game: Playout) -> Self:
        """Return the totals of a single playout that has an outcome."""
        best = game.scores[game.winners[0]] if game.winners else max(game.scores)
        return cls(1, game.decisions, game.forced, game.rounds, best, game.scores, game.shares)

    def __add__(self, other: Totals) -> Totals:
        if not self.games:
            return other
        return Totals(
            self.games + other.games,
            self.decisions + other.decisions,
            self.forced + other.forced,
            self.rounds + other.rounds,
            self.best_scores + other.best_scores,
            tuple(map(sum, zip(self.scores, other.scores, strict=True))),
            tuple(map(sum, zip(self.wins, other.wins, strict=True))),
        )


def totals_of(game: CompiledGame, seeds: range) -> Totals:
    """Return the totals over consecutive seeds, for rules with an outcome; raises RulesError like `playouts_of`."""
    engine, sums = game.engine, None
    if seeds.stop <= SHORT and isinstance(engine, SupportsManyGames):
        sums = engine.sums(seeds.start, len(seeds))
    if sums is None:
        return sum(map(Totals.of, playouts_of(game, seeds)), Totals())
    module, phases = game.module, list(game.module.phases)
    values = len(module.outcome.values)
    made, forced = sums[:2]
    rounds = sums[2 + phases.index(ROUND)] if ROUND in phases else 0
    first = 2 + len(phases)
    best = first + values * module.players
    scores = tuple(sums[first + module.outcome.scored : best : values])
    return Totals(len(seeds), made, forced, rounds, sums[best], scores, tuple(sums[best + 1 :]))

"""Many games by lot, and what is told of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple, Self

from rulewright.base.records import Record
from rulewright.runtime.game.compiled_game import CompiledGame
from rulewright.runtime.game.outcome import ranks_of
from rulewright.runtime.game.state import GameState
from rulewright.runtime.ir.deciding import WHOLE as WHOLE
from rulewright.runtime.ir.random_stream import folded, seed_of_choices as seed_of_choices

ROUND: Final = "round"
"""The phase that is counted, by the name that rules usually give it."""


SHORT: Final = 2**64
"""Seeds below this are what a game is dealt from; longer ones are folded first."""


class Playout(NamedTuple):
    """How a game by lot ended, and how long it was.

    The seed of its deal and of its choices, the scores by seat, the seats that share the victory, decisions of
    players and forced ones, rounds; each seat's part of the victory, in parts of WHOLE.

    Without scores and winners if the rules name no outcome.
    """

    seed: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    decisions: int
    forced: int
    rounds: int
    shares: tuple[int, ...]


def playouts_of(game: CompiledGame, seeds: Sequence[int]) -> Iterator[Playout]:
    """Games by lot, each dealt from one of the seeds. Raises RulesError for a game that the rules stop."""
    phases, judged = list(game.module.phases), bool(game.module.outcome.values)
    rounds = phases.index(ROUND) if ROUND in phases else None
    pairs = ((folded(seed), seed_of_choices(seed)) for seed in seeds)
    for seed, played in zip(seeds, game.engine.playouts(pairs), strict=True):
        if played is None:
            # Played once more by itself, it says what went wrong and after which decision, or in which score.
            at = GameState.start(game, seed, told=False)
            at.playout(seed_of_choices(seed))
            ranks_of(at)
            raise AssertionError(f"only a playout of seed {seed} was stopped")
        scores, winners = (played.scores, played.winners) if judged else ((), ())
        count = 0 if rounds is None else played.phases[rounds]
        shares = game.module.outcome.shares(played.ranks) if judged else ()
        yield Playout(seed, scores, winners, played.made, played.forced, count, shares)


class Totals(Record):
    """Sums over games: what `Playout` tells, the best scores, victories by seat in parts of WHOLE."""

    games: int = 0
    decisions: int = 0
    forced: int = 0
    rounds: int = 0
    best_scores: int = 0
    scores: tuple[int, ...] = ()
    wins: tuple[int, ...] = ()

    @classmethod
    def of(cls, game: Playout) -> Self:
        """The sums of a single game, which was decided."""
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
    """The sums of `playouts_of`, of games whose rules name an outcome. Raises RulesError as that does.

    The seeds follow one another.
    """
    sums = game.engine.sums(seeds.start, len(seeds)) if seeds.stop <= SHORT else None
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

"""A player that thinks ahead: what would come of each option, in games that look the same to its seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp
from time import perf_counter
from typing import Any, Final

from attrs import define, frozen

from rulewright.game.dealing_anew import Dealer
from rulewright.game.engine import Engine, State
from rulewright.ir.chance import below, seeded
from rulewright.ir.faults import Fault
from rulewright.ir.layout import ASKING, RANDOM
from rulewright.players.tree import Choice, descend, reward
from rulewright.session.games import Game

WIN: Final = 0.6
"""What of a value is the victory; the rest is by how much the score is above or below the best of the others."""

GAMES_EACH: Final = 16
"""So many simulations are made in each game dealt anew."""

LOT: Final = 2**31
"""Seeds of simulations are drawn below this."""


@frozen
class Budget:
    """How much may be thought: so many simulations, and (where that is not None) no longer than so many seconds.

    With the simulations alone the same seed gives the same answer.
    """

    simulations: int
    seconds: float | None = None


@frozen
class Thought:
    """What came of thinking: the option to choose, by its index, and of each option how often it was tried and what
    share of the value of a game it brought."""

    index: int
    visits: tuple[int, ...]
    values: tuple[float, ...]

    @property
    def shares(self) -> tuple[float, ...]:
        """Of all simulations, how many began with each option."""
        total = sum(self.visits) or 1
        return tuple(visits / total for visits in self.visits)


def think(game: Game, budget: Budget, seed: int) -> Thought:
    """Think about the decision that is awaited, as the seat that decides; it knows what that seat may know.

    Nothing is thought about a single option. Raises ValueError if no decision is awaited.
    """
    decision = game.decision
    if decision is None:
        raise ValueError("no decision is awaited: the game is over")
    count = len(decision.options)
    if count == 1 or not game.state.game.module.outcome.values:
        return Thought(0, (0,) * count, (0.0,) * count)
    return _Thinking.of(game, decision.player, seed).thought(budget)


@define
class _Thinking:
    """Thinking about one decision."""

    engine: Engine
    dealer: Dealer
    options: Sequence[int]
    stream: list[Any]
    scale: _Scale

    @classmethod
    def of(cls, game: Game, seat: int, seed: int) -> _Thinking:
        """Begin to think; on the native engine, where it is there."""
        at = game.state
        engine = game.rules.compiled(game.players, game.options, "native").engine
        stream: list[Any] = [0] * (RANDOM + 1)
        stream[RANDOM] = seeded(seed)
        return cls(engine, Dealer.of(at, seat), at.option_values(), stream, _Scale())

    def thought(self, budget: Budget) -> Thought:
        """Think until the budget is spent."""
        root: dict[int, Choice] = {}
        for world in self._worlds(budget):
            state = self.engine.copy(world)
            try:
                way = descend(self.engine, state, self.options, root, self.stream)
                ranks = self.engine.judged(state, below(self.stream, LOT))
            except Fault:
                continue
            reward(way, self.scale.values(ranks))
        tried = [root.get(option, Choice()) for option in self.options]
        visits = tuple(choice.visits for choice in tried)
        return Thought(visits.index(max(visits)), visits, tuple(choice.mean for choice in tried))

    def _worlds(self, budget: Budget) -> Iterator[State]:
        """A game for each simulation; dealing them takes no more than a third of the time."""
        begun, dealing = perf_counter(), 0.0
        world = None
        for number in range(budget.simulations):
            now = perf_counter() - begun
            if budget.seconds is not None and now > budget.seconds:
                return
            due = number % GAMES_EACH == 0 and (budget.seconds is None or dealing < now / 3)
            if world is None or due:
                world = self._dealt()
                dealing += perf_counter() - begun - now
            yield world

    def _dealt(self) -> State:
        """A game that looks the same to the seat; in it single options are not asked for."""
        own = self.dealer.at.engine
        row = own.pack(self.dealer.deal(below(self.stream, LOT)).state)
        row[ASKING] = 0
        world = self.engine.unpack(row)
        self.engine.options(world)  # so that it is in a form of which copies are made soon
        return world


@define
class _Scale:
    """By how much scores usually differ from the best of the others."""

    games: int = 0
    total: float = 0.0

    def values(self, ranks: Sequence[tuple[int, ...]]) -> list[float]:
        """What a game is worth to each seat, from 0 to 1."""
        best, scores = max(ranks), [rank[0] for rank in ranks]
        winners = [seat for seat, rank in enumerate(ranks) if rank == best]
        first, second = sorted(scores)[-1:], sorted(scores)[-2:-1] or sorted(scores)
        margins = [score - (first[0] if score != first[0] else second[0]) for score in scores]
        self.games += 1
        self.total += sum(map(abs, margins)) / len(margins)
        scale = max(self.total / self.games, 1.0)
        return [
            WIN * (seat in winners) / len(winners)
            + (1 - WIN) / (1 + exp(-max(-30.0, min(margin / scale, 30.0))))
            for seat, margin in enumerate(margins)
        ]

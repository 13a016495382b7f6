"""A player that thinks ahead: what would come of each option, in games that look the same to its seat."""

from __future__ import annotations

from time import perf_counter
from typing import Any, Final

from attrs import define, field, frozen

from rulewright.game.dealing_anew import Dealer
from rulewright.game.engine import Engine, State
from rulewright.ir.chance import below, seed_of_choices, seeded
from rulewright.ir.layout import ASKING, RANDOM
from rulewright.ir.search import LOT
from rulewright.players.tree import Tree
from rulewright.session.games import Game

GAMES_EACH: Final = 32
"""So many simulations are made at a time in a game dealt anew."""


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
    engine = game.rules.compiled(game.players, game.options, "native").engine
    dealer = Dealer.of(game.state, decision.player)
    return _Thinking(engine, dealer, budget, seed).thought()


@define
class _Thinking:
    """Thinking about one decision: inside the engine where it has a way to, else move by move."""

    engine: Engine
    dealer: Dealer
    budget: Budget
    seed: int
    worlds: list[State] = field(factory=list)

    def thought(self) -> Thought:
        """Think until the budget is spent."""
        tree = self.engine.tree(seed_of_choices(self.seed))
        if tree is None or not self._searched(tree):
            tree = Tree.of(self.engine, seed_of_choices(self.seed))
            self._searched(tree)
        visits, values = tree.found(self.worlds[0])
        return Thought(visits.index(max(visits)), visits, values)

    def _searched(self, tree: Any) -> bool:
        """Whether all simulations could be made with a tree.

        Each game that is dealt has its part of them. Where time runs out dealing takes half of it, and the
        games go round.
        """
        stream: list[Any] = [0] * (RANDOM + 1)
        stream[RANDOM] = seeded(self.seed)
        begun, dealing, seconds = perf_counter(), 0.0, self.budget.seconds
        self.worlds = []
        for number, done in enumerate(range(0, self.budget.simulations, GAMES_EACH)):
            now = perf_counter() - begun
            if seconds is not None and now > seconds and number:
                break
            if seconds is None or dealing <= now / 2:
                self.worlds.append(self._dealt(below(stream, LOT)))
                dealing += perf_counter() - begun - now
            part = min(GAMES_EACH, self.budget.simulations - done)
            if not tree.search(self.worlds[number % len(self.worlds)], part):
                return False
        return True

    def _dealt(self, seed: int) -> State:
        """A game that looks the same to the seat; in it single options are not asked for."""
        own = self.dealer.at.engine
        row = own.pack(self.dealer.deal(seed).state)
        row[ASKING] = 0
        return self.engine.unpack(row)

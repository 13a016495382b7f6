"""How much is dealt and searched at a time, so that a budget is kept."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Any, Final

from attrs import define

from rulewright.game.engine import State
from rulewright.ir.playing import WORLDS
from rulewright.records import Record

GAMES_EACH: Final = 64
"""So many simulations are made in each game dealt anew, where they are counted."""

LEAST_EACH: Final = 4
"""As many at least where time is counted; else dealing takes half of it."""


class Budget(Record):
    """How much may be thought: so many simulations, and (where that is not None) no longer than so many seconds.

    With the simulations alone the same seed gives the same answer, with any number of threads. With two of them
    games are dealt while others are searched.
    """

    simulations: int
    seconds: float | None = None
    threads: int = 1


@define
class Portions:
    """What is left of a budget, and how long a game takes to deal and a simulation to make."""

    budget: Budget
    begun: float
    left: int
    dealing: float = 0.0
    simulating: float = 0.0

    @classmethod
    def of(cls, budget: Budget, begun: float) -> Portions:
        """All of a budget, of which time has been spent since it begun."""
        return cls(budget, begun, budget.simulations)

    @property
    def time(self) -> float:
        """How much time is left."""
        assert self.budget.seconds is not None
        return self.begun + self.budget.seconds - perf_counter()

    def worlds(self, is_first: bool) -> int:
        """How many games to deal next; 0 if the budget is spent."""
        if self.left <= 0 or (self.budget.seconds is not None and self.time <= 0 and not is_first):
            return 0
        if self.budget.seconds is None:
            return min(WORLDS, -(-self.left // GAMES_EACH))
        return 1 if is_first or self._each() == LEAST_EACH else WORLDS

    def taken(self, dealt: Iterator[State], count: int) -> list[State]:
        """So many games, one at least; fewer if time is up meanwhile."""
        found = [next(dealt)]
        while len(found) < count and (self.budget.seconds is None or self.time > 0):
            found.append(next(dealt))
        return found

    def _each(self) -> int:
        """How many simulations take as long as it takes to deal a game."""
        if not self.simulating:
            return GAMES_EACH  # how long one takes will be known then
        return max(LEAST_EACH, int(self.dealing / self.simulating))

    def dealt(self, count: int, seconds: float) -> int:
        """So many games were dealt, in so much time; how many simulations to make in them."""
        self.dealing = seconds / count
        each = GAMES_EACH
        if self.budget.seconds is not None:
            each = self._each()
        planned = min(self.left, each * count)
        if self.budget.seconds is not None and self.simulating:
            planned = max(1, min(planned, int(self.time / self.simulating)))
        self.left -= planned
        return planned

    def search(self, tree: Any, worlds: list[State], simulations: int) -> bool:
        """Make so many simulations; whether the tree can be searched for these games."""
        before = perf_counter()
        is_searched = bool(tree.search(worlds, simulations))
        self.simulating = (perf_counter() - before) / simulations
        return is_searched

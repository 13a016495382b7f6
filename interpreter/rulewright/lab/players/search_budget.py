"""How much is dealt and searched at a time, so that a budget is kept."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from time import perf_counter
from typing import Any, Final

from attrs import define

from rulewright.base.deadline import OutOfTime
from rulewright.base.records import Record
from rulewright.runtime.game.engine import State
from rulewright.runtime.ir.engine_contract import WORLDS

GAMES_EACH: Final = 64
"""So many simulations are made in each game dealt anew: they take about as long as to deal it;"""

FEWER: Final = 256
"""and one more for so many that were made: whoever thinks long has seen most of what is likely."""

PORTION: Final = 64
"""So many are made before the clock is looked at again."""


class Budget(Record):
    """How much may be thought: so many simulations; after so many seconds, if any, a clock cuts them short.

    Where it does not, the same seed gives the same answer, with any number of threads. With two of them games are
    dealt while others are searched.
    """

    simulations: int
    seconds: float | None = None
    threads: int = 1


@define
class Portions:
    """What is left of a budget, of which time has been spent since it begun, and whether its clock has cut it."""

    budget: Budget
    begun: float
    planned: int = 0
    is_cut: bool = False

    @property
    def each(self) -> int:
        """How many simulations to make in each game that is dealt next."""
        return GAMES_EACH + self.planned // FEWER

    @property
    def is_late(self) -> bool:
        """Whether time is up."""
        seconds = self.budget.seconds
        return seconds is not None and perf_counter() > self.begun + seconds

    def worlds(self, is_first: bool) -> int:
        """How many games to deal next; 0 if the budget is spent."""
        left = self.budget.simulations - self.planned
        if left <= 0:
            return 0
        if not is_first and self.is_late:
            self.is_cut = True
            return 0
        return min(WORLDS, -(-left // self.each))

    def taken(self, dealt: Iterator[State], count: int) -> list[State]:
        """So many games, one at least; fewer if time is up meanwhile, and none if a deadline has passed."""
        found = list[State]()
        with suppress(OutOfTime):
            found.append(next(dealt))
            while len(found) < count and not self.is_late:
                found.append(next(dealt))
        self.is_cut |= not found
        return found

    def dealt(self, count: int) -> int:
        """So many games were dealt; how many simulations to make in them."""
        self.planned += (number := min(self.budget.simulations - self.planned, self.each * count))
        return number

    def search(self, tree: Any, worlds: list[State], simulations: int) -> bool:
        """Make so many simulations, fewer if time is up; whether the tree can be searched for these games.

        One that is at work when a deadline passes is given up.
        """
        made, portion = 0, PORTION if self.budget.seconds is None else 1
        while made < simulations and (made == 0 or not self.is_late):
            some = min(portion, simulations - made)
            portion = min(2 * portion, PORTION)  # the first show how long one takes
            try:
                if not tree.search(worlds, some):
                    return False
            except OutOfTime:
                break
            made += some
        self.is_cut |= made < simulations
        return True

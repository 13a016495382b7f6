"""The budget of a search: how many determinizations and simulations fit into it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from time import perf_counter
from typing import Final

from attrs import define

from rulewright.base.deadline import OutOfTime
from rulewright.base.records import Record
from rulewright.runtime.game.engine import State, TreeSearch
from rulewright.runtime.ir.engine_contract import DETERMINIZATIONS

GAMES_EACH: Final = 64
"""Simulations per determinization: they take about as long as sampling it."""

FEWER: Final = 256
"""One more simulation per determinization for this many planned: long searches have seen most likely ones."""

PORTION: Final = 64
"""Simulations between two looks at the clock."""


class SearchBudget(Record):
    """The limits of a search: a number of simulations, and optionally seconds.

    Without a time limit equal seeds give equal answers, with any number of threads. With two threads
    determinizations are sampled while others are searched.
    """

    simulations: int
    seconds: float | None = None
    threads: int = 1


@define
class BudgetTracker:
    """The remaining budget of a search that began at `begun`, and whether time has cut it short."""

    budget: SearchBudget
    begun: float
    planned: int = 0
    is_cut: bool = False

    @property
    def each(self) -> int:
        """The number of simulations for each determinization that is sampled next."""
        return GAMES_EACH + self.planned // FEWER

    @property
    def is_late(self) -> bool:
        """Whether the time limit has passed."""
        seconds = self.budget.seconds
        return seconds is not None and perf_counter() > self.begun + seconds

    def next_count(self, is_first: bool) -> int:
        """Return the number of determinizations to sample next; 0 if the budget is spent."""
        left = self.budget.simulations - self.planned
        if left <= 0:
            return 0
        if not is_first and self.is_late:
            self.is_cut = True
            return 0
        return min(DETERMINIZATIONS, -(-left // self.each))

    def take_states(self, source: Iterator[State], count: int) -> list[State]:
        """Return up to `count` states from `source`: at least one if time runs out, none after a deadline."""
        states = list[State]()
        with suppress(OutOfTime):
            states.append(next(source))
            while len(states) < count and not self.is_late:
                states.append(next(source))
        self.is_cut |= not states
        return states

    def plan_simulations(self, count: int) -> int:
        """Add simulations for `count` new determinizations to those planned; return their number."""
        self.planned += (number := min(self.budget.simulations - self.planned, self.each * count))
        return number

    def search(self, tree: TreeSearch, worlds: list[State], simulations: int) -> bool:
        """Search `worlds` in `tree`, less if time runs out; return whether the tree supports the game.

        A simulation that is running at a deadline is abandoned.
        """
        done, portion = 0, PORTION if self.budget.seconds is None else 1
        while done < simulations and (done == 0 or not self.is_late):
            some = min(portion, simulations - done)
            portion = min(2 * portion, PORTION)  # the first simulations measure how long one takes
            try:
                if not tree.search(worlds, some):
                    return False
            except OutOfTime:
                break
            done += some
        self.is_cut |= done < simulations
        return True

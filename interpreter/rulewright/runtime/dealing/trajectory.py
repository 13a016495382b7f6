"""A trajectory: a possible course of the game, step by step, that agrees with one seat's log.

Every state in it results from playing the rules; it contains nothing of the real game beyond the log.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import accumulate
from operator import or_

from rulewright.runtime.dealing.card_paths import (
    Divergence,
    are_in_different_places,
    choices_in,
    divergences_in,
    meetings_in,
    shuffles_in,
)
from rulewright.runtime.dealing.dealing_context import DealingContext, Swap
from rulewright.runtime.dealing.replay import Replay
from rulewright.runtime.dealing.rng import RandomStream
from rulewright.runtime.dealing.trajectory_steps import (
    TrajectoryStep,
    TrajectorySteps,
    bits_of_words,
)
from rulewright.runtime.game.engine import State


class Trajectory:
    """A trajectory that agrees with the log so far; `steps[n]` leads to observation n."""

    def __init__(self, context: DealingContext) -> None:
        self.context = context
        self.steps = TrajectorySteps(context.formats)
        self._seen: list[list[int]] | None = None
        self._shuffles: list[Divergence] | None = None
        self._gains: dict[int, float] = {}

    def copy(self) -> Trajectory:
        """Return an independent copy."""
        other = Trajectory(self.context)
        other.steps = self.steps.copy()
        other._gains = self._gains.copy()
        return other

    def before(self, number: int) -> State:
        """Return the state before step `number`."""
        return self.steps.states[number - 1] if number else self.context.base

    def chosen(self, number: int) -> int:
        """Return the option chosen in step `number`."""
        return self.steps.chosen[number]

    def count(self, number: int) -> int:
        """Return the number of options available in step `number`."""
        return self.steps.options[number]

    def add(self, step: TrajectoryStep) -> None:
        """Append a step that agrees with the log."""
        self.steps.append(step)
        self._seen = self._shuffles = None

    def splice(self, steps: TrajectorySteps) -> None:
        """Replace the steps of the same numbers by `steps`."""
        first, end = steps.first, steps.first + len(steps)
        if self.steps.sets[first:end] != steps.sets:
            self._shuffles = None
        self.steps.replace_steps(steps)
        self._seen = None
        for number in [number for number in self._gains if first <= number < end]:
            del self._gains[number]

    def cut(self, number: int) -> None:
        """Drop the steps from `number` on."""
        self.steps.cut(number)
        self._seen = self._shuffles = None
        self._gains = {at: gain for at, gain in self._gains.items() if at < number}

    def replay(
        self,
        first: int,
        changed: TrajectoryStep,
        swap: Swap | None = None,
        again: tuple[int, RandomStream] | None = None,
        until: int = 0,
    ) -> TrajectorySteps | None:
        """Return the steps from `first` on with that step changed and two cards exchanged in later choices.

        The cards stay exchanged up to step `until`; 0 means until the states are equal again. At the step named
        in `again` any option is drawn. None if a step disagrees with the log.
        """
        return Replay(self.context, self.steps, first, changed, swap, again, until).result()

    # ------------------------------------------------------------------ terms of the acceptance ratio

    def log_ratio(self, number: int) -> float:
        """Return the log likelihood ratio of the choice in step `number`, policy against uniform."""
        if number not in self._gains:
            assert self.context.likelihood is not None
            choice = self.before(number), self.chosen(number)
            self._gains[number] = self.context.likelihood.log_ratio(number, *choice)
        return self._gains[number]

    def shuffled_cards(self, number: int, at: int) -> int:
        """Return the cards of shuffle `at` in step `number`, as bits."""
        return self.steps.sets[number][at]

    def known_after(self, number: int) -> int:
        """Return the cards that the seat knows after step `number`, as bits."""
        return self.steps.known_after(number)

    def known_since(self, number: int) -> int:
        """Return the cards that the seat has known at some time from step `number` on, as bits."""
        if self._seen is None:
            words = self.steps.known_words()
            self._seen = [[*accumulate(reversed(each), or_, initial=0)] for each in words]
        at = max(len(self.steps) - number, 0)
        return bits_of_words([each[at] for each in self._seen])

    def shuffles(self) -> list[Divergence]:
        """Return all shuffles, each as (step, index of the shuffle in that step)."""
        if self._shuffles is None:
            self._shuffles = shuffles_in(self.steps)
        return self._shuffles

    def shuffle_count(self) -> int:
        """Return the number of shuffles in the trajectory."""
        return len(self.shuffles())

    def free_steps(self) -> Sequence[int]:
        """Return the numbers of the steps chosen by another seat or by chance, not by this seat."""
        return self.context.free_steps(len(self.steps))

    def hidden_now(self) -> int:
        """Return the cards that the seat does not know after the last step, as bits."""
        return ~self.known_after(len(self.steps) - 1)

    def are_in_different_places(self, swap: Swap) -> bool:
        """Return whether two cards are in different places after the last step."""
        return are_in_different_places(self.steps, swap)

    def divergences(self, swap: Swap) -> list[Divergence]:
        """Return the points (step, shuffle or -1) where the paths of two cards may diverge, the last first."""
        return divergences_in(self.steps, self.shuffles(), swap)

    def choices(self, number: int, swap: Swap) -> list[int]:
        """Return the numbers of the steps after `number` that chose one of the two cards."""
        return choices_in(self.context, self.steps, number + 1, swap)

    def meetings(self, number: int, swap: Swap) -> list[int]:
        """Return the numbers of steps after `number` that begin with both cards in one unordered place."""
        return meetings_in(self.context, self.steps, number + 1, len(self.steps), swap)


class Proposal:
    """A proposal of the sampler: a trajectory with some steps replaced, not yet accepted.

    It answers the questions of `Trajectory` that the acceptance ratio needs, mostly for the replaced steps only.
    """

    def __init__(self, trajectory: Trajectory, found: TrajectorySteps) -> None:
        self.trajectory, self.found, self.context = trajectory, found, trajectory.context
        self.end = found.first + len(found)
        self._to_end = self.end == len(trajectory.steps)

    def shuffled_cards(self, number: int, at: int) -> int:
        """Return the cards of shuffle `at` in the replaced step `number`, as bits."""
        return self.found.sets[number - self.found.first][at]

    def known_after(self, number: int) -> int:
        """Return the cards that the seat knows after a replaced step, as bits."""
        return self.found.known_after(number - self.found.first)

    def known_since(self, number: int) -> int:
        """Return the cards that the seat has known at some time from a replaced step on, as bits."""
        words = self.found.known_words(number - self.found.first)
        return self.trajectory.known_since(self.end) | bits_of_words(
            [reduce(or_, each, 0) for each in words]
        )

    def before(self, number: int) -> State:
        """Return the state before the replaced step `number`."""
        at = number - self.found.first
        return self.found.states[at - 1] if at else self.trajectory.before(number)

    def chosen(self, number: int) -> int:
        """Return the option chosen in the replaced step `number`."""
        return self.found.chosen[number - self.found.first]

    def count(self, number: int) -> int:
        """Return the number of options available in the replaced step `number`."""
        return self.found.options[number - self.found.first]

    def shuffle_count(self) -> int:
        """Return the number of shuffles in the proposed trajectory."""
        old, new = self.trajectory.steps.sets[self.found.first : self.end], self.found.sets
        more = sum(map(len, new)) - sum(map(len, old)) if old != new else 0
        return len(self.trajectory.shuffles()) + more

    def hidden_now(self) -> int:
        """Return the cards that the seat does not know after the last step, as bits."""
        return ~self.known_after(self.end - 1) if self._to_end else self.trajectory.hidden_now()

    def are_in_different_places(self, swap: Swap) -> bool:
        """Return whether two cards are in different places after the last step."""
        return are_in_different_places(self.found if self._to_end else self.trajectory.steps, swap)

    def divergences(self, swap: Swap) -> list[Divergence]:
        """Return the points (step, shuffle or -1) in the replaced steps where two cards' paths may diverge."""
        return divergences_in(self.found, shuffles_in(self.found), swap)

    def choices(self, number: int, swap: Swap) -> list[int]:
        """Return the numbers of the steps after the replaced step `number` that chose one of the two cards."""
        context, steps = self.context, self.trajectory.steps
        return choices_in(context, self.found, number + 1, swap) + choices_in(
            context, steps, self.end, swap
        )

    def meetings(self, number: int, swap: Swap) -> list[int]:
        """Return the numbers of steps after `number` that begin with both cards in one unordered place."""
        context, steps, end = self.context, self.trajectory.steps, len(self.trajectory.steps)
        return meetings_in(context, self.found, number + 1, end, swap) + meetings_in(
            context, steps, self.end + 1, end, swap
        )

"""The paths of two cards through a trajectory: where they diverge, where they meet, where one of them is chosen.

The functions take a slice of steps, which may be a proposal not yet inserted; results are step numbers in the
trajectory.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from rulewright.runtime.dealing.dealing_context import DealingContext, Swap
from rulewright.runtime.dealing.trajectory_steps import TrajectorySteps

Divergence = tuple[int, int]
"""A step and the index of one of its shuffles; -1 for its choice."""


def shuffles_in(steps: TrajectorySteps) -> list[Divergence]:
    """Return all shuffles in `steps`, each as (step, index of the shuffle in that step)."""
    return [
        (number, at)
        for number, sets in enumerate(steps.sets, steps.first)
        if sets
        for at in range(len(sets))
    ]


def divergences_in(
    steps: TrajectorySteps, shuffles: list[Divergence], swap: Swap
) -> list[Divergence]:
    """Return the points (step, shuffle or -1) where the paths of two cards may diverge, the last first.

    These are the shuffles of both cards, and the steps in which one of them may have been chosen. The element of
    an option that is no card may equal a card's number, so callers check the choices again.
    """
    one, other = swap
    elements = steps.elements()
    divergences = [(steps.first + at, -1) for card in swap for at in _occurrences(elements, card)]
    for number, at in shuffles:
        cards = steps.sets[number - steps.first][at]
        if cards >> one & cards >> other & 1:
            divergences.append((number, at))
    return sorted(divergences, reverse=True)


def choices_in(
    context: DealingContext, steps: TrajectorySteps, first: int, swap: Swap
) -> list[int]:
    """Return the numbers of the steps from `first` on that chose one of the two cards of `swap`."""
    begin = max(first - steps.first, 0)
    elements = steps.elements()[begin:]
    indices = sorted(begin + at for card in swap for at in _occurrences(elements, card))
    return [
        steps.first + at
        for at in indices
        if context.is_card_after(steps.first + at - 1, steps.chosen[at])
    ]


def _occurrences(numbers: list[int], number: int) -> Iterator[int]:
    """Yield the indices of `number` in `numbers`."""
    at = -1
    with suppress(ValueError):
        while True:
            yield (at := numbers.index(number, at + 1))


def meetings_in(
    context: DealingContext, steps: TrajectorySteps, first: int, end: int, swap: Swap
) -> list[int]:
    """Return the steps, by number, from `first` to before `end` that begin with both in one unordered place."""
    begin = max(first - 1 - steps.first, 0)
    last = min(end - 1 - steps.first, len(steps))
    ones, others = (steps.states.places(card, begin, last) for card in swap)
    return [
        at
        for at, (one, other) in enumerate(zip(ones, others, strict=True), steps.first + begin + 1)
        if one == other and one in context.unordered
    ]


def are_in_different_places(steps: TrajectorySteps, swap: Swap) -> bool:
    """Return whether two cards are in different places after the last step."""
    last = len(steps) - 1
    (one,), (other,) = (steps.states.places(card, last, last + 1) for card in swap)
    return bool(one != other)

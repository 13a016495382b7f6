"""The ways of two cards through some steps of a course: where they part, where they meet, where one is chosen.

The functions take those steps, which may be a part of a course that is to be put into it; what they give are the
numbers that steps have in the course.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from rulewright.runtime.dealing.dealing_context import Swap, Table
from rulewright.runtime.dealing.trajectory_steps import Steps

Parting = tuple[int, int]
"""A step, and which of its shuffles; -1 for what was chosen there."""


def shuffles_in(steps: Steps) -> list[Parting]:
    """All shuffles."""
    return [
        (number, at)
        for number, sets in enumerate(steps.sets, steps.first)
        if sets
        for at in range(len(sets))
    ]


def partings_in(steps: Steps, shuffles: list[Parting], swap: Swap) -> list[Parting]:
    """The shuffles of both of two cards, and the steps in which one of them may have been chosen; the last first.

    Options of other sorts may have the number of a card.
    """
    one, other = swap
    elements = steps.elements()
    found = [(steps.first + at, -1) for card in swap for at in _occurrences(elements, card)]
    for number, at in shuffles:
        cards = steps.sets[number - steps.first][at]
        if cards >> one & cards >> other & 1:
            found.append((number, at))
    return sorted(found, reverse=True)


def choices_in(table: Table, steps: Steps, first: int, swap: Swap) -> list[int]:
    """The steps from one on in which one of two cards was chosen."""
    begin = max(first - steps.first, 0)
    elements = steps.elements()[begin:]
    found = sorted(begin + at for card in swap for at in _occurrences(elements, card))
    return [
        steps.first + at
        for at in found
        if table.is_card_after(steps.first + at - 1, steps.chosen[at])
    ]


def _occurrences(numbers: list[int], wanted: int) -> Iterator[int]:
    """Where a number is in a list."""
    at = -1
    with suppress(ValueError):
        while True:
            yield (at := numbers.index(wanted, at + 1))


def meetings_in(table: Table, steps: Steps, first: int, end: int, swap: Swap) -> list[int]:
    """The steps from one on, before another, that begin with two cards in one place without order."""
    begin = max(first - 1 - steps.first, 0)
    last = min(end - 1 - steps.first, len(steps))
    ones, others = (steps.states.places(card, begin, last) for card in swap)
    return [
        at
        for at, (one, other) in enumerate(zip(ones, others, strict=True), steps.first + begin + 1)
        if one == other and one in table.unordered
    ]


def are_apart(steps: Steps, swap: Swap) -> bool:
    """Whether two cards lie in two places where the last step has led to."""
    last = len(steps) - 1
    (one,), (other,) = (steps.states.places(card, last, last + 1) for card in swap)
    return bool(one != other)

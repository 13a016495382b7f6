"""Local search: exchanging hidden cards so that the next step of a log, and later ones, can agree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final

from rulewright.runtime.dealing.dealing_context import DealingContext, StepResult, Swap
from rulewright.runtime.dealing.initial.future_constraints import (
    Constraints,
    count_unmet,
    designs_in,
    exchanges_for,
)
from rulewright.runtime.dealing.initial.log_distance import (
    Pair,
    distance,
    misplaced_cards,
    misreported_cards,
    wrong_cards,
)
from rulewright.runtime.dealing.mcmc import exchange_in_permutation
from rulewright.runtime.dealing.rng import RandomStream
from rulewright.runtime.dealing.swap_proposals import (
    FEW,
    choice_swaps,
    perturb_randomly,
    replacement_swaps,
    steps_with_swap,
    swap_partners,
    try_swap,
)
from rulewright.runtime.dealing.trajectory import Trajectory
from rulewright.runtime.dealing.trajectory_steps import TrajectoryStep
from rulewright.runtime.game.engine import State

MOST_PREPARED: Final = 24
"""The most exchanges for later observations at each step."""

PATIENT: Final = 8
"""The most exchanges after a shuffle without an improvement."""

MOST_CLIMBED: Final = 30
"""The most exchanges of hidden cards without coming closer to the log."""


# ---------------------------------------------------------------------- for what comes later


def meet_constraints(
    course: Trajectory, lot: RandomStream, ahead: Mapping[int, Constraints]
) -> None:
    """Exchange hidden cards to meet the constraints that later observations put on the present.

    If no direct exchange helps, cards change roles with others that were offered in the same choices: that may
    open new exchanges.
    """
    needs = ahead.get(len(course.steps) - 1, {})
    for _ in range(MOST_PREPARED):
        sees = course.table.sees(course.before(len(course.steps)))
        lacks = count_unmet(course.table.eyes, sees, needs)
        if not lacks:
            return
        wanted = lot.mixed(exchanges_for(course.table.eyes, sees, needs))
        straight = islice(replacement_swaps(course, wanted, lot), FEW)
        if not any(_bettered(course, swap, needs, lacks - 1) for swap in straight):
            around = islice(choice_swaps(course, wanted, lot), FEW)
            if not any(_bettered(course, swap, needs, lacks) for swap in around):
                return


def _bettered(course: Trajectory, swap: Swap, needs: Constraints, most: int) -> bool:
    """Exchange two cards if at most `most` required cards are missing afterwards; return whether it was done."""
    kept = course.steps.copy()
    if not try_swap(course, swap):
        return False
    table = course.table
    if count_unmet(table.eyes, table.sees(course.before(len(course.steps))), needs) <= most:
        return True
    course.splice(kept)
    return False


# ---------------------------------------------------------------------- cards that lie wrong


def repair_step(
    table: DealingContext, number: int, before: State, reached: StepResult, lot: RandomStream
) -> StepResult:
    """Repair a step by exchanging misplaced cards after its own shuffles, as far as that helps."""
    best, least, left = reached, (1 << 30, 0), PATIENT
    while left and not reached.fits:
        lying = misplaced_cards(table, number, before, reached.sees)
        amiss = lying or misreported_cards(table, number, before, reached)
        if (len(lying), len(amiss)) < least:
            best, least, left = reached, (len(lying), len(amiss)), PATIENT
        names, step = None, reached.step
        for card, design in amiss:
            at, other = _instead(table, step, card, design, lot)
            if other >= 0:
                names = exchange_in_permutation(step.names, at, (card, other), len(table.kinds))
                break
        if names is None:
            return best
        again = table.taken(number, before, step.option, step.seed, names, step.options)
        if again is None:
            return best
        reached, left = again, left - 1
    return reached if reached.fits else best


def _instead(
    table: DealingContext, step: TrajectoryStep, card: int, design: int, lot: RandomStream
) -> tuple[int, int]:
    """Return a shuffle of `step` that has `card`, and a card of `design` in it; -1 and -1 if none."""
    for at in range(len(step.shuffled) - 1, -1, -1):
        cards = step.shuffled[at]
        if card in cards:
            found = [each for each in cards if table.eyes.design_of[each] == design]
            if found:
                return at, lot.one_of(found)
    return -1, -1


def exchange_misplaced(course: Trajectory, near: list[StepResult], lot: RandomStream) -> bool:
    """Exchange the misplaced cards of the best-fitting step; return whether any exchange worked."""
    table, number = course.table, len(course.steps)
    before = course.before(number)
    nearest = sorted(near, key=lambda reached: distance(table, number, before, reached))
    amiss = (wrong_cards(table, number, before, reached) for reached in nearest)
    best = next((each for each in amiss if each), [])
    swaps = [list(replacement_swaps(course, [pair], lot)) for pair in best]
    return any([any(try_swap(course, swap) for swap in each) for each in swaps])


def climb_hill(course: Trajectory, near: list[StepResult], lot: RandomStream) -> StepResult | None:
    """Exchange hidden cards by hill climbing until a step with all cards in place fits; return it, or None.

    It starts from one of the closest steps, not always the very closest: the distance between two announced
    words, say, means nothing. The distance never increases.
    """
    table, number = course.table, len(course.steps)
    before = course.before(number)
    off = [
        (distance(table, number, before, each), at)
        for at, each in enumerate(near)
        if not wrong_cards(table, number, before, each)
    ]
    if not off:
        return None
    close = 2 * min(off)[0]
    least, at = lot.one_of([each for each in off if each[0] <= close])
    best, left = near[at], MOST_CLIMBED
    while left:
        left -= 1
        swap = _any_swap(course, lot)
        found = steps_with_swap(course, swap) if swap is not None else None
        if swap is None or found is None or found.first + len(found) < number:
            continue
        before = found.states[len(found) - 1]
        reached = _again(table, number, before, best.step, swap, lot)
        if reached is None:
            continue
        apart = 0 if reached.fits else distance(table, number, before, reached)
        if apart <= least:
            course.splice(found)
            left = left if apart == least else MOST_CLIMBED
            best, least = reached, apart
        if reached.fits:
            return reached
    return None


def _any_swap(course: Trajectory, lot: RandomStream) -> Swap | None:
    """Return a random hidden card and a card of another design elsewhere; None if there are none."""
    places = _hidden(course)
    one = lot.one_of(lot.one_of(places)) if places else -1
    others = swap_partners(course, one) if places else []
    return (one, lot.one_of(others)) if others else None


def _again(
    table: DealingContext,
    number: int,
    before: State,
    step: TrajectoryStep,
    swap: Swap,
    lot: RandomStream,
) -> StepResult | None:
    """Replay a step after an exchange of two cards; None if that is impossible."""
    option, options = step.option, table.options(before)
    if option is not None:
        option = table.swapped(before, option, swap)
        if option not in options or not table.own_among(number, before, [option]):
            return None
    reached = table.taken(number, before, option, step.seed, step.names, len(options))
    if reached is None or reached.fits or not reached.step.shuffled:
        return reached
    return repair_step(table, number, before, reached, lot)


def perturb(course: Trajectory, near: list[StepResult], lot: RandomStream) -> None:
    """Exchange one misplaced or missing card, or any hidden card; if nothing works, perturb the trajectory."""
    wanted = [*_amiss(course, near), *_missing(course, len(course.steps))]
    wanted = lot.mixed(wanted) or _any_hidden(course, lot)
    if any(try_swap(course, swap) for swap in replacement_swaps(course, wanted, lot)):
        return
    around = choice_swaps(course, wanted, lot)[:FEW]
    if not any(try_swap(course, swap) for swap in around):
        perturb_randomly(course, wanted, lot)


def _any_hidden(course: Trajectory, lot: RandomStream) -> list[Pair]:
    """Return up to `FEW` random hidden cards: without further information any may be misplaced."""
    return lot.mixed([(card, -1) for cards in _hidden(course) for card in cards])[:FEW]


def _hidden(course: Trajectory) -> list[list[int]]:
    """Return the cards that the seat does not know, place by place."""
    row = course.table.row(course.before(len(course.steps)))
    known = course.known(len(course.steps) - 1)
    places = (
        [card for card in row[cell] if not known >> card & 1] for cell in course.table.eyes.zone_of
    )
    return [cards for cards in places if cards]


def _amiss(course: Trajectory, near: list[StepResult]) -> Iterator[Pair]:
    """Yield the misplaced cards of the failed steps `near`."""
    number = len(course.steps)
    for reached in near:
        yield from wrong_cards(course.table, number, course.before(number), reached)


def _missing(course: Trajectory, number: int) -> Iterator[Pair]:
    """Yield cards in places that lost cards, each with a design that is seen for the first time now."""
    looks, eyes = course.table.log.looks, course.table.eyes
    was, now = looks[number - 1].places, looks[number].places
    row = course.table.row(course.before(number))
    places = zip(eyes.on_table, was, now, strict=True)
    there = [card for cell, one, two in places if one[0] > two[0] for card in row[cell]]
    for design in designs_in(now) - designs_in(was):
        yield from ((card, design) for card in there)

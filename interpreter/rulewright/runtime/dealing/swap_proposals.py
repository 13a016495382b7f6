"""Exchanges of cards in a trajectory that agrees with its log so far, kept if it still agrees.

Two cards exchange places from the last choice or shuffle on where their paths diverged.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from rulewright.runtime.dealing.card_paths import Divergence
from rulewright.runtime.dealing.dealing_context import Swap
from rulewright.runtime.dealing.initial.log_distance import Pair
from rulewright.runtime.dealing.mcmc import divergences_unseen, exchange_at, walk
from rulewright.runtime.dealing.rng import RandomStream
from rulewright.runtime.dealing.trajectory import Trajectory
from rulewright.runtime.dealing.trajectory_steps import TrajectorySteps
from rulewright.runtime.ir.engine_contract import element_of, list_of

FEW: Final = 16
"""The number of exchange partners tried for a card."""

FEW_CHOICES: Final = 4
"""The number of cards offered in the same choice that are tried for a card."""

STROLL: Final = 6
"""Proposals tried after a perturbation, before the next step fits."""


def replacement_swaps(course: Trajectory, wanted: list[Pair], lot: RandomStream) -> Iterator[Swap]:
    """Yield exchanges of misplaced cards for cards of the required design, or any if one is already there."""
    eyes, number = course.table.eyes, len(course.steps)
    place = course.table.places_of_cards(course.before(number))
    kinds = course.table.kinds
    for card, design in wanted:
        if eyes.design_of[card] == design:
            continue
        right = [
            each
            for each, its in enumerate(eyes.design_of)
            if its == design and kinds[each] == kinds[card]
        ]
        is_ordered = eyes.zone_of[place[card]].ordered
        others = [each for each in right if is_ordered or place[each] != place[card]]
        yield from ((card, other) for other in lot.mixed(others))
        if len(others) < len(right) or not right:
            others = lot.mixed(swap_partners(course, card))
            together = _shuffled_with(course, card)
            others.sort(key=lambda other: not together >> other & 1)
            yield from ((card, other) for other in others[:FEW])


def _shuffled_with(course: Trajectory, card: int) -> int:
    """Return the cards last shuffled together with `card`, as bits; all bits if it was never shuffled."""
    pools = (course.pool(*shuffle) for shuffle in reversed(course.shuffles()))
    return next((pool for pool in pools if pool >> card & 1), -1)


def swap_partners(course: Trajectory, card: int) -> list[int]:
    """Return the hidden cards whose exchange with `card` changes the design in its place."""
    table, number = course.table, len(course.steps)
    eyes, known = table.eyes, course.known(number - 1)
    place = table.places_of_cards(course.before(number))
    return [
        each
        for each, kind in enumerate(table.kinds)
        if kind == table.kinds[card]
        and not known >> each & 1
        and eyes.design_of[each] != eyes.design_of[card]
        and (place[each] != place[card] or place[card] not in table.unordered)
    ]


def choice_swaps(course: Trajectory, wanted: list[Pair], lot: RandomStream) -> list[Swap]:
    """Return exchanges of misplaced or required cards with cards that were offered in the same choices."""
    designs, choices = course.table.eyes.design_of, list(_choices(course))
    lacking = {design for _, design in wanted}
    moved = dict.fromkeys(card for card, _ in wanted)
    moved |= dict.fromkeys(card for card, design in enumerate(designs) if design in lacking)
    found = list[Swap]()
    for card in moved:
        others = (other for swap in choices if card in swap for other in swap if other != card)
        found += [(card, other) for other in islice(others, FEW_CHOICES)]
    return lot.mixed(found)


def _choices(course: Trajectory) -> Iterator[Swap]:
    """Yield pairs of a card that another seat chose unseen and one offered with it, the last first."""
    table, steps = course.table, course.steps
    for number in reversed(course.free()):
        option, hidden = steps.chosen[number], ~steps.known_after(number)
        chosen, kind = element_of(option), list_of(option)
        if steps.options[number] < 2 or not table.is_card_after(number - 1, option):
            continue
        for each in table.options(course.before(number)) if hidden >> chosen & 1 else ():
            other = element_of(each)
            if list_of(each) == kind and other != chosen and hidden >> other & 1:
                yield chosen, other


def perturb_randomly(course: Trajectory, wanted: list[Pair], lot: RandomStream) -> None:
    """Exchange misplaced or required cards with random ones, then let the Markov chain walk."""
    designs, kinds = course.table.eyes.design_of, course.table.kinds
    for card, design in wanted[:FEW]:
        its = [each for each, its in enumerate(designs) if its == design]
        moved = lot.one_of([card, *its])
        others = [each for each, kind in enumerate(kinds) if kind == kinds[moved]]
        try_swap(course, (moved, lot.one_of(others)))
    walk(course, lot, STROLL)


def try_swap(course: Trajectory, swap: Swap) -> bool:
    """Exchange two cards if the trajectory still agrees with the log; return whether it was done."""
    found = steps_with_swap(course, swap)
    if found is not None:
        course.splice(found)
    return found is not None


def steps_with_swap(course: Trajectory, swap: Swap) -> TrajectorySteps | None:
    """Return the steps with two cards exchanged from the last divergence that agrees with the log, or None."""
    one, other = swap
    if one == other or course.table.kinds[one] != course.table.kinds[other]:
        return None
    last: Divergence | None = None
    for parting in divergences_unseen(course, swap):
        last = last or parting
        found = _with_roles_changed(course, parting, swap, 0)
        if found is not None:
            return found
    if last is None:
        return None
    # Openly named cards keep their identity, so the roles are exchanged only up to the next such choice.
    ends = course.choices(last[0], swap)[:FEW_CHOICES]
    tried = (_with_roles_changed(course, last, swap, until) for until in ends)
    return next((found for found in tried if found is not None), None)


def _with_roles_changed(
    course: Trajectory, parting: Divergence, swap: Swap, until: int
) -> TrajectorySteps | None:
    changed = exchange_at(course, parting, swap)
    return course.replayed(parting[0], changed, swap, until=until)

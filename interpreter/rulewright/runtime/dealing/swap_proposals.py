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
from rulewright.runtime.dealing.mcmc import divergences_unseen, exchange_at, run_proposals
from rulewright.runtime.dealing.rng import RandomStream
from rulewright.runtime.dealing.trajectory import Trajectory
from rulewright.runtime.dealing.trajectory_steps import TrajectorySteps
from rulewright.runtime.ir.engine_contract import element_of, list_of

FEW: Final = 16
"""The number of exchange partners tried for a card."""

FEW_CHOICES: Final = 4
"""The number of cards offered in the same choice that are tried for a card."""

PERTURBATION_PROPOSALS: Final = 6
"""Proposals tried after a perturbation, before the next step fits."""


def replacement_swaps(
    trajectory: Trajectory, misplaced: list[Pair], rng: RandomStream
) -> Iterator[Swap]:
    """Yield exchanges of misplaced cards for cards of the required design, or any if one is already there."""
    observer, number = trajectory.context.observer, len(trajectory.steps)
    place = trajectory.context.places_of_cards(trajectory.before(number))
    kinds = trajectory.context.kinds
    for card, design in misplaced:
        if observer.design_of[card] == design:
            continue
        right = [
            each
            for each, its in enumerate(observer.design_of)
            if its == design and kinds[each] == kinds[card]
        ]
        is_ordered = observer.zone_of[place[card]].ordered
        others = [
            each
            for each in right
            if is_ordered or place[each] != place[card] or _is_chosen(trajectory, (card, each))
        ]
        yield from ((card, other) for other in rng.shuffled(others))
        if len(others) < len(right) or not right:
            others = rng.shuffled(swap_partners(trajectory, card))
            together = _shuffled_with(trajectory, card)
            others.sort(key=lambda other: not together >> other & 1)
            yield from ((card, other) for other in others[:FEW])


def _is_chosen(trajectory: Trajectory, swap: Swap) -> bool:
    """Return whether another seat chose one of two cards when it could have chosen the other.

    Chosen cards may lie with the others until all seats have chosen, so their place does not tell them apart.
    """
    return any(at < 0 for _, at in divergences_unseen(trajectory, swap))


def _shuffled_with(trajectory: Trajectory, card: int) -> int:
    """Return the cards last shuffled together with `card`, as bits; all bits if it was never shuffled."""
    pools = (trajectory.shuffled_cards(*shuffle) for shuffle in reversed(trajectory.shuffles()))
    return next((pool for pool in pools if pool >> card & 1), -1)


def swap_partners(trajectory: Trajectory, card: int) -> list[int]:
    """Return the hidden cards of its kind whose exchange with `card` changes the design in its place."""
    context, number = trajectory.context, len(trajectory.steps)
    observer, known = context.observer, trajectory.known_after(number - 1)
    place = context.places_of_cards(trajectory.before(number))
    return [
        each
        for each, kind in enumerate(context.kinds)
        if kind == context.kinds[card]
        and not known >> each & 1
        and observer.design_of[each] != observer.design_of[card]
        and (place[each] != place[card] or place[card] not in context.unordered)
    ]


def choice_swaps(trajectory: Trajectory, misplaced: list[Pair], rng: RandomStream) -> list[Swap]:
    """Return exchanges of misplaced or required cards with cards that were offered in the same choices."""
    designs, choices = (
        trajectory.context.observer.design_of,
        list(_choices_between_cards(trajectory)),
    )
    lacking = {design for _, design in misplaced}
    moved = dict.fromkeys(card for card, _ in misplaced)
    moved |= dict.fromkeys(card for card, design in enumerate(designs) if design in lacking)
    swaps = list[Swap]()
    for card in moved:
        others = (other for swap in choices if card in swap for other in swap if other != card)
        swaps += [(card, other) for other in islice(others, FEW_CHOICES)]
    return rng.shuffled(swaps)


def _choices_between_cards(trajectory: Trajectory) -> Iterator[Swap]:
    """Yield (chosen, other): a card that another seat chose unseen and one offered with it, the last first."""
    context, steps = trajectory.context, trajectory.steps
    for number in reversed(trajectory.free_steps()):
        option, hidden = steps.chosen[number], ~steps.known_after(number)
        chosen, kind = element_of(option), list_of(option)
        if steps.options[number] < 2 or not context.is_card_after(number - 1, option):
            continue
        for each in context.options(trajectory.before(number)) if hidden >> chosen & 1 else ():
            other = element_of(each)
            if list_of(each) == kind and other != chosen and hidden >> other & 1:
                yield chosen, other


def perturb_randomly(trajectory: Trajectory, misplaced: list[Pair], rng: RandomStream) -> None:
    """Exchange misplaced or required cards with random ones, then try a few MCMC proposals."""
    designs, kinds = trajectory.context.observer.design_of, trajectory.context.kinds
    for card, design in misplaced[:FEW]:
        its = [each for each, its in enumerate(designs) if its == design]
        moved = rng.one_of([card, *its])
        others = [each for each, kind in enumerate(kinds) if kind == kinds[moved]]
        try_swap(trajectory, (moved, rng.one_of(others)))
    run_proposals(trajectory, rng, PERTURBATION_PROPOSALS)


def try_swap(trajectory: Trajectory, swap: Swap) -> bool:
    """Exchange two cards where their paths diverged if the log still agrees; return whether it was done."""
    new_steps = steps_with_swap(trajectory, swap)
    if new_steps is not None:
        trajectory.splice(new_steps)
    return new_steps is not None


def steps_with_swap(trajectory: Trajectory, swap: Swap) -> TrajectorySteps | None:
    """Return replayed steps in which two cards are exchanged and that agree with the log; None if none do."""
    one, other = swap
    if one == other or trajectory.context.kinds[one] != trajectory.context.kinds[other]:
        return None
    last: Divergence | None = None
    for divergence in divergences_unseen(trajectory, swap):
        last = last or divergence
        new_steps = _replay_with_swap(trajectory, divergence, swap, 0)
        if new_steps is not None:
            return new_steps
    if last is None:
        return None
    # Openly named cards keep their identity, so the roles are exchanged only up to the next such choice.
    ends = trajectory.choices(last[0], swap)[:FEW_CHOICES]
    tried = (_replay_with_swap(trajectory, last, swap, until) for until in ends)
    return next((new_steps for new_steps in tried if new_steps is not None), None)


def _replay_with_swap(
    trajectory: Trajectory, divergence: Divergence, swap: Swap, until: int
) -> TrajectorySteps | None:
    """Return the replay with two cards exchanged from `divergence` to step `until`; None if the log disagrees."""
    changed = exchange_at(trajectory, divergence, swap)
    return trajectory.replay(divergence[0], changed, swap, until=until)

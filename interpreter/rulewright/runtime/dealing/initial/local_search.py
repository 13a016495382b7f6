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
    reported_cards,
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


# ---------------------------------------------------------------------- constraints of later observations


def meet_constraints(
    trajectory: Trajectory, rng: RandomStream, later_constraints: Mapping[int, Constraints]
) -> None:
    """Exchange hidden cards to meet the constraints that later observations put on the present.

    If no direct exchange helps, cards change roles with others that were offered in the same choices: that may
    open new exchanges.
    """
    constraints = later_constraints.get(len(trajectory.steps) - 1, {})
    for _ in range(MOST_PREPARED):
        visible = trajectory.context.visible(trajectory.before(len(trajectory.steps)))
        unmet = count_unmet(trajectory.context.observer, visible, constraints)
        if not unmet:
            return
        wanted = rng.shuffled(exchanges_for(trajectory.context.observer, visible, constraints))
        straight = islice(replacement_swaps(trajectory, wanted, rng), FEW)
        if not any(_swap_if_useful(trajectory, swap, constraints, unmet - 1) for swap in straight):
            around = islice(choice_swaps(trajectory, wanted, rng), FEW)
            if not any(_swap_if_useful(trajectory, swap, constraints, unmet) for swap in around):
                return


def _swap_if_useful(
    trajectory: Trajectory, swap: Swap, constraints: Constraints, most: int
) -> bool:
    """Exchange two cards if then at most `most` required cards are missing; return whether it was done."""
    old_steps = trajectory.steps.copy()
    if not try_swap(trajectory, swap):
        return False
    context = trajectory.context
    if (
        count_unmet(
            context.observer, context.visible(trajectory.before(len(trajectory.steps))), constraints
        )
        <= most
    ):
        return True
    trajectory.splice(old_steps)
    return False


# ---------------------------------------------------------------------- misplaced cards


def repair_step(
    context: DealingContext, number: int, before: State, step_result: StepResult, rng: RandomStream
) -> StepResult:
    """Return a step improved by exchanging misplaced cards after its own shuffles, as far as that helps."""
    best, least, patience = step_result, (1 << 30, 0), PATIENT
    while patience and not step_result.fits:
        misplaced = misplaced_cards(context, number, before, step_result.visible)
        amiss = misplaced or misreported_cards(context, number, before, step_result)
        if (len(misplaced), len(amiss)) < least:
            best, least, patience = step_result, (len(misplaced), len(amiss)), PATIENT
        names, step = None, step_result.step
        for card, design in amiss:
            at, other = _shuffle_partner(context, step, card, design, rng)
            if other >= 0:
                names = exchange_in_permutation(step.names, at, (card, other), len(context.kinds))
                break
        if names is None:
            return best
        again = context.take_step(number, before, step.option, step.seed, names, step.options)
        if again is None:
            return best
        step_result, patience = again, patience - 1
    return step_result if step_result.fits else best


def _shuffle_partner(
    context: DealingContext, step: TrajectoryStep, card: int, design: int, rng: RandomStream
) -> tuple[int, int]:
    """Return (shuffle, other card): the last shuffle of `card` with a card of `design`; (-1, -1) if none."""
    for at in range(len(step.shuffled) - 1, -1, -1):
        cards = step.shuffled[at]
        if card in cards:
            partners = [each for each in cards if context.observer.design_of[each] == design]
            if partners:
                return at, rng.one_of(partners)
    return -1, -1


def exchange_misplaced(trajectory: Trajectory, failed: list[StepResult], rng: RandomStream) -> bool:
    """Exchange the misplaced cards of the failed step closest to the log; return whether any exchange worked."""
    context, number = trajectory.context, len(trajectory.steps)
    before = trajectory.before(number)
    nearest = sorted(failed, key=lambda step_result: distance(context, number, before, step_result))
    amiss = ((wrong_cards(context, number, before, each), each) for each in nearest)
    pairs, step_result = next((each for each in amiss if each[0]), ([], None))
    if step_result is None:
        return False
    settled = reported_cards(context, number, before, step_result)
    return _place_cards(trajectory, pairs, settled, rng)


def _place_cards(
    trajectory: Trajectory, pairs: list[Pair], settled: frozenset[int], rng: RandomStream
) -> bool:
    """Exchange misplaced cards for cards of the designs that belong there; return whether any exchange worked.

    Partners that are misplaced too come first, and `settled` cards, which are where they belong, last: taking
    these only moves the error, so a search without this order does not end where most cards are shown.
    """
    design_of, wanted, is_changed = trajectory.context.observer.design_of, dict(pairs), False

    def rank(swap: Swap) -> int:
        """Return the sort rank of an exchange: the less it moves cards from where they belong, the lower."""
        if swap[1] in wanted:
            return int(wanted[swap[1]] != design_of[swap[0]])
        return 3 if swap[1] in settled else 2

    while wanted:
        card, design = wanted.popitem()
        swaps = sorted(replacement_swaps(trajectory, [(card, design)], rng), key=rank)
        swap = next((each for each in swaps if try_swap(trajectory, each)), None)
        if swap is not None:
            is_changed = True
            # The card now lies where its partner lay.
            needed = wanted.pop(swap[1], design_of[card])
            if needed != design_of[card]:
                wanted[card] = needed
    return is_changed


def climb_hill(
    trajectory: Trajectory, failed: list[StepResult], rng: RandomStream
) -> StepResult | None:
    """Return a fitting step found by exchanging random hidden cards (hill climbing); None if there is none.

    It starts from one of the closest steps, not always the very closest: the distance between two announced
    words, say, means nothing. The distance never increases.
    """
    context, number = trajectory.context, len(trajectory.steps)
    before = trajectory.before(number)
    off = [
        (distance(context, number, before, each), at)
        for at, each in enumerate(failed)
        if not wrong_cards(context, number, before, each)
    ]
    if not off:
        return None
    close = 2 * min(off)[0]
    least, at = rng.one_of([each for each in off if each[0] <= close])
    best, patience = failed[at], MOST_CLIMBED
    while patience:
        patience -= 1
        swap = _random_swap(trajectory, rng)
        new_steps = steps_with_swap(trajectory, swap) if swap is not None else None
        if swap is None or new_steps is None or new_steps.first + len(new_steps) < number:
            continue
        before = new_steps.states[len(new_steps) - 1]
        step_result = _replay_after_swap(context, number, before, best.step, swap, rng)
        if step_result is None:
            continue
        apart = 0 if step_result.fits else distance(context, number, before, step_result)
        if apart <= least:
            trajectory.splice(new_steps)
            patience = patience if apart == least else MOST_CLIMBED
            best, least = step_result, apart
        if step_result.fits:
            return step_result
    return None


def _random_swap(trajectory: Trajectory, rng: RandomStream) -> Swap | None:
    """Return a random hidden card and a card of another design elsewhere; None if there are none."""
    places = _hidden_cards_by_place(trajectory)
    one = rng.one_of(rng.one_of(places)) if places else -1
    others = swap_partners(trajectory, one) if places else []
    return (one, rng.one_of(others)) if others else None


def _replay_after_swap(
    context: DealingContext,
    number: int,
    before: State,
    step: TrajectoryStep,
    swap: Swap,
    rng: RandomStream,
) -> StepResult | None:
    """Return a step replayed after an exchange of two cards; None if that is impossible."""
    option, options = step.option, context.options(before)
    if option is not None:
        option = context.swap_option(before, option, swap)
        if option not in options or not context.options_matching_log(number, before, [option]):
            return None
    step_result = context.take_step(number, before, option, step.seed, step.names, len(options))
    if step_result is None or step_result.fits or not step_result.step.shuffled:
        return step_result
    return repair_step(context, number, before, step_result, rng)


def perturb(trajectory: Trajectory, failed: list[StepResult], rng: RandomStream) -> None:
    """Exchange a misplaced, missing or hidden card, else cards offered in its choices, else random cards."""
    wanted = [
        *_wrong_pairs(trajectory, failed),
        *_missing_designs(trajectory, len(trajectory.steps)),
    ]
    wanted = rng.shuffled(wanted) or _random_hidden_cards(trajectory, rng)
    if any(try_swap(trajectory, swap) for swap in replacement_swaps(trajectory, wanted, rng)):
        return
    around = choice_swaps(trajectory, wanted, rng)[:FEW]
    if not any(try_swap(trajectory, swap) for swap in around):
        perturb_randomly(trajectory, wanted, rng)


def _random_hidden_cards(trajectory: Trajectory, rng: RandomStream) -> list[Pair]:
    """Return up to `FEW` random hidden cards, each with -1 for any design, as any may be misplaced."""
    return rng.shuffled(
        [(card, -1) for cards in _hidden_cards_by_place(trajectory) for card in cards]
    )[:FEW]


def _hidden_cards_by_place(trajectory: Trajectory) -> list[list[int]]:
    """Return the cards that the seat does not know, grouped by place."""
    row = trajectory.context.row(trajectory.before(len(trajectory.steps)))
    known = trajectory.known_after(len(trajectory.steps) - 1)
    places = (
        [card for card in row[cell] if not known >> card & 1]
        for cell in trajectory.context.observer.zone_of
    )
    return [cards for cards in places if cards]


def _wrong_pairs(trajectory: Trajectory, failed: list[StepResult]) -> Iterator[Pair]:
    """Yield the misplaced or misreported cards of the `failed` steps, each with the design the log shows."""
    number = len(trajectory.steps)
    for step_result in failed:
        yield from wrong_cards(trajectory.context, number, trajectory.before(number), step_result)


def _missing_designs(trajectory: Trajectory, number: int) -> Iterator[Pair]:
    """Yield (card, design) pairs: a card in a place that lost cards, and a design now seen for the first time."""
    observations, observer = trajectory.context.log.observations, trajectory.context.observer
    was, now = observations[number - 1].places, observations[number].places
    row = trajectory.context.row(trajectory.before(number))
    places = zip(observer.on_table, was, now, strict=True)
    there = [card for cell, one, two in places if one[0] > two[0] for card in row[cell]]
    for design in designs_in(now) - designs_in(was):
        yield from ((card, design) for card in there)

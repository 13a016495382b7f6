"""A Markov chain over the trajectories that agree with a log, whose stationary distribution is their posterior.

The posterior weighs the deal, all chance and the choices of other seats, uniform or by a policy. Acceptance
follows Metropolis and Hastings (W. K. Hastings, "Monte Carlo Sampling Methods Using Markov Chains and Their
Applications", 1970). Every proposal is its own inverse: two cards exchange places after a shuffle, or a choice
changes. Where two cards exchange roles, later choices of them change as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import exp, prod
from typing import Final

from rulewright.runtime.dealing.card_paths import Divergence
from rulewright.runtime.dealing.dealing_context import DealingContext, Swap
from rulewright.runtime.dealing.opponent_policy import combined_log_ratio
from rulewright.runtime.dealing.rng import RandomStream
from rulewright.runtime.dealing.trajectory import Proposal, Trajectory
from rulewright.runtime.dealing.trajectory_steps import (
    Permutations,
    TrajectoryStep,
    TrajectorySteps,
    cards_of,
)
from rulewright.runtime.ir.engine_contract import element_of

FINE: Final = 1 << 30
"""The resolution of probabilities."""

MOST_LOG_RATIO: Final = 100.0
"""The largest log likelihood ratio that counts: `exp` would overflow, and the proposal is accepted anyway."""

WHILE_APART, TO_THE_END, TO_A_MEETING, TO_A_CHOICE = range(4)
"""How long two cards keep exchanged roles after a changed step."""

EVENLY: Final = (WHILE_APART, TO_THE_END, TO_A_MEETING, TO_A_CHOICE)
"""The distribution of these kinds: uniform."""

MOSTLY_TO_NOW: Final = (*[WHILE_APART, TO_THE_END] * 3, TO_A_MEETING, TO_A_CHOICE)
"""The distribution for cards in different places now, where most proposals of the last two kinds fail."""


def run_proposals(trajectory: Trajectory, rng: RandomStream, proposals: int) -> int:
    """Try `proposals` MCMC proposals on a trajectory and return the number accepted.

    Half of them concern the cards hidden now, half anything in the trajectory. Some trajectories can be reached
    only through changes of the past, others most easily through changes of the present.
    """
    return sum(_propose(trajectory, rng) for _ in range(proposals))


def _propose(trajectory: Trajectory, rng: RandomStream) -> bool:
    """Draw and try one proposal; return whether it was accepted."""
    how, shuffles = rng.below(4), trajectory.shuffles()
    if how > 1 and trajectory.context.cards_of_kinds:
        return _swap_hidden_cards(trajectory, rng)
    if shuffles and how:
        return _swap_after_shuffle(trajectory, shuffles, rng)
    return _change_choice(trajectory, rng)


# ---------------------------------------------------------------------- hidden cards in their present places


def _swap_hidden_cards(trajectory: Trajectory, rng: RandomStream) -> bool:
    """Propose to exchange two hidden cards where their paths last diverged; return whether it was accepted."""
    cards = rng.one_of(trajectory.context.cards_of_kinds)
    hidden = cards_of(trajectory.hidden_now() & cards)
    if len(hidden) < 2:
        return False
    swap = rng.one_of(hidden), rng.one_of(hidden)
    last = (
        next(divergences_unseen(trajectory, swap), None)
        if trajectory.are_in_different_places(swap)
        else None
    )
    if last is None:
        return False

    def inverse_odds(each: Trajectory | Proposal) -> int:
        """Return the inverse of the proposal probability of the change; 0 if it is never proposed."""
        if each is trajectory:
            return len(hidden) ** 2
        now = each.hidden_now() & cards
        if not (now >> swap[0] & now >> swap[1] & 1 and each.are_in_different_places(swap)):
            return 0
        return now.bit_count() ** 2 if next(divergences_unseen(each, swap), None) == last else 0

    number, changed = last[0], exchange_at(trajectory, last, swap)
    return _propose_swap(trajectory, number, changed, swap, rng, inverse_odds, MOSTLY_TO_NOW)


def divergences_unseen(trajectory: Trajectory | Proposal, swap: Swap) -> Iterator[Divergence]:
    """Yield the points (step, shuffle or -1) where the paths of two cards diverged unseen, the last first.

    Each is a step and the index of one of its shuffles, or -1 for a choice between the two cards.
    """
    for number, at in trajectory.divergences(swap):
        if at >= 0 or (trajectory.count(number) > 1 and _is_between(trajectory, number, swap)):
            yield number, at


def _is_between(trajectory: Trajectory | Proposal, number: int, swap: Swap) -> bool:
    """Return whether another seat chose one of two cards when it could have chosen the other."""
    context, chosen = trajectory.context, trajectory.chosen(number)
    if context.log.own[number] is not None:
        return False
    other = context.swap_option_after(number - 1, chosen, swap)
    return other != chosen and other in context.options(trajectory.before(number))


def exchange_at(trajectory: Trajectory, divergence: Divergence, swap: Swap) -> TrajectoryStep:
    """Return the step at `divergence` with two cards exchanged in its shuffle, or in its choice."""
    number, at = divergence
    old, context = trajectory.steps[number], trajectory.context
    if at >= 0:
        return old._replace(names=exchange_in_permutation(old.names, at, swap, len(context.kinds)))
    return old._replace(
        option=context.swap_option_after(number - 1, trajectory.chosen(number), swap)
    )


# ---------------------------------------------------------------------- cards after a shuffle


def _swap_after_shuffle(
    trajectory: Trajectory, shuffles: list[tuple[int, int]], rng: RandomStream
) -> bool:
    """Propose an exchange of two cards after a random shuffle; return whether it was accepted."""
    number, at = rng.one_of(shuffles)
    never = bool(rng.below(2))
    hidden = cards_of(hidden_cards_in_shuffle(trajectory, number, at, never))
    if len(hidden) < 2:
        return False
    one, other = rng.one_of(hidden), rng.one_of(hidden)
    if one == other or trajectory.context.kinds[one] != trajectory.context.kinds[other]:
        return False
    old = trajectory.steps[number]
    changed = old._replace(
        names=exchange_in_permutation(old.names, at, (one, other), len(trajectory.context.kinds))
    )

    def inverse_odds(each: Trajectory | Proposal) -> int:
        """Return the inverse of the proposal probability of the change; 0 if it is never proposed."""
        again = hidden_cards_in_shuffle(each, number, at, never)
        if not again >> one & again >> other & 1:
            return 0
        return each.shuffle_count() * again.bit_count() ** 2

    return _propose_swap(trajectory, number, changed, (one, other), rng, inverse_odds)


def _propose_swap(
    trajectory: Trajectory,
    number: int,
    changed: TrajectoryStep,
    swap: Swap,
    rng: RandomStream,
    inverse_odds: Callable[[Trajectory | Proposal], int],
    durations: Sequence[int] = EVENLY,
) -> bool:
    """Propose a changed step and exchange two cards in later choices; return whether it was accepted.

    The roles stay exchanged until all states are equal again, to the end, until both cards meet, or until one of
    them is chosen: cards that were named openly keep their roles.
    """
    kind, until, ends = rng.one_of(durations), 0, list[int]()
    if kind == TO_THE_END:
        until = len(trajectory.steps)
    elif kind in (TO_A_MEETING, TO_A_CHOICE):
        ends = _steps_that_may_end_swap(trajectory, kind, number, swap)
        if not ends:
            return False
        until = rng.one_of(ends)
    proposed = trajectory.replay(number, changed, swap, until=until)
    if proposed is None:
        return False
    after = Proposal(trajectory, proposed)
    forward, backward = inverse_odds(trajectory), inverse_odds(after)
    # Detailed balance: the inverse proposal must be able to draw the same end, from its own number of ends.
    if ends:
        again = _steps_that_may_end_swap(after, kind, number, swap)
        forward, backward = forward * len(ends), backward * len(again) if until in again else 0
    return backward > 0 and _accept(trajectory, proposed, rng, forward, backward)


def _steps_that_may_end_swap(
    trajectory: Trajectory | Proposal, kind: int, number: int, swap: Swap
) -> list[int]:
    """Return the steps after which two exchanged cards may resume their own roles: later choices or meetings."""
    return (trajectory.choices if kind == TO_A_CHOICE else trajectory.meetings)(number, swap)


def hidden_cards_in_shuffle(
    trajectory: Trajectory | Proposal, number: int, at: int, never_since: bool
) -> int:
    """Return the cards of a shuffle that the seat does not know, as bits.

    With `never_since`, these are the cards that the seat has not known since; if not, those it did not know right
    after the shuffle.
    """
    known = trajectory.known_since(number) if never_since else trajectory.known_after(number)
    return trajectory.shuffled_cards(number, at) & ~known


def exchange_in_permutation(names: Permutations, at: int, swap: Swap, cards: int) -> Permutations:
    """Return the permutations of a step with two cards exchanged after shuffle `at`; `cards` counts all cards."""
    one, other = swap
    as_shuffled = tuple(range(cards))
    new = list(names.get(at, as_shuffled))
    first, second = new.index(one), new.index(other)
    new[first], new[second] = other, one
    rest = {each: old for each, old in names.items() if each != at}
    return rest if tuple(new) == as_shuffled else {**rest, at: tuple(new)}


# ---------------------------------------------------------------------- choices


def _change_choice(trajectory: Trajectory, rng: RandomStream) -> bool:
    """Propose another option for a choice of another seat or of chance; return whether it was accepted.

    At random, a later choice changes as well, or the two chosen cards exchange roles in later choices.
    """
    free = trajectory.free_steps()
    if not free:
        return False
    number = rng.one_of(free)
    old = trajectory.steps[number]
    if old.options < 2:
        return False
    context, before = trajectory.context, trajectory.before(number)
    others = [option for option in context.options(before) if option != old.option]
    option = rng.one_of(others)
    later = rng.one_of(free)
    if later > number and rng.below(2):
        return _change_two_choices(trajectory, number, old._replace(option=option), later, rng)
    swap = _chosen_cards(context, old, option, number) if rng.below(2) else None
    if swap is not None:
        changed = old._replace(option=option)
        return _propose_swap(trajectory, number, changed, swap, rng, lambda _: 1)
    proposed = trajectory.replay(number, old._replace(option=option))
    return proposed is not None and _accept(trajectory, proposed, rng, 1, 1)


def _change_two_choices(
    trajectory: Trajectory, number: int, changed: TrajectoryStep, later: int, rng: RandomStream
) -> bool:
    """Propose a change of two choices at once; return whether it was accepted.

    The later choice is drawn from the options it then has.
    """
    proposed = trajectory.replay(number, changed, again=(later, rng))
    if proposed is None:
        return False
    forward, backward = proposed.options[later - number], trajectory.steps.options[later]
    return _accept(trajectory, proposed, rng, forward, backward)


def _chosen_cards(
    context: DealingContext, old: TrajectoryStep, option: int, number: int
) -> Swap | None:
    """Return the cards of a step's old and new option; None unless both options choose cards."""
    assert old.option is not None
    if not all(context.is_card_after(number - 1, each) for each in (option, old.option)):
        return None
    return element_of(old.option), element_of(option)


def _accept(
    trajectory: Trajectory,
    proposed: TrajectorySteps,
    rng: RandomStream,
    forward: int,
    backward: int,
) -> bool:
    """Accept the proposal with the Metropolis-Hastings probability; return whether it was accepted.

    `forward` and `backward` are the inverse proposal probabilities of the move and of its inverse.
    """
    old = trajectory.steps.options[proposed.first : proposed.first + len(proposed)]
    # Uniform choices: each has the probability 1 / options, so the posterior ratio is a ratio of products.
    if old != proposed.options:
        forward, backward = forward * prod(old), backward * prod(proposed.options)
    if trajectory.context.likelihood is not None:
        forward, backward = (
            forward * max(int(FINE * _likelihood_ratio(trajectory, proposed)), 1),
            backward * FINE,
        )
    # Metropolis-Hastings: accept with probability min(1, forward / backward), in integers: equal on all machines.
    if rng.below(FINE) * backward >= forward * FINE:
        return False
    trajectory.splice(proposed)
    return True


def _likelihood_ratio(trajectory: Trajectory, proposed: TrajectorySteps) -> float:
    """Return how much a proposal multiplies the policy's probability of other seats' choices."""
    likelihood, after, end = (
        trajectory.context.likelihood,
        Proposal(trajectory, proposed),
        proposed.first + len(proposed),
    )
    assert likelihood is not None
    steps = likelihood.steps(len(trajectory.steps))
    if not any(proposed.first <= number < end for number in steps):
        return 1.0
    old, new = dict[int, float](), dict[int, float]()
    for number in steps:
        seat, gain = likelihood.seat(number), trajectory.log_ratio(number)
        old[seat] = old.get(seat, 0.0) + gain
        if proposed.first <= number < end:
            gain = likelihood.log_ratio(number, after.before(number), after.chosen(number))
        new[seat] = new.get(seat, 0.0) + gain
    return exp(min(combined_log_ratio(new) - combined_log_ratio(old), MOST_LOG_RATIO))

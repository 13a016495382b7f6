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

MOST_LIKELIER: Final = 100.0
"""The largest log likelihood ratio that counts: `exp` would overflow, and the proposal is accepted anyway."""

WHILE_APART, TO_THE_END, TO_A_MEETING, TO_A_CHOICE = range(4)
"""How long two cards keep exchanged roles after a changed step."""

EVENLY: Final = (WHILE_APART, TO_THE_END, TO_A_MEETING, TO_A_CHOICE)
"""The distribution of these kinds: uniform."""

MOSTLY_TO_NOW: Final = (*[WHILE_APART, TO_THE_END] * 3, TO_A_MEETING, TO_A_CHOICE)
"""The distribution for cards in different places now, where most proposals of the last two kinds fail."""


def walk(course: Trajectory, lot: RandomStream, changes: int) -> int:
    """Try `changes` proposals and return the number accepted.

    Half of them concern the cards hidden now, half anything in the trajectory. Some trajectories can be reached
    only through changes of the past, others most easily through changes of the present.
    """
    return sum(_changed(course, lot) for _ in range(changes))


def _changed(course: Trajectory, lot: RandomStream) -> bool:
    how, shuffles = lot.below(4), course.shuffles()
    if how > 1:
        return _part_otherwise(course, lot)
    if shuffles and how:
        return _exchange(course, shuffles, lot)
    return _choose_otherwise(course, lot)


# ---------------------------------------------------------------------- what lies where now


def _part_otherwise(course: Trajectory, lot: RandomStream) -> bool:
    """Propose an exchange of two hidden cards from the point where their paths diverged last."""
    cards = lot.one_of(course.table.cards_of_kinds)
    hidden = cards_of(course.hidden_now() & cards)
    if len(hidden) < 2:
        return False
    swap = lot.one_of(hidden), lot.one_of(hidden)
    last = (
        next(divergences_unseen(course, swap), None)
        if course.are_in_different_places(swap)
        else None
    )
    if last is None:
        return False

    def ways(each: Trajectory | Proposal) -> int:
        """The inverse of how often the change is proposed; 0 if it never is."""
        if each is course:
            return len(hidden) ** 2
        now = each.hidden_now() & cards
        if not (now >> swap[0] & now >> swap[1] & 1 and each.are_in_different_places(swap)):
            return 0
        return now.bit_count() ** 2 if next(divergences_unseen(each, swap), None) == last else 0

    number, changed = last[0], exchange_at(course, last, swap)
    return _roles_changed(course, number, changed, swap, lot, ways, MOSTLY_TO_NOW)


def divergences_unseen(course: Trajectory | Proposal, swap: Swap) -> Iterator[Divergence]:
    """Yield the points where the paths of two cards diverged unseen, the last first.

    Each is a step and the index of one of its shuffles, or -1 for a choice between the two cards.
    """
    for number, at in course.partings(swap):
        if at >= 0 or (course.count(number) > 1 and _is_between(course, number, swap)):
            yield number, at


def _is_between(course: Trajectory | Proposal, number: int, swap: Swap) -> bool:
    """Return whether another seat chose one of two cards when it could have chosen the other."""
    table, chosen = course.table, course.chosen(number)
    if table.log.own[number] is not None:
        return False
    other = table.swapped_after(number - 1, chosen, swap)
    return other != chosen and other in table.options(course.before(number))


def exchange_at(course: Trajectory, parting: Divergence, swap: Swap) -> TrajectoryStep:
    """Return a step with two cards exchanged in one of its shuffles, or in its choice."""
    number, at = parting
    old, table = course.steps[number], course.table
    if at >= 0:
        return old._replace(names=exchange_in_permutation(old.names, at, swap, len(table.kinds)))
    return old._replace(option=table.swapped_after(number - 1, course.chosen(number), swap))


# ---------------------------------------------------------------------- what lies where after a shuffle


def _exchange(course: Trajectory, shuffles: list[tuple[int, int]], lot: RandomStream) -> bool:
    """Propose an exchange of two cards after a random shuffle."""
    number, at = lot.one_of(shuffles)
    never = bool(lot.below(2))
    hidden = cards_of(hidden_cards_in_shuffle(course, number, at, never))
    if len(hidden) < 2:
        return False
    one, other = lot.one_of(hidden), lot.one_of(hidden)
    if one == other or course.table.kinds[one] != course.table.kinds[other]:
        return False
    old = course.steps[number]
    changed = old._replace(
        names=exchange_in_permutation(old.names, at, (one, other), len(course.table.kinds))
    )

    def ways(each: Trajectory | Proposal) -> int:
        """The inverse of how often the change is proposed; 0 if it never is."""
        again = hidden_cards_in_shuffle(each, number, at, never)
        if not again >> one & again >> other & 1:
            return 0
        return each.count_of_shuffles() * again.bit_count() ** 2

    return _roles_changed(course, number, changed, (one, other), lot, ways)


def _roles_changed(
    course: Trajectory,
    number: int,
    changed: TrajectoryStep,
    swap: Swap,
    lot: RandomStream,
    ways: Callable[[Trajectory | Proposal], int],
    how_long: Sequence[int] = EVENLY,
) -> bool:
    """Propose a changed step together with exchanged roles of two cards in later choices.

    The roles stay exchanged until all states are equal again, to the end, until both cards meet, or until one of
    them is chosen: cards that were named openly keep their roles.
    """
    kind, until, ends = lot.one_of(how_long), 0, list[int]()
    if kind == TO_THE_END:
        until = len(course.steps)
    elif kind in (TO_A_MEETING, TO_A_CHOICE):
        ends = _ends(course, kind, number, swap)
        if not ends:
            return False
        until = lot.one_of(ends)
    found = course.replayed(number, changed, swap, until=until)
    if found is None:
        return False
    after = Proposal(course, found)
    there, back = ways(course), ways(after)
    # Detailed balance: the inverse proposal must be able to draw the same end, from its own number of ends.
    if ends:
        again = _ends(after, kind, number, swap)
        there, back = there * len(ends), back * len(again) if until in again else 0
    return back > 0 and _accepted(course, found, lot, there, back)


def _ends(course: Trajectory | Proposal, kind: int, number: int, swap: Swap) -> list[int]:
    """Return the steps at which two cards may change back their roles."""
    return (course.choices if kind == TO_A_CHOICE else course.meetings)(number, swap)


def hidden_cards_in_shuffle(
    course: Trajectory | Proposal, number: int, at: int, never: bool
) -> int:
    """Return the hidden cards of a shuffle as bits.

    With `never`, these are the cards the seat has not known since; if not, those it did not know right after the
    shuffle.
    """
    seen = course.seen_since(number) if never else course.known(number)
    return course.pool(number, at) & ~seen


def exchange_in_permutation(names: Permutations, at: int, swap: Swap, cards: int) -> Permutations:
    """Return the permutations of a step with two cards exchanged after shuffle `at`; `cards` counts all cards."""
    one, other = swap
    as_shuffled = tuple(range(cards))
    new = list(names.get(at, as_shuffled))
    first, second = new.index(one), new.index(other)
    new[first], new[second] = other, one
    rest = {each: old for each, old in names.items() if each != at}
    return rest if tuple(new) == as_shuffled else {**rest, at: tuple(new)}


# ---------------------------------------------------------------------- what was chosen


def _choose_otherwise(course: Trajectory, lot: RandomStream) -> bool:
    """Propose another option for a choice of another seat, or of chance; at random with roles exchanged since."""
    free = course.free()
    if not free:
        return False
    number = lot.one_of(free)
    old = course.steps[number]
    if old.options < 2:
        return False
    table, before = course.table, course.before(number)
    others = [option for option in table.options(before) if option != old.option]
    option = lot.one_of(others)
    later = lot.one_of(free)
    if later > number and lot.below(2):
        return _choose_two(course, number, old._replace(option=option), later, lot)
    swap = _roles(table, old, option, number) if lot.below(2) else None
    if swap is not None:
        changed = old._replace(option=option)
        return _roles_changed(course, number, changed, swap, lot, lambda _: 1)
    found = course.replayed(number, old._replace(option=option))
    return found is not None and _accepted(course, found, lot, 1, 1)


def _choose_two(
    course: Trajectory, number: int, changed: TrajectoryStep, later: int, lot: RandomStream
) -> bool:
    """Propose a change of two choices at once; the later one is drawn from the options it then has."""
    found = course.replayed(number, changed, again=(later, lot))
    if found is None:
        return False
    there, back = found.options[later - number], course.steps.options[later]
    return _accepted(course, found, lot, there, back)


def _roles(table: DealingContext, old: TrajectoryStep, option: int, number: int) -> Swap | None:
    """Return the two cards between which a choice was made; None if the options are not both cards."""
    assert old.option is not None
    if not all(table.is_card_after(number - 1, each) for each in (option, old.option)):
        return None
    return element_of(old.option), element_of(option)


def _accepted(
    course: Trajectory, found: TrajectorySteps, lot: RandomStream, there: int, back: int
) -> bool:
    """Accept the proposal with the Metropolis-Hastings probability; return whether it was accepted.

    `there` and `back` are the inverse proposal probabilities of the move and of its inverse.
    """
    old = course.steps.options[found.first : found.first + len(found)]
    # Uniform choices: each has the probability 1 / options, so the posterior ratio is a ratio of products.
    if old != found.options:
        there, back = there * prod(old), back * prod(found.options)
    if course.table.guesses is not None:
        there, back = there * max(int(FINE * _likelier(course, found)), 1), back * FINE
    # Metropolis-Hastings: accept with probability min(1, there / back), in integers for equal results everywhere.
    if lot.below(FINE) * back >= there * FINE:
        return False
    course.splice(found)
    return True


def _likelier(course: Trajectory, found: TrajectorySteps) -> float:
    """Return the likelihood ratio of the other seats' choices after and before the proposal, by the policy."""
    guesses, after, end = course.table.guesses, Proposal(course, found), found.first + len(found)
    assert guesses is not None
    steps = guesses.steps(len(course.steps))
    if not any(found.first <= number < end for number in steps):
        return 1.0
    old, new = dict[int, float](), dict[int, float]()
    for number in steps:
        seat, gain = guesses.seat(number), course.gain(number)
        old[seat] = old.get(seat, 0.0) + gain
        if found.first <= number < end:
            gain = guesses.gain(number, after.before(number), after.chosen(number))
        new[seat] = new.get(seat, 0.0) + gain
    return exp(min(combined_log_ratio(new) - combined_log_ratio(old), MOST_LIKELIER))

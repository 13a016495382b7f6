"""The search for a first trajectory that agrees with a seat's log, one observation after the other.

The start state needs no guess about the real game: every state comes from playing the rules. In pseudo-code:

    for each observation n of the log, in order (`Dealer._extend_chain`, then `extend`):
        up to 60 attempts (4 if n = 0, where there is nothing before it to change):
            attempts 0, 12, 24, …: `meet_constraints`
                up to 24 times, while hidden cards violate the constraints of later observations:
                    exchange one of these cards for a required one; if no exchange helps,
                    exchange a card with one that was offered in the same choice; if none works, stop
            `_extend_greedily`: for each option (random order; only the seat's own choice if it decided):
                replay it with a new random seed
                if it shuffled and its observation differs from the log:
                    exchange misplaced cards after its shuffles while that helps (`repair_step`)
                    n = 0, and it still differs: permute its first shuffle at random
                stop at an option that fits and meets the constraints of n
            an option fits: append the one with the fewest unmet constraints, done
            n = 0: next attempt
            attempts 0, 3, 6, …: `exchange_misplaced`
                exchange the misplaced cards of the closest failed option, for each other if possible, else
                for cards that the log does not show, each from the last divergence of the two cards' paths
                on (cards in one place too: until all have chosen, a chosen card may lie with the others);
                if any exchange worked: next attempt
            attempts 1, 4, 7, …:
                `climb_hill`: take a close failed option without misplaced cards and exchange random hidden
                cards while the distance to the log does not grow; if it fits: append it, done
                `perturb`: exchange one misplaced card, or one from a place that lost cards, or (if there are
                neither) any hidden card; if that fails, cards offered in the same choice; if that fails,
                random cards, followed by 6 MCMC proposals
            attempts 2, 5, 8, …, and 0, 3, 6, … if nothing could be mended:
                `_search_depth_first`: go back 1, 2 or 3 steps and try at most 60 steps; if it gets to n: done
                `_extend_from_earlier`: go back up to 64 steps and extend by `_extend_greedily`,
                `exchange_misplaced` and `climb_hill`, usually with choices of newly seen cards by their likely
                owners first;
                if it gets to n: done
    no attempt worked: the dealer tries again with another random stream, then from the start of the game
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rulewright.runtime.dealing.dealing_context import DealingContext, StepResult
from rulewright.runtime.dealing.initial.future_constraints import (
    Constraints,
    count_unmet,
    designs_in,
)
from rulewright.runtime.dealing.initial.local_search import (
    climb_hill,
    exchange_misplaced,
    meet_constraints,
    perturb,
    repair_step,
)
from rulewright.runtime.dealing.rng import RandomStream
from rulewright.runtime.dealing.trajectory import Trajectory
from rulewright.runtime.dealing.trajectory_steps import TrajectoryStep
from rulewright.runtime.game.engine import State
from rulewright.runtime.ir.engine_contract import element_of

PATIENCE: Final = 60
"""Attempts to extend a trajectory by one step."""

FIRST: Final = 4
"""Attempts to find the first step: there is nothing before it to change."""

MOST_TRIALS: Final = 60
"""The most steps tried by one depth-first search."""

Hints = frozenset[tuple[int, int]]
"""Seats, each with the design of a card that it may have held."""


def extend(
    trajectory: Trajectory, rng: RandomStream, later_constraints: Mapping[int, Constraints]
) -> bool:
    """Extend `trajectory` by one observation of the log and return whether that worked.

    `later_constraints` gives for each observation the constraints that later ones put on hidden cards.
    """
    number = len(trajectory.steps)
    for attempt in range(PATIENCE if number else FIRST):
        if attempt % 12 == 0:
            meet_constraints(trajectory, rng, later_constraints)
        failed: list[StepResult] = []
        if _extend_greedily(trajectory, rng, failed, later_constraints):
            return True
        if number == 0 or (attempt % 3 == 0 and exchange_misplaced(trajectory, failed, rng)):
            continue
        if attempt % 3 == 1:
            step_result = climb_hill(trajectory, failed, rng)
            if step_result is not None:
                trajectory.add(step_result.step)
                return True
            perturb(trajectory, failed, rng)
        elif _search_depth_first(trajectory, rng, 1 + attempt // 3 % 3) or _extend_from_earlier(
            trajectory, rng, later_constraints
        ):
            return True
    return False


def _extend_greedily(
    trajectory: Trajectory,
    rng: RandomStream,
    failed: list[StepResult],
    later_constraints: Mapping[int, Constraints],
    hints: Hints = frozenset(),
) -> bool:
    """Append the fitting step with the fewest unmet constraints; collect steps that do not fit in `failed`.

    Return whether a step was appended.
    """
    constraints, observer = (
        later_constraints.get(len(trajectory.steps), {}),
        trajectory.context.observer,
    )
    best: tuple[int, TrajectoryStep] | None = None
    for step_result in _next_steps(trajectory, rng, hints):
        if step_result.fits:
            unmet = count_unmet(observer, step_result.visible, constraints)
            if best is None or unmet < best[0]:
                best = unmet, step_result.step
            if not unmet:
                break
        else:
            failed.append(step_result)
    if best is not None:
        trajectory.add(best[1])
    return best is not None


def _search_depth_first(trajectory: Trajectory, rng: RandomStream, dropped: int) -> bool:
    """Drop `dropped` steps, then search depth-first for steps to one beyond them; return whether it worked."""
    number = len(trajectory.steps)
    other, trials = trajectory.copy(), MOST_TRIALS
    other.cut(max(1, number - dropped))
    branches = [_next_steps(other, rng, frozenset())]
    while branches and trials:
        step_result = next(branches[-1], None)
        trials -= 1
        if step_result is None:
            branches.pop()
            other.cut(len(other.steps) - 1)
        elif step_result.fits:
            other.add(step_result.step)
            if len(other.steps) > number:
                trajectory.splice(other.steps)
                return True
            branches.append(_next_steps(other, rng, frozenset()))
    return False


def _extend_from_earlier(
    trajectory: Trajectory, rng: RandomStream, later_constraints: Mapping[int, Constraints]
) -> bool:
    """Drop a random number of steps and extend greedily to one step beyond them; return whether it worked."""
    number = len(trajectory.steps)
    first = max(1, number - 1 - rng.below(1 << 2 + rng.below(5)))
    hints = (
        frozenset(_likely_owners(trajectory.context, first, number))
        if rng.below(4)
        else frozenset()
    )
    other = trajectory.copy()
    other.cut(first)
    while len(other.steps) <= number:
        failed: list[StepResult] = []
        if _extend_greedily(other, rng, failed, later_constraints, hints) or (
            exchange_misplaced(other, failed, rng)
            and _extend_greedily(other, rng, failed, later_constraints, hints)
        ):
            continue
        step_result = climb_hill(other, failed, rng)
        if step_result is None:
            return False
        other.add(step_result.step)
    trajectory.splice(other.steps)
    return True


def _likely_owners(context: DealingContext, first: int, last: int) -> Iterator[tuple[int, int]]:
    """Yield (seat, design) pairs: the seat lost a card when a card of the design was first seen."""
    observer, observations = context.observer, context.log.observations
    for number in range(first, last + 1):
        was, now = observations[number - 1].places, observations[number].places
        new = designs_in(now) - designs_in(was)
        for cell, one, two in zip(observer.on_table, was, now, strict=True):
            owner = observer.module.owner_of(cell)
            if owner is not None and one[0] > two[0]:
                yield from ((owner, design) for design in new)


def _next_steps(trajectory: Trajectory, rng: RandomStream, hints: Hints) -> Iterator[StepResult]:
    """Yield the result of the next step for each option, in random order, hinted ones first; repair shuffles."""
    context, number = trajectory.context, len(trajectory.steps)
    before = trajectory.before(number)
    options: list[int | None] = [None]
    count = 1
    if number:
        offered = context.options(before)
        options = [*context.options_matching_log(number, before, rng.shuffled(offered))]
        count = len(offered)
        if hints:
            options.sort(key=lambda option: _rank(context, before, option, hints))
    for option in options:
        step_result = context.take_step(number, before, option, rng.seed(), {}, count)
        if step_result is not None and step_result.step.shuffled and not step_result.fits:
            step_result = repair_step(context, number, before, step_result, rng)
            if number == 0 and not step_result.fits:
                # The options may depend on the hidden subject of a phase, which only the opening fixes.
                names = {0: _random_permutation(context, step_result.step.shuffled[0], rng)}
                step_result = context.take_step(number, before, option, rng.seed(), names, count)
        if step_result is not None:
            yield step_result


def _random_permutation(
    context: DealingContext, cards: Sequence[int], rng: RandomStream
) -> list[int]:
    """Return a permutation of all cards that shuffles `cards` at random within each kind."""
    names = list(range(len(context.kinds)))
    for kind in sorted({context.kinds[card] for card in cards}):
        of_kind = [card for card in cards if context.kinds[card] == kind]
        for card, name in zip(of_kind, rng.shuffled(of_kind), strict=True):
            names[card] = name
    return names


def _rank(context: DealingContext, before: State, option: int | None, hints: Hints) -> int:
    """Return the sort rank of an option: 0 for a hinted card, 2 for one hinted for other seats only, else 1."""
    if option is None or not context.is_card(before, option):
        return 1
    design, decider = (
        context.observer.design_of[element_of(option)],
        context.engine.snapshot(before).decider,
    )
    if (decider, design) in hints:
        return 0
    return 2 if any(its == design for _, its in hints) else 1

"""The search for a first trajectory that agrees with a seat's log, one observation after the other.

The start state needs no guess about the real game: every state comes from playing the rules. In pseudo-code:

    for each observation n of the log, in order (Dealer._go_on, then `extend`):
        up to 60 attempts (4 if n = 0, where there is nothing before it to change):
            attempts 0, 12, 24, …: `meet_constraints`
                up to 24 times, while hidden cards violate the constraints of later observations:
                    exchange one of these cards for a required one; if no exchange helps,
                    exchange a card with one that was offered in the same choice; if none works, stop
            `_step`: for each option (random order; only the seat's own choice if it decided):
                replay it with a new random seed
                if it shuffled and its observation differs from the log:
                    exchange misplaced cards after its shuffles while that helps (`repair_step`)
                    n = 0, and it still differs: permute its first shuffle at random
                stop at an option that fits and meets the constraints of n
            an option fits: append the one with the fewest unmet constraints, done
            n = 0: next attempt
            attempts 0, 3, 6, …: `exchange_misplaced`
                exchange the misplaced cards of the closest failed option, each from the last
                divergence of the two cards' paths on; if any exchange worked: next attempt
            attempts 1, 4, 7, …:
                `climb_hill`: take a close failed option without misplaced cards and exchange random hidden
                cards while the distance to the log does not grow; if it fits: append it, done
                `perturb`: exchange one misplaced card, or one from a place that lost cards, or (if there are
                neither) any hidden card; if that fails, cards offered in the same choice; if that fails,
                random cards, followed by 6 MCMC proposals
            attempts 2, 5, 8, …, and 0, 3, 6, … if nothing could be mended:
                `_searched`: go back 1, 2 or 3 steps, search depth-first over 60 steps; if it gets to n: done
                `_regrown`: go back up to 64 steps and extend greedily by `_step`, `exchange_misplaced` and
                `climb_hill`, usually with choices of newly seen cards by their likely owners first;
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


def extend(course: Trajectory, lot: RandomStream, ahead: Mapping[int, Constraints]) -> bool:
    """Extend `course` by one observation of the log; return whether that worked. `ahead` are constraints."""
    number = len(course.steps)
    for attempt in range(PATIENCE if number else FIRST):
        if attempt % 12 == 0:
            meet_constraints(course, lot, ahead)
        near: list[StepResult] = []
        if _step(course, lot, near, ahead):
            return True
        if number == 0 or (attempt % 3 == 0 and exchange_misplaced(course, near, lot)):
            continue
        if attempt % 3 == 1:
            reached = climb_hill(course, near, lot)
            if reached is not None:
                course.add(reached.step)
                return True
            perturb(course, near, lot)
        elif _searched(course, lot, 1 + attempt // 3 % 3) or _regrown(course, lot, ahead):
            return True
    return False


def _step(
    course: Trajectory,
    lot: RandomStream,
    near: list[StepResult],
    ahead: Mapping[int, Constraints],
    hints: Hints = frozenset(),
) -> bool:
    """Extend `course` by a fitting step with the fewest unmet constraints; collect the others in `near`."""
    needs, eyes = ahead.get(len(course.steps), {}), course.table.eyes
    best: tuple[int, TrajectoryStep] | None = None
    for reached in _tried(course, lot, hints):
        if reached.fits:
            lacks = count_unmet(eyes, reached.sees, needs)
            if best is None or lacks < best[0]:
                best = lacks, reached.step
            if not lacks:
                break
        else:
            near.append(reached)
    if best is not None:
        course.add(best[1])
    return best is not None


def _searched(course: Trajectory, lot: RandomStream, back: int) -> bool:
    """Go back `back` steps and search depth-first, up to `MOST_TRIALS` steps, for a way one step further."""
    number = len(course.steps)
    other, trials = course.copy(), MOST_TRIALS
    other.cut(max(1, number - back))
    ways = [_tried(other, lot, frozenset())]
    while ways and trials:
        reached = next(ways[-1], None)
        trials -= 1
        if reached is None:
            ways.pop()
            other.cut(len(other.steps) - 1)
        elif reached.fits:
            other.add(reached.step)
            if len(other.steps) > number:
                course.splice(other.steps)
                return True
            ways.append(_tried(other, lot, frozenset()))
    return False


def _regrown(course: Trajectory, lot: RandomStream, ahead: Mapping[int, Constraints]) -> bool:
    """Go back a random number of steps and extend greedily to one step further; return whether that worked."""
    number = len(course.steps)
    first = max(1, number - 1 - lot.below(1 << 2 + lot.below(5)))
    hints = frozenset(_hints(course.table, first, number)) if lot.below(4) else frozenset()
    other = course.copy()
    other.cut(first)
    while len(other.steps) <= number:
        near: list[StepResult] = []
        if _step(other, lot, near, ahead, hints) or (
            exchange_misplaced(other, near, lot) and _step(other, lot, near, ahead, hints)
        ):
            continue
        reached = climb_hill(other, near, lot)
        if reached is None:
            return False
        other.add(reached.step)
    course.splice(other.steps)
    return True


def _hints(table: DealingContext, first: int, last: int) -> Iterator[tuple[int, int]]:
    """Yield the seats that may have held a card seen for the first time, each with the card's design."""
    eyes, looks = table.eyes, table.log.looks
    for number in range(first, last + 1):
        was, now = looks[number - 1].places, looks[number].places
        new = designs_in(now) - designs_in(was)
        for cell, one, two in zip(eyes.on_table, was, now, strict=True):
            owner = eyes.module.owner_of(cell)
            if owner is not None and one[0] > two[0]:
                yield from ((owner, design) for design in new)


def _tried(course: Trajectory, lot: RandomStream, hints: Hints) -> Iterator[StepResult]:
    """Yield the result of the next step for each option, in random order; repair it if it shuffled."""
    table, number = course.table, len(course.steps)
    before = course.before(number)
    options: list[int | None] = [None]
    count = 1
    if number:
        offered = table.options(before)
        options = [*table.own_among(number, before, lot.mixed(offered))]
        count = len(offered)
        if hints:
            options.sort(key=lambda option: _rank(table, before, option, hints))
    for option in options:
        reached = table.taken(number, before, option, lot.seed(), {}, count)
        if reached is not None and reached.step.shuffled and not reached.fits:
            reached = repair_step(table, number, before, reached, lot)
            if number == 0 and not reached.fits:
                # The options may depend on the hidden subject of a phase, which only the opening fixes.
                names = {0: _mixed(table, reached.step.shuffled[0], lot)}
                reached = table.taken(number, before, option, lot.seed(), names, count)
        if reached is not None:
            yield reached


def _mixed(table: DealingContext, cards: Sequence[int], lot: RandomStream) -> list[int]:
    """Return a random permutation of `cards` within each kind."""
    names = list(range(len(table.kinds)))
    for kind in sorted({table.kinds[card] for card in cards}):
        of_kind = [card for card in cards if table.kinds[card] == kind]
        for card, name in zip(of_kind, lot.mixed(of_kind), strict=True):
            names[card] = name
    return names


def _rank(table: DealingContext, before: State, option: int | None, hints: Hints) -> int:
    """Return the priority of an option: first for a hinted card, last if the hints name another seat."""
    if option is None or not table.is_card(before, option):
        return 1
    design, decider = table.eyes.design_of[element_of(option)], table.engine.look(before).decider
    if (decider, design) in hints:
        return 0
    return 2 if any(its == design for _, its in hints) else 1

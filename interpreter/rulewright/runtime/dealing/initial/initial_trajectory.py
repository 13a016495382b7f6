"""Finding a course that fits a log: step by step, with cards put where the seat has seen them.

Where no option leads to what the log says, cards that it shows change places with those that lie there instead,
from the last shuffle on in which both were; or the chain goes on up to there, until something fits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rulewright.runtime.dealing.dealing_context import Reached, Table
from rulewright.runtime.dealing.initial.future_constraints import Needs, designs_in, lacking
from rulewright.runtime.dealing.initial.local_search import climb, mend, prepare, put_right, vary
from rulewright.runtime.dealing.rng import Lot
from rulewright.runtime.dealing.trajectory import Course
from rulewright.runtime.dealing.trajectory_steps import Step
from rulewright.runtime.game.engine import State
from rulewright.runtime.ir.engine_contract import element_of

PATIENCE: Final = 60
"""So often is tried to find a next step; and"""

FIRST: Final = 4
"""so often to find a first one: nothing before it can be otherwise."""

MOST_TRIALS: Final = 60
"""So many steps are tried to find a way on, after some were taken back."""

Hints = frozenset[tuple[int, int]]
"""Seats, each with the design of a card that it may have had."""


def onward(course: Course, lot: Lot, ahead: Mapping[int, Needs]) -> bool:
    """Go on by one step of the log; whether one was found. Of some looks is known what has to lie where."""
    number = len(course.steps)
    for attempt in range(PATIENCE if number else FIRST):
        if attempt % 12 == 0:
            prepare(course, lot, ahead)
        near: list[Reached] = []
        if _step(course, lot, near, ahead):
            return True
        if number == 0 or (attempt % 3 == 0 and mend(course, near, lot)):
            continue
        if attempt % 3 == 1:
            reached = climb(course, near, lot)
            if reached is not None:
                course.add(reached.step)
                return True
            vary(course, near, lot)
        elif _searched(course, lot, 1 + attempt // 3 % 3) or _regrown(course, lot, ahead):
            return True
    return False


def _step(
    course: Course,
    lot: Lot,
    near: list[Reached],
    ahead: Mapping[int, Needs],
    hints: Hints = frozenset(),
) -> bool:
    """Go on by a step that fits, if there is one; others are noted. Of some that fit the one with least lacking."""
    needs, eyes = ahead.get(len(course.steps), {}), course.table.eyes
    best: tuple[int, Step] | None = None
    for reached in _tried(course, lot, hints):
        if reached.fits:
            lacks = lacking(eyes, reached.sees, needs)
            if best is None or lacks < best[0]:
                best = lacks, reached.step
            if not lacks:
                break
        else:
            near.append(reached)
    if best is not None:
        course.add(best[1])
    return best is not None


def _searched(course: Course, lot: Lot, back: int) -> bool:
    """Take so many steps back and try every way on from there, up to one step further; whether one was found."""
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


def _regrown(course: Course, lot: Lot, ahead: Mapping[int, Needs]) -> bool:
    """Take some steps back and go on from there by others, up to one step further; whether that was possible."""
    number = len(course.steps)
    first = max(1, number - 1 - lot.below(1 << 2 + lot.below(5)))
    hints = frozenset(_hints(course.table, first, number)) if lot.below(4) else frozenset()
    other = course.copy()
    other.cut(first)
    while len(other.steps) <= number:
        near: list[Reached] = []
        if _step(other, lot, near, ahead, hints) or (
            mend(other, near, lot) and _step(other, lot, near, ahead, hints)
        ):
            continue
        reached = climb(other, near, lot)
        if reached is None:
            return False
        other.add(reached.step)
    course.splice(other.steps)
    return True


def _hints(table: Table, first: int, last: int) -> Iterator[tuple[int, int]]:
    """Which seat may have had which card, by where cards come from that are seen for the first time."""
    eyes, looks = table.eyes, table.log.looks
    for number in range(first, last + 1):
        was, now = looks[number - 1].places, looks[number].places
        new = designs_in(now) - designs_in(was)
        for cell, one, two in zip(eyes.on_table, was, now, strict=True):
            owner = eyes.module.owner_of(cell)
            if owner is not None and one[0] > two[0]:
                yield from ((owner, design) for design in new)


def _tried(course: Course, lot: Lot, hints: Hints) -> Iterator[Reached]:
    """Where the next step may lead by each option; where something was shuffled, with cards put right."""
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
            reached = put_right(table, number, before, reached, lot)
            if number == 0 and not reached.fits:
                # Options may hang on the hidden card for which a phase is played.
                names = {0: _mixed(table, reached.step.shuffled[0], lot)}
                reached = table.taken(number, before, option, lot.seed(), names, count)
        if reached is not None:
            yield reached


def _mixed(table: Table, cards: Sequence[int], lot: Lot) -> list[int]:
    """Cards that change places at random with those of their kind."""
    names = list(range(len(table.kinds)))
    for kind in sorted({table.kinds[card] for card in cards}):
        of_kind = [card for card in cards if table.kinds[card] == kind]
        for card, name in zip(of_kind, lot.mixed(of_kind), strict=True):
            names[card] = name
    return names


def _rank(table: Table, before: State, option: int | None, hints: Hints) -> int:
    """Who may have had a card chooses it first, others last."""
    if option is None or not table.is_card(before, option):
        return 1
    design, decider = table.eyes.design_of[element_of(option)], table.engine.look(before).decider
    if (decider, design) in hints:
        return 0
    return 2 if any(its == design for _, its in hints) else 1

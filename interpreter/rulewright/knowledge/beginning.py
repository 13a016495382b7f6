"""Finding a course that fits a log: step by step, with cards put where the seat has seen them.

Where no option leads to what the log says, cards that it shows change places with those that lie there instead,
from the last shuffle on in which both were; or the chain goes on up to there, until something fits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final

from rulewright.game.engine import State
from rulewright.ir.playing import element_of
from rulewright.knowledge.chain import exchanged, hidden_in, walk
from rulewright.knowledge.log import Shown
from rulewright.knowledge.lot import Lot
from rulewright.knowledge.openness import Sees
from rulewright.knowledge.sampled_course import Course
from rulewright.knowledge.steps import Step
from rulewright.knowledge.table import Reached, Swap, Table

PATIENCE: Final = 60
"""So often is tried to find a next step."""

MOST_PUT_RIGHT: Final = 200
"""So many cards are exchanged after a shuffle."""

FEW: Final = 16
"""So many others are tried in the place of a card."""

STROLL: Final = 6
"""So many changes are tried up to a step that does not fit yet."""

Hints = frozenset[tuple[int, int]]
"""Seats, each with the design of a card that it may have had."""

Pair = tuple[int, int]
"""A card, and the design that the seat has seen in its place."""


def onward(course: Course, lot: Lot) -> bool:
    """Go on by one step of the log; whether one was found."""
    number = len(course.steps)
    for attempt in range(PATIENCE):
        near: list[Reached] = []
        if _step(course, lot, near):
            return True
        if number == 0 or (attempt % 3 == 0 and _mend(course, near, lot)):
            continue
        if attempt % 3 == 1:
            _vary(course, near, lot)
        elif _regrown(course, lot):
            return True
    return False


def _step(course: Course, lot: Lot, near: list[Reached], hints: Hints = frozenset()) -> bool:
    """Go on by a step that fits, if there is one; others are noted."""
    for reached in _tried(course, lot, hints):
        if reached.fits:
            course.add(reached.step)
            return True
        near.append(reached)
    return False


def _regrown(course: Course, lot: Lot) -> bool:
    """Take some steps back and go on from there by others, up to one step further; whether that was possible."""
    number = len(course.steps)
    first = max(1, number - 1 - lot.below(1 << 2 + lot.below(5)))
    hints = frozenset(_hints(course.table, first, number)) if lot.below(4) else frozenset()
    other = course.copy()
    other.cut(first)
    while len(other.steps) <= number:
        near: list[Reached] = []
        if not _step(other, lot, near, hints) and not (
            _mend(other, near, lot) and _step(other, lot, near, hints)
        ):
            return False
    course.splice(other.steps)
    return True


def _hints(table: Table, first: int, last: int) -> Iterator[tuple[int, int]]:
    """Which seat may have had which card, by where cards come from that are seen for the first time."""
    eyes, looks = table.eyes, table.log.looks
    for number in range(first, last + 1):
        was, now = looks[number - 1].places, looks[number].places
        new = _designs(now) - _designs(was)
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
            reached = _put_right(table, number, before, reached, lot) or reached
        if reached is not None:
            yield reached


def _rank(table: Table, before: State, option: int | None, hints: Hints) -> int:
    """Who may have had a card chooses it first, others last."""
    if option is None or not table.is_card(before, option):
        return 1
    design, decider = table.eyes.design_of[element_of(option)], table.engine.look(before).decider
    if (decider, design) in hints:
        return 0
    return 2 if any(its == design for _, its in hints) else 1


# ---------------------------------------------------------------------- cards that lie wrong


def wrong(table: Table, number: int, sees: Sees) -> list[Pair]:
    """The cards that lie where the log shows others; of those that it does not show there the design is -1."""
    found: list[Pair] = []
    places = zip(table.eyes.on_table, table.log.looks[number].places, strict=True)
    for cell, (count, shown) in places:
        cards = sees.row[cell]
        if table.eyes.zone_of[cell].ordered and len(cards) == count:
            for card, seen in zip(cards, shown, strict=True):
                if (seen[0] if seen else -1) != (
                    table.eyes.design_of[card] if sees.known[card] or seen else -1
                ):
                    found.append((card, seen[0] if seen else -1))
        else:
            found += _wrong_in(table, sees, cards, [seen[0] for seen in shown if seen])
    return found


def _wrong_in(table: Table, sees: Sees, cards: Sequence[int], shown: list[int]) -> Iterator[Pair]:
    """The same of a place without order."""
    lacking = Counter(shown)
    extra: list[int] = []
    for card in cards:
        design = table.eyes.design_of[card]
        if sees.known[card] and lacking[design]:
            lacking[design] -= 1
        elif sees.known[card]:
            extra.append(card)
    designs = [*lacking.elements()]
    yield from zip_longest(extra, designs[: len(extra)], fillvalue=-1)
    hidden = [card for card in cards if not sees.known[card]]
    yield from zip(hidden, designs[len(extra) :], strict=False)


def _put_right(
    table: Table, number: int, before: State, reached: Reached, lot: Lot
) -> Reached | None:
    """A step with cards that lie wrong exchanged after its own shuffles, if the log then fits."""
    for _ in range(MOST_PUT_RIGHT):
        names, step = reached.step.names, reached.step
        for card, design in wrong(table, number, reached.sees):
            at, other = _instead(table, step, card, design, lot)
            if other >= 0:
                names = exchanged(names, at, (card, other), len(table.kinds))
                break
        else:
            return None
        again = table.taken(number, before, step.option, step.seed, names, step.options)
        if again is None or again.fits:
            return again
        reached = again
    return None


def _instead(table: Table, step: Step, card: int, design: int, lot: Lot) -> tuple[int, int]:
    """A card of a design that was shuffled together with another, and in which shuffle; -1 if there is none."""
    for at in range(len(step.shuffled) - 1, -1, -1):
        cards = step.shuffled[at]
        if card in cards:
            found = [each for each in cards if table.eyes.design_of[each] == design]
            if found:
                return at, lot.one_of(found)
    return -1, -1


def _mend(course: Course, near: list[Reached], lot: Lot) -> bool:
    """Exchange the cards that lie wrong after the step that fits best; whether any could be."""
    table, number = course.table, len(course.steps)
    amiss = [wrong(table, number, reached.sees) for reached in near]
    best = min((each for each in amiss if each), key=len, default=[])
    swaps = [list(_instead_of(course, [pair], lot)) for pair in best]
    return any([any(_swapped(course, swap) for swap in each) for each in swaps])


def _vary(course: Course, near: list[Reached], lot: Lot) -> None:
    """Exchange one card that lies wrong, or had to come from elsewhere; or else anything up to here."""
    wanted = [*_amiss(course, near), *_missing(course, len(course.steps))]
    wanted = lot.mixed(wanted)
    if not any(_swapped(course, swap) for swap in _instead_of(course, wanted, lot)):
        _stir(course, wanted, lot)


def _amiss(course: Course, near: list[Reached]) -> Iterator[Pair]:
    """The cards that lie wrong after steps that nearly fit."""
    for reached in near:
        yield from wrong(course.table, len(course.steps), reached.sees)


def _missing(course: Course, number: int) -> Iterator[Pair]:
    """For designs that are seen for the first time now, cards that lie where they may have come from."""
    looks, eyes = course.table.log.looks, course.table.eyes
    was, now = looks[number - 1].places, looks[number].places
    row = course.table.engine.pack(course.before(number))
    places = zip(eyes.on_table, was, now, strict=True)
    there = [card for cell, one, two in places if one[0] > two[0] for card in row[cell]]
    for design in _designs(now) - _designs(was):
        yield from ((card, design) for card in there)


def _instead_of(course: Course, wanted: list[Pair], lot: Lot) -> Iterator[Swap]:
    """Cards that lie wrong, each with one that should lie there, or any."""
    eyes, number = course.table.eyes, len(course.steps)
    place = course.table.engine.pack(course.before(number))[eyes.module.layout.place :]
    kinds = course.table.kinds
    for card, design in wanted:
        others = [
            each
            for each, its in enumerate(eyes.design_of)
            if design in (its, -1) and kinds[each] == kinds[card]
        ]
        if design < 0:
            yield from ((card, other) for other in lot.mixed(others)[:FEW])
        elif eyes.design_of[card] != design:
            yield from ((card, it) for it in lot.mixed(others) if place[it] != place[card])


def _stir(course: Course, wanted: list[Pair], lot: Lot) -> None:
    """Exchange cards that should lie elsewhere with any others, and let the chain go on up to here."""
    designs, kinds = course.table.eyes.design_of, course.table.kinds
    for card, design in wanted[:FEW]:
        its = [each for each, its in enumerate(designs) if its == design]
        moved = lot.one_of([card, *its])
        others = [each for each, kind in enumerate(kinds) if kind == kinds[moved]]
        _swapped(course, (moved, lot.one_of(others)))
    walk(course, lot, STROLL)


def _designs(places: tuple[Shown, ...]) -> Counter[int]:
    """How many of which designs are seen."""
    return Counter(seen[0] for _, shown in places for seen in shown if seen)


def _swapped(course: Course, swap: Swap) -> bool:
    """Exchange two cards from the last choice or shuffle on after which that fits."""
    one, other = swap
    if one == other or course.table.kinds[one] != course.table.kinds[other]:
        return False
    for number, changed in _parted(course, swap):
        found = course.replayed(number, changed, swap)
        if found is not None:
            course.splice(found)
            return True
    return False


def _parted(course: Course, swap: Swap) -> Iterator[tuple[int, Step]]:
    """Each step in which the ways of two cards parted, the last first, with the cards exchanged in it."""
    table, steps, one, other = course.table, course.steps, *swap
    for number in range(len(steps) - 1, -1, -1):
        for at in range(len(steps.sets[number])):
            hidden = hidden_in(course, number, at)
            if hidden >> one & hidden >> other & 1:
                step = steps[number]
                names = exchanged(step.names, at, swap, len(table.kinds))
                yield number, step._replace(names=names)
        if number and steps.options[number] > 1 and table.log.own[number] is None:
            chosen = steps.chosen[number]
            option = table.swapped_after(number - 1, chosen, swap)
            if option != chosen and option in table.options(course.before(number)):
                yield number, steps[number]._replace(option=option)

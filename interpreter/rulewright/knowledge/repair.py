"""Putting cards where they have to lie, so that the next step of a log, and those after it, can come about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, zip_longest
from typing import Final

from rulewright.game.engine import State
from rulewright.knowledge.exchanging import FEW, Pair, instead_of, loosening, stir, swapped
from rulewright.knowledge.foresight import Needs, designs_in, lacking, to_exchange
from rulewright.knowledge.lot import Lot
from rulewright.knowledge.openness import Sees
from rulewright.knowledge.sampled_course import Course
from rulewright.knowledge.table import Reached, Swap, Table

MOST_PREPARED: Final = 24
"""So many cards are exchanged for what comes later, at each step."""


# ---------------------------------------------------------------------- for what comes later


def prepare(course: Course, lot: Lot, ahead: Mapping[int, Needs]) -> None:
    """Exchange cards for such as have to lie where they lie, for what the log shows later.

    Where none can be, cards change roles that stood to choice together: perhaps others can be then.
    """
    needs = ahead.get(len(course.steps) - 1, {})
    for _ in range(MOST_PREPARED):
        sees = course.table.eyes.sees(course.before(len(course.steps)))
        lacks = lacking(course.table.eyes, sees, needs)
        if not lacks:
            return
        wanted = lot.mixed(to_exchange(course.table.eyes, sees, needs))
        straight = islice(instead_of(course, wanted, lot), FEW)
        if not any(_bettered(course, swap, needs, lacks - 1) for swap in straight):
            around = islice(loosening(course, wanted, lot), FEW)
            if not any(_bettered(course, swap, needs, lacks) for swap in around):
                return


def _bettered(course: Course, swap: Swap, needs: Needs, most: int) -> bool:
    """Exchange two cards, if no more is lacking then."""
    kept = course.steps.copy()
    if not swapped(course, swap):
        return False
    eyes = course.table.eyes
    if lacking(eyes, eyes.sees(course.before(len(course.steps))), needs) <= most:
        return True
    course.splice(kept)
    return False


# ---------------------------------------------------------------------- cards that lie wrong


def wrong(table: Table, number: int, before: State, reached: Reached) -> list[Pair]:
    """The cards that lie where the log shows others; of those that it does not show there the design is -1.

    Where all lies right, those that were told of in the place of others.
    """
    found = _lying_wrong(table, number, reached.sees)
    return found or table.misheard(number, before, reached.step)


def _lying_wrong(table: Table, number: int, sees: Sees) -> list[Pair]:
    """The cards that lie where the log shows others."""
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


def mend(course: Course, near: list[Reached], lot: Lot) -> bool:
    """Exchange the cards that lie wrong after the step that fits best; whether any could be."""
    table, number = course.table, len(course.steps)
    before = course.before(number)
    amiss = [wrong(table, number, before, reached) for reached in near]
    best = min((each for each in amiss if each), key=len, default=[])
    swaps = [list(instead_of(course, [pair], lot)) for pair in best]
    return any([any(swapped(course, swap) for swap in each) for each in swaps])


def vary(course: Course, near: list[Reached], lot: Lot) -> None:
    """Exchange one card that lies wrong, or had to come from elsewhere; or else anything up to here."""
    wanted = [*_amiss(course, near), *_missing(course, len(course.steps))]
    wanted = lot.mixed(wanted) or _any_hidden(course, lot)
    if any(swapped(course, swap) for swap in instead_of(course, wanted, lot)):
        return
    around = loosening(course, wanted, lot)[:FEW]
    if not any(swapped(course, swap) for swap in around):
        stir(course, wanted, lot)


def _any_hidden(course: Course, lot: Lot) -> list[Pair]:
    """Some cards that the seat does not know: where nothing says which card lies wrong, it may be any."""
    row = course.table.engine.pack(course.before(len(course.steps)))
    known = course.known(len(course.steps) - 1)
    cards = (card for cell in sorted(course.table.unordered) for card in row[cell])
    return lot.mixed([(card, -1) for card in cards if not known >> card & 1])[:FEW]


def _amiss(course: Course, near: list[Reached]) -> Iterator[Pair]:
    """The cards that lie wrong after steps that nearly fit."""
    number = len(course.steps)
    for reached in near:
        yield from wrong(course.table, number, course.before(number), reached)


def _missing(course: Course, number: int) -> Iterator[Pair]:
    """For designs that are seen for the first time now, cards that lie where they may have come from."""
    looks, eyes = course.table.log.looks, course.table.eyes
    was, now = looks[number - 1].places, looks[number].places
    row = course.table.engine.pack(course.before(number))
    places = zip(eyes.on_table, was, now, strict=True)
    there = [card for cell, one, two in places if one[0] > two[0] for card in row[cell]]
    for design in designs_in(now) - designs_in(was):
        yield from ((card, design) for card in there)

"""A Markov chain over the courses that fit a log: in the long run each comes up with the odds that it has.

These are the odds of the deal and of all chance, and of the choices of others, by lot or by a policy (Metropolis
and Hastings: W. K. Hastings, "Monte Carlo Sampling Methods Using Markov Chains and Their Applications", 1970).
Every change is its own inverse: two cards take each other's place after a shuffle, or a choice is made otherwise;
and where two cards have changed roles so do later choices of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import exp, prod
from typing import Final

from rulewright.runtime.dealing.card_paths import Parting
from rulewright.runtime.dealing.dealing_context import Swap, Table
from rulewright.runtime.dealing.opponent_policy import taken_together
from rulewright.runtime.dealing.rng import Lot
from rulewright.runtime.dealing.trajectory import Change, Course
from rulewright.runtime.dealing.trajectory_steps import Names, Step, Steps, cards_of
from rulewright.runtime.ir.engine_contract import element_of

FINE: Final = 1 << 30
"""Chances are compared in parts of this."""

MOST_LIKELIER: Final = 100.0
"""The logarithm of how much likelier others can choose at most: more is as sure."""

WHILE_APART, TO_THE_END, TO_A_MEETING, TO_A_CHOICE = range(4)
"""How long two cards have changed roles;"""

EVENLY: Final = (WHILE_APART, TO_THE_END, TO_A_MEETING, TO_A_CHOICE)
"""as often each; or, where they lie in two places now, nothing comes of most of the last two:"""

MOSTLY_TO_NOW: Final = (*[WHILE_APART, TO_THE_END] * 3, TO_A_MEETING, TO_A_CHOICE)


def walk(course: Course, lot: Lot, changes: int) -> int:
    """Try so many changes; how many were made.

    Half of them are of what lies hidden now, half of anything in the course: to some courses there is no way but by
    what is past, and to others none shorter than by what is now.
    """
    return sum(_changed(course, lot) for _ in range(changes))


def _changed(course: Course, lot: Lot) -> bool:
    how, shuffles = lot.below(4), course.shuffles()
    if how > 1:
        return _part_otherwise(course, lot)
    if shuffles and how:
        return _exchange(course, shuffles, lot)
    return _choose_otherwise(course, lot)


# ---------------------------------------------------------------------- what lies where now


def _part_otherwise(course: Course, lot: Lot) -> bool:
    """Two cards that lie hidden in two places now have changed roles since their ways parted last."""
    cards = lot.one_of(course.table.cards_of_kinds)
    hidden = cards_of(course.hidden_now() & cards)
    if len(hidden) < 2:
        return False
    swap = lot.one_of(hidden), lot.one_of(hidden)
    last = next(parted(course, swap), None) if course.are_apart(swap) else None
    if last is None:
        return False

    def ways(each: Course | Change) -> int:
        """The inverse of how often the change is proposed; 0 if it never is."""
        if each is course:
            return len(hidden) ** 2
        now = each.hidden_now() & cards
        if not (now >> swap[0] & now >> swap[1] & 1 and each.are_apart(swap)):
            return 0
        return now.bit_count() ** 2 if next(parted(each, swap), None) == last else 0

    number, changed = last[0], parted_otherwise(course, last, swap)
    return _roles_changed(course, number, changed, swap, lot, ways, MOSTLY_TO_NOW)


def parted(course: Course | Change, swap: Swap) -> Iterator[Parting]:
    """Where the ways of two cards parted unseen, the last first: a step, and which of its shuffles it was.

    That is -1 for a choice between the two.
    """
    for number, at in course.partings(swap):
        if at >= 0 or (course.count(number) > 1 and _is_between(course, number, swap)):
            yield number, at


def _is_between(course: Course | Change, number: int, swap: Swap) -> bool:
    """Whether somebody else chose, in a step, one of two cards where he might have chosen the other."""
    table, chosen = course.table, course.chosen(number)
    if table.log.own[number] is not None:
        return False
    other = table.swapped_after(number - 1, chosen, swap)
    return other != chosen and other in table.options(course.before(number))


def parted_otherwise(course: Course, parting: Parting, swap: Swap) -> Step:
    """A step with two cards exchanged in one of its shuffles, or in what is chosen."""
    number, at = parting
    old, table = course.steps[number], course.table
    if at >= 0:
        return old._replace(names=exchanged(old.names, at, swap, len(table.kinds)))
    return old._replace(option=table.swapped_after(number - 1, course.chosen(number), swap))


# ---------------------------------------------------------------------- what lies where after a shuffle


def _exchange(course: Course, shuffles: list[tuple[int, int]], lot: Lot) -> bool:
    """Two cards change places after a shuffle."""
    number, at = lot.one_of(shuffles)
    never = bool(lot.below(2))
    hidden = cards_of(hidden_in(course, number, at, never))
    if len(hidden) < 2:
        return False
    one, other = lot.one_of(hidden), lot.one_of(hidden)
    if one == other or course.table.kinds[one] != course.table.kinds[other]:
        return False
    old = course.steps[number]
    changed = old._replace(names=exchanged(old.names, at, (one, other), len(course.table.kinds)))

    def ways(each: Course | Change) -> int:
        """The inverse of how often the change is proposed; 0 if it never is."""
        again = hidden_in(each, number, at, never)
        if not again >> one & again >> other & 1:
            return 0
        return each.count_of_shuffles() * again.bit_count() ** 2

    return _roles_changed(course, number, changed, (one, other), lot, ways)


def _roles_changed(
    course: Course,
    number: int,
    changed: Step,
    swap: Swap,
    lot: Lot,
    ways: Callable[[Course | Change], int],
    how_long: Sequence[int] = EVENLY,
) -> bool:
    """A step is changed, and later choices of two cards with it.

    They change until all is as it was, to the end, up to where both lie together again, or up to where one of them
    is chosen: in what is named aloud cards keep their roles.
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
    after = Change(course, found)
    there, back = ways(course), ways(after)
    if ends:
        again = _ends(after, kind, number, swap)
        there, back = there * len(ends), back * len(again) if until in again else 0
    return back > 0 and _accepted(course, found, lot, there, back)


def _ends(course: Course | Change, kind: int, number: int, swap: Swap) -> list[int]:
    """Up to where two cards may change roles."""
    return (course.choices if kind == TO_A_CHOICE else course.meetings)(number, swap)


def hidden_in(course: Course | Change, number: int, at: int, never: bool) -> int:
    """The cards of a shuffle that the seat has never known since, as bits; or else did not know right after it."""
    seen = course.seen_since(number) if never else course.known(number)
    return course.pool(number, at) & ~seen


def exchanged(names: Names, at: int, swap: Swap, cards: int) -> Names:
    """What comes to lie where after a shuffle if two of so many cards then change places."""
    one, other = swap
    as_shuffled = tuple(range(cards))
    new = list(names.get(at, as_shuffled))
    first, second = new.index(one), new.index(other)
    new[first], new[second] = other, one
    rest = {each: old for each, old in names.items() if each != at}
    return rest if tuple(new) == as_shuffled else {**rest, at: tuple(new)}


# ---------------------------------------------------------------------- what was chosen


def _choose_otherwise(course: Course, lot: Lot) -> bool:
    """Somebody else, or chance, has chosen another option; of two cards perhaps with their roles changed since."""
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


def _choose_two(course: Course, number: int, changed: Step, later: int, lot: Lot) -> bool:
    """Two choices are made otherwise, where one alone would not do; the later one is any that there is then."""
    found = course.replayed(number, changed, again=(later, lot))
    if found is None:
        return False
    there, back = found.options[later - number], course.steps.options[later]
    return _accepted(course, found, lot, there, back)


def _roles(table: Table, old: Step, option: int, number: int) -> Swap | None:
    """The two cards between which a choice was."""
    assert old.option is not None
    if not all(table.is_card_after(number - 1, each) for each in (option, old.option)):
        return None
    return element_of(old.option), element_of(option)


def _accepted(course: Course, found: Steps, lot: Lot, there: int, back: int) -> bool:
    """Take a change with the ratio of the odds, as far as that is below one."""
    old = course.steps.options[found.first : found.first + len(found)]
    if old != found.options:
        there, back = there * prod(old), back * prod(found.options)
    if course.table.guesses is not None:
        there, back = there * max(int(FINE * _likelier(course, found)), 1), back * FINE
    if lot.below(FINE) * back >= there * FINE:
        return False
    course.splice(found)
    return True


def _likelier(course: Course, found: Steps) -> float:
    """How much likelier others choose what they choose after a change, if they do not choose by lot."""
    guesses, after, end = course.table.guesses, Change(course, found), found.first + len(found)
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
    return exp(min(taken_together(new) - taken_together(old), MOST_LIKELIER))

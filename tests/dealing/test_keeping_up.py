"""Chains keep up with a seat's log over whole games, and it does not matter when somebody asks."""

from __future__ import annotations

from itertools import product
from math import sqrt
from types import SimpleNamespace
from typing import Any, cast

import pytest

from dealing.alike import Line
from dealing.keeping_up import MOST_STUCK, Counted, count
from properties.every import shipped
from properties.kit import state_of
from rulewright.runtime.dealing.dealer import Dealer
from rulewright.runtime.dealing.initial.future_constraints import (
    count_unmet,
    derive_constraints,
    exchanges_for,
)
from rulewright.runtime.dealing.initial.initial_trajectory import extend
from rulewright.runtime.dealing.initial.log_distance import FAR, distance, message_distance
from rulewright.runtime.dealing.rng import RandomStream
from rulewright.runtime.dealing.trajectory import Trajectory
from rulewright.runtime.observation.history import log_of
from rulewright.runtime.observation.seat_log import Observation, SeatLog
from rulewright.runtime.observation.visibility import VisibleState
from tiers import LONG

QUICK = (("caravan", False), ("fog-signals", True), ("liars-hand", True), ("oh-hell", False))
"""Editions of short games, and whether what is told counts."""

DECK, ONE, TWO, OPEN = range(4)
EYES = cast(
    Any,
    SimpleNamespace(
        on_table=[DECK, ONE, TWO, OPEN],
        zone_of={cell: SimpleNamespace(ordered=cell == DECK) for cell in range(4)},
        design_of=tuple(range(10)),
    ),
)


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("edition", "told"), [*product(shipped(), [False, True])] if LONG else QUICK
)
@pytest.mark.rotating
def test_hardly_any_chain_gets_stuck(edition: str, told: bool) -> None:
    counted = Counted()
    for seed in range(1, 101, 10):
        if seed <= 11 or counted.takings <= 20:
            count(edition, seed, 2, counted, "native", told)
    assert counted.takings > 20
    allowed = MOST_STUCK * counted.takings
    # Two games are few: as many more are forgiven as may come about by chance.
    assert counted.stuck <= allowed + 2 * sqrt(allowed)


def test_gifts_of_several_hidden_cards_get_no_chain_stuck() -> None:
    """Three cards are passed at once: until all have chosen, they lie where the others lie."""
    counted = Counted()
    for seed in range(1, 61) if LONG else (2, 3):
        count("hearts", seed, 2, counted, "native", told=False)
    assert counted.takings > 50
    assert counted.stuck <= MOST_STUCK * counted.takings / 5


@pytest.mark.long
@pytest.mark.parametrize("edition", ["classic", "oh-hell"])
def test_it_does_not_matter_when_somebody_asks(edition: str) -> None:
    line = Line.numbered(edition, 3)
    at, whole, grown = (
        state_of(line.position),
        log_of(state_of(line.position), line.seat),
        SeatLog(line.seat),
    )
    dealer = Dealer(at.engine, line.seat, grown)
    for number, look in enumerate(whole.observations):
        grown.add(look, whole.messages[number], whole.own[number])
        dealer.sample(1, proposals=2)
    late = Dealer(at.engine, line.seat, whole)
    rows = [
        [at.engine.pack(step.state) for step in each.sample(1).steps] for each in (dealer, late)
    ]
    assert rows[0] == rows[1]
    assert len(rows[0]) == len(whole.observations)


# ---------------------------------------------------------------------- how far off a step is


def test_a_step_that_fits_is_not_off_and_one_that_does_not_is() -> None:
    line = Line.numbered("liars-hand", 3)
    at, seat = state_of(line.position), line.seat
    context = Dealer(at.engine, seat, log_of(at, seat)).context
    trajectory, rng, seen = Trajectory(context), RandomStream(1), set[bool]()
    for number in range(1, 8):
        later_constraints = derive_constraints(
            context.observer, context.log.observations, 0, number
        )
        while len(trajectory.steps) < number:
            assert extend(trajectory, rng, later_constraints)
        before = trajectory.before(number)
        options = context.options(before)
        for option in context.options_matching_log(number, before, options):
            step_result = context.take_step(number, before, option, rng.seed(), {}, len(options))
            assert step_result is not None
            assert (distance(context, number, before, step_result) == 0) == step_result.fits
            seen.add(step_result.fits)
    assert seen == {True, False}


def test_of_what_was_told_numbers_and_cards_say_how_far_off_it_is() -> None:
    told = [(3, 0, (2, (7, 1)), -1), (4, 0, (((5, 1), (6, 1)),), -1)]
    assert message_distance(told, told) == 0
    assert message_distance([(3, 0, (5, (7, 1)), -1), told[1]], told) == 3
    assert message_distance([(3, 0, (2, (8, 1)), -1), told[1]], told) == 1
    assert message_distance([told[0], (4, 0, (((5, 1), (9, 1)),), -1)], told) == 2
    assert message_distance([(9, 0, (1, 2), -1), told[1]], told) == FAR
    assert message_distance(told[:1], told) == message_distance(told, told[:1]) == FAR


# ---------------------------------------------------------------------- what has to lie where


def look(*places: tuple[int, tuple[int, ...]]) -> Observation:
    """A look at a deck, two hands and an open place: how many cards lie there, and those that are seen."""
    shown = tuple((count, tuple((design,) for design in seen)) for count, seen in places)
    return Observation(0, 0, (), shown, (), (), ())


def needs(*looks: Observation) -> list[dict[int, tuple[list[int], int]]]:
    """What has to lie where at each of them, and how many of that at least."""
    found = derive_constraints(EYES, looks, 0, len(looks) - 1)
    return [
        {cell: (sorted(need.designs.elements()), need.least) for cell, need in found[n].items()}
        for n in range(len(looks))
    ]


def test_a_card_that_is_seen_lay_where_one_is_hidden_no_more() -> None:
    before = look((5, ()), (2, ()), (2, ()), (0, ()))
    after = look((5, ()), (1, ()), (2, ()), (1, (7,)))
    assert needs(before, before, after) == [{ONE: ([7], 1)}, {ONE: ([7], 1)}, {}]


def test_it_may_have_come_there_with_the_last_card() -> None:
    first = look((5, ()), (1, ()), (2, ()), (0, ()))
    drawn = look((4, ()), (2, ()), (2, ()), (0, ()))
    laid = look((4, ()), (1, ()), (2, ()), (1, (7,)))
    both = look((4, ()), (0, ()), (2, ()), (2, (7, 8)))
    assert needs(first, drawn, laid) == [{}, {ONE: ([7], 1)}, {}]
    assert needs(first, drawn, laid, both) == [
        {ONE: ([7, 8], 1)}, {ONE: ([7, 8], 2)}, {ONE: ([8], 1)}, {},
    ]  # fmt: skip


def test_where_it_may_have_come_from_two_places_nothing_is_said() -> None:
    before = look((5, ()), (2, ()), (2, ()), (0, ()))
    from_two = look((5, ()), (1, ()), (1, ()), (2, (7, 8)))
    or_a_deck = look((6, ()), (1, ()), (2, ()), (1, (7,)))
    assert needs(before, from_two) == needs(before, or_a_deck) == [{}, {}]


def test_what_is_lacking_takes_the_place_of_what_is_not_needed() -> None:
    before = look((2, ()), (3, ()), (0, ()), (0, ()))
    after = look((2, ()), (1, ()), (0, ()), (2, (7, 8)))
    needed = derive_constraints(EYES, (before, after), 0, 1)[0]
    sees = VisibleState([(5, 8), (1, 2, 7), (), ()], [], [False] * 10)
    assert count_unmet(EYES, sees, needed) == 1
    assert exchanges_for(EYES, sees, needed) == [(1, 8), (2, 8)]
    assert count_unmet(EYES, sees._replace(row=[(5, 2), (1, 8, 7), (), ()]), needed) == 0

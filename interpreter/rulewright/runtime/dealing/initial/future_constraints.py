"""Constraints on hidden cards, derived from later observations of a log.

A card seen for the first time came from the place whose hidden cards decreased, if only one place qualifies
(ordered places qualify whenever they change). It lay there since the last card came in. This is a heuristic: two
places may have exchanged cards. It only decides what is tried first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from rulewright.runtime.observation.observer import Observer
from rulewright.runtime.observation.seat_log import Observation, Shown
from rulewright.runtime.observation.visibility import VisibleState


class PlaceConstraint(NamedTuple):
    """A constraint on a place: at least `least` cards of these designs are hidden in it."""

    designs: Counter[int]
    least: int


Constraints = dict[int, PlaceConstraint]
"""Constraints by the cells of places."""


def derive_constraints(
    observer: Observer, observations: Sequence[Observation], first: int, last: int
) -> dict[int, Constraints]:
    """Return for each observation from `first` to `last` the constraints that later ones put on hidden cards."""
    by_observation, constraints = dict[int, Constraints](), Constraints()
    for number in range(last, first, -1):
        by_observation[number] = constraints
        constraints = _one_step_earlier(
            observer, observations[number - 1].places, observations[number].places, constraints
        )
    by_observation[first] = constraints
    return by_observation


def _one_step_earlier(
    observer: Observer, was: tuple[Shown, ...], now: tuple[Shown, ...], constraints: Constraints
) -> Constraints:
    """Return the constraints before a step, from those after it and the places observed before and after."""
    earlier, sources = Constraints(), list[int]()
    for cell, one, two in zip(observer.on_table, was, now, strict=True):
        come = _hidden_count(two) - _hidden_count(one)
        if come < 0 or (come and observer.zone_of[cell].ordered):
            sources.append(cell)
        if cell in constraints:
            designs, least = constraints[cell]
            least = min(least - max(come, 0), _hidden_count(one))
            if least > 0:
                earlier[cell] = PlaceConstraint(designs, least)
    new = designs_in(now) - designs_in(was)
    if len(sources) == 1 and new and not observer.zone_of[sources[0]].ordered:
        designs, least = earlier.get(sources[0], PlaceConstraint(Counter(), 0))
        earlier[sources[0]] = PlaceConstraint(designs + new, least + new.total())
    return earlier


def _hidden_count(place: Shown) -> int:
    """Return the number of cards in an observed place that the seat does not know."""
    count, shown = place
    return int(count) - sum(1 for seen in shown if seen)


def designs_in(places: tuple[Shown, ...]) -> Counter[int]:
    """Return how many cards of each design are seen in observed `places`."""
    return Counter(seen[0] for _, shown in places for seen in shown if seen)


def count_unmet(observer: Observer, visible: VisibleState, constraints: Constraints) -> int:
    """Return the number of cards that `constraints` require but that are not in their places."""
    return sum(
        max(0, need.least - _designs_in_place(observer, visible, cell, need).total())
        for cell, need in constraints.items()
    )


def _designs_in_place(
    observer: Observer, visible: VisibleState, cell: int, need: PlaceConstraint
) -> Counter[int]:
    """Return the designs required by `need` that are hidden in a place, with multiplicity."""
    hidden = Counter(
        observer.design_of[card] for card in visible.row[cell] if not visible.known[card]
    )
    return hidden & need.designs


def exchanges_for(
    observer: Observer, visible: VisibleState, constraints: Constraints
) -> list[tuple[int, int]]:
    """Return (card, design) pairs: a hidden card that its place does not need, and a design missing there."""
    exchanges = list[tuple[int, int]]()
    for cell, need in constraints.items():
        placed = _designs_in_place(observer, visible, cell, need)
        unmet = [*(need.designs - placed).elements()]
        if placed.total() >= need.least:
            continue
        for card in visible.row[cell]:
            design = observer.design_of[card]
            if placed[design]:
                placed[design] -= 1
            elif not visible.known[card]:
                exchanges += [(card, lack) for lack in unmet]
    return exchanges

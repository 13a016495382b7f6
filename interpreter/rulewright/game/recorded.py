"""The decisions since a state of the past, as they can be made again in a game in which cards have other names."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from attrs import frozen

from rulewright.game.course import Course, Made, Tape, make, stirred_by
from rulewright.game.engine import Engine, State
from rulewright.game.seen_state import seen_of, unseen_cells
from rulewright.game.state import GameState
from rulewright.ir.chance import below
from rulewright.ir.ir_types import PIECE
from rulewright.ir.layout import CHANCE_SEAT, Run
from rulewright.ir.playing import LIST, Fault, element_of, list_of


class Step(NamedTuple):
    """A decision of the past, its seat, and the option chosen.

    How it is chosen again: `is_held` if it was a card that its seat knew, and that another seat was not shown, so
    that it is that card under any name; else it may have been any of those `alike`, which up to now have shown and
    told the other the same. `told` is how much had been told before; `stirred` the places in
    which others may lie after it, as something was shuffled.
    """

    decision: int
    decider: int
    option: int
    is_held: bool
    alike: list[int]
    told: int
    stirred: Collection[int]


class Other(NamedTuple):
    """What else may have been chosen in a step, and where the game would stand then."""

    step: Step
    option: int
    state: State


Names = Mapping[int, Sequence[int]]
"""What each card could be: the designs of the names that could be on it."""

Unseen = tuple[str, Run]
"""A kind of cards, and where a number or mark of theirs is kept that a seat does not see."""


@frozen
class Record:
    """A state of the past, the decisions since, and an order of the cards that the seat does not know.

    The order is that of by which decisions they were chosen, where they lie in that state, what they could be, who
    else knows them, and what is unseen on them. It hangs on no name that is unknown, and not on where cards
    have gone since: that may hang on names, as where many are put under a pile by their numbers.
    """

    base: int
    first: State
    steps: Sequence[Step]
    order: list[int]
    unseen: list[Unseen]
    """Of which kinds of cards numbers and marks are kept that the seat did not see then."""

    @classmethod
    def of(
        cls, at: GameState, seat: int, course: Course, steps: Sequence[Step], names: Names
    ) -> Record:
        """The last steps of a course, and the state before them; with what cards that are not known could be."""
        base = len(course.made) - len(steps)
        first = course.made[base].state if steps else course.now
        cells = set(unseen_cells(at.engine, first, seat))
        unseen = [
            (variable.owner, variable.run)
            for variable in at.game.module.variables.values()
            if variable.owner and cells.intersection(variable.run.cells)
        ]
        return cls(base, first, steps, _in_order(at, names, first, steps, unseen), unseen)


def step_of(engine: Engine, seat: int, made: Made, others: list[Other]) -> tuple[Step, list[Other]]:
    """A decision as a step, and all that others may have chosen up to it, if that was so `others` before it."""
    look = engine.look(made.state)
    after = engine.copy(made.state)
    heard = _heard(engine, after, made.option, seat)
    held = _is_held(engine, made.state, made.option)
    held = held and not _is_shown(engine, after, made.option, heard, seat)
    stirred = stirred_by(engine, made, after)
    step = Step(look.decision, look.decider, made.option, held, [made.option], made.told, stirred)
    seen = _Once(engine, after, seat)
    left = [each for each in others if _goes_on(engine, each, made, heard, seen)]
    if look.decider != seat and not held:
        left += _alike(engine, step, made.state, heard, seen)
    return step, left


@frozen
class _Once:
    """What a seat sees of a state, found out when it is asked."""

    engine: Engine
    state: State
    seat: int

    def is_like(self, other: State) -> bool:
        """Whether the seat sees the same of another state."""
        mine, its = self.engine.look(self.state), self.engine.look(other)
        if (mine.decision, mine.decider) != (its.decision, its.decider):
            return False
        seen = [seen_of(self.engine, state, self.seat) for state in (self.state, other)]
        return seen[0] == seen[1]


def _goes_on(engine: Engine, other: Other, made: Made, heard: list[Any], seen: _Once) -> bool:
    """Whether a seat sees and hears the same if the next is chosen in it; if not, it was not so."""
    try:
        is_so = (
            made.option in engine.options(other.state)
            and _heard(engine, other.state, made.option, seen.seat) == heard
            and seen.is_like(other.state)
        )
    except Fault:
        is_so = False
    if not is_so:
        other.step.alike.remove(other.option)
    return is_so


def _heard(engine: Engine, state: State, option: int, seat: int) -> list[Any]:
    """Choose an option; what the seat was told of what came of it."""
    tape = Tape([])
    make(engine, state, tape, option)
    return known_to(seat, tape.log or [])


def known_to(seat: int, log: Iterable[Any]) -> list[Any]:
    """What of a story a seat was told; a card that it did not know is no card."""
    return [
        (number, why, tuple(_known_to(seat, value) for value in values), to)
        for number, why, values, to in log
        if to in (-1, seat)
    ]


def _known_to(seat: int, value: Any) -> Any:
    if not isinstance(value, tuple) or not value:
        return value
    if isinstance(value[0], tuple):
        return tuple(_known_to(seat, card) for card in value)
    return value if len(value) == 1 or value[1] >> seat & 1 else (-1, 0)


def _is_held(engine: Engine, state: State, option: int) -> bool:
    """Whether an option stands for a card that who chooses knows where it lies; chance takes hold of any."""
    look = engine.look(state)
    asked = engine.module.decisions[look.decision]
    if list_of(option) < 0 or asked.options[list_of(option)].type != PIECE:
        return False
    known = engine.knowers(state, element_of(option))
    return look.decider == CHANCE_SEAT or bool(known >> look.decider & 1)


def _is_shown(engine: Engine, after: State, option: int, heard: list[Any], seat: int) -> bool:
    """Whether a seat was told which card was chosen, or sees it."""
    card = element_of(option)
    told = (value for _, _, values, _ in heard for value in _cards(values))
    return card in told or bool(engine.knowers(after, card) >> seat & 1)


def _cards(values: Iterable[Any]) -> Iterable[int]:
    """The cards in a telling."""
    for value in values:
        if isinstance(value, tuple) and value:
            yield from _cards(value) if isinstance(value[0], tuple) else value[:1]


def _alike(
    engine: Engine, step: Step, before: State, heard: list[Any], seen: _Once
) -> Iterable[Other]:
    """What else may have been chosen: the seat would have heard and seen the same."""
    for option in engine.options(before):
        if option != step.option and not _is_held(engine, before, option):
            state = engine.copy(before)
            try:
                same = _heard(engine, state, option, seen.seat) == heard
            except Fault:
                continue
            if same and seen.is_like(state):
                step.alike.append(option)
                yield Other(step, option, state)
    step.alike.sort()


def _in_order(
    at: GameState, names: Names, first: State, steps: Sequence[Step], unseen: Sequence[Unseen]
) -> list[int]:
    """Cards by where they lie in a state of the past, and what was done with them since; see `Record`."""
    module, row = at.game.module, at.engine.pack(first)
    ordered = {c for zone in module.zones.values() if zone.ordered for c in zone.run.cells}
    chosen: dict[int, list[int]] = {}
    for number, step in enumerate(steps):
        if step.is_held:
            chosen.setdefault(element_of(step.option), []).append(number)

    def rank(card: int) -> tuple[Any, ...]:
        place = row[module.layout.place + card]
        lying = row[place].index(card) if place in ordered else 0
        marks = [
            row[cell : cell + run.each]
            for kind, run in unseen
            if module.pieces[card].kind == kind
            for cell in (run.base + (card - run.first_owner) * run.each,)
        ]
        known = row[module.layout.known + card]
        return chosen.get(card, []), place, lying, names[card], known, marks

    return sorted(names, key=rank)


def chosen_again(step: Step, names: Sequence[int], stream: list[Any]) -> int:
    """The option by which a decision is made again."""
    if step.is_held:
        return list_of(step.option) * LIST + names[element_of(step.option)]
    if len(step.alike) > 1:
        return step.alike[below(stream, len(step.alike))]
    return step.option

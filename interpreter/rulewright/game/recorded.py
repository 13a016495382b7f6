"""The decisions since a state of the past, as they can be made again in a game in which cards have other names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from attrs import frozen

from rulewright.game.engine import Engine, State
from rulewright.game.seen_state import seen_of, unseen_cells
from rulewright.game.state import GameState
from rulewright.ir.answers import LIST, element_of, list_of
from rulewright.ir.chance import below
from rulewright.ir.faults import Fault
from rulewright.ir.ir_types import PIECE
from rulewright.ir.layout import (
    ANSWER,
    ASKING,
    ASKS_FORCED,
    DECIDER,
    FORCED,
    MADE,
    RANDOM,
    Run,
)

_COUNTS: Final = {ASKING, FORCED, MADE, RANDOM}


class Tape:
    """What runs along with a game that is played again; of what is told, if something is to be heard."""

    def __init__(self, log: list[Any] | None = None) -> None:
        self.log = log
        self.options: list[int] | None = None


class Step(NamedTuple):
    """A decision of the past, its seat, and the option chosen.

    How it is chosen again: `is_held` if it was a card that its seat knew, so that it is that card under any name;
    else it may have been any of those `alike`, which show and tell another seat the same. `told` is how much had
    been told before, `places` where all cards lay.
    """

    decision: int
    decider: int
    option: int
    is_held: bool
    alike: Sequence[int]
    told: int
    places: Sequence[int]


@frozen
class Record:
    """A state of the past, the decisions since, and an order of the cards that the seat does not know.

    The order is that of where they lie, have lain, and who else knows them: it hangs on no name that is unknown.
    """

    base: int
    first: State
    steps: list[Step]
    order: list[int]
    unseen: list[tuple[str, Run]]
    """Of which kinds of cards numbers and marks are kept that the seat did not see then."""

    @classmethod
    def of(cls, at: GameState, seat: int, base: int, cards: Sequence[int]) -> Record:
        """From the state before the decision with this number; from the present, if that does not lead there."""
        first, steps = _recorded(at, seat, base) or (at.state, [])
        cells = set(unseen_cells(at.engine, first, seat))
        unseen = [
            (variable.owner, variable.run)
            for variable in at.game.module.variables.values()
            if variable.owner and cells.intersection(variable.run.cells)
        ]
        return cls(base, first, steps, _in_order(at, cards, first, steps), unseen)


def _recorded(at: GameState, seat: int, base: int) -> tuple[State, list[Step]] | None:
    """A state of the past, and all decisions since, with those that had one option.

    For a seat it does not matter who was passed over because there was nothing to choose.
    """
    engine = at.engine
    states = [*(past.state for past in at.past[base:]), at.state]
    told = [*(past.told for past in at.past[base:]), len(at.log or ())]
    row = engine.pack(states[0])
    row[ASKING] |= ASKS_FORCED
    first = engine.unpack(row)
    state, steps, done = engine.copy(first), list[Step](), 0
    while True:
        same = _is_same(engine, state, states[done])
        if same and done == len(states) - 1:
            return first, steps
        options = engine.options(state)
        if not same and len(options) != 1:
            return None
        option = at.past[base + done].option if same else options[0]
        assert option is not None
        before = engine.copy(state)
        heard = _heard(engine, state, option, seat)
        steps.append(_step(at, seat, before, state, option, heard, options, told[done]))
        done += same


def _is_same(engine: Engine, state: State, other: State) -> bool:
    """Whether two states differ in nothing but how many decisions were counted, and in chance to come."""
    if engine.look(state).decision != engine.look(other).decision:
        return False
    one, two = engine.pack(state), engine.pack(other)
    over = engine.look(state).decision < 0
    # When the game is over, who was asked last, and answered, does not matter: one option may not have been asked.
    for cell in _COUNTS | {ANSWER, DECIDER} if over else _COUNTS:
        one[cell] = two[cell]
    return one == two


def counted(engine: Engine, state: State, other: State) -> State:
    """A state in which so many decisions were counted as in another."""
    row, like = engine.pack(state), engine.pack(other)
    for cell in _COUNTS - {RANDOM}:
        row[cell] = like[cell]
    return engine.unpack(row)


def _heard(engine: Engine, state: State, option: int, seat: int) -> list[Any]:
    """Choose an option; what the seat was told of what came of it."""
    tape = Tape([])
    engine.choose(state, tape, option)
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
    return value if value[1] >> seat & 1 else (-1, 0)


def _step(
    at: GameState, seat: int, before: State, after: State, option: int, heard: list[Any],
    options: Sequence[int], told: int,
) -> Step:  # fmt: skip
    """A decision of the past."""
    engine, look, layout = at.engine, at.engine.look(before), at.game.module.layout
    lay = engine.pack(before)[layout.place : layout.known]
    held, alike = _is_held(engine, before, option), [option]
    if look.decider != seat and not held and len(options) > 1:
        alike = list(_alike(engine, before, after, option, heard, options, seat))
    return Step(look.decision, look.decider, option, held, alike, told, lay)


def _is_held(engine: Engine, state: State, option: int) -> bool:
    """Whether an option stands for a card that who chooses knows where it lies."""
    look = engine.look(state)
    asked = engine.module.decisions[look.decision]
    if list_of(option) < 0 or asked.options[list_of(option)].type != PIECE:
        return False
    known = engine.knowers(state, element_of(option))
    return look.decider >= 0 and bool(known >> look.decider & 1)


def _alike(
    engine: Engine, before: State, after: State, chosen: int, heard: list[Any],
    options: Sequence[int], seat: int,
) -> Iterator[int]:  # fmt: skip
    """The options of which a seat would have heard and seen the same as of that which was chosen."""
    seen = None
    for option in options:
        if option == chosen:
            yield option
        elif not _is_held(engine, before, option):
            state = engine.copy(before)
            try:
                same = _heard(engine, state, option, seat) == heard
            except Fault:
                continue
            if same:
                seen = seen or seen_of(engine, after, seat)
                if seen_of(engine, state, seat) == seen:
                    yield option


def _in_order(
    at: GameState, cards: Sequence[int], first: State, steps: Sequence[Step]
) -> list[int]:
    layout, row, before = at.game.module.layout, at.engine.pack(at.state), at.engine.pack(first)
    ordered = {c for zone in at.game.module.zones.values() if zone.ordered for c in zone.run.cells}

    def trail(card: int) -> tuple[Any, ...]:
        place, was = row[layout.place + card], before[layout.place + card]
        lying = row[place].index(card) if place in ordered else 0
        lain = before[was].index(card) if was in ordered else 0
        places = [step.places[card] for step in reversed(steps)]
        return place, lying, lain, places, row[layout.known + card], before[layout.known + card]

    return sorted(cards, key=trail)


def chosen_again(step: Step, names: Sequence[int], stream: list[Any]) -> int:
    """The option by which a decision is made again."""
    if step.is_held:
        return list_of(step.option) * LIST + names[element_of(step.option)]
    if len(step.alike) > 1:
        return step.alike[below(stream, len(step.alike))]
    return step.option

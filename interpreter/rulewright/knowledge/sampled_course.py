"""A course that a game may have taken: every step from the beginning to where it stands, each as the log has it.

All states in it come from rules that were played; nothing of the game that the log is of goes into it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rulewright.game.engine import Engine, State
from rulewright.ir.ir_types import PIECE
from rulewright.ir.layout import RANDOM
from rulewright.ir.playing import LIST, Fault, element_of, list_of
from rulewright.knowledge.log import Log, told_to
from rulewright.knowledge.lot import Lot
from rulewright.knowledge.observer import Observer, Tape
from rulewright.knowledge.openness import Sees

Names = Mapping[int, Mapping[int, int]]
"""For shuffles, by their numbers: which card comes to lie where another would."""

Swap = tuple[int, int]
"""Two cards that change places."""


class Step(NamedTuple):
    """How a course comes from one stop to the next: by which option, with which chance; and where it stands then.

    `options` is how many there were to choose from, `shuffled` which cards were shuffled each time that some were,
    `known` the cards that the seat knows at the end, as bits.
    """

    option: int | None
    seed: int
    names: Names
    state: State
    options: int
    shuffled: list[tuple[int, ...]]
    known: int


class Reached(NamedTuple):
    """Where a step led to, and what the seat sees there; `fits` if that is what its log says."""

    step: Step
    sees: Sees
    fits: bool


class Table:
    """What courses are made of: an engine, the log of a seat, its eyes, and where the game begins.

    That is the state before anything has happened, or what the log begins with.
    """

    def __init__(self, engine: Engine, log: Log) -> None:
        self.engine, self.log = engine, log
        self.eyes = Observer(engine, log.seat)
        self.kinds = tuple(piece.kind for piece in engine.module.pieces)
        if log.opening:
            self.base = engine.unpack(log.opening)
        else:
            self.base = engine.start(0, asks_chance=True, asks_forced=True)

    @property
    def listens(self) -> bool:
        """Whether the game told anybody anything."""
        return any(self.log.heard)

    # ------------------------------------------------------------------ one step

    def taken(
        self, number: int, before: State, option: int | None, seed: int, names: Names, options: int
    ) -> Reached | None:
        """Where a step leads to; None if the rules stop it."""
        if number == 0 and self.log.opening:
            return self._reopened(names)
        state, tape = self.engine.copy(before), Tape([] if self.listens else None)
        self.engine.reseed(state, seed)
        try:
            shuffled = self.engine.retrace(state, tape, option, names)
            return self.reached(number, state, (option, seed, names, options, shuffled), tape.log)
        except Fault:
            return None

    def reached(self, number: int, state: State, made: tuple[Any, ...], told: Any) -> Reached:
        """What the seat sees where a step has led to, and whether that is what the log says."""
        option, seed, names, options, shuffled = made
        sees = self.eyes.sees(state)
        fits = self.eyes.is_seen(state, sees, self.log.looks[number])
        if fits and told is not None:
            heard = told_to(self.log.seat, self.eyes.copy_of, told)
            fits = heard == self.log.heard[number]
        step = Step(option, seed, names, state, options, shuffled, sees.known_bits)
        return Reached(step, sees, fits)

    def _reopened(self, names: Names) -> Reached:
        """What the log begins with, where cards that the seat does not know change places."""
        row, old = self.engine.pack(self.base), self.engine.pack(self.base)
        place = self.engine.module.layout.place
        for card, name in names.get(0, {}).items():
            row[place + name] = cell = old[place + card]
            cards = [names[0].get(each, each) for each in old[cell]]
            row[cell] = tuple(cards if self.eyes.zone_of[cell].ordered else sorted(cards))
        state = self.engine.unpack(row)
        known = self.eyes.sees(self.base).known
        hidden = tuple(card for card, is_known in enumerate(known) if not is_known)
        return self.reached(0, state, (None, 0, names, 1, [hidden]), None)

    def options(self, state: State) -> list[int]:
        """The options of the decision that a state awaits; none where the rules stop."""
        try:
            return self.engine.options(state)
        except Fault:
            return []

    def is_own(self, number: int, before: State, option: int) -> bool:
        """Whether an option is one by which the seat may have taken its own step."""
        own = self.log.own[number]
        return own is None or self.eyes.described(self.eyes.sees(before), option) == own

    def is_card(self, state: State, option: int) -> bool:
        """Whether an option stands for a card."""
        if list_of(option) < 0:
            return False
        asked = self.engine.module.decisions[self.engine.look(state).decision]
        return asked.options[list_of(option)].type == PIECE

    def swapped(self, state: State, option: int, swap: Swap) -> int:
        """The option for the other card, if it stands for one of the two."""
        card = element_of(option)
        if card not in swap or not self.is_card(state, option):
            return option
        return list_of(option) * LIST + (swap[1] if card == swap[0] else swap[0])

    def same(self, state: State, other: State) -> bool:
        """Whether two states differ in nothing but chance to come."""
        one, two = self.engine.pack(state), self.engine.pack(other)
        one[RANDOM] = two[RANDOM]
        return one == two


class Course:
    """A course that fits the log as far as it goes; `steps[n]` leads to the log's look number n."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.steps: list[Step] = []
        self._hidden: list[int] | None = None

    def copy(self) -> Course:
        """The same, to be changed apart from this one."""
        other = Course(self.table)
        other.steps = self.steps[:]
        return other

    def before(self, number: int) -> State:
        """The state from which a step begins."""
        return self.steps[number - 1].state if number else self.table.base

    def add(self, step: Step) -> None:
        """Go on by a step that fits."""
        self.steps.append(step)
        self._hidden = None

    def splice(self, first: int, steps: Sequence[Step]) -> None:
        """Put other steps in the place of as many, or of all that there are."""
        self.steps[first : first + len(steps)] = steps
        self._hidden = None

    def seen_since(self, number: int) -> int:
        """The cards that the seat has known at some time since a stop, as bits."""
        if self._hidden is None:
            seen, self._hidden = 0, [0] * len(self.steps)
            for at in range(len(self.steps) - 1, -1, -1):
                seen |= self.steps[at].known
                self._hidden[at] = seen
        return self._hidden[number] if number < len(self._hidden) else 0

    def shuffles(self) -> list[tuple[int, int]]:
        """All shuffles: the number of the step, and which it is in there."""
        return [
            (number, at)
            for number, step in enumerate(self.steps)
            for at in range(len(step.shuffled))
        ]

    def free(self) -> list[int]:
        """The steps that others have taken, or chance."""
        own = self.table.log.own
        return [number for number in range(1, len(self.steps)) if own[number] is None]

    def meetings(self, number: int, swap: Swap) -> list[int]:
        """The steps after this one that begin with two cards in one place without order."""
        found, eyes = list[int](), self.table.eyes
        for at in range(number + 1, len(self.steps)):
            look = self.table.engine.look(self.steps[at - 1].state)
            place = look.place(swap[0])
            if place == look.place(swap[1]) and not eyes.zone_of[place].ordered:
                found.append(at)
        return found

    def replayed(
        self,
        first: int,
        changed: Step,
        swap: Swap | None = None,
        again: tuple[int, Lot] | None = None,
        until: int = 0,
    ) -> list[Step] | None:
        """The steps from the first on with that one changed, and two cards exchanged in choices since.

        They are exchanged up to the step `until`; if that is 0, till all is as it was. In a step that is to be made
        `again` any option is drawn. None if a step does not fit the log.
        """
        last = max(until, first, again[0] if again is not None else 0)
        found: list[Step] = []
        state = self.before(first)
        for number in range(first, len(self.steps)):
            old = self.steps[number]
            given = changed if number == first else old
            option, count = given.option, old.options
            if number > first and option is not None:
                options = self.table.options(state)
                if again is not None and number == again[0] and options:
                    option = again[1].one_of(options)
                elif swap is not None and not 0 < until <= number:
                    option = self.table.swapped(state, option, swap)
                if option not in options or not self.table.is_own(number, state, option):
                    return None
                count = len(options)
            reached = self.table.taken(number, state, option, given.seed, given.names, count)
            if reached is None or not reached.fits:
                return None
            found.append(reached.step)
            state = reached.step.state
            if number >= last and self.table.same(state, old.state):
                break
        return found

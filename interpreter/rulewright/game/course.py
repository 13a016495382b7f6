"""The course of a game: every decision of its past, with those that had one option, and those of chance.

For a seat it does not matter who was passed over because there was nothing to choose; so it looks at the table at
each of these, whether or not who decided was asked. What chance chose is a choice like others: in another game it
may have been another one.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final, NamedTuple

from attrs import define, field

from rulewright.game.engine import Engine, State
from rulewright.game.state import GameState, Past
from rulewright.ir.deal_plan import SHUFFLES
from rulewright.ir.layout import (
    ANSWER,
    ASKING,
    ASKS_CHANCE,
    ASKS_FORCED,
    CHANCE_SEAT,
    DECIDER,
    FORCED,
    MADE,
    OWN_CELLS,
    RANDOM,
)
from rulewright.ir.playing import Fault

COUNTS: Final = {ASKING, FORCED, MADE}
"""What hangs on whether who has one option is asked, and chance."""


class Tape:
    """What runs along with a game that is played again; of what is told, if something is to be heard."""

    def __init__(self, log: list[Any] | None = None) -> None:
        self.log = log
        self.options: list[int] | None = None


class Made(NamedTuple):
    """A decision of the past: the state before it, in which single options are asked, and chance; what was chosen,
    and how much had been told."""

    state: State
    option: int
    told: int


@define(eq=False)
class Course:
    """All decisions up to the present, which is `now` with single options asked, and chance.

    From `begins` on one state leads to the next: not over what no player chose, or what a playout did.
    """

    made: list[Made] = field(factory=list)
    past: list[Past] = field(factory=list)
    begins: int = 0
    now: State = None

    @classmethod
    def kept(cls, at: GameState) -> Course:
        """The course of a game, which is kept with it and kept up."""
        course = at.course
        if not isinstance(course, cls) or not course._leads_to(at):
            at.course = course = cls()
        course._take_up(at)
        return course

    @classmethod
    def of(cls, engine: Engine, made: list[Made], past: list[Past], state: State) -> Course:
        """A course that leads to a state."""
        return cls(made, past[:], 0, _asking(engine, state))

    def copy(self, engine: Engine) -> Course:
        """The same, to be kept up apart from this one."""
        now = None if self.now is None else engine.copy(self.now)
        return Course(self.made[:], self.past[:], self.begins, now)

    def _leads_to(self, at: GameState) -> bool:
        """Whether the game has gone on from where this ends."""
        count = len(self.past)
        return count <= len(at.past) and (count == 0 or self.past[-1] is at.past[count - 1])

    def _take_up(self, at: GameState) -> None:
        """All that was decided since."""
        engine, since = at.engine, at.past[len(self.past) :]
        self._stands_at(engine, since[0].state if since else at.state)
        for number in range(len(self.past), len(at.past)):
            past = at.past[number]
            if self.now is None:
                self._stands_at(engine, past.state)
            self.past.append(past)
            if past.option is None:
                # The looks of a seat do not end here, but nothing is played again from before.
                self.now = None
                continue
            self._choose(engine, past.option, past.told)
            follows = number + 1 < len(at.past)
            target = at.past[number + 1].state if follows else at.state
            told = at.past[number + 1].told if follows else len(at.log or ())
            self._pass_over(engine, target, told)
        if self.now is None:
            self._stands_at(engine, at.state)

    def _stands_at(self, engine: Engine, state: State) -> None:
        """The game stands there, however it came there."""
        if self.now is None or not is_same(engine, self.now, state):
            self.begins = len(self.made)
        self.now = _asking(engine, state)

    def _choose(self, engine: Engine, option: int, told: int) -> None:
        """A decision is made as it was made."""
        before = engine.copy(self.now)
        try:
            make(engine, self.now, Tape(), option)
        except Fault:
            self.now = None
            return
        self.made.append(Made(before, option, told))

    def _pass_over(self, engine: Engine, target: State, told: int) -> None:
        """Decisions with one option and of chance, up to the next that was asked."""
        while self.now is not None and not is_same(engine, self.now, target):
            look = engine.look(self.now)
            options = engine.options(self.now) if look.decision >= 0 else []
            is_chance = look.decider == CHANCE_SEAT and len(options) > 1
            if len(options) != 1 and not is_chance:
                self.now = None
                return
            drawn = engine.draw(engine.copy(self.now), len(options)) if is_chance else 0
            self._choose(engine, options[drawn], told)


def make(engine: Engine, state: State, tape: Tape, option: int) -> None:
    """Make a decision as it was made; where it was chance that decided, chance goes on as if it had drawn.

    So what is shuffled after it is shuffled as it was, whatever was chosen.
    """
    _draw(engine, state)
    engine.choose(state, tape, option)


def _draw(engine: Engine, state: State) -> None:
    """Where it is chance that decides, it draws."""
    if engine.look(state).decider == CHANCE_SEAT:
        engine.draw(state, len(engine.options(state)))


def stirred_by(engine: Engine, made: Made, after: State) -> Collection[int]:
    """The places in which others would lie after a decision, had what was shuffled come to lie otherwise.

    A look shows where cards have come to lie, and not on which ways; so the decision is tried with other chance.
    """
    again, row = engine.copy(made.state), engine.pack(after)
    _draw(engine, again)
    places, found = range(OWN_CELLS, engine.module.layout.place), set[int]()
    if engine.pack(again)[RANDOM] != row[RANDOM]:
        for seed in range(SHUFFLES):
            other = engine.copy(made.state)
            engine.reseed(other, seed)
            try:
                engine.choose(other, Tape(), made.option)
            except Fault:
                continue
            cells = engine.pack(other)
            found.update(cell for cell in places if cells[cell] != row[cell])
    return found


def _asking(engine: Engine, state: State) -> State:
    """A state in which single options are asked, and chance is."""
    row = engine.pack(state)
    row[ASKING] |= ASKS_FORCED | ASKS_CHANCE
    return engine.unpack(row)


def is_same(engine: Engine, state: State, other: State) -> bool:
    """Whether two states differ in nothing but how many decisions were counted, and in chance to come."""
    if engine.look(state).decision != engine.look(other).decision:
        return False
    one, two = engine.pack(state), engine.pack(other)
    over = engine.look(state).decision < 0
    # When the game is over, who was asked last, and answered, does not matter: one option may not have been asked.
    for cell in COUNTS | {RANDOM} | ({ANSWER, DECIDER} if over else set()):
        one[cell] = two[cell]
    return one == two


def counted(engine: Engine, state: State, other: State) -> State:
    """A state in which so many decisions were counted as in another."""
    row, like = engine.pack(state), engine.pack(other)
    for cell in COUNTS:
        row[cell] = like[cell]
    return engine.unpack(row)

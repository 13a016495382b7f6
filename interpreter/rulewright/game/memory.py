"""What a seat can tell of a game at each of its decisions, kept up as the game goes on."""

from __future__ import annotations

from collections.abc import Collection

from attrs import define, field

from rulewright.game.course import Course
from rulewright.game.engine import Engine
from rulewright.game.recorded import Other, Step, step_of
from rulewright.game.state import GameState
from rulewright.game.telling_apart import Apart, Look
from rulewright.ir.deal_plan import MOST_OTHERS


@define(eq=False)
class Memory:
    """What a seat can tell at the last decision of a game's course: on which cards names could be; and how each of
    these decisions is made again."""

    seat: int
    course: Course
    apart: Apart
    steps: list[Step] = field(factory=list)
    others: list[Other] = field(factory=list)

    @classmethod
    def kept(cls, at: GameState, seat: int) -> Memory:
        """What a seat can tell of a game up to now, which is kept with it."""
        course, memory = Course.kept(at), at.memories.get(seat)
        if not isinstance(memory, Memory) or memory.course is not course:
            at.memories[seat] = memory = cls(seat, course, Apart.of(at.game.module))
        memory._look(at)
        return memory

    @property
    def stirred(self) -> Collection[int]:
        """Where others may lie since the last look, as something was shuffled."""
        return self.steps[-1].stirred if self.steps else ()

    def copy(self, engine: Engine, course: Course) -> Memory:
        """The same, to be kept up apart from this one, with a course of its own."""
        steps = [step._replace(alike=step.alike[:]) for step in self.steps]
        same = {id(step): new for step, new in zip(self.steps, steps, strict=True)}
        others = [
            Other(same[id(step)], option, engine.copy(state)) for step, option, state in self.others
        ]
        return Memory(self.seat, course, self.apart.copy(), steps, others)

    def _look(self, at: GameState) -> None:
        """Take up all that has been seen since, but the present."""
        for made in self.course.made[len(self.steps) :]:
            if len(self.steps) <= self.course.begins:
                self.others = []  # from there nothing leads on
            self.apart.saw(Look.at(at.engine, made.state, self.seat), self.stirred)
            step, others = step_of(at.engine, self.seat, made, self.others[-MOST_OTHERS:])
            self.steps.append(step)
            self.others = others

"""What a seat chose from last, so that a `done` for what has ended by itself is known."""

from __future__ import annotations

from typing import Final

from rulewright.game.state import GameState
from rulewright.ir.answers import list_of
from rulewright.records import Record, evolve, field

ROWS: Final = ("powers", "choose-some", "may-choose")
"""Questions that can be ended, though perhaps not at once."""


class Endings(Record):
    """By seat the row of choices that it chose from last, and how deep that lay; None once it was ended.

    `forced` counts what had been decided without asking when something was chosen or done last.
    """

    last: dict[int, tuple[int, int] | None] = field(factory=dict)
    forced: int = 0

    def done(self, at: GameState) -> Endings:
        """The same before something is done."""
        return evolve(self, forced=at.seen.forced)

    def answered(self, at: GameState, index: int) -> Endings:
        """The same before an answer is given."""
        after = self.done(at)
        if at.game.module.decisions[at.seen.decision].form not in ROWS:
            return after
        ended = list_of(at.option_values()[index]) < 0
        row = None if ended else (at.seen.decision, at.seen.depth)
        return evolve(after, last={**self.last, at.decider: row})

    def may_be_over(self, at: GameState, seat: int) -> bool:
        """Whether a row of choices of this seat may have ended by itself, as nothing else was left to choose.

        What lies deeper than the row came of a choice from it: the row waits until that is settled.
        """
        if not (at.waiting and at.decider == seat):
            return seat in self.last or at.seen.forced > 0
        row = self.last.get(seat)
        left = row is not None and at.seen.decision != row[0] and at.seen.depth <= row[1]
        return left or at.seen.forced > self.forced


def can_end(at: GameState) -> bool:
    """Whether what is asked now can be ended: `done` is an option."""
    return any(list_of(value) < 0 for value in at.option_values())

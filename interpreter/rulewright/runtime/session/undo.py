"""Limits of undo: choices can be taken back until chance or another player acts, or a card is revealed."""

from __future__ import annotations

from rulewright.base.records import Record
from rulewright.runtime.game.state import GameState
from rulewright.runtime.ir.layout import RANDOM
from rulewright.runtime.observation.card_identities import visibility_of


class UndoPoint(Record):
    """The situation before a choice: the number of decisions, the random stream, the known cards of each seat."""

    made: int
    chance: int
    known: tuple[tuple[bool, ...], ...]

    @classmethod
    def of(cls, at: GameState) -> UndoPoint:
        """Return the present situation of a game, for a later `is_settled`."""
        seats = (None, *range(at.game.module.players))
        known = tuple(
            tuple(map(bool, visibility_of(at, seat).visible(at.state).known)) for seat in seats
        )
        return cls(len(at.decisions), at.seen.row[RANDOM], known)

    def is_settled(self, at: GameState) -> bool:
        """Return whether the choice made here is final by now: chance was used, or a seat learnt of a card."""
        now = UndoPoint.of(at)
        pairs = zip(self.known, now.known, strict=True)
        learnt = any(
            new and not old
            for before, after in pairs
            for old, new in zip(before, after, strict=True)
        )
        return learnt or self.chance != now.chance

"""How far a player may take choices back: to where something was revealed, or chance or another had a say."""

from __future__ import annotations

from rulewright.base.records import Record
from rulewright.runtime.game.state import GameState
from rulewright.runtime.ir.layout import RANDOM
from rulewright.runtime.observation.card_identities import eyes_of


class Point(Record):
    """Where a game stood before a choice: how many were made, its chance, who knew which cards."""

    made: int
    chance: int
    known: tuple[tuple[bool, ...], ...]

    @classmethod
    def of(cls, at: GameState) -> Point:
        """Where a game stands."""
        seats = (None, *range(at.game.module.players))
        known = tuple(tuple(map(bool, eyes_of(at, seat).sees(at.state).known)) for seat in seats)
        return cls(len(at.decisions), at.seen.row[RANDOM], known)

    def is_settled(self, at: GameState) -> bool:
        """Whether what came of the choice cannot be taken back: chance was used, or somebody learnt of a card."""
        now = Point.of(at)
        pairs = zip(self.known, now.known, strict=True)
        learnt = any(
            new and not old
            for before, after in pairs
            for old, new in zip(before, after, strict=True)
        )
        return learnt or self.chance != now.chance

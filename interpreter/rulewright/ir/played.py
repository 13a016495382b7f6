"""What is told of a game that was played to its end by lot: enough for sums over many."""

from __future__ import annotations

from typing import Final, NamedTuple

WHOLE: Final = 840
"""A victory, in parts: up to eight seats can share it evenly, and sums are exact."""


class Played(NamedTuple):
    """How many decisions players made and how many were forced, how often each phase was played, the ranks.

    The phases are in the order of the module's. A rank has for each seat what the functions of the outcome give, of
    which number `scored` is the score; the highest ranks have won.
    """

    made: int
    forced: int
    phases: tuple[int, ...]
    ranks: tuple[tuple[int, ...], ...]
    scored: int = 0

    @property
    def sums(self) -> list[int]:
        """All that is told, one number after the other; then the winners' score, and each seat's part of WHOLE."""
        part, winners = WHOLE // len(self.winners), self.winners
        wins = [part * (seat in winners) for seat in range(len(self.ranks))]
        ranks = [number for rank in self.ranks for number in rank]
        return [self.made, self.forced, *self.phases, *ranks, self.scores[winners[0]], *wins]

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each seat."""
        return tuple(rank[self.scored] for rank in self.ranks)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the victory."""
        best = max(self.ranks)
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == best)

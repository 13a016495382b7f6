"""What is told of a game that was played to its end by lot: enough for sums over many."""

from __future__ import annotations

from typing import NamedTuple


class Played(NamedTuple):
    """How many decisions players made and how many were forced, how often each phase was played, the ranks.

    The phases are in the order of the module's. A rank has for each seat what the functions of the outcome give, of
    which the first is the score; the highest ranks have won.
    """

    made: int
    forced: int
    phases: tuple[int, ...]
    ranks: tuple[tuple[int, ...], ...]

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each seat."""
        return tuple(rank[0] for rank in self.ranks)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the victory."""
        best = max(self.ranks)
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == best)

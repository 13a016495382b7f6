"""How a game is decided, and what is told of games that were: the same for every engine."""

from __future__ import annotations

from math import lcm
from typing import Final, NamedTuple

from rulewright.base.records import Record
from rulewright.language.text import MOST_PLAYERS

WHOLE: Final = lcm(*range(1, MOST_PLAYERS + 1))
"""A victory, in parts: as many sides as there can be players can share it evenly, and sums are exact."""

Ranks = tuple[tuple[int, ...], ...]
"""What the functions of an outcome give, for each seat."""


class ScorePart(Record):
    """A line of the score sheet: what it is called and the function that counts it for a player.

    `each` is the label that it is for, if there is a line for each, with the name of the label in the text.
    """

    label: str
    function: str
    each: tuple[str, str] | None = None


class Outcome(Record):
    """How a game is decided: functions of a player, compared one after the other; the lines of the score.

    `scored` is which of them gives the score; where a rule may say who has won, the first says that. If it is
    `gated`, 0 is there who has not won, whatever else is compared. Nothing is `counted` where rules say no more
    than that. With `sides` the last is not compared: it says which players win and lose as one. `teams` are the
    labels that sides have. `because` is the telling that says why the game is over, with functions for its
    values.
    """

    values: tuple[str, ...] = ()
    parts: tuple[ScorePart, ...] = ()
    because: int | None = None
    because_values: tuple[str, ...] = ()
    scored: int = 0
    gated: bool = False
    counted: bool = True
    sides: bool = False
    teams: str = ""

    @property
    def compared(self) -> int:
        """How many of the functions are compared."""
        return len(self.values) - self.sides

    def best(self, ranks: Ranks) -> tuple[int, ...]:
        """The seats with the highest rank of all."""
        compared = [rank[: self.compared] for rank in ranks]
        highest = max(compared)
        return tuple(seat for seat, rank in enumerate(compared) if rank == highest)

    def winners(self, ranks: Ranks) -> tuple[int, ...]:
        """The seats that share the victory; none where nobody has won."""
        best = self.best(ranks)
        return () if self.gated and not ranks[best[0]][0] else best

    def side(self, ranks: Ranks, seat: int) -> int:
        """What a seat has in common with those that win and lose with it, and with nobody else."""
        return ranks[seat][-1] if self.sides else seat

    def shares(self, ranks: Ranks) -> tuple[int, ...]:
        """Each seat's part of a victory, which is WHOLE: sides that tie share it, all of a side have its part."""
        winners = self.winners(ranks)
        sides = len({self.side(ranks, seat) for seat in winners})
        share = WHOLE // max(sides, 1)
        return tuple([share if seat in winners else 0 for seat in range(len(ranks))])


class Played(NamedTuple):
    """How many decisions players made and how many were forced, how often each phase was played, the ranks.

    The phases are in the order of the module's. A rank has for each seat what the functions of the outcome give, of
    which the outcome says who has won.
    """

    made: int
    forced: int
    phases: tuple[int, ...]
    ranks: Ranks
    outcome: Outcome

    @property
    def sums(self) -> list[int]:
        """All that is told, one number after the other; then the best score, and each seat's part of WHOLE."""
        ranks = [number for rank in self.ranks for number in rank]
        best = self.scores[self.outcome.best(self.ranks)[0]]
        return [
            self.made,
            self.forced,
            *self.phases,
            *ranks,
            best,
            *self.outcome.shares(self.ranks),
        ]

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each seat."""
        return tuple(rank[self.outcome.scored] for rank in self.ranks)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the victory."""
        return self.outcome.winners(self.ranks)

"""Outcome of a game: ranks, winners, shares of the victory, and the summary of a finished game.

All engines share this module.
"""

from __future__ import annotations

from math import lcm
from typing import Final, Literal, NamedTuple, cast, get_args

from rulewright.base.records import Record
from rulewright.language.text import MOST_PLAYERS

WHOLE: Final = lcm(*range(1, MOST_PLAYERS + 1))
"""Parts of a victory: divisible by every possible number of winning sides, so that sums of shares are exact."""

Returns = Literal["shares", "scores"]
"""A player's return in a finished game: its share of the victory, or its score."""

Ranks = tuple[tuple[int, ...], ...]
"""The values of the outcome's functions, for each seat."""


def check_returns(returns: str) -> Returns:
    """Return `returns`. Raises ValueError if it is neither "shares" nor "scores"."""
    if returns not in get_args(Returns):
        raise ValueError(f"returns are {' or '.join(get_args(Returns))}, not {returns!r}")
    return cast(Returns, returns)


class ScorePart(Record):
    """A line of the score sheet: its text, and the name of the function that computes its points.

    A line that repeats for each label of a list has in `each` the label and the name of the label in the text.
    """

    label: str
    function: str
    each: tuple[str, str] | None = None


class OutcomeRules(Record):
    """Rules that decide a game: the functions that rank the players, and the lines of the score sheet.

    `values` are the functions, compared lexicographically; `scored` is the index of the one that gives the score.
    `gated`: the first function says which players have won, and 0 there excludes a player whatever the others
    give. `counted` is false if the rules name winners and count nothing else. `sides`: the last function is not
    compared; players with equal values in it win and lose together, and `teams` names the list of labels for
    them. `because` is the number of the story text that gives the reason for the end, with functions for its
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
        """Number of functions whose values are compared; the function for the side is left out."""
        return len(self.values) - self.sides

    def best(self, ranks: Ranks) -> tuple[int, ...]:
        """Return the seats whose values are the highest, whether or not they have won."""
        compared = [rank[: self.compared] for rank in ranks]
        highest = max(compared)
        return tuple(seat for seat, rank in enumerate(compared) if rank == highest)

    def winners(self, ranks: Ranks) -> tuple[int, ...]:
        """Return the seats that share the victory; empty if nobody has won."""
        best = self.best(ranks)
        return () if self.gated and not ranks[best[0]][0] else best

    def side(self, ranks: Ranks, seat: int) -> int:
        """Return a number for the side of `seat`: seats with equal numbers win and lose together."""
        return ranks[seat][-1] if self.sides else seat

    def shares(self, ranks: Ranks) -> tuple[int, ...]:
        """Return each seat's share of the victory, in parts of WHOLE.

        Tied sides split the victory evenly; every member of a side has the share of the side.
        """
        winners = self.winners(ranks)
        sides = len({self.side(ranks, seat) for seat in winners})
        share = WHOLE // max(sides, 1)
        return tuple([share if seat in winners else 0 for seat in range(len(ranks))])


class GameSummary(NamedTuple):
    """Summary of a finished game: counts of decisions, forced choices and plays of each phase, and final ranks.

    `phases` are in the order of the module's. `ranks` holds for each seat the values of the outcome's functions.
    """

    made: int
    forced: int
    phases: tuple[int, ...]
    ranks: Ranks
    outcome: OutcomeRules

    @property
    def sums(self) -> list[int]:
        """All counts and ranks as one flat list, then the best score, then each seat's share in parts of WHOLE."""
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
        """Final score of each seat."""
        return tuple(rank[self.outcome.scored] for rank in self.ranks)

    @property
    def winners(self) -> tuple[int, ...]:
        """Seats that share the victory."""
        return self.outcome.winners(self.ranks)

"""Sums over games, which can be added: what a chunk of games comes to, and all chunks together.

As JSON they travel from who plays to who judges, and are kept in files.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import hypot, inf
from typing import Any, Final, Self

from attrs import define, field

from rulewright.lab.balance.statistics.confidence_sequences import (
    CAUTION,
    TRUST,
    Interval,
    radius_of,
)

Sums = list[float]

TAKEN: Final = 6
"""So many things are measured of a card that could be taken; see `compared`."""

ENOUGH: Final = 20
"""Where a card came up in fewer games, nothing is told of it."""


def add_to(sums: Sums, numbers: Sequence[float]) -> None:
    """Each number goes to its sum."""
    if not sums:
        sums.extend(numbers)
        return
    for at, number in enumerate(numbers):
        sums[at] += number


@define
class Moments:
    """Sums of what was measured in each game, and of all products of two of these."""

    size: int
    sums: Sums = field(factory=list)

    def add(self, numbers: Sequence[float]) -> None:
        """One game more."""
        products = [one * two for at, one in enumerate(numbers) for two in numbers[at:]]
        add_to(self.sums, [*numbers, *products])

    def total(self, one: int) -> float:
        """The sum of one of them over all games."""
        return self.sums[one] if self.sums else 0.0

    def product(self, one: int, two: int) -> float:
        """The sum of a product over all games."""
        low, high = min(one, two), max(one, two)
        before = sum(self.size - each for each in range(low))
        return self.sums[self.size + before + high - low] if self.sums else 0.0


@define
class Tally:
    """What games came to.

    `plain` has sums by a name and a key: seats, options, cards that came to lie somewhere, lengths, points by
    round. `taken` has for each card what came of taking it where one could take others, `held` for each place
    and card what share of the victory was whose it was.
    """

    games: int = 0
    plain: dict[str, dict[str, Sums]] = field(factory=dict)
    taken: dict[str, Sums] = field(factory=dict)
    held: dict[str, Sums] = field(factory=dict)

    def note(self, name: str, key: str, *numbers: float) -> None:
        """Numbers go to sums of their own."""
        add_to(self.plain.setdefault(name, {}).setdefault(key, []), numbers)

    def of(self, name: str) -> Mapping[str, Sums]:
        """The sums under a name."""
        return self.plain.get(name, {})

    def add(self, other: Tally) -> None:
        """The games of another one are among these too."""
        self.games += other.games
        for name, sums in other.plain.items():
            for key, numbers in sums.items():
                self.note(name, key, *numbers)
        for own, others in ((self.taken, other.taken), (self.held, other.held)):
            for key, numbers in others.items():
                add_to(own.setdefault(key, []), numbers)

    def data(self) -> dict[str, Any]:
        """As JSON."""
        return {"games": self.games, "plain": self.plain, "taken": self.taken, "held": self.held}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """From JSON. Raises KeyError and TypeError for what is none."""
        return cls(int(data["games"]), data["plain"], data["taken"], data["held"])

    # ------------------------------------------------------------------ estimates

    def gain(self, card: str, trust: float = TRUST) -> Interval | None:
        """By what part of a victory who takes a card wins more often than with another one that was offered.

        What the position was worth before, which is nothing on average, is taken off as far as it goes along with
        what came of it (a control variate). None for a card that was never offered.
        """
        return self._weighed(card, (0.0, 0.0, 1.0, 0.0, 0.0, 0.0), trust)

    def soon(self, card: str, trust: float = TRUST) -> Interval | None:
        """The same, told by what the position is worth when who took the card next can take one.

        By then the card has done its work and is nobody's, and much less has happened that has nothing to do with
        it. What that is worth in victories is told by how both go along. None where nobody takes cards twice.
        """
        then, won = self.of("standings").get("all", (0.0, 0.0))
        if then <= 0:
            return None
        return self._weighed(card, (0.0, 0.0, 0.0, 0.0, max(won / then, 0.0), 1.0), trust)

    def _weighed(self, card: str, what: Sequence[float], trust: float) -> Interval | None:
        """A mean over what is learnt of a card, less what was before as far as that goes along with it."""
        sums = Moments(TAKEN, self.taken.get(card, []))
        learnt = sums.total(1)
        if not learnt:
            return None
        mean = sum(weight * sums.total(at) for at, weight in enumerate(what)) / learnt
        along = [weight - mean * (at == 1) for at, weight in enumerate(what)]
        spread = sums.product(3, 3)
        slope = 0.0
        if spread > 0:
            slope = sum(each * sums.product(at, 3) for at, each in enumerate(along)) / spread
        mean -= slope * sums.total(3) / learnt
        weights = [each - mean * (at == 1) - slope * (at == 3) for at, each in enumerate(what)]
        return self._interval(sums, weights, mean, trust)

    def share(self, key: str, trust: float = TRUST) -> Interval | None:
        """By what part of a victory who had a card in a place wins more often than is fair. None if nobody had."""
        sums = Moments(3, self.held.get(key, []))
        had, won = sums.total(1), sums.total(2)
        if not had:
            return None
        # In each game that often one of the seats, which wins as often as is fair.
        least = sums.product(1, 1) / self.games * self._fair_spread
        return self._interval(sums, (0.0, -won / had, 1.0), won / had, trust, least)

    def seat(self, seat: str, trust: float = TRUST) -> Interval:
        """By what part of a victory a seat wins more often than is fair."""
        games, won, _, squares = self.of("seats")[seat]
        fair = self.of("games")["all"][5] / games
        spread = max(squares - won * won / games, 0.0) + CAUTION * self._fair_spread
        return Interval(won / games - fair, radius_of(int(games), spread, trust))

    @property
    def _fair_spread(self) -> float:
        """By how much, squared, what a seat wins in a game differs from what is fair."""
        games = self.of("games").get("all")
        fair = games[5] / games[0] if games else 0.0
        return fair * (1 - fair)

    def _interval(
        self, sums: Moments, weights: Sequence[float], mean: float, trust: float, least: float = 0.0
    ) -> Interval:
        """Of a ratio of sums: in every game what was won, less the mean for each time, is nothing on average.

        The first that was measured is 1 in each game in which there was anything, the second how often. What a game
        adds to the spread is taken for `least` at least, as long as few are known.
        """
        if sums.total(0) < ENOUGH:
            return Interval(mean, inf)
        pairs = [(one, two) for one in range(sums.size) for two in range(sums.size)]
        spread = sum(weights[one] * weights[two] * sums.product(one, two) for one, two in pairs)
        spread = max(spread, 0.0)
        spread += CAUTION * max(least, spread / self.games)
        return Interval(mean, radius_of(self.games, spread, trust) * self.games / sums.total(1))


def difference(one: Interval, other: Interval) -> Interval:
    """The difference of two means of games that know nothing of each other, as many of both."""
    return Interval(one.mean - other.mean, hypot(one.radius, other.radius))


def together(found: Iterable[Interval]) -> Interval:
    """The mean of what several sorts of players tell, each by how much is known of it."""
    weights = {each: each.radius**-2 for each in found if each.radius > 0}
    total = sum(weights.values())
    if not total:
        return Interval(0.0, inf)
    mean = sum(weight * each.mean for each, weight in weights.items()) / total
    return Interval(mean, total**-0.5)

"""Tallies: sums over games that can be added, for a chunk or all chunks together.

As JSON they travel from workers to the judge, and are stored in journals.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import hypot, inf
from typing import Any, Final, Self

from attrs import define, field

from rulewright.lab.balance.statistics.confidence_sequences import (
    ERROR_LEVEL,
    PSEUDO_GAMES,
    ConfidenceInterval,
    radius_of,
)

Sums = list[float]

TAKEN: Final = 6
"""Quantities measured for each offered card; see `compare_offers`."""

ENOUGH: Final = 20
"""Below this number of games with a card its interval is infinite."""


def add_to(sums: Sums, numbers: Sequence[float]) -> None:
    """Add each number to its sum; an empty list of sums counts as zeros."""
    if not sums:
        sums.extend(numbers)
        return
    for at, number in enumerate(numbers):
        sums[at] += number


@define
class Moments:
    """First and second moments: sums of each measured quantity and of all products of two."""

    size: int
    sums: Sums = field(factory=list)

    def add(self, numbers: Sequence[float]) -> None:
        """Add the quantities of one game."""
        products = [one * two for at, one in enumerate(numbers) for two in numbers[at:]]
        add_to(self.sums, [*numbers, *products])

    def total(self, one: int) -> float:
        """Return the sum of quantity `one` over all games."""
        return self.sums[one] if self.sums else 0.0

    def product(self, one: int, two: int) -> float:
        """Return the sum over all games of the product of two quantities."""
        low, high = min(one, two), max(one, two)
        before = sum(self.size - each for each in range(low))
        return self.sums[self.size + before + high - low] if self.sums else 0.0


@define
class GameTally:
    """The summed results of games.

    `plain` has sums by name and key: seats, options, cards held, lengths, points by round. `taken` has for each
    card the moments of offers with alternatives; `held` has for each place and card the moments of its holders'
    victory shares.
    """

    games: int = 0
    plain: dict[str, dict[str, Sums]] = field(factory=dict)
    taken: dict[str, Sums] = field(factory=dict)
    held: dict[str, Sums] = field(factory=dict)

    def note(self, name: str, key: str, *numbers: float) -> None:
        """Add numbers to the sums under `name` and `key`, such as "seats" and a seat."""
        add_to(self.plain.setdefault(name, {}).setdefault(key, []), numbers)

    def of(self, name: str) -> Mapping[str, Sums]:
        """Return the sums recorded under `name`, by key."""
        return self.plain.get(name, {})

    def add(self, other: GameTally) -> None:
        """Add the sums of another tally."""
        self.games += other.games
        for name, sums in other.plain.items():
            for key, numbers in sums.items():
                self.note(name, key, *numbers)
        for own, others in ((self.taken, other.taken), (self.held, other.held)):
            for key, numbers in others.items():
                add_to(own.setdefault(key, []), numbers)

    def data(self) -> dict[str, Any]:
        """Return the tally as JSON data."""
        return {"games": self.games, "plain": self.plain, "taken": self.taken, "held": self.held}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """Return the tally encoded in `data`. Raises KeyError and TypeError if malformed."""
        return cls(int(data["games"]), data["plain"], data["taken"], data["held"])

    # ------------------------------------------------------------------ estimates

    def gain(self, card: str, trust: float = ERROR_LEVEL) -> ConfidenceInterval | None:
        """Estimate the victory share gained by taking a card instead of another offered one.

        The position's value before, with expectation 0, serves as a control variate. None if the card was never
        offered.
        """
        return self._weighted_mean(card, (0.0, 0.0, 1.0, 0.0, 0.0, 0.0), trust)

    def soon(self, card: str, trust: float = ERROR_LEVEL) -> ConfidenceInterval | None:
        """Estimate the gain from the position's value when the seat next takes a card, which has less variance.

        By then the card has had its effect, and little unrelated has happened. The value is converted to victory
        shares by regression on the results. None if no seat takes cards twice.
        """
        then, won = self.of("standings").get("all", (0.0, 0.0))
        if then <= 0:
            return None
        return self._weighted_mean(card, (0.0, 0.0, 0.0, 0.0, max(won / then, 0.0), 1.0), trust)

    def _weighted_mean(
        self, card: str, what: Sequence[float], trust: float
    ) -> ConfidenceInterval | None:
        """Return the mean of quantities weighted by `what`, per unit of a card's information; None without any.

        The value of the position before is a control variate.
        """
        sums = Moments(TAKEN, self.taken.get(card, []))
        learnt = sums.total(1)
        if not learnt:
            return None
        mean = sum(weight * sums.total(at) for at, weight in enumerate(what)) / learnt
        along = [weight - mean * (at == 1) for at, weight in enumerate(what)]
        # Control variate: subtract the regression on index 3 of `what`, the value before, whose expectation is 0.
        spread = sums.product(3, 3)
        slope = 0.0
        if spread > 0:
            slope = sum(each * sums.product(at, 3) for at, each in enumerate(along)) / spread
        mean -= slope * sums.total(3) / learnt
        weights = [each - mean * (at == 1) - slope * (at == 3) for at, each in enumerate(what)]
        return self._interval(sums, weights, mean, trust)

    def share(self, key: str, trust: float = ERROR_LEVEL) -> ConfidenceInterval | None:
        """Estimate the victory share above fair of seats that held a card in a place; None if none did."""
        sums = Moments(3, self.held.get(key, []))
        had, won = sums.total(1), sums.total(2)
        if not had:
            return None
        # Variance bound: each holder wins like a seat in a fair game.
        least = sums.product(1, 1) / self.games * self._fair_spread
        return self._interval(sums, (0.0, -won / had, 1.0), won / had, trust, least)

    def seat(self, seat: str, trust: float = ERROR_LEVEL) -> ConfidenceInterval:
        """Estimate a seat's victory share above fair."""
        games, won, _, squares = self.of("seats")[seat]
        fair = self.of("games")["all"][5] / games
        spread = max(squares - won * won / games, 0.0) + PSEUDO_GAMES * self._fair_spread
        return ConfidenceInterval(won / games - fair, radius_of(int(games), spread, trust))

    @property
    def _fair_spread(self) -> float:
        """The variance of a seat's victory share in a game if all seats are equal."""
        games = self.of("games").get("all")
        fair = games[5] / games[0] if games else 0.0
        return fair * (1 - fair)

    def _interval(
        self, sums: Moments, weights: Sequence[float], mean: float, trust: float, least: float = 0.0
    ) -> ConfidenceInterval:
        """Return the interval of a ratio of sums, from the residuals of each game, which have mean 0.

        Quantity 0 is 1 for each game with an observation, quantity 1 the number of observations. Until there are
        many games, a game's variance counts as at least `least`.
        """
        if sums.total(0) < ENOUGH:
            return ConfidenceInterval(mean, inf)
        pairs = [(one, two) for one in range(sums.size) for two in range(sums.size)]
        spread = sum(weights[one] * weights[two] * sums.product(one, two) for one, two in pairs)
        spread = max(spread, 0.0)
        spread += PSEUDO_GAMES * max(least, spread / self.games)
        return ConfidenceInterval(
            mean, radius_of(self.games, spread, trust) * self.games / sums.total(1)
        )


def difference(one: ConfidenceInterval, other: ConfidenceInterval) -> ConfidenceInterval:
    """Return the difference of two independent means with equal numbers of games."""
    return ConfidenceInterval(one.mean - other.mean, hypot(one.radius, other.radius))


def pooled_mean(intervals: Iterable[ConfidenceInterval]) -> ConfidenceInterval:
    """Return the mean of independent estimates, weighted by inverse variance."""
    weights = {each: each.radius**-2 for each in intervals if each.radius > 0}
    total = sum(weights.values())
    if not total:
        return ConfidenceInterval(0.0, inf)
    mean = sum(weight * each.mean for each, weight in weights.items()) / total
    return ConfidenceInterval(mean, total**-0.5)

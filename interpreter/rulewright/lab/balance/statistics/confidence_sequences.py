"""Confidence sequences for means of games: intervals that are valid at every stopping time.

For a mean with unknown variance: the mixture of Robbins ("Statistical methods related to the law of the iterated
logarithm", 1970) over the effect, as an anytime-valid t-test: T. L. Lai, "On confidence sequences", Annals of
Statistics 4 (1976); H. Wang and A. Ramdas, "Anytime-valid t-tests and confidence sequences for Gaussian means
with unknown variance" (2023), theorem 4.7. For other distributions it is an asymptotic confidence sequence: I.
Waudby-Smith, D. Arbour, R. Sinha, E. Kennedy and A. Ramdas, "Time-uniform central limit theory" (2024). Tests
measure its coverage.
"""

from __future__ import annotations

from math import exp, inf, log, sqrt
from typing import Final

from rulewright.base.records import Record

ERROR_LEVEL: Final = 0.05
"""The error level: the probability that an interval ever excludes the true mean."""

PRIOR_PRECISION: Final = 30.0
"""The prior precision of the mixture: intervals are tightest after about ten times as many games."""

PSEUDO_GAMES: Final = 20
"""Pseudo-games of ordinary variance that are added: few games may show none, as for a seat that never won yet."""

FEWEST: Final = 8
"""Below this number of games intervals are infinite."""


class ConfidenceInterval(Record):
    """A mean with the radius of its confidence interval."""

    mean: float
    radius: float

    @property
    def low(self) -> float:
        """The lower bound of the interval."""
        return self.mean - self.radius

    @property
    def high(self) -> float:
        """The upper bound of the interval."""
        return self.mean + self.radius

    @property
    def excludes_zero(self) -> bool:
        """Whether the interval is finite and excludes 0."""
        return self.radius < inf and (self.low > 0 or self.high < 0)


def radius_of(games: int, spread: float, trust: float = ERROR_LEVEL) -> float:
    """Return the radius of the interval after `games` games; `spread` is the sum of squared deviations."""
    if games < FEWEST:
        return inf
    if spread <= 0:
        return 0.0
    among = games + PRIOR_PRECISION
    # The likelihood ratio to the power of 2 / games at which the mixture reaches 1 / trust.
    most = exp(2 / games * (log(1 / trust) + log(among / PRIOR_PRECISION) / 2))
    left = 1 - most * PRIOR_PRECISION / among
    return sqrt((most - 1) * spread / (games * left)) if left > 0 else inf


def bonferroni_level(looks: int, trust: float = ERROR_LEVEL) -> float:
    """Return the error level of each of several intervals so that all hold together (Bonferroni)."""
    return trust / max(looks, 1)

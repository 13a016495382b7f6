"""Bounds and sums of the players' returns, as far as the rules determine them."""

from __future__ import annotations

from typing import NamedTuple

from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.outcome_rules import Returns
from rulewright.runtime.session.native_backend import backend


class Utility(NamedTuple):
    """The least and greatest return, and how the returns of all players relate.

    `kind` is a name of OpenSpiel's `GameType.Utility`; `total` is their constant sum, if there is one.
    """

    low: float
    high: float
    kind: str = "GENERAL_SUM"
    total: float | None = None


def utility_of(module: Module, returns: Returns) -> Utility:
    """Return what the rules alone say of the returns.

    One victory is shared by the winners, unless nobody may win or a side wins as a whole. The bounds of scores
    come from the interval analysis.
    """
    outcome = module.outcome
    if not outcome.values:
        return Utility(0.0, 0.0, "ZERO_SUM", 0.0)
    if returns == "scores":
        low, high = backend().spans(module).result(outcome.values[outcome.scored])
        return Utility(float(low), float(high))
    if outcome.sides:
        return Utility(0.0, 1.0) if outcome.teams else Utility(0.0, 1.0, "IDENTICAL")
    return Utility(0.0, 1.0) if outcome.gated else Utility(0.0, 1.0, "CONSTANT_SUM", 1.0)

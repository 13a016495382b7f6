"""Whether what was dealt has the odds that it should have: Pearson's test, and Holm's correction for many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from math import erfc, sqrt
from typing import TypeVar

T = TypeVar("T", bound=Hashable)

LEAST = 5.0
"""What is expected less often is counted together with others of which that holds."""

LEVEL = 0.01
"""How likely a fair dealer fails one of many comparisons."""

MISSED = 1e-7
"""How likely a fair dealer never deals a world of which it is asked that it comes."""


def distance(dealt: Mapping[T, int], odds: Mapping[T, float]) -> float:
    """Total variation of what was dealt from the odds: 0 is the same, 1 has nothing in common."""
    total = sum(dealt.values())
    every = {*dealt, *odds}
    return sum(abs(dealt.get(world, 0) / total - odds.get(world, 0.0)) for world in every) / 2


def chance_of(dealt: Mapping[T, int], odds: Mapping[T, float]) -> float:
    """How likely a fair dealer is as far off as this (Pearson); 0 if something was dealt that cannot be."""
    if set(dealt) - set(odds):
        return 0.0
    total = sum(dealt.values())
    rare = [world for world, each in odds.items() if total * each < LEAST]
    cells = [(dealt.get(w, 0), total * each) for w, each in odds.items() if total * each >= LEAST]
    if rare:
        together = sum(dealt.get(world, 0) for world in rare), total * sum(odds[w] for w in rare)
        cells.append(together)
    square = sum((found - expected) ** 2 / expected for found, expected in cells)
    return tail(square, len(cells) - 1)


def tail(square: float, freedom: int) -> float:
    """How likely chi-square with so much freedom is at least so large (E. B. Wilson and M. M. Hilferty, 1931)."""
    if freedom < 1:
        return 1.0
    if square <= 0:
        return 1.0
    spread = 2 / (9 * freedom)
    z = ((square / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread)
    return erfc(z / sqrt(2)) / 2


def even(found: Counter[T], cells: int) -> float:
    """How likely so many cells, each as likely as any other, are filled so unevenly."""
    expected = found.total() / cells
    square = sum((count - expected) ** 2 for count in found.values()) / expected
    return tail(square + (cells - len(found)) * expected, cells - 1)


def failing(chances: Mapping[T, float], level: float = LEVEL) -> list[T]:
    """Which of many comparisons fail, if all together may fail a fair dealer at this level (S. Holm, 1979)."""
    found = list[T]()
    ranked = sorted(chances, key=lambda each: chances[each])
    for number, each in enumerate(ranked):
        if chances[each] > level / (len(ranked) - number):
            break
        found.append(each)
    return found


def sure(odds: Mapping[T, float], deals: int) -> list[T]:
    """The worlds that so many deals do not miss."""
    return [world for world, each in odds.items() if (1 - each) ** deals < MISSED]

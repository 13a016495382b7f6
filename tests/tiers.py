"""The two tiers of the tests, and samples drawn with the seed of the day.

`python -m pytest` is the push tier. `--long` adds the tests marked `long` and takes samples whole. Expensive
tests are marked `rotating`: the push tier runs a quarter of them each day, and any that the command line names.
`tests/conftest.py` sets both variables before anything else is imported; workers inherit them.
"""

from __future__ import annotations

import os
import random
import zlib
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final, TypeVar

TIER_VARIABLE: Final = "RULEWRIGHT_TIER"
SEED_VARIABLE: Final = "RULEWRIGHT_SEED"

LONG: Final = os.environ.get(TIER_VARIABLE) == "long"
"""Whether the long tier runs."""

SEED: Final = int(os.environ.get(SEED_VARIABLE) or f"{datetime.now(UTC):%Y%m%d}")
"""The seed of all samples: the date, as 20260131, unless RULEWRIGHT_SEED names another."""

TURNS: Final = 1 if os.environ.get("LINES_REACHED") else 4
"""A rotating test runs on one day of this many; each time where `.ci/run` counts lines, on a machine of its own."""

_Item = TypeVar("_Item")


def sample(items: Sequence[_Item], every: int) -> list[_Item]:
    """Return one of each `every` neighbours, drawn with `SEED`; all of `items` in the long tier."""
    if LONG:
        return list(items)
    generator = random.Random(f"{SEED} {len(items)} {every}")
    groups = (items[start : start + every] for start in range(0, len(items), every))
    return [generator.choice(group) for group in groups]


def is_turn(name: str) -> bool:
    """Return whether the rotating test of this name runs on the day of `SEED`."""
    return (zlib.crc32(name.encode()) + SEED) % TURNS == 0


def day_seeds(count: int, long: int) -> list[int]:
    """Return `count` seeds of games that follow from `SEED`; `long` of them in the long tier."""
    generator = random.Random(SEED)
    return [generator.randrange(2**32) for _ in range(long if LONG else count)]

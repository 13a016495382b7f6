"""What the checker says of a sample of mistakes; `tests/tools/measure_corpus.py` measures many more."""

from __future__ import annotations

import math
from collections import Counter
from functools import cache
from itertools import islice
from typing import Final

import pytest

import tiers
from tiers import LONG
from tools.corpus import measuring, together
from tools.corpus.judging import Figures, Judged, figures, judged
from tools.corpus.mutants import mutants
from tools.corpus.repairing import repaired

pytestmark = pytest.mark.process

EACH: Final = 12 if LONG else 1
EVERY: Final = 6
HARMLESS: Final = 4
FILES: Final = 30 if LONG else 2
SEED: Final = 2

FOUND: Final = {"found": 97.0, "on_token": 91.0, "on_line": 94.0, "suggested": 87.0}
"""Hundredths of mistakes in the form of a line; the targets of all are higher (`measuring.TARGETS`)."""
SENSELESS_FOUND: Final = 85.0
MOST_SEVERAL: Final = 5.0
LEAST_MENDED: Final = 20.0
"""Hundredths of mistakes that `check --fix` mends."""
LEAST_TOLD: Final = 50.0
"""Hundredths of files with mistakes for which a change is told."""
CHANCE: Final = 0.001
"""A sample is judged to miss a share if one so low comes by chance less often."""


@cache
def sample() -> list[Judged]:
    """Mistakes and harmless changes, and what is said of them: each lowers an edition at every size."""
    made = [*mutants(EACH, SEED)]
    harmless = [one for one in made if one.sort.group == "harmless"]
    mistakes = [one for one in made if one.sort.group != "harmless"]
    drawn = [*tiers.sample(harmless, HARMLESS), *tiers.sample(mistakes, EVERY)]
    return [judged(one) for one in drawn]


def is_below(share: float, right: int, count: int) -> bool:
    """Return whether `right` of `count` are too few for `share` hundredths (a binomial test)."""
    p = share / 100
    tail = sum(math.comb(count, n) * p**n * (1 - p) ** (count - n) for n in range(right + 1))
    return tail < CHANCE


def misses(found: Figures) -> list[str]:
    """Return the names of the shares that mistakes in the form of a line miss."""
    sizes = {what: found.suggestions if what == "suggested" else found.count for what in FOUND}
    return [w for w in FOUND if is_below(FOUND[w], getattr(found, w), sizes[w])]


def test_a_share_is_missed_if_chance_does_not_explain_it() -> None:
    assert not is_below(90, 8, 10)
    assert is_below(90, 4, 10)
    assert is_below(90, 850, 1000)


@pytest.mark.rotating
def test_mistakes_are_told_once_where_they_are_with_the_right_word() -> None:
    """All in one test, as workers would each judge all mutants for tests of their own; the next is beside it."""
    found = sample()
    counted = figures(found)

    every, senseless = counted["ALL"], counted["SENSELESS"]
    assert misses(counted["FORM"]) == []
    assert not is_below(100 - MOST_SEVERAL, every.count - every.several, every.count)
    assert not is_below(SENSELESS_FOUND, senseless.found, senseless.count)
    assert [one.fault for one in found if one.fault is not None] == []
    harmless = [one for one in found if one.mutant.sort.group == "harmless"]
    assert len(harmless) > (10 if LONG else 1)
    assert [measuring.shown(one) for one in harmless if one.found] == []


@pytest.mark.rotating
def test_help_that_is_put_in_makes_no_other_rule() -> None:
    """Not one: what is not restored is left as it is, or still complained of."""
    mistakes = [one for one in sample() if one.mutant.sort.group != "harmless"]
    after = [repaired(one.mutant, one.complaints) for one in mistakes]
    counted = Counter(one.became for one in after)

    assert [one.text for one in after if one.became == "another rule"] == []
    mended = counted["as it was"] + counted["another layout"]
    assert not is_below(LEAST_MENDED, mended, len(mistakes))


@pytest.mark.long
def test_the_same_seed_makes_the_same_mutants() -> None:
    first, second = (mutants(1, 7) for _ in range(2))

    assert [one.text for one in first] == [one.text for one in second]
    assert len({one.sort.name for one in first}) >= 40


def test_help_that_is_followed_to_the_letter_leaves_fewer_mistakes() -> None:
    """In files with one, two and three mistakes."""
    drawn = [one.mutant for one in sample() if one.mutant.sort.group in ("form", "further")]
    files = [f for n in (1, 2, 3) for f in islice(together.spoilt(drawn, n, SEED), FILES)]
    by_file = [list(together.followed(file)) for file in files]
    told = [each for fixes in by_file for each in fixes]

    assert not is_below(LEAST_TOLD, sum(map(bool, by_file)), len(files))
    assert [(one.message, one.help) for one, _, fewer in told if not fewer] == []

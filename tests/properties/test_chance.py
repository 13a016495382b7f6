"""The random stream is the one that is written down, and it is fair."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, strategies as st

from properties.kit import SEEDS, few
from rulewright.runtime.ir.layout import RANDOM
from rulewright.runtime.ir.random_stream import (
    INCREMENT,
    MULTIPLIER,
    below,
    generator_state,
    random_order,
)

WORD = 2**32
STATE = 2**64
# Of the authors' own demonstration: seed 42, sequence 54.
KNOWN = [0xA15C02B7, 0x7B47F409, 0xBA1D3330, 0x83D2F293, 0xBFA4784B, 0xCBED606E]


class Pcg32:
    """The generator as its paper has it, written plainly; the sequence is half of the increment."""

    def __init__(self, seed: int, sequence: int) -> None:
        self.state, self.increment = 0, (2 * sequence + 1) % STATE
        self.next()
        self.state = (self.state + seed) % STATE
        self.next()

    def next(self) -> int:
        old = self.state
        self.state = (old * 6364136223846793005 + self.increment) % STATE
        mixed = ((old // 2**18) ^ old) // 2**27 % WORD
        turn = old // 2**59
        return (mixed // 2**turn + mixed * 2 ** (32 - turn)) % WORD if turn else mixed

    def below(self, n: int) -> int:
        while True:
            product = self.next() * n
            if product % WORD >= WORD % n:
                return product // WORD


def stream(seed: int) -> list[Any]:
    row = [0] * (RANDOM + 1)
    row[RANDOM] = generator_state(seed)
    return row


def test_the_reference_gives_the_published_numbers() -> None:
    reference = Pcg32(42, 54)

    assert [reference.next() for _ in KNOWN] == KNOWN


def test_the_constants_are_those_of_the_paper() -> None:
    assert MULTIPLIER == 6364136223846793005
    assert INCREMENT == 1442695040888963407


# Below 2^31 is the word itself without its last bit, and no word is drawn anew.
@few(50)
@given(SEEDS)
def test_the_stream_is_that_of_the_reference(seed: int) -> None:
    row, reference = stream(seed), Pcg32(seed, INCREMENT // 2)

    for _ in range(50):
        assert below(row, 2**31) == reference.next() // 2
        assert row[RANDOM] == reference.state


@few(100)
@given(SEEDS, st.lists(st.integers(1, 2**31), min_size=1, max_size=30))
def test_below_is_that_of_the_reference(seed: int, limits: list[int]) -> None:
    row, reference = stream(seed), Pcg32(seed, INCREMENT // 2)

    assert [below(row, n) for n in limits] == [reference.below(n) for n in limits]


@few(30)
@given(st.integers(-(2**70), 2**70))
def test_any_whole_number_is_a_seed(seed: int) -> None:
    assert generator_state(seed) == generator_state(seed % STATE)
    assert 0 <= generator_state(seed) < STATE


def test_the_first_numbers_of_a_seed_never_change() -> None:
    """Other programs play the same game from the same seed; so must later versions of this one."""
    row = stream(7)

    assert [below(row, n) for n in (2, 6, 52, 1000, 2**31)] == [0, 5, 21, 887, 314598446]


@pytest.mark.parametrize("n", [2, 3, 5, 7, 8, 65])
def test_below_is_uniform(n: int) -> None:
    row, draws = stream(n), 400 * n
    counts = Counter(below(row, n) for _ in range(draws))

    assert set(counts) == set(range(n))
    # Mean n - 1, spread sqrt(2 (n - 1)): six spreads are far beyond bad luck.
    square = sum((counts[value] - 400) ** 2 for value in range(n)) / 400
    assert square < (n - 1) + 6 * (2 * (n - 1)) ** 0.5


# 3 * 2^30: of the words a quarter is refused, so that an unfair rule would show.
def test_below_is_uniform_where_words_are_refused() -> None:
    row, n, draws = stream(1), 3 * 2**30, 6000
    counts = Counter(below(row, n) * 3 // n for _ in range(draws))

    assert all(abs(counts[third] - draws / 3) < 6 * (draws * 2 / 9) ** 0.5 for third in range(3))


@few(100)
@given(SEEDS, st.lists(st.integers(), max_size=80))
def test_shuffling_loses_nothing(seed: int, items: list[int]) -> None:
    mixed = random_order(stream(seed), tuple(items))

    assert Counter(mixed) == Counter(items)


@few(30)
@given(SEEDS, st.integers(0, 20))
def test_shuffling_is_that_of_fisher_and_yates(seed: int, size: int) -> None:
    reference, items = Pcg32(seed, INCREMENT // 2), list(range(size))
    for last in reversed(range(1, size)):
        other = reference.below(last + 1)
        items[last], items[other] = items[other], items[last]

    assert random_order(stream(seed), tuple(range(size))) == tuple(items)


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    row, draws = stream(3), 24 * 300
    counts = Counter(random_order(row, (1, 2, 3, 4)) for _ in range(draws))

    assert len(counts) == 24
    square = sum((count - 300) ** 2 for count in counts.values()) / 300
    assert square < 23 + 6 * (2 * 23) ** 0.5

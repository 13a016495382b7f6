"""The random generator of a game, as pure functions of one integer of the state.

PCG32 (M. E. O'Neill, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms for Random
Number Generation", 2014), variant XSH-RR with 64 bits of state and the stream constant below. The state before a
draw gives the output; the state after it is state * MULTIPLIER + INCREMENT, modulo 2^64.

Uniform below n: draw a 32-bit r; the result is (r * n) >> 32, unless the low 32 bits of r * n are less than (2^32
- n) mod n, in which case r is drawn again (D. Lemire, "Fast Random Integer Generation in an Interval", 2019).

Shuffling is Fisher–Yates from the last place down: for i = last … 1, places i and below(i + 1) are exchanged.
"""

from __future__ import annotations

from typing import Any

from rulewright.runtime.ir.layout import RANDOM

MULTIPLIER = 6364136223846793005
INCREMENT = 1442695040888963407
CHOICES_FACTOR, CHOICES_SHIFT = 0x9E3779B97F4A7C15, 0xD1B54A32D192ED03
"""Constants of the affine map from the seed of a deal to the seed of the choices."""
_MASK = 0xFFFFFFFFFFFFFFFF


def generator_state(seed: int) -> int:
    """Return the generator's initial state for a seed; only its low 64 bits count."""
    state = (INCREMENT + (seed & _MASK)) & _MASK
    return (state * MULTIPLIER + INCREMENT) & _MASK


def new_generator(seed: int) -> list[Any]:
    """Return a state without a game that holds only a random generator with this seed."""
    row: list[Any] = [0] * (RANDOM + 1)
    row[RANDOM] = generator_state(seed)
    return row


def fold_seed(seed: int) -> int:
    """Return a seed of at most 64 bits that depends on all bits of `seed`; one below 2^64 is unchanged."""
    high = seed >> 64
    return seed if high <= 0 else (seed ^ high * MULTIPLIER) & _MASK


def seed_of_choices(seed: int) -> int:
    """Return a seed for the random choices of a playout, distinct from the seed of its deal.

    With the same seed, the choices would be drawn from the very numbers of the deal.
    """
    return seed * CHOICES_FACTOR + CHOICES_SHIFT


def below(row: list, n: int) -> int:  # type: ignore[type-arg]
    """Return a uniform random number from 0 to `n` - 1 (n: 1 to 2^31), and advance the generator in `row`."""
    state = row[RANDOM]
    while True:
        shifted = (((state >> 18) ^ state) >> 27) & 0xFFFFFFFF
        turn = state >> 59
        state = (state * MULTIPLIER + INCREMENT) & _MASK
        product = ((shifted >> turn | shifted << (32 - turn) & 0xFFFFFFFF) & 0xFFFFFFFF) * n
        low = product & 0xFFFFFFFF
        if low >= n or low >= (0x100000000 - n) % n:
            row[RANDOM] = state
            drawn: int = product >> 32
            return drawn


def random_order(row: list, items: tuple[int, ...]) -> tuple[int, ...]:  # type: ignore[type-arg]
    """Return `items` in random order, and advance the generator in the state `row`."""
    mixed = list(items)
    for place in range(len(mixed) - 1, 0, -1):
        other = below(row, place + 1)
        mixed[place], mixed[other] = mixed[other], mixed[place]
    return tuple(mixed)

"""64-bit digests of integers and nested tuples, equal in all engines.

A tuple is hashed item by item. Digests of an unordered collection are added up, so it need not be sorted. Two
different values have equal digests with a probability of 2^-64.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

ALL: Final = 2**64 - 1

BEGIN: Final = 0x9E3779B97F4A7C15
"""Initial digest of a tuple."""

FACTOR: Final = 0x100000001B3
"""A step multiplies by this (the prime of the FNV hash) and rotates by TURN, which moves high bits down."""

TURN: Final = 23

MIXER: Final = 0xD6E8FEB86659FD93
"""Odd multiplier with about half of its bits set: every output bit depends on every input bit (avalanche)."""

HALF: Final = 32


def step(digest: int, value: int) -> int:
    """Return `digest` with one more integer hashed into it."""
    # An FNV-1a step (Fowler, Noll, Vo); multiplication only moves bits up, so a rotation brings them down.
    mixed = (digest ^ value & ALL) * FACTOR & ALL
    return (mixed << TURN | mixed >> 64 - TURN) & ALL


def finish(digest: int) -> int:
    """Return the final value of a digest, after the last `step`."""
    # Xor-shift, multiply, xor-shift, as in the finalizer of MurmurHash3 (A. Appleby).
    mixed = (digest ^ digest >> HALF) * MIXER & ALL
    return mixed ^ mixed >> HALF


def digest_of(value: Any) -> int:
    """Return the digest of an integer (itself, modulo 2^64) or of nested tuples of integers."""
    if not isinstance(value, tuple):
        return int(value) & ALL
    digest = BEGIN
    for item in value:
        digest = step(digest, digest_of(item))
    return finish(digest)


def digest_of_bag(count: int, digests: Iterable[int]) -> int:
    """Return an order-independent digest of `count` items; items without a digest in `digests` count as equal."""
    return (sum(digests) + count * MIXER) & ALL

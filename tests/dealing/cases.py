"""The positions that are compared: of every small game some looks that leave several worlds."""

from __future__ import annotations

from dealing.reference import Case

A, B, C = range(3)

CASES = (
    Case("chain", A, 0, 1),
    Case("chain", B, 0, 1),
    Case("twice", A, 0, 1),
    Case("twice", A, 0, 3),
    Case("twice", B, 0, 1),
    Case("draft", A, 0, 1),
    Case("draft", A, 1, 1),
    Case("swap", A, 0, 2),
    Case("swap", B, 0, 1),
    Case("peek", A, 0, 2),
    Case("peek", B, 0, 2),
    Case("lay", A, 0, 1),
    Case("lay", A, 1, 1),
    Case("lay", B, 1, 2),
    Case("stirred", A, 0, 1),
    Case("stirred", B, 0, 2),
    Case("opened", A, 0, 2),
    Case("opened", B, 0, 1),
    Case("fate", A, 0, 1),
    Case("fate", B, 0, 1),
    Case("stamps", A, 1, 1),
    Case("stamps", B, 0, 1),
    Case("stamps", B, 1, 2),
    Case("wrapped", A, 0, 1),
    Case("wrapped", B, 0, 3),
    Case("copies", A, 0, 1),
    Case("copies", A, 0, 2),
    Case("copies", B, 0, 1),
    Case("four", A, 0, 1),
    Case("four", B, 0, 1),
    Case("bids", A, 0, 1),
    Case("bids", A, 0, 3),
    Case("bids", B, 0, 1),
    Case("called", A, 0, 2),
    Case("called", A, 0, 3),
    Case("called", B, 0, 1),
    Case("gifts", A, 0, 1),
    Case("gifts", A, 0, 2),
    Case("gifts", C, 0, 5),
)

FEW = tuple(case for n, case in enumerate(CASES) if n == 0 or case.game != CASES[n - 1].game)
"""The first position of each game."""

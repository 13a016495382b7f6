"""Digests of looks are the same natively and in Python in games by lot of editions.

Of two drawn by date, with --long of all.
"""

from __future__ import annotations

import pytest

from engines.digests import compare
from engines.kit import book_of, module_of
from perft.games import Way
from properties.every import editions_of_the_day
from tiers import LONG

pytest.importorskip("wasmtime")

NATIVE = (
    "classic", "expeditions", "liars-hand", "tiny_game/lanterns.yaml", "language/payment/payment.yaml",
    "language/powers/powers.yaml",
)  # fmt: skip
SEEDS = range(10 if LONG else 1)


@pytest.mark.parametrize("edition", editions_of_the_day())
@pytest.mark.rotating
def test_looks_in_editions(edition: str) -> None:
    numbers = book_of(edition).edition.players.value
    few = min(max(numbers), min(numbers) + 1)
    for players in numbers if LONG else (few,):
        compare(module_of(Way(edition, players)), SEEDS, every=1 if LONG else 4)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("edition", NATIVE)
def test_looks_in_games_that_go_on_natively(edition: str) -> None:
    players = min(book_of(edition).edition.players.value)
    compare(module_of(Way(edition, players)), range(2), plays=True)

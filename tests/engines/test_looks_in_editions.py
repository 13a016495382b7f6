"""Digests of looks are the same natively and in Python in games by lot of editions.

Of every second one, with --long of all; what is heard is looked at in the others.
"""

from __future__ import annotations

import pytest

from engines.digests import compare
from engines.kit import book_of, module_of
from perft.games import Way
from properties.every import a_fourth
from tiers import LONG

pytestmark = pytest.mark.sampled(3)

pytest.importorskip("wasmtime")

NATIVE = (
    "classic", "expeditions", "liars-hand", "tiny_game/lanterns.yaml", "language/payment/payment.yaml",
    "language/powers/powers.yaml",
)  # fmt: skip
SEEDS = range(10 if LONG else 1)


@pytest.mark.parametrize("edition", a_fourth(2))
def test_looks_in_editions(edition: str) -> None:
    numbers = book_of(edition).edition.players.value
    few = min(max(numbers), min(numbers) + 1)
    for players in numbers if LONG else (few,):
        compare(module_of(Way(edition, players)), SEEDS, every=1 if LONG else 4)


@pytest.mark.parametrize("edition", NATIVE)
def test_looks_in_games_that_go_on_natively(edition: str) -> None:
    players = min(book_of(edition).edition.players.value)
    compare(module_of(Way(edition, players)), range(2), plays=True)

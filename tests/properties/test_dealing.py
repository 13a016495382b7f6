"""In every edition a game that is dealt anew for a seat looks to it like the real one, now and as it goes on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from properties.every import shipped
from properties.kit import FACTOR, Table, rules, some
from properties.twins import check
from rulewright import Game


def positions(edition: str, seed: int, share: float) -> Iterator[Game]:
    low, high = rules(edition).players
    table = Table(edition, low + seed % (high - low + 1), ())
    game = rules(edition).new_game(table.players, seed, ask_forced=seed % 2 == 0)
    for _ in some(game, seed, share):
        yield game


@pytest.mark.parametrize("edition", shipped())
def test_a_seat_cannot_tell_a_game_dealt_anew(edition: str) -> None:
    for seed in range(1, 1 + FACTOR):
        for game in positions(edition, seed, 0.01):
            for seat in range(game.players):
                check(game, seat, seed)

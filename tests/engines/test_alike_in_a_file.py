"""What a game file deals to a seat hangs on nothing that it cannot tell; see `game.test_dealing_alike`."""

from __future__ import annotations

from collections import Counter

import pytest

from game.test_dealing_alike import LUCK, ROUNDS, lying, worlds
from properties.kit import state_of
from rulewright.game.dealing_anew import Dealer

pytest.importorskip("wasmtime")

from engines.dealing import New, Table, check_alike


def check_all_alike(at: Table, seat: int, possible: int) -> None:
    """So many arrangements come up, each as often as others; what names could be on is what Python finds."""
    at.look_back(seat)
    assert at.could() == Dealer.of(state_of(at.game), seat).apart.could
    found = Counter[tuple[str, ...]]()
    for seed in range(40 * possible):
        other = at.deal(seed)
        check_alike(at.game, other, seat)
        found[lying(other)] += 1
    assert len(found) == possible
    square = sum((count - 40) ** 2 for count in found.values()) / 40
    assert square < possible + 4 * (2 * possible) ** 0.5


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_what_chance_chose_unseen_is_dealt_anew(own: New, seat: int) -> None:
    check_all_alike(own(LUCK, 3).choose(0, 0, 0, 0), seat, 6)


@pytest.mark.parametrize("seed", range(6))
def test_what_was_shuffled_is_dealt_anew_wherever_it_came_to_lie(own: New, seed: int) -> None:
    at = own(ROUNDS, 2)
    at = Table.of(at.file, at.rules, 2, seed).choose(0, 0, 0)
    check_all_alike(at, seed % 2, 6)


@pytest.mark.parametrize(
    ("written", "players", "choices"), [(LUCK, 3, (0, 0, 0, 0)), (ROUNDS, 2, (0, 0, 0))]
)
def test_games_from_other_seeds_that_look_the_same_are_dealt_alike(
    own: New, written: str, players: int, choices: tuple[int, ...]
) -> None:
    first = own(written, players)
    for games in worlds(first.rules, players, choices, 0):
        dealt = set()
        for seed in (game.seed for game in games):
            at = Table.of(first.file, first.rules, players, seed).choose(*choices)
            at.look_back(0)
            dealt.add(tuple(lying(at.deal(n)) for n in range(8)))
        assert len(dealt) == 1

"""In every edition a game that is dealt for a seat looks to it like the real one, and goes on like any.

In two drawn by date, with --long in all.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest

from properties.every import check_cards, editions_of_the_day
from properties.kit import FACTOR, rules, seen_options, some, state_of, told
from rulewright import Game
from tiers import LONG

MOST = 100 if LONG else 1
"""Of so many positions of a game what is dealt is looked at."""


def positions(edition: str, seed: int) -> Iterator[Game]:
    """Some positions of a game by lot, early ones first."""
    low, high = rules(edition).players
    players = low + seed % (high - low + 1)
    game = rules(edition).new_game(players, seed, ask_forced=seed % 2 == 0)
    for _ in islice(some(game, seed, 0.03), MOST):
        yield game


def check(game: Game, seat: int, seed: int) -> None:
    """View, options, story, who decides and the log are the same; cards are in order; it goes on to an end."""
    other = game.determinize(seat, seed)
    assert game.decision is not None
    assert other.decision is not None
    assert (other.decision.kind, other.decision.player) == (
        game.decision.kind,
        game.decision.player,
    )
    assert other.view(seat) == game.view(seat)
    assert [text for text in told(other, seat) if text] == [t for t in told(game, seat) if t]
    assert other.log(seat) == game.log(seat)
    if game.decision.player == seat:
        assert seen_options(other) == seen_options(game)
    check_cards(state_of(other))
    made = len(other.decisions)
    other.undo()
    assert len(other.decisions) == made - 1
    other.playout(seed)
    assert other.outcome is not None


@pytest.mark.parametrize("edition", editions_of_the_day())
@pytest.mark.rotating
def test_a_seat_cannot_tell_a_game_dealt_anew(edition: str) -> None:
    for seed in range(1, 1 + FACTOR):
        for game in positions(edition, seed):
            assert game.decision is not None
            check(game, game.decision.player, seed)

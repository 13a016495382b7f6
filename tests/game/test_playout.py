"""Quick playouts: the same as choosing step by step, every option equally likely."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import rulewright
from game.kit import make_rules

COUNTS = """
flow
    play opening
phase opening
    for each player in players
        the player chooses a bid from 1 to 5
        set the player's money to the bid
value a player's points is the player's money
outcome by points
"""


def test_the_choices_of_a_playout_lead_to_the_same_game() -> None:
    rules = rulewright.load("classic")
    for seed in range(5):
        quick, slow = rules.new_game(5, seed), rules.new_game(5, seed)
        quick.playout(seed + 100)
        for index in quick.decisions:
            slow.choose(index)
        assert quick == slow
        assert quick.outcome == slow.outcome
        assert [event.text() for event in quick.events] == [event.text() for event in slow.events]
        assert quick.to_json() == slow.to_json()
        assert (quick.made, quick.forced) == (slow.made, slow.forced)


def test_the_same_seed_is_the_same_playout() -> None:
    rules = rulewright.load("classic")
    one, other = rules.new_game(4, 7), rules.new_game(4, 7)
    one.playout(8)
    other.playout(8)
    assert one.decisions == other.decisions
    other = rules.new_game(4, 7)
    other.playout(9)
    assert one.decisions != other.decisions


def test_a_playout_leaves_the_games_own_chance_alone() -> None:
    """Playing on with other choices must not change how the cards lie."""
    rules = rulewright.load("classic")
    game = rules.new_game(4, 7)
    copy = game.copy()
    copy.playout(1)
    assert rules.new_game(4, 7) == game


def test_a_playout_of_a_game_that_is_over_does_nothing() -> None:
    game = rulewright.load("classic").new_game(3, 1)
    game.playout(1)
    saved = game.to_json()
    game.playout(2)
    assert game.to_json() == saved


def test_a_game_without_a_story_is_played_out_alike() -> None:
    rules = rulewright.load("classic")
    told, quiet = rules.new_game(4, 2), rules.new_game(4, 2, told=False)
    told.playout(3)
    quiet.playout(3)
    assert told == quiet
    assert list(quiet.events) == []


def test_every_option_is_equally_likely(tmp_path: Path) -> None:
    rules = make_rules(tmp_path, COUNTS)
    counts: Counter[tuple[int, ...]] = Counter()
    for seed in range(2500):
        game = rules.new_game(2, 1)
        game.playout(seed)
        assert game.outcome is not None
        counts[game.outcome.scores] += 1
    assert len(counts) == 25
    square = sum((count - 100) ** 2 for count in counts.values()) / 100
    assert square < 24 + 6 * (2 * 24) ** 0.5

"""How a game ended: scores, winners, the lines of the score sheet, the reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.kit import make_rules, new
from rulewright.runtime.session.native_backend import EngineName

FLOW = """
flow
    play ending
phase ending
    for each player in players
        set the player's money to 5
        move the top of the crate to the player's stand
    for each player in players where its left is the guest
        do nothing
"""


def test_without_a_result_there_is_none(tmp_path: Path) -> None:
    game = new(tmp_path, FLOW)
    assert game.decision is None
    assert game.outcome is None


def test_there_is_no_result_while_a_game_runs(tmp_path: Path) -> None:
    rules = """
    for each player in players
        the player chooses a rival from players
        set the rival's money to 7
value a player's points is the player's money
outcome by points
"""
    game = new(tmp_path, FLOW + rules)
    assert game.outcome is None
    game.choose(0)
    assert game.outcome is None
    game.choose(0)
    assert game.outcome is not None
    assert game.outcome.scores == (7, 5)
    assert game.outcome.winners == (0,)
    assert game.outcome.reason == ""


def test_equal_players_share(tmp_path: Path) -> None:
    rules = """
value a player's points is the player's money
outcome by points
    because "{guest} left {the number of fruits in the crate} fruits"
"""
    game = new(tmp_path, FLOW + rules, players=3)
    assert game.outcome is not None
    assert game.outcome.winners == (0, 1, 2)
    assert game.outcome.parts == ((("points", 5),),) * 3
    assert game.outcome.reason == "nobody left 2 fruits"


def test_the_reason_names_no_card_that_somebody_does_not_know(tmp_path: Path) -> None:
    rules = """
value a player's points is the player's money
outcome by points
    because "{the top of the crate} was left, and {guest} came"
"""
    game = new(tmp_path, FLOW + rules, players=3)
    assert game.outcome is not None
    assert game.outcome.reason == "a card was left, and nobody came"


def test_a_tie_is_broken_by_further_values(tmp_path: Path) -> None:
    rules = """
value a player's points is the player's money
value a player's wares is the total price of fruits in the player's stand
outcome by points, then wares
"""
    game = new(tmp_path, FLOW + rules, players=3)
    assert game.outcome is not None
    assert game.outcome.scores == (5, 5, 5)
    assert game.outcome.winners == (2,)


def test_every_rule_is_a_line_and_lines_add_up(tmp_path: Path) -> None:
    rules = """
value a player's points is the player's money
a player's points is 2 more, if there is a fruit in the player's stand where its sort is half-sour
a player's points is 1 less, if the player is the guest
fruit Plum
    price 2, sort sweet
    reading "a game for tests"
    my points is 3 more
outcome by points
"""
    outcome = make_rules(tmp_path, rules + FLOW, "Plum: 1, Apple: 1, Lemon: 1").new_game(3).outcome
    assert outcome is not None
    assert outcome.scores == (8, 5, 7)
    assert outcome.parts[0] == (("points", 5), ("Plum", 3))
    assert outcome.parts[1] == (("points", 5),)
    label = "there is a fruit in the player's stand where its sort is half-sour"
    assert outcome.parts[2] == (("points", 5), (label, 2))


def test_what_limits_make_of_a_score_is_a_line_too(tmp_path: Path) -> None:
    rules = """
value a player's points is the player's money
a player's points is 9 more, if there is a fruit in the player's stand where its sort is half-sour
a player's points is at most 10
outcome by points
"""
    outcome = new(tmp_path, rules + FLOW, players=3).outcome
    assert outcome is not None
    assert outcome.scores == (5, 5, 10)
    assert outcome.parts[2][-1] == ("other rules", -4)
    assert sum(points for _, points in outcome.parts[2]) == 10


def test_scores_below_nothing(tmp_path: Path) -> None:
    rules = """
value a player's points is 0 - the total price of fruits in the player's stand
outcome by points
"""
    outcome = new(tmp_path, rules + FLOW, players=3).outcome
    assert outcome is not None
    assert outcome.scores == (-2, -2, -3)
    assert outcome.winners == (0, 1)


def test_two_clauses_of_one_card_are_one_line(tmp_path: Path) -> None:
    rules = """
value a player's points is 0
fruit Peach
    price 2, sort sweet
    reading "For tests."
    my points is 3 more
    my points is my money more
outcome by points
"""
    game = make_rules(tmp_path, FLOW + rules, "Peach: 1, Apple: 1").new_game(2, 1)
    assert game.outcome is not None
    assert sorted(game.outcome.parts) == [(("Peach", 0),), (("Peach", 8),)]


@pytest.mark.parametrize("engine", ["python", "native"])
def test_a_delayed_rule_is_one_line_for_all_the_times_that_it_began(
    tmp_path: Path, engine: EngineName
) -> None:
    rules = """
    for each player in players
        the player bets 2
        the player bets 3
phase later
    do nothing
event a player bets a number called stake
    until the later ends
        the player's points is the stake more
        the player's points is 1 less, if the stake is 3
value a player's points is 0
outcome by points
"""
    game = make_rules(tmp_path, FLOW + rules).new_game(3, 1, engine=engine)

    assert game.outcome is not None
    assert game.outcome.scores == (4, 4, 4)
    assert [[points for _, points in parts] for parts in game.outcome.parts] == [[5, -1]] * 3

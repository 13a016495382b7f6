"""The state under a game: refusals, faults of rules, copies."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright
from game.kit import choose, data, labels, make_rules, new, texts
from properties.kit import row_of, state_of
from rulewright import Game, IllegalChoice, RulesError

ASKING = """
flow
    play opening
phase opening
    for each player in players
        the player chooses a sort from sorts
        tell "{player} likes {sort}"
        if the sort is half-sour
            the player uses powers at market
power turn-round at market, repeatedly, must
    tell "{me} turns round"
"""


def told(error: pytest.ExceptionInfo[RulesError]) -> str:
    (complaint,) = error.value.complaints
    assert complaint.code == "E0701"
    return complaint.message


def test_a_choice_that_leads_nowhere_is_taken_back(tmp_path: Path) -> None:
    game = choose(new(tmp_path, ASKING), "sweet")
    before, saved, story = game.copy(), game.to_json(), texts(game)
    with pytest.raises(RulesError) as error:
        choose(game, "half sour")
    assert "after the choice `opening.sort` the rules never end: 200 powers in a row" in told(error)
    assert "stall.rules:" in told(error)
    assert game == before
    assert game.to_json() == saved
    assert (game.decisions, game.made, texts(game)) == ([0], 1, story)
    assert labels(game) == ["sweet", "half sour"]
    choose(game, "sweet")
    assert game.decision is None


def test_a_playout_that_leads_nowhere_is_taken_back(tmp_path: Path) -> None:
    rules = make_rules(tmp_path, ASKING)
    failed = 0
    for seed in range(12):
        game = rules.new_game(2, seed)
        saved = game.to_json()
        try:
            game.playout(seed)
        except RulesError:
            failed += 1
            assert game.to_json() == saved
        else:
            assert game.decision is None
    assert 0 < failed < 12


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (
            "flow\n    repeat until 1 is 2\n        play idle\nphase idle\n    do nothing\n",
            "rounds",
        ),
        (
            "flow\n    for each player in players\n        the player uses powers at market\n"
            "power idle at market, repeatedly, must\n    do nothing\n",
            "powers",
        ),
    ],
)
def test_a_game_that_never_begins_is_a_complaint(tmp_path: Path, rules: str, said: str) -> None:
    made = make_rules(tmp_path, rules)
    with pytest.raises(RulesError) as error:
        made.new_game(2, 1)
    assert "at the start of the game the rules never end" in told(error)
    assert said in told(error)


def test_a_game_that_goes_on_for_ever_after_a_choice_is_stopped(tmp_path: Path) -> None:
    rules = """
flow
    play opening
    repeat until the number of players is 7
        play idle
phase opening
    for each player in players
        the player chooses a sort from sorts
        set the player's money to 1
phase idle
    do nothing
"""
    game = choose(new(tmp_path, rules), "sweet")
    with pytest.raises(RulesError, match="20000 rounds"):
        choose(game, "sweet")
    assert game.made == 1


def test_refusals_say_what_could_be_chosen(tmp_path: Path) -> None:
    game = new(tmp_path, ASKING)
    for wrong in (2, -1, True, None, "0", 0.0):
        with pytest.raises(IllegalChoice, match="none of the options 0 to 1"):
            game.choose(wrong)  # type: ignore[arg-type]
    choose(game, "sweet", "sweet")
    with pytest.raises(IllegalChoice, match="the game is over"):
        game.choose(0)


def test_an_illegal_choice_is_a_value_error() -> None:
    assert issubclass(IllegalChoice, ValueError)


def test_equal_games_are_equal_whatever_was_told(tmp_path: Path) -> None:
    rules = make_rules(tmp_path, ASKING)
    one, other = rules.new_game(2, 1), rules.new_game(2, 1, told=False)
    assert one == other
    assert hash(one) == hash(other)
    assert one != rules.new_game(3, 1)
    assert one != "a game"
    assert len({one, other, one.copy()}) == 1


def test_games_of_other_rules_are_other_games(tmp_path: Path) -> None:
    """Even where all that differs is a condition, and the rules lay in the same file."""
    one = new(tmp_path, ASKING.replace("must", "must, if my money is not 5"))
    other = new(tmp_path, ASKING.replace("must", "must, if my money is 0"))
    assert row_of(state_of(one)) == row_of(state_of(other))
    assert one != other


def test_games_of_the_same_rules_are_equal_wherever_they_were_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The places in their causes are told as they are seen from the working folder."""
    one = new(tmp_path, ASKING)
    monkeypatch.chdir(tmp_path)
    other = rulewright.load("stall.yaml").new_game(2, 1)
    assert state_of(one).game.module.sites != state_of(other).game.module.sites
    assert one == other
    assert hash(one) == hash(other)


def test_a_copy_may_go_another_way(tmp_path: Path) -> None:
    game = new(tmp_path, ASKING.replace(", repeatedly, must", ""))
    copy = choose(game.copy(), "half sour")
    assert data(game) == [{"kind": "choose", "sort": sort} for sort in ("sweet", "half-sour")]
    assert labels(copy) == ["turn round", "done"]
    assert texts(game) == []
    assert texts(copy) == ["A likes half sour"]


def test_a_game_can_be_over_before_it_begins(tmp_path: Path) -> None:
    game = new(tmp_path, "flow\n    play idle\nphase idle\n    do nothing\n")
    assert game.decision is None
    game.playout(1)
    assert game.decisions == []
    assert Game.from_json(game.to_json()) == game

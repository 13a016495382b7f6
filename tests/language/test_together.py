"""Winning and losing together: teams, all or nobody, and the same on both engines."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright
from engines.kit import Lockstep, module_of
from engines.test_native_search import check_same
from perft.games import Way
from rulewright.runtime.ir.outcome_rules import WHOLE
from rulewright.runtime.session.playouts import Totals, playouts_of, totals_of
from rulewright.runtime.session.rules.internals import inside
from rulewright.testing.scenarios import ScenarioRef, find_scenarios, run_scenario

FOLDER = Path(__file__).parent / "together"
GAMES = ("teams", "lamps")


@pytest.mark.parametrize("ref", find_scenarios(FOLDER), ids=lambda ref: ref.title)
def test_scenarios_of_winning_together_hold(ref: ScenarioRef) -> None:
    """What the rule files beside this test promise."""
    result = run_scenario(ref)
    assert result.passed, f"{result.place}: {result.message} {result.actual}"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", GAMES)
def test_sums_over_many_games_count_what_each_game_tells(name: str) -> None:
    pytest.importorskip("wasmtime")
    rules = rulewright.load(FOLDER / f"{name}.yaml")
    for players in (2, 3, 4):
        quick, slow = (
            inside(rules).compiled(players, (), engine) for engine in ("native", "python")
        )
        games = [*playouts_of(slow, range(60))]
        assert [*playouts_of(quick, range(60))] == games
        assert totals_of(quick, range(60)) == sum(map(Totals.of, games), Totals())


def test_all_win_or_nobody_and_a_team_as_one() -> None:
    lamps = [*rulewright.load(FOLDER / "lamps.yaml").playouts(80, players=3)]
    assert {each.winners for each in lamps} == {(), (0, 1, 2)}
    assert {each.shares for each in lamps} == {(0, 0, 0), (WHOLE, WHOLE, WHOLE)}

    teams = [*rulewright.load(FOLDER / "teams.yaml").playouts(80, players=4)]
    assert {each.winners for each in teams} >= {(), (0, 2), (1, 3)}
    assert {each.shares for each in teams} >= {(WHOLE, 0, WHOLE, 0), (0, WHOLE, 0, WHOLE)}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.rotating
def test_both_searches_strive_for_the_same(name: str) -> None:
    pytest.importorskip("wasmtime")
    rules = rulewright.load(FOLDER / f"{name}.yaml")
    for players, choices in ((2, 3), (4, 2)):
        game = rules.new_game(players, seed=5, told=False)
        for _ in range(choices):
            game.choose(0)
        check_same(game, inside(game.rules).compiled(players, (), "native").engine)


def test_a_game_whose_last_phase_is_all_that_is_left_is_over_on_both_engines() -> None:
    """The flow has nothing to do after it: whoever is asked there is asked by that phase alone."""
    pytest.importorskip("wasmtime")
    both = Lockstep.of(module_of(Way("fog-signals", 2)))
    both.play(1, playouts=0)
    assert both.decisions


def test_an_outcome_says_who_was_of_which_team() -> None:
    game = rulewright.load(FOLDER / "teams.yaml").new_game(4, seed=3)
    game.playout(3)
    outcome = game.outcome
    assert outcome is not None
    assert outcome.teams == ("moon", "sun", "moon", "sun")
    assert not outcome.together

    game = rulewright.load(FOLDER / "lamps.yaml").new_game(3, seed=3)
    game.playout(3)
    assert game.outcome is not None
    assert game.outcome.together
    assert len(set(game.outcome.scores)) == 1

"""The player that searches: what it knows, that it is the same again, and that it plays better than by lot."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

import rulewright
from game.kit import make_rules
from players.kit import by_lot, played, thinking
from players.thumb import thumb
from rulewright import Game, Rules
from rulewright.lab.players import search_player as searching
from rulewright.lab.players.search_budget import SearchBudget
from rulewright.lab.players.search_player import SearchResult, think
from rulewright.lab.players.search_tree import TreeChoice, ValueScale, backpropagate
from rulewright.runtime.ir.engine_contract import WIN
from rulewright.runtime.ir.outcome_rules import OutcomeRules
from rulewright.runtime.session.rules.rulebook import Rulebook

RISK = """
flow
    play drawing
phase drawing
    for each player in players
        move the top of the crate to the player's basket
    for each player in players
        the player chooses
            option keep
                set the player's money to 3
            option dare
                if the guest is nobody
                    set the player's money to 5
                    set the guest to the player
            option guess, if there is a fruit in the player's basket
                if there is a fruit in the player's basket where its price is 4
                    set the player's money to 9
value a player's points is the player's money
outcome by points
"""


@pytest.fixture
def risk(tmp_path: Path) -> Rules:
    return make_rules(tmp_path, RISK)


@pytest.fixture
def on_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Rulebook, "native", lambda *given: None)


def position(seed: int, made: int) -> Game:
    game = rulewright.load("classic").new_game(5, seed, told=False)
    game.playout(seed)
    decisions = game.decisions
    again = rulewright.load("classic").new_game(5, seed, told=False)
    for index in decisions[:made]:
        again.choose(index)
    return again


# ------------------------------------------------------------------ what it comes to


def test_it_finds_what_is_best(risk: Rules) -> None:
    """Who holds the orange guesses, who does not dares before another does."""
    for seed in range(6):
        game = risk.new_game(3, seed)
        assert game.decision is not None
        holds = game.view(0)["seats"][0]["zones"]["basket"]["cards"][0]["name"] == "Blood Orange"
        labels = [option.label for option in game.decision.options]
        assert labels[think(game, SearchBudget(150), seed).index] == ("guess" if holds else "dare")


def test_the_same_seed_and_count_give_the_same_answer() -> None:
    game = position(1, 12)
    found = [think(game, SearchBudget(60), 3) for _ in range(2)]
    assert found[0] == found[1]
    assert think(game, SearchBudget(60), 4).visits != found[0].visits
    assert sum(found[0].visits) == 60
    assert sum(found[0].shares) == pytest.approx(1)


def test_two_threads_come_to_the_same() -> None:
    game = position(1, 12)
    assert think(game, SearchBudget(700, threads=2), 3) == think(game, SearchBudget(700), 3)


def test_thinking_changes_nothing() -> None:
    game = position(2, 30)
    before, past = game.to_json(), len(game.state.past)
    think(game, SearchBudget(20), 1)
    assert (game.to_json(), len(game.state.past)) == (before, past)


@pytest.mark.usefixtures("on_python")
def test_on_the_python_engine_it_comes_to_the_same(risk: Rules) -> None:
    game = risk.new_game(3, 1)
    slow = think(game, SearchBudget(40), 2)
    assert slow.visits == think(game, SearchBudget(40), 2).visits
    assert sum(slow.visits) == 40


def test_both_engines_think_the_same(risk: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("wasmtime")
    for game in (risk.new_game(3, 1), position(3, 20)):
        quick = think(game, SearchBudget(30), 2)
        with monkeypatch.context() as patch:
            patch.setattr(Rulebook, "native", lambda *given: None)
            assert think(game, SearchBudget(30), 2) == quick


def test_time_ends_it_too() -> None:
    for threads in (1, 2):
        thought = think(position(1, 12), SearchBudget(10**9, 0.05, threads), 1)
        assert 0 < sum(thought.visits) < 10**6


# ------------------------------------------------------------------ what it does not think about


def test_a_single_option_is_not_thought_about(risk: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    game = rulewright.load("classic").new_game(5, 3, ask_forced=True)
    while game.decision is not None and len(game.decision.options) > 1:
        game.choose(0)
    monkeypatch.setattr(searching, "determinized_states", None)
    assert think(game, SearchBudget(10**9), 1) == SearchResult(0, (0,), (0.0,))
    game.playout(1)
    with pytest.raises(ValueError, match="over"):
        think(game, SearchBudget(1), 1)


def test_where_nobody_can_win_the_first_option_will_do(tmp_path: Path) -> None:
    rules = make_rules(tmp_path, RISK.replace("outcome by points\n", ""))
    assert think(rules.new_game(3, 1), SearchBudget(10**9), 1).visits == (0, 0, 0)


# ------------------------------------------------------------------ what it knows


@pytest.mark.parametrize("made", [2, 9, 14])
@pytest.mark.rotating
def test_what_looks_the_same_is_answered_the_same(made: int) -> None:
    """Whatever the others hold: the answer hangs on nothing that its seat cannot know."""
    for seed in (1, 4):
        game = position(seed, made)
        assert game.decision is not None
        seat, answer = game.decision.player, think(game, SearchBudget(24), 5)
        others = [game.determinize(seat, number) for number in range(3)]
        assert any(other != game for other in others)
        assert [think(other, SearchBudget(24), 5) for other in others] == [answer] * 3


# ------------------------------------------------------------------ the tree


def test_values_are_counted_by_seat() -> None:
    one, two = TreeChoice(available=1), TreeChoice(available=1)
    backpropagate([(0, one), (1, two), (0, one)], [1.0, 0.25])
    assert (one.visits, one.mean) == (2, 1.0)
    assert (two.visits, two.mean) == (1, 0.25)


def test_a_win_is_worth_more_than_points() -> None:
    values = partial(ValueScale().values, OutcomeRules(("points",)))
    for _ in range(5):
        values(((20,), (10,), (15,)))
    won_closely, beaten = values(((21,), (20,), (0,)))[:2]
    assert won_closely > beaten + 0.5
    assert values(((30,), (10,), (0,)))[0] > won_closely
    shared = values(((20,), (20,), (0,)))
    assert shared[0] == shared[1] < won_closely
    assert all(0 <= value <= 1 for value in values(((10**9,), (0,), (-(10**9),))))


def test_a_team_wins_as_one() -> None:
    """What team-mates win is not shared among them, and they are not measured against each other."""
    values = partial(ValueScale().values, OutcomeRules(("points", "side"), sides=True))
    for _ in range(5):
        values(((20, 0), (10, 1), (20, 0), (10, 1)))
    won, beaten, also_won, _ = values(((20, 0), (10, 1), (20, 0), (10, 1)))
    assert won == also_won > beaten + 0.5
    assert won == pytest.approx((WIN + 1 + 1 / 3) / (WIN + 2))


def test_who_plays_together_strives_for_more_than_usual() -> None:
    """All have one score: better than the mean so far is worth more, also where the game is lost."""
    outcome = OutcomeRules(("won", "lamps", "side"), scored=1, gated=True, sides=True)
    values = partial(ValueScale().values, outcome)
    for lamps in (4, 6, 5, 5):
        values(((0, lamps, 0), (0, lamps, 0)))
    worse, better = (values(((0, lamps, 0), (0, lamps, 0)))[0] for lamps in (3, 7))
    assert worse < better < 0.5 < values(((1, 7, 0), (1, 7, 0)))[1]


def test_where_games_differ_little_less_is_tried() -> None:
    """What a choice gains by having been tried seldom follows how much values spread."""
    close, open_ = ValueScale(), ValueScale()
    for scale, values in ((close, (0.5, 0.52, 0.48, 0.5)), (open_, (0.1, 0.9, 0.1, 0.9))):
        for value in values:
            scale.games += 1
            scale.update_spread(value)
    assert 0 < close.spread < 0.1 < 1 < open_.spread
    choice = TreeChoice(visits=10, available=100, value=5.0)
    assert choice.mean < choice.ucb_score(close.spread) < choice.ucb_score(open_.spread)


def test_what_the_rules_stop_is_left_out(tmp_path: Path) -> None:
    """Who dares makes a number that is too large: of that nothing comes, and it is not chosen."""
    grow = "set the player's money to 2000000000 * the player's price-tag"
    rules = make_rules(
        tmp_path,
        RISK.replace("set the player's money to 5\n", grow + "\n")
        + "each player has a price-tag, a number starting at 9, seen by everyone\n",
    )
    game = rules.new_game(3, 1)
    thought = think(game, SearchBudget(60), 1)
    assert game.decision is not None
    assert game.decision.options[thought.index].label in ("keep", "guess")
    assert 0 < sum(thought.visits) < 60


# ------------------------------------------------------------------ how it plays


def test_a_careful_person_beats_chance() -> None:
    rules = rulewright.load("classic")
    assert sum(played(rules, 5, seed, thumb, by_lot(seed)).share for seed in range(10)) >= 8


def test_it_beats_chance_with_few_thoughts() -> None:
    pytest.importorskip("wasmtime")
    rules = rulewright.load("expeditions")
    player = thinking(SearchBudget(12))
    assert played(rules, 2, 1, player, by_lot(1), ("single-game",)).share == 1

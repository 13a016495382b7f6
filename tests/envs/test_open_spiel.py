"""OpenSpiel's own tests and its search play games of ours, where it is installed (`pip install open_spiel`)."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rulewright
from properties.every import shipped
from rulewright.runtime.ir.outcome_rules import WHOLE

pyspiel = pytest.importorskip("pyspiel")

AGAIN = """\
game again

kind card
    rank: number
    starts in the deck

there is a deck of cards, in order, seen by nobody
each player has a hand of cards, seen by its owner

list of card
    reading "Three cards are enough."
    name    rank
    One     1
    Two     2
    Three   3

flow
    play deal
    play drawing

phase deal
    for each player in players
        move the top of the deck to the player's hand

phase drawing
    reading "A second chance."
    for each player in players
        the player acts

event a player acts
    choose
        option stay
            tell "{me} stay(s)"
        option mix
            move all cards in my hand to the deck
            shuffle the deck
            move the top of the deck to my hand

value a player's points is the total rank of cards in the player's hand
outcome by points
    reading "The card in the hand."
    because "the cards are played"
"""
"""A game that shuffles in the middle, but is dealt in one way."""


@pytest.fixture(scope="module")
def game() -> Any:
    return rulewright.envs.open_spiel("caravan", 3)


def dealt(game: Any) -> Any:
    state = game.new_initial_state()
    assert state.is_chance_node()
    state.apply_action(0)
    return state


def test_random_simulations_find_nothing_wrong(game: Any) -> None:
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)


def test_its_search_finds_an_action(game: Any) -> None:
    from open_spiel.python.algorithms import ismcts, mcts

    state, evaluator = dealt(game), mcts.RandomRolloutEvaluator(1)
    bot = ismcts.ISMCTSBot(game, evaluator, 1.4, 8, allow_inconsistent_action_sets=True)
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize(
    ("edition", "every"),
    [
        ("liars-hand", 2),
        *[pytest.param(each, 7, marks=pytest.mark.long) for each in shipped()],
    ],
)
def test_its_search_plays_to_the_end_of_a_game(edition: str, every: int) -> None:
    """Also beyond the next shuffle of the games that it deals; other moves are random."""
    from open_spiel.python.algorithms import ismcts, mcts

    searched = rulewright.envs.open_spiel(edition, rulewright.load(edition).players[0], seed=3)
    generator, number = random.Random(3), 0
    bot = ismcts.ISMCTSBot(
        searched, mcts.RandomRolloutEvaluator(1), 1.4, 2, allow_inconsistent_action_sets=True
    )
    while number <= every:  # several games where one has few moves
        state = dealt(searched)
        while not state.is_terminal():
            actions, number = state.legal_actions(), number + 1
            action = generator.choice(actions) if number % every else bot.step(state)
            assert action in actions
            state.apply_action(action)


def test_a_copy_goes_its_own_way(game: Any) -> None:
    state = dealt(game)
    other = state.clone()
    other.apply_action(other.legal_actions()[0])
    assert state.running.decisions == []
    assert len(other.running.decisions) == 1


def test_what_is_dealt_anew_looks_the_same(game: Any) -> None:
    state = dealt(game)
    for _ in range(4):
        state.apply_action(state.legal_actions()[0])
    player = state.current_player()
    other = state.resample_from_infostate(player, lambda: 0.3)
    assert other.information_state_string(player) == state.information_state_string(player)
    assert list(other.observation_tensor(player)) == list(state.observation_tensor(player))
    assert other.legal_actions() == state.legal_actions()


def test_what_is_remembered_is_told_apart_from_what_is_seen(game: Any) -> None:
    state = dealt(game)
    before = list(state.information_state_tensor(0))
    while state.legal_actions() and state.move_number() < 6:
        state.apply_action(state.legal_actions()[-1])
    now = list(state.information_state_tensor(0))
    assert len(now) == 3 * game.recall
    assert len(kuhn().new_initial_state().information_state_tensor(0)) == 3 * 256
    assert now[-len(before) :] != before
    again = state.resample_from_infostate(0, lambda: 0.7)
    assert list(again.information_state_tensor(0)) == now


@pytest.mark.parametrize(
    ("edition", "returns", "utility", "total"),
    [
        ("caravan", "shares", "CONSTANT_SUM", 1),
        ("fog-signals", "shares", "IDENTICAL", None),
        ("leduc", "scores", "GENERAL_SUM", None),
    ],
)
def test_what_the_rules_say_of_returns_is_declared(
    edition: str, returns: Any, utility: str, total: float | None
) -> None:
    declared = rulewright.envs.open_spiel(edition, 2, returns=returns)
    assert declared.get_type().utility == getattr(pyspiel.GameType.Utility, utility)
    assert declared.utility_sum() == total
    state = dealt(declared)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
    outcome = state.running.outcome
    assert state.returns() == (
        list(outcome.scores) if returns == "scores" else [each / WHOLE for each in outcome.shares]
    )
    assert all(declared.min_utility() <= each <= declared.max_utility() for each in state.returns())


KUHN = {"edition": "kuhn", "players": 2, "returns": "scores"}


def kuhn(**more: Any) -> Any:
    return rulewright.envs.open_spiel(**{**KUHN, **more})


def ends(state: Any) -> Iterator[Any]:
    """Every finished state below a state."""
    if state.is_terminal():
        yield state
    for action in [] if state.is_terminal() else state.legal_actions():
        yield from ends(state.child(action))


@pytest.mark.parametrize(
    ("edition", "deals", "most", "longest"),
    [("kuhn", 6, 2, 3), pytest.param("leduc", 720, 13, 8, marks=pytest.mark.long)],
)
def test_walked_chance_has_every_deal_and_declares_the_game(
    edition: str, deals: int, most: int, longest: int
) -> None:
    game = kuhn(edition=edition, deals=deals)
    chances = [chance for _, chance in game.new_initial_state().chance_outcomes()]
    assert chances == [pytest.approx(1 / deals)] * deals
    assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-most, most, 0)
    assert game.max_game_length() == longest
    with pytest.raises(ValueError, match=f"more than {deals - 1} deals"):
        kuhn(edition=edition, deals=deals - 1)


@pytest.mark.parametrize(
    ("edition", "deals", "problem"),
    [
        ("classic", 1000, "more than 1,000 deals: leave out deals="),
        ("liars-hand", 10, "more than 10 deals"),
    ],
)
def test_chance_that_is_too_large_is_not_walked(edition: str, deals: int, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        rulewright.envs.open_spiel(edition, rulewright.load(edition).players[0], deals=deals)


@pytest.mark.parametrize("deals", [0, -1, True, 6.0, "12", [], ["1"], [1.5]])
def test_deals_are_a_number_or_seeds(deals: Any) -> None:
    with pytest.raises(ValueError, match="deals are a number from 1, or a list of seeds"):
        kuhn(deals=deals)


def test_more_deals_than_a_parameter_holds_are_allowed() -> None:
    assert len(kuhn(deals=10**30).new_initial_state().chance_outcomes()) == 6


def test_rules_that_draw_again_are_not_walked(tmp_path: Path) -> None:
    (tmp_path / "again.rules").write_text(AGAIN)
    (tmp_path / "again.yaml").write_text(
        "edition: again\nname: Again\nrules: [again.rules]\nplayers: 2\n"
        "cast: {card: {One: 1, Two: 1, Three: 1}}\n"
    )
    with pytest.raises(ValueError, match="the rules draw again after the deal"):
        rulewright.envs.open_spiel(tmp_path / "again.yaml", 2, deals=6)
    chosen = rulewright.envs.open_spiel(tmp_path / "again.yaml", 2, deals=[3, 4])
    state = chosen.new_initial_state()
    state.apply_action(1)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert state.running.seed == 4


def test_sampled_chance_is_not_walked_unnoticed() -> None:
    game = kuhn()
    root = game.new_initial_state()
    with pytest.raises(ValueError, match="deals are sampled, one for each new_initial_state"):
        root.legal_actions()
    root.child(0)
    with pytest.raises(ValueError, match="create the game with deals="):
        root.child(0)
    solver = pyspiel.CFRSolver(game)
    with pytest.raises(ValueError, match="create the game with deals="):
        solver.evaluate_and_update_policy()


def test_histories_replay_where_chance_is_walked() -> None:
    game = kuhn(deals=6)
    for state in ends(game.new_initial_state()):
        again = game.new_initial_state()
        for action in state.history():
            again.apply_action(action)
        assert (str(again), again.returns()) == (str(state), state.returns())
        assert again.returns() == list(again.running.outcome.scores)


@pytest.mark.parametrize("deals", [None, 6, [3, 1]])
def test_games_and_states_are_copied_and_sent_to_other_processes(deals: Any) -> None:
    game = kuhn(deals=deals)
    state = game.new_initial_state()
    for copied in (copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert copied.is_chance_node()
    state.apply_action(state.chance_outcomes()[-1][0])
    for depth in range(3):
        again = pickle.loads(pickle.dumps(game))
        assert str(again) == str(game)
        for other in (
            copy.deepcopy(state), pickle.loads(pickle.dumps(state)), game.deserialize_state(state.serialize()),
        ):  # fmt: skip
            assert (str(other), other.history()) == (str(state), state.history())
            for seat in (0, 1):
                assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.legal_actions() == state.legal_actions()
        if depth < 2:
            state.apply_action(depth)
    if deals:
        pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
        assert str(pyspiel.load_game(str(game))) == str(game)


def test_a_game_dealt_for_a_player_is_sent_too(game: Any) -> None:
    state = dealt(game)
    other = state.resample_from_infostate(0, lambda: 0.4)
    other.apply_action(other.legal_actions()[-1])
    sent = pickle.loads(pickle.dumps(other))
    assert sent.information_state_string(1) == other.information_state_string(1)
    assert sent.legal_actions() == other.legal_actions()


def test_observers_give_what_they_are_asked_for() -> None:
    game, kind = kuhn(deals=6), pyspiel.PrivateInfoType
    deals = [game.new_initial_state().child(deal) for deal in range(6)]

    def seen(private: Any, recalls: bool, player: int = 0) -> tuple[int, int]:
        """How many different strings and tensors six deals give."""
        asked = pyspiel.IIGObservationType(
            public_info=True, perfect_recall=recalls, private_info=private
        )
        observer = game.make_py_observer(asked)
        tensors = set()
        for state in deals:
            observer.set_from(state, player)
            tensors.add(tuple(observer.tensor))
        return len({observer.string_from(state, player) for state in deals}), len(tensors)

    for recalls in (False, True):
        assert seen(kind.NONE, recalls) == (1, 1)
        assert seen(kind.SINGLE_PLAYER, recalls) == (3, 3)
        assert seen(kind.ALL_PLAYERS, recalls) == (6, 6)
    with pytest.raises(ValueError, match="ask for public_info=True"):
        game.make_py_observer(
            pyspiel.IIGObservationType(
                public_info=False, perfect_recall=False, private_info=kind.SINGLE_PLAYER
            )
        )

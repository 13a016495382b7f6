"""What programs can do with a game besides choosing: take back, choose by data, host, many games, saves."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, cast

import pytest

import rulewright
from game.kit import choose, make_rules
from rulewright import Game, IllegalChoice, RulesError
from rulewright.runtime.session.native_backend import EngineName

pytestmark = pytest.mark.sampled(4)

ENGINES: tuple[EngineName, ...] = ("python", "native")
MARKET = """
flow
    play buying
phase buying
    for each player in players
        move the top of the crate to the player's basket
        move the top of the crate to the player's stand
    for each player in players
        the player chooses a bid from 1 to 3
        set the player's savings to the bid
        the player chooses a taste from fruits in any stand
        tell "{player} like(s) {taste}"
value a player's points is the player's savings
outcome by points
"""


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> EngineName:
    if request.param == "native":
        pytest.importorskip("wasmtime")
    return cast(EngineName, request.param)


def started(engine: EngineName, told: bool = False) -> Game:
    return rulewright.load("classic").new_game(4, seed=3, told=told, engine=engine)


def play(game: Game, times: int, seed: int = 1) -> Game:
    lot = random.Random(seed)
    for _ in range(times):
        assert game.decision is not None
        game.choose(lot.randrange(len(game.decision.options)))
    return game


# ------------------------------------------------------------------ taking back


@pytest.mark.parametrize("told", [False, True])
def test_decisions_are_taken_back_one_by_one(engine: EngineName, told: bool) -> None:
    game, before = started(engine, told), list[Any]()
    for _ in range(40):
        before.append((game.copy(), list(map(str, game.events))))
        play(game, 1, len(before))
    for copy, events in reversed(before):
        game.undo()
        assert game == copy
        assert game.decisions == copy.decisions
        assert list(map(str, game.events)) == events
    with pytest.raises(IllegalChoice, match="no decision"):
        game.undo()


def test_of_a_playout_the_last_decision_is_taken_back(engine: EngineName) -> None:
    game = play(started(engine), 5)
    game.playout(2)
    again, decisions = started(engine), game.decisions
    for index in decisions[:-1]:
        again.choose(index)
    game.undo()
    assert game == again
    game.undo()
    assert game.decisions == decisions[:-2]


def test_a_game_that_was_taken_up_again_is_played_anew_to_take_back(engine: EngineName) -> None:
    game = play(started(engine), 20)
    again = game.rules.game_from_json(game.to_json(), engine)
    for _ in range(20):
        again.undo()
        game.undo()
        assert again == game
    with pytest.raises(IllegalChoice, match="no decision"):
        again.undo()


def test_what_the_seed_does_not_lead_to_cannot_be_taken_back() -> None:
    game = play(started("python"), 3)
    other = rulewright.load("classic").game_from_json(game.to_json())
    other.seed += 1
    with pytest.raises(IllegalChoice, match="are unknown"):
        other.undo()
    assert other == game


def test_a_copy_takes_back_by_itself(engine: EngineName) -> None:
    game = play(started(engine), 10)
    copy = game.copy()
    copy.undo()
    copy.undo()
    assert (len(game.decisions), len(copy.decisions)) == (10, 8)
    play(copy, 1)
    game.undo()
    assert len(game.decisions) == 9


# ------------------------------------------------------------------ choosing by data


def test_an_option_is_chosen_by_its_data(tmp_path: Path) -> None:
    game = make_rules(tmp_path, MARKET).new_game(2, 1)
    game.choose_data({"kind": "choose", "number": 3})
    assert game.decision is not None
    data = game.decision.options[1].data
    game.choose_data(data)
    assert game.decisions == [2, 1]
    game.choose_data({"number": 2})
    assert game.decisions == [2, 1, 1]


@pytest.mark.parametrize(
    ("data", "told"),
    [({"number": 9}, "no option has"), ({}, "3 options have"), ({"kind": "choose"}, "3 options")],
)
def test_data_that_fit_no_single_option(tmp_path: Path, data: dict[str, object], told: str) -> None:
    game = make_rules(tmp_path, MARKET).new_game(2, 1)
    with pytest.raises(IllegalChoice, match=told):
        game.choose_data(data)
    assert game.decisions == []
    game.playout(1)
    with pytest.raises(IllegalChoice, match="no option"):
        game.choose_data(data)


# ------------------------------------------------------------------ equality


def test_games_are_equal_by_their_state_whatever_plays_them() -> None:
    pytest.importorskip("wasmtime")
    one, other = (play(started(engine), 30) for engine in ENGINES)
    assert one == other
    assert len({one, other, play(started("python", told=True), 30)}) == 1
    play(other, 1)
    assert one != other
    assert len({one, other}) == 2


def test_games_of_other_rules_are_others(tmp_path: Path) -> None:
    rules = make_rules(tmp_path, MARKET)
    assert rules.new_game(2, 1) != rules.new_game(3, 1)
    assert rules.new_game(2, 1) != object()


# ------------------------------------------------------------------ for whoever hosts a game


def test_who_hosts_a_game_sees_everything(tmp_path: Path) -> None:
    game = choose(make_rules(tmp_path, MARKET).new_game(2, 1), "3")
    seen = game.whole_view()
    assert seen["seats"][0]["tracks"]["savings"] == 3
    assert seen["seat"] is None
    places = [seen["table"]["zones"], *(seat["zones"] for seat in seen["seats"])]
    cards = [card for zones in places for zone in zones.values() for card in zone["cards"]]
    assert None not in cards
    assert len({(card["name"], card["piece"]) for card in cards}) == len(cards) == 5
    assert [option["label"] for option in seen["decision"]["options"]]
    assert game.view().keys() == seen.keys()


def test_the_whole_view_is_the_same_on_both_engines() -> None:
    pytest.importorskip("wasmtime")
    one, other = (play(started(engine), 50) for engine in ENGINES)
    assert one.whole_view() == other.whole_view()


# ------------------------------------------------------------------ many games


def test_records_of_games_by_lot(engine: EngineName) -> None:
    rules = rulewright.load("classic")
    found = list(rules.playouts(5, players=4, seed=7, engine=engine))
    assert [record.seed for record in found] == [7, 8, 9, 10, 11]
    for record in found:
        game = rules.new_game(4, record.seed, told=False)
        game.playout(record.seed)
        assert game.outcome is not None
        assert record.scores == game.outcome.scores
        assert record.winners == game.outcome.winners
        counted = (game.made, game.forced, game.counter("round"))
        assert (record.decisions, record.forced, record.rounds) == counted


def test_records_with_options_and_cards() -> None:
    rules = rulewright.load("classic")
    plain = list(rules.playouts(3, 4))
    assert plain != list(rules.playouts(3, 4, cast=["Witch"]))
    assert plain != list(rules.playouts(3, 4, options=["shorter-game"]))
    assert list(rules.with_cast(["Witch"]).playouts(3, 4)) == list(
        rules.playouts(3, 4, cast=["Witch"])
    )


def test_a_game_without_an_outcome_has_no_scores(tmp_path: Path) -> None:
    rules = make_rules(tmp_path, MARKET.replace("outcome by points\n", ""))
    (record,) = rules.playouts(1, 2)
    assert (record.scores, record.winners, record.decisions) == ((), (), 4)


def test_a_game_that_the_rules_stop(tmp_path: Path, engine: EngineName) -> None:
    grow = "set the player's savings to the player's savings * the bid * 1000000000"
    rules = make_rules(tmp_path, MARKET.replace("savings to the bid", "savings to 5", 1).replace(
        "        the player chooses a taste", f"        {grow}\n        {grow}\n        the player chooses a taste"
    ))  # fmt: skip
    with pytest.raises(RulesError, match="too large"):
        list(rules.playouts(3, 2, engine=engine))


# ------------------------------------------------------------------ saves


def test_a_save_is_taken_up_with_rules_at_hand(engine: EngineName) -> None:
    game = play(rulewright.load("classic").new_game(4, 3, cast=["Witch"], engine=engine), 10)
    rules = rulewright.load("classic")
    again = rules.game_from_json(game.to_json(), engine)
    assert again == game
    assert again.cast == ("Witch",)
    assert type(again._at.engine) is type(started(engine)._at.engine)
    assert play(again, 20) == play(game, 20)


def test_a_save_of_other_rules_is_refused() -> None:
    text = started("python").to_json()
    with pytest.raises(RulesError, match="the rules have changed"):
        rulewright.load("french").game_from_json(text)
    with pytest.raises(RulesError, match="cut off"):
        rulewright.load("classic").game_from_json(text[:-1])

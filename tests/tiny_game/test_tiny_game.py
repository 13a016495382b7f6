"""A game that is nothing like the library's, in the same language, on the same interpreter."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given

import rulewright
from properties.kit import (
    SEEDS,
    cards_at,
    everything,
    few,
    play_to_end,
    seen_options,
    state_of,
    walk,
)
from properties.resampling import resampled
from rulewright import Game, RulesError
from rulewright.runtime.session.rules.internals import inside
from rulewright.testing.scenarios import ScenarioRef, find_scenarios, run_scenario

FOLDER = Path(__file__).parent
PATH = FOLDER / "lanterns.yaml"
COUNTS = [2, 3, 4]
HANDS = {2: 6, 3: 4, 4: 4}


RULES = rulewright.load(PATH)


def new(players: int, seed: int) -> Game:
    return RULES.new_game(players, seed)


def test_it_is_loaded_by_its_path() -> None:
    assert (RULES.id, inside(RULES).game, RULES.name) == ("lanterns", "lanterns", "Lanterns")
    assert RULES.players == (2, 4)
    assert "Firefly" in RULES.cards
    assert inside(rulewright.load(str(PATH))).digest == inside(RULES).digest
    for players in (1, 5):
        with pytest.raises(RulesError, match="2-4 players"):
            RULES.new_game(players)


def test_it_has_scenarios() -> None:
    assert len(find_scenarios(FOLDER)) == 8


@pytest.mark.parametrize("ref", find_scenarios(FOLDER), ids=lambda ref: ref.title)
def test_its_scenarios_hold(ref: ScenarioRef) -> None:
    result = run_scenario(ref)
    assert result.passed, f"{result.place}: {result.message} {result.actual}"


def test_a_scenario_plays_a_game_of_what_its_steps_reach() -> None:
    """Unless it is counted what comes to pass: then all is there that could."""
    title = "Who can follow the first lantern must"
    made = {}
    for counting in (False, True):
        (ref,) = [ref for ref in find_scenarios(FOLDER, counting=counting) if ref.title == title]
        game, _ = ref.suite.game(ref.scenario)
        made[counting] = game.engine.module.code.procedures

    assert made[False].keys() == made[True].keys() >= {"ph_trick"}
    assert made[True]["flow"].body
    assert not made[False]["flow"].body


@pytest.mark.parametrize("players", COUNTS)
def test_random_games_end(players: int) -> None:
    @few(15)
    @given(SEEDS, SEEDS)
    def check(seed: int, play: int) -> None:
        game = play_to_end(new(players, seed), play)
        outcome = game.outcome
        assert outcome is not None
        assert game.counter("trick") == HANDS[players]
        assert sum(outcome.scores) >= HANDS[players]
        assert outcome.winners == tuple(
            seat for seat in range(players) if outcome.scores[seat] == max(outcome.scores)
        )
        assert outcome.reason == "every lantern is lit"
        assert all(
            sum(points for _, points in parts) == score
            for parts, score in zip(outcome.parts, outcome.scores, strict=True)
        )

    check()


@few(20)
@given(SEEDS, SEEDS)
def test_lanterns_are_kept(seed: int, play: int) -> None:
    game = new(3, seed)
    state = state_of(game)
    for _ in walk(game, play):
        found = [card for *_, cards in cards_at(state) for card in cards]
        assert sorted(found) == list(range(17))
    lakes = game.view(None)["table"]["zones"]
    for hue in ("red", "green", "blue"):
        assert all(card["fields"]["hue"] == hue for card in lakes[f"{hue} lake"]["cards"])
    assert sum(lakes[f"{hue} lake"]["count"] for hue in ("red", "green", "blue")) == 12


@few(20)
@given(SEEDS, SEEDS)
def test_bags_stay_hidden(seed: int, play: int) -> None:
    game = new(4, seed)
    for chance in walk(game, play):
        assert game.decision is not None
        for seat in [*range(4), None]:
            other = resampled(game, seat, chance)
            assert other.view(seat) == game.view(seat)
            if seat == game.decision.player:
                assert seen_options(other) == seen_options(game)


@few(10)
@given(SEEDS, SEEDS)
def test_it_is_saved_and_replayed(seed: int, play: int) -> None:
    game = new(2, seed)
    for _ in walk(game, play):
        again = Game.from_json(game.to_json())
        assert again == game
    again.choose(game.decisions[-1])
    assert everything(again) == everything(game)
    replay = new(2, seed)
    for index in game.decisions:
        replay.choose(index)
    assert everything(replay) == everything(game)


@few(10)
@given(SEEDS, SEEDS)
def test_quick_playouts_are_the_same_game(seed: int, play: int) -> None:
    quick, slow = new(3, seed), new(3, seed)
    quick.playout(play)
    for index in quick.decisions:
        slow.choose(index)
    assert everything(slow) == everything(quick)


def test_all_that_is_shown_is_json() -> None:
    game = new(3, 5)
    chance = random.Random(5)
    while (decision := game.decision) is not None:
        data = [game.view(seat) for seat in (0, 1, 2, None)]
        data += [option.data for option in decision.options]
        assert json.loads(json.dumps(data)) == data
        game.choose(chance.randrange(len(decision.options)))


def test_the_story_names_a_lantern_only_to_who_knows_it() -> None:
    game = new(2, 1)
    assert game.decision is not None
    name = game.decision.options[0].data["card"]

    game.choose(0)

    assert game.events[0].text(0) == f"A exchanges {name}"
    assert [game.events[0].text(seat) for seat in (1, None)] == ["A exchanges a card"] * 2
    assert game.events[0].rule.name == "deal"

"""A game is a value: copied, compared, hashed, saved, replayed, it goes on the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

import rulewright
from properties.kit import (
    ANY_TABLES,
    POSITIONS,
    SEEDS,
    Table,
    everything,
    few,
    play_to_end,
    position,
    row_of,
    some,
    state_of,
    walk,
)
from rulewright import Game
from rulewright.runtime.session.rules.internals import inside

PLAY_ON = """
import json, random, sys
from rulewright import Game
game = Game.from_json(sys.stdin.read())
chance = random.Random(5)
while (decision := game.decision) is not None:
    game.choose(chance.randrange(len(decision.options)))
lookers = [None, *range(game.players)]
print(json.dumps({
    "decisions": game.decisions, "scores": game.outcome.scores, "parts": game.outcome.parts,
    "views": [game.view(player) for player in lookers],
    "story": [[event.data(player) for event in game.events] for player in lookers],
    "saved": game.to_json(),
}))
"""


def same(one: Game, other: Game) -> bool:
    return one == other and hash(one) == hash(other) and everything(one) == everything(other)


@few(15)
@given(POSITIONS, SEEDS)
def test_a_copy_is_equal_and_independent(game: Game, play: int) -> None:
    before, saved = everything(game), game.to_json()
    copy = game.copy()
    assert same(copy, game)

    play_to_end(copy, play)

    assert everything(game) == before
    assert game.to_json() == saved
    if game.decision is not None:
        assert copy != game
        after = copy.to_json()
        play_to_end(game, play)
        assert game.to_json() == after == copy.to_json()
        assert same(copy, game)


@few(3)
@given(POSITIONS)
def test_names_of_a_copy_are_its_own(game: Game) -> None:
    names = list(game.names)
    game.copy().names[0] = "somebody else"
    assert game.names == names


@pytest.mark.long
@few(2)
@given(ANY_TABLES, SEEDS, SEEDS)
def test_a_saved_game_is_the_game_at_every_decision(table: Table, seed: int, play: int) -> None:
    game = table.new(seed)
    taken_up = game
    for _ in walk(game, play):
        text = game.to_json()
        taken_up = Game.from_json(text)
        assert taken_up == game
        assert hash(taken_up) == hash(game)
        assert taken_up.to_json() == text
    taken_up.choose(game.decisions[-1])
    assert same(taken_up, game)
    assert same(Game.from_json(game.to_json()), game)


@few(12)
@given(POSITIONS, SEEDS)
@pytest.mark.rotating
def test_a_saved_game_goes_on_the_same(game: Game, play: int) -> None:
    taken_up = Game.from_json(game.to_json())
    for _ in some(game, play, 0.1):
        while len(taken_up.decisions) < len(game.decisions):
            taken_up.choose(game.decisions[len(taken_up.decisions)])
        assert same(taken_up, game)
    for index in game.decisions[len(taken_up.decisions) :]:
        taken_up.choose(index)
    assert same(taken_up, game)


def plain(value: Any) -> Any:
    return json.loads(json.dumps(value))


@pytest.mark.rotating
def test_rules_have_the_same_hash_in_every_process() -> None:
    """Of an edition that speaks of cards it does not read: saves are refused where the hash is another one.

    So has their code: games of other code are other games, and code is kept from one process to the next.
    """
    code = (
        "import rulewright; from rulewright.runtime.session.rules.internals import inside;"
        "rules = inside(rulewright.load('modern'));"
        "print(rules.digest, rules.compiled(4).module.digest)"
    )
    environment = {**os.environ, "RULEWRIGHT_CACHE": "off"}
    environment["PYTHONPATH"] = str(Path(rulewright.__file__).parents[1])

    told = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True, text=True, check=True, env={**environment, "PYTHONHASHSEED": "77"},
    ).stdout  # fmt: skip

    modern = rulewright.load("modern")
    assert told.split() == [inside(modern).digest, inside(modern).compiled(4).module.digest]


@pytest.mark.rotating
def test_a_saved_game_goes_on_the_same_in_another_process() -> None:
    game = position(Table("classic", 5, ()), 11, 12, 0.4)
    environment = {**os.environ, "PYTHONHASHSEED": "77", "RULEWRIGHT_CACHE": "off"}
    environment["PYTHONPATH"] = str(Path(rulewright.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-c", PLAY_ON],
        input=game.to_json(), capture_output=True, text=True, check=True, env=environment,
    )  # fmt: skip
    theirs = json.loads(done.stdout)

    play_to_end(game, 5)

    ours = everything(game)
    assert theirs["decisions"] == game.decisions
    assert theirs["scores"] == list(game.outcome.scores)  # type: ignore[union-attr]
    assert theirs["parts"] == plain(game.outcome.parts)  # type: ignore[union-attr]
    assert theirs["views"] == plain(ours["views"])
    assert theirs["story"] == plain(ours["story"])
    assert theirs["saved"] == game.to_json()


@few(15)
@given(ANY_TABLES, SEEDS, SEEDS)
def test_seed_and_decisions_replay_a_game(table: Table, seed: int, play: int) -> None:
    game = play_to_end(table.new(seed), play)
    again = table.new(seed)
    for index in game.decisions:
        again.choose(index)
    assert same(again, game)
    assert again.to_json() == game.to_json()


@few(15)
@given(ANY_TABLES, SEEDS, SEEDS)
def test_a_game_without_a_story_is_the_same_game(table: Table, seed: int, play: int) -> None:
    game = play_to_end(table.new(seed), play)
    quiet = rulewright.load(table.edition).new_game(table.players, seed, table.options, told=False)
    for index in game.decisions:
        quiet.choose(index)
    assert quiet == game
    assert quiet.outcome == game.outcome
    assert list(quiet.events) == []


@few(15)
@given(ANY_TABLES, SEEDS, SEEDS)
def test_quick_playouts_are_made_of_ordinary_choices(table: Table, seed: int, play: int) -> None:
    game, again = table.new(seed), table.new(seed)
    game.playout(play)
    assert len(game.decisions) == game.made
    for index in game.decisions:
        again.choose(index)
    assert same(again, game)


@few(15)
@given(ANY_TABLES, SEEDS, SEEDS, SEEDS)
def test_quick_playouts_begin_anywhere(table: Table, seed: int, play: int, rest: int) -> None:
    game = position(table, seed, play, 0.5)
    again = game.copy()
    game.playout(rest)
    for index in game.decisions[len(again.decisions) :]:
        again.choose(index)
    assert same(again, game)


@few(5)
@given(ANY_TABLES, SEEDS)
def test_different_seeds_are_different_games(table: Table, seed: int) -> None:
    assert table.new(seed) == table.new(seed)
    assert table.new(seed) != table.new(seed + 1)
    one, other = state_of(table.new(seed)), state_of(table.new(seed + 1))
    assert row_of(one) != row_of(other)

"""A game played to its end in both engines, with all of it read, saved and taken back on the way."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence

from attrs import frozen

from engines.kit import Lockstep
from rulewright import Game, Rules
from rulewright.native.engine.native_engine import NativeEngine
from rulewright.runtime.python.python_engine import PythonEngine
from rulewright.runtime.session.native_backend import EngineName

TELLING = ("log", "told", "story", "checksum")
"""Parts of seat values and saves that a game without a story lacks."""


@frozen
class Played:
    """What came of a game: its decisions, and how often the native engine left a move to the other."""

    decisions: int
    given_up: int


def everything_of(game: Game) -> object:
    """Return all that can be read of a game: outcome, stories, values of seats and views."""
    seats = None, *range(game.players)
    stories = [(event.text(seat), event.rule) for event in game.events for seat in seats]
    return game.outcome, stories, game.seats(dict.fromkeys(seats, 0)), [*map(game.view, seats)]


def state_of(game: Game) -> object:
    """Return what both engines show of a game, be its story kept or not."""
    seats = None, *range(game.players)
    values = [_without_story(value) for value in game.seats(dict.fromkeys(seats, 0)).values()]
    return (
        game.outcome,
        values,
        [*map(game.view, seats)],
        _without_story(json.loads(game.to_json())),
    )


def _without_story(value: dict[str, object]) -> dict[str, object]:
    return {key: part for key, part in value.items() if key not in TELLING}


def options_of(game: Game) -> object:
    """Return the decision with all its options; None at the end."""
    decision = game.decision
    if decision is None:
        return None
    options = [(option.label, option.data) for option in decision.options]
    return decision.player, decision.kind, options


def play_alike(
    rules: Rules, players: int, seed: int, cast: Sequence[str] = (), every: int = 16
) -> Played:
    """Play a random game to its end in both engines, then again with their whole states compared at each decision.

    Options are compared at every decision; all that can be read, saves and undo at the first, at every so many and
    at the end. The native engine keeps no story, so it plays beside a game that does.
    """
    told = rules.new_game(players, seed, cast=cast)
    quiet = rules.new_game(players, seed, cast=cast, told=False, engine="native")
    generator, made = random.Random(seed), 0
    while (decision := told.decision) is not None:
        assert options_of(quiet) == options_of(told)
        if made % every == 0:
            compare(told, quiet)
        index = generator.randrange(len(decision.options))
        for game in (told, quiet):
            game.choose(index)
            if made % every == 0:
                check_undo(game)
        made += 1
    compare(told, quiet)
    decides = told.remembered.game.module.outcome.values  # rules may say nothing of an outcome
    assert (told.outcome is not None) == bool(decides)
    python, native = told.remembered.game.engine, quiet.remembered.game.engine
    assert isinstance(python, PythonEngine)
    assert isinstance(native, NativeEngine)
    both = Lockstep(python, native, every)
    both.play(seed, 1)
    both.play_whole(range(seed, seed + 3))
    return Played(made, both.given_up)


def compare(told: Game, quiet: Game) -> None:
    """Assert that both games show the same, and that a save of each leads back to it."""
    assert state_of(quiet) == state_of(told)
    engines: tuple[EngineName, EngineName] = ("python", "native")
    for game, engine in zip((told, quiet), engines, strict=True):
        again = game.rules.game_from_json(game.to_json(), engine)
        assert again == game
        assert options_of(again) == options_of(game)
        assert everything_of(again) == everything_of(game)


def check_undo(game: Game) -> None:
    """Assert that the last decision, taken back and made again in a copy, leads to an equal game."""
    again = game.copy()
    again.undo()
    again.choose(game.decisions[-1])
    assert again == game
    assert again.to_json() == game.to_json()

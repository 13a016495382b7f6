"""A save that somebody made up is refused or played; either way nothing but RulesError comes of it."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import rulewright
from rulewright import Game, RulesError
from rulewright.runtime.ir.random_stream import fold_seed, generator_state
from rulewright.runtime.session.saves.save_formats import GAME_FORMAT

ODD: list[Any] = [
    None, True, -1, 0, 1, 2, 7, 1 << 31, 1 << 63, 1 << 70, -(1 << 70), 0.5, 1e400, "", "a", "\ud800", [], [[]],
    [0], [-1], {}, [[[[]]]], [1, [2]], "../../etc/passwd", [None], [True],
]  # fmt: skip


def played(players: int, seed: int) -> dict[str, Any]:
    game = rulewright.load("modern").new_game(players, seed)
    for _ in range(40):
        if (decision := game.decision) is not None:
            game.choose(seed % len(decision.options))
    data: dict[str, Any] = json.loads(game.to_json())
    del data["checksum"]
    return data


def spoilt(data: Any, chance: random.Random) -> Any:
    """The same with one value in it, however deep, another one."""
    if isinstance(data, dict) and data and chance.random() < 0.9:
        key = chance.choice([*data, "row", "row", "log"] if "row" in data else [*data])
        return {**data, key: spoilt(data[key], chance)}
    if isinstance(data, list) and data and chance.random() < 0.9:
        at = chance.randrange(len(data))
        if chance.random() < 0.1:
            return data[:at] + data[at + 1 :]
        return [*data[:at], spoilt(data[at], chance), *data[at + 1 :]]
    if type(data) is int and chance.random() < 0.7:
        return data + chance.choice([-1, 1, 2, 10, 1000, -1000])
    return chance.choice(ODD)


def use(text: str) -> str:
    """Take a save up, look at it and go on with it; return what came of it."""
    try:
        game = Game.from_json(text)
        game.to_json()
        for _ in range(6):
            for seat in (None, *range(game.players)):
                game.view(seat)
            list(game.events)
            if (decision := game.decision) is None:
                return str(game.outcome)
            [(option.label, option.data) for option in decision.options]
            game.choose(len(decision.options) // 2)
    except RulesError as error:
        return str(error)
    return "went on"


@pytest.mark.sampled(4)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.rotating
def test_saves_that_somebody_made_up(seed: int) -> None:
    data, chance = played(4 + seed % 3, seed), random.Random(seed)
    ends = {"went on": 0, "refused": 0}
    for _ in range(150):
        other = data
        for _ in range(chance.choice([1, 1, 2, 5])):
            other = spoilt(other, chance)
        if isinstance(other, dict):
            try:
                text = json.dumps(
                    GAME_FORMAT.seal(
                        {k: v for k, v in other.items() if k not in ("format", "version")}
                    )
                )
            except ValueError:
                continue
            ends["went on" if use(text) == "went on" else "refused"] += 1
    assert ends["refused"] > 50


@pytest.mark.parametrize(
    "text", ["9" * 5000, "[" * 200_000, '{"seed":' + "9" * 5000 + "}", "", "\0", "\ud800"]
)
def test_texts_that_are_hard_to_read(text: str) -> None:
    with pytest.raises(RulesError):
        Game.from_json(text)


def test_a_seed_that_nobody_names_is_drawn_from_the_system_and_can_be_given_again() -> None:
    rules = rulewright.load("classic")
    one, two = rules.new_game(5), rules.new_game(5)
    assert one.seed != two.seed
    assert max(one.seed, two.seed) > 1 << 96

    again = rules.new_game(5, seed=one.seed)
    assert again == one
    assert Game.from_json(one.to_json()) == one
    assert Game.from_json(one.to_json()).seed == one.seed


def test_a_long_seed_counts_whole_and_a_short_one_as_ever() -> None:
    assert [fold_seed(seed) for seed in (0, 7, (1 << 64) - 1, -3)] == [0, 7, (1 << 64) - 1, -3]
    long = [generator_state(fold_seed(7 + (high << 64))) for high in range(100)]
    assert len(set(long)) == 100

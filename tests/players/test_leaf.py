"""Games that are cut short: both engines judge them alike, by numbers that lie beside an edition."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from players.kit import world_of
from properties.kit import rules
from rulewright import Game, Rules, load
from rulewright.lab.players.leaf_files import leaf_for
from rulewright.lab.players.search_budget import SearchBudget
from rulewright.lab.players.search_player import think
from rulewright.lab.players.search_tree import SearchTree
from rulewright.runtime.spaces.leaf_values import UNITS, Leaf, LeafSpace, LeafValues, softmax_values

CUT = {
    "until": "round", "players": [2, 3, 4, 5],
    "inputs": {"gold": [0.0] * (UNITS - 1) + [0.2]}, "bias": [0.0] * UNITS,
    "mean": [[0.0] * UNITS] * UNITS, "counts": [0.0] * UNITS,
}  # fmt: skip


def begun(edition: str, players: int, seed: int, made: int) -> Game:
    game, lot = rules(edition).new_game(players, seed, told=False), random.Random(seed)
    for _ in range(made):
        assert game.decision is not None
        game.choose(lot.randrange(len(game.decision.options)))
    return game


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("edition", "players", "phase"),
    [
        ("classic", 5, "round"),
        ("classic", 2, "turn"),
        ("modern", 4, "round"),
        ("expeditions", 2, "turn"),
        ("oh-hell", 3, ""),
    ],
)
def test_both_engines_come_to_the_same(edition: str, players: int, phase: str) -> None:
    pytest.importorskip("wasmtime")
    game = begun(edition, players, 3, 25)
    engine, world = world_of(game)
    module, lot = engine.module, random.Random(edition)
    numbers = (lot.gauss(0, 0.1) for _ in range(LeafSpace.of(module).width(module)))
    phases = [*module.phases]
    leaf = Leaf(phases.index(phase or phases[-1]), tuple(numbers))
    quick, slow = engine.tree(5, leaf), SearchTree.of(engine, 5, leaf)
    for tree in (quick, slow):
        assert tree.search([world], 60)
    assert quick.results(world) == slow.results(world)
    assert slow.scale.cut > 0
    assert quick.results(world) != _searched(engine, world).results(world)


def _searched(engine: Any, world: Any) -> Any:
    tree = engine.tree(5)
    tree.search([world], 60)
    return tree


def test_what_the_numbers_say_is_worth_more() -> None:
    game = begun("classic", 4, 2, 20)
    engine, world = world_of(game)
    leaf = Leaf.of(engine.module, CUT)
    assert leaf is not None
    look = engine.snapshot(world)
    worth = LeafValues(engine.module, leaf).values(look, [0] * 4)
    gold = [look.value("gold", seat) for seat in range(4)]
    assert sorted(range(4), key=worth.__getitem__) == sorted(range(4), key=gold.__getitem__)
    assert sum(worth) == pytest.approx(0.8 + 4 * 0.1)


def test_printed_numbers_and_labels_of_cards_are_weighed_by_zone() -> None:
    game = begun("classic", 3, 1, 0)
    module = world_of(game)[0].module
    row = [float(unit) for unit in range(UNITS)]
    data = CUT | {"inputs": {"hand/cost": row, "hand/colour trade": row, "no such": row}}
    leaf, space = Leaf.of(module, data), LeafSpace.of(module)
    assert leaf is not None
    before = len([*space.of_seats, *space.table])
    hand = [zone.name for zone in space.zones].index("hand")
    for at, piece in enumerate(module.pieces):
        first = UNITS * (before + hand * len(module.pieces) + at)
        fields: dict[str, Any] = piece.fields
        times = fields.get("cost", 0) + (fields.get("colour") == "trade")
        assert leaf.weights[first : first + UNITS] == tuple(times * each for each in row)


def test_nobody_is_worth_less_than_nothing() -> None:
    assert softmax_values([0.0, -1e9]) == [0.9, 0.1]
    even = softmax_values([3.0, 3.0])
    assert even == [0.5, 0.5]


# ------------------------------------------------------------------ beside editions


def house(folder: Path, name: str, extends: str, leaf: str = "") -> Rules:
    (folder / f"{name}.yaml").write_text(f"edition: {name}\nextends: {extends}\n", encoding="utf-8")
    if leaf:
        (folder / f"{name}.leaf.json").write_text(leaf, encoding="utf-8")
    return load(folder / f"{name}.yaml")


@pytest.mark.long
def test_an_edition_has_what_was_learned_of_it_or_of_what_it_extends(tmp_path: Path) -> None:
    told = [
        house(tmp_path, "mine", "classic", json.dumps(CUT)),
        house(tmp_path, "near", "mine.yaml"),
        house(tmp_path, "other", "mine.yaml", json.dumps(CUT | {"bias": [1.0] * UNITS})),
    ]
    mine, near, other = (leaf_for(each.new_game(3, 1)) for each in told)
    assert mine == near is not None
    assert other not in (mine, None)
    assert leaf_for(rules("caravan").new_game(3, 1)) is None


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "leaf",
    [
        " " * 100_001,
        json.dumps(CUT).replace("0.2]", "NaN]"),
        "{",
        "{}",
        json.dumps(CUT | {"bias": [1.0]}),
        "[" * 90_000,
    ],
)
@pytest.mark.rotating
def test_what_is_wrong_is_left_and_told(
    tmp_path: Path, leaf: str, caplog: pytest.LogCaptureFixture
) -> None:
    game = house(tmp_path, "broken", "classic", leaf).new_game(5, 1)
    assert leaf_for(game) == leaf_for(rules("classic").new_game(5, 1)) is not None
    assert "broken.leaf.json is not used" in caplog.text


@pytest.mark.rotating
def test_it_is_for_the_number_of_players_of_which_it_was_learned() -> None:
    found = [leaf_for(rules("classic").new_game(players, 1)) is None for players in (4, 5, 6)]
    assert found == [True, False, True]
    assert leaf_for(rules("modern").new_game(5, 1)) is None


def test_a_phase_that_the_rules_do_not_have_cuts_nothing(tmp_path: Path) -> None:
    game = house(tmp_path, "away", "caravan", json.dumps(CUT | {"until": "war"})).new_game(2, 1)
    assert leaf_for(game) is None


@pytest.mark.rotating
def test_who_thinks_with_it_thinks_otherwise() -> None:
    game = begun("classic", 3, 4, 12)
    leaf = Leaf.of(world_of(game)[0].module, CUT)
    one, other = (think(game, SearchBudget(300), 1, leaf=each) for each in (leaf, None))
    assert one != other
    assert sum(one.visits) == sum(other.visits) == 300

"""The search inside a native module makes the tree of the Python search, number by number."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from game.kit import make_rules
from properties.every import shipped
from properties.kit import rules
from rulewright import Game
from rulewright.lab.players import search_tree as tree
from rulewright.lab.players.search_budget import SearchBudget
from rulewright.lab.players.search_player import think
from rulewright.lab.players.search_tree import SearchTree
from rulewright.native.engine import native_tree
from rulewright.runtime.game.engine import SupportsTree
from rulewright.runtime.session import determinization as game_from_log
from rulewright.runtime.session.rules.internals import inside
from tiers import LONG

pytest.importorskip("wasmtime")


def position(edition: str, seed: int, part: float) -> Game:
    """A game by lot, after some part of it; earlier where it would be over."""
    low, high = rules(edition).players
    players = low + seed % (high - low + 1)
    whole = rules(edition).new_game(players, seed, told=False)
    whole.playout(seed)
    game = rules(edition).new_game(players, seed, told=False)
    for index in whole.decisions[: int(part * len(whole.decisions))]:
        game.choose(index)
    return game


def worlds(game: Game, engine: Any, count: int) -> list[Any]:
    """The game dealt anew for who decides, as states of an engine."""
    assert game.decision is not None
    seat, own = game.decision.player, native(game)
    dealt = islice(game_from_log.determinized_states(game.state, seat, 1, own), count)
    return [engine.unpack(own.pack(state)) for state in dealt]


def native(game: Game) -> Any:
    return inside(game.rules).compiled(game.players, game.options, "native").engine


def check_same(game: Game, engine: Any, simulations: int = 30 if LONG else 15) -> None:
    """Two trees of one seed, searched in portions."""
    slow, quick = SearchTree.of(engine, 7), engine.tree(7)
    for games in (worlds(game, engine, 3), worlds(game, engine, 1)):
        assert slow.search(games, simulations)
        assert quick.search(games, simulations)
        assert slow.results(games[0]) == quick.results(games[0])


@pytest.mark.sampled(3)
@pytest.mark.parametrize("edition", shipped() if LONG else ("expeditions", "liars-hand", "modern"))
@pytest.mark.rotating
def test_both_searches_make_the_same_tree(edition: str) -> None:
    for seed, part in ((1, 0.15), (3, 0.7)) if LONG else ((4, 0.5),):
        game = position(edition, seed, part)
        check_same(game, native(game))


@pytest.mark.rotating
def test_without_wasmtime_it_comes_to_the_same() -> None:
    """The Python engine has a tree of its own sort of states."""
    game = position("classic", 3, 0.5)
    engine, own = native(game), game.state.engine
    quick, slow = engine.tree(2), SearchTree.of(own, 2)
    assert not isinstance(own, SupportsTree)
    for one, two in zip(worlds(game, engine, 2), worlds(game, own, 2), strict=True):
        quick.search([one], 20)
        slow.search([two], 20)
        assert quick.results(one) == slow.results(two)


@pytest.mark.rotating
def test_a_full_tree_is_searched_on(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (tree, native_tree):
        monkeypatch.setattr(module, "MAX_TREE_NODES", 12)
    game = position("classic", 1, 0.2)
    check_same(game, native(game), 40)


def test_two_searches_at_a_time_do_not_meet() -> None:
    game = position("classic", 1, 0.2)
    engine = native(game)
    (world,) = worlds(game, engine, 1)
    one, two, alone = engine.tree(1), engine.tree(2), engine.tree(1)
    alone.search([world], 30)
    for _ in range(3):
        one.search([world], 10)
        two.search([world], 10)
    assert one.results(world) == alone.results(world)
    assert two.results(world) != alone.results(world)


STOPS = """
flow
    play daring
phase daring
    for each player in players
        the player chooses
            option keep
                set the player's money to 3
            option dare
                set the player's money to 2000000000 * the player's price-tag
each player has a price-tag, a number starting at 9, seen by everyone
value a player's points is the player's money
outcome by points
"""


def test_after_what_the_rules_stop_it_is_searched_on(tmp_path: Path) -> None:
    """Of a simulation that is given up nothing is counted, in both."""
    game = make_rules(tmp_path, STOPS).new_game(3, 1)
    engine = native(game)
    check_same(game, engine, 40)
    quick, (world,) = engine.tree(3), worlds(game, engine, 1)
    quick.search([world], 40)
    visits, _ = quick.results(world)
    assert visits[1] == 0
    assert 0 < visits[0] < 40


def test_a_game_that_does_not_fit_is_left_to_the_other_search() -> None:
    game = rules("classic").new_game(5, 1, told=False)
    engine, row = native(game), game.state.engine.pack(game.state.state)
    row[game.state.game.module.layout.variables["gold"].base] = 2**40
    assert engine.tree(1).search([engine.unpack(row)], 1) is False


def test_what_native_code_always_gives_up_is_searched_move_by_move(tmp_path: Path) -> None:
    """Numbers that only Python holds: who takes more wins."""
    large = STOPS.replace("money to 3", "money to 4000000 * the player's price-tag")
    game = make_rules(tmp_path, large.replace("2000000000", "3000000")).new_game(3, 1)
    (world,) = worlds(game, native(game), 1)
    assert native(game).tree(1).search([world], 8) is False
    thought = think(game, SearchBudget(40), 1)
    assert sum(thought.visits) == 40
    assert thought.index == 0


def test_nobody_searches_where_nobody_can_win(tmp_path: Path) -> None:
    game = make_rules(tmp_path, STOPS.replace("outcome by points\n", "")).new_game(3, 1)
    assert native(game).tree(1) is None

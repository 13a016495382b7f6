"""The native engine as programs and `simulate` meet it."""

from __future__ import annotations

import json
import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import rulewright
from engines.kit import Lockstep, module_of, native, plain, players_of
from front.kit import Shell
from perft.games import TESTS, Way
from rulewright import Game
from rulewright.base.records import evolve
from rulewright.native import host
from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.compile_module import build_playout_module, lay_out
from rulewright.native.emit import function_writer as writer
from rulewright.native.encode.inlining import children_of
from rulewright.native.engine.native_engine import NativeEngine
from rulewright.native.exports import play as play_entries
from rulewright.native.layout.frame_layout import Capacity
from rulewright.native.runtime import runtime_function as routine
from rulewright.runtime.game.engine import SupportsManyGames
from rulewright.runtime.game.random_playouts import SilentTape, play_random_game, ranks_of
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow.effects import depends_on_knowledge
from rulewright.runtime.lower import from_world
from rulewright.runtime.python.python_engine import PythonEngine
from rulewright.runtime.session.playouts import Totals, playouts_of, totals_of
from rulewright.runtime.session.rules import rulebook, setups
from rulewright.runtime.session.rules.internals import inside

pytest.importorskip("wasmtime")

TELLING_WHO_WINS = "language/forms/forms.yaml"


@pytest.fixture
def without_wasmtime(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if nothing could compile native code, for editions that are loaded anew."""
    monkeypatch.setattr(setups, "may_be_native", lambda: False)
    monkeypatch.setattr(rulebook, "_LOADED", {})


@pytest.fixture
def nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Editions are loaded and made anew."""
    monkeypatch.setenv("RULEWRIGHT_CACHE", "off")
    monkeypatch.setattr(rulebook, "_LOADED", {})


@pytest.mark.sampled(4)
@pytest.mark.parametrize("edition", ["classic", "lost-cities", "modern", "oh-hell", "orchard"])
def test_silent_play_of_shipped_rules_keeps_no_track_of_who_knows_what(edition: str) -> None:
    """Knowledge that only the story asks for made whole games of `classic` 44 % slower."""
    for players in {2, 3} & {*players_of(edition)} or {min(players_of(edition))}:
        assert not depends_on_knowledge(module_of(Way(edition, players)).code)


@pytest.mark.parametrize("edition", ["classic", "modern", "oh-hell"])
def test_whole_games_store_nothing_of_who_knows_what(edition: str) -> None:
    tables = build_playout_module(lay_out(module_of(Way(edition, 4)), Capacity()))
    known, home = tables.layout.known, tables.state
    knowing = {
        at
        for begin in (0, home)
        for at in range(begin + known.offset, begin + known.offset + known.count)
    }

    for function in tables.wasm.functions.values():
        left = list[object](function.body)
        while left:
            part = left.pop()
            left += children_of(part)
            assert not (
                isinstance(part, wasm.Store) and part.size == known.size and part.offset in knowing
            )


@pytest.mark.rotating
def test_steps_are_added_in_a_long_game_and_run_out_in_a_long_decision(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    module = module_of(Way("classic", 5))
    expected = list(native(module).playouts([(seed, seed) for seed in range(40)]))
    for steps, given_up in ((2_000_000, 0), (20_000, 40)):
        for user in (writer, routine):
            monkeypatch.setattr(user, "MOST_STEPS", steps)
        engine = native(module)

        assert list(engine.playouts([(seed, seed) for seed in range(40)])) == expected
        assert engine.fallback_games == given_up


def both_games(told: bool = False) -> tuple[Game, Game]:
    rules = rulewright.load("classic")
    one, other = (
        rules.new_game(4, seed=5, told=told, engine=name) for name in ("python", "native")
    )
    assert isinstance(other._at.engine, NativeEngine)
    return one, other


def test_a_game_behaves_alike_on_both_engines() -> None:
    games, lot = both_games(), random.Random(1)
    while games[0].decision is not None:
        decisions = [game.decision for game in games]
        asked = [each and (each.player, each.kind, len(each.options)) for each in decisions]
        assert asked[0] == asked[1]
        if games[0].made % 20 == 0:
            seen = [[game.view(seat) for seat in (None, 0, 3)] for game in games]
            assert seen[0] == seen[1]
            assert games[0] == games[1]
            assert hash(games[0]) == hash(games[1])
        index = lot.randrange(len(games[0].decision.options))
        for game in games:
            game.choose(index)

    assert games[0].outcome == games[1].outcome
    assert games[0].decisions == games[1].decisions


def test_copies_and_random_ends_are_alike() -> None:
    games = both_games()
    for game in games:
        for _ in range(10):
            game.choose(0)
    copies = [game.copy() for game in games]
    for copy in copies:
        copy.playout(9)

    assert copies[0].outcome == copies[1].outcome is not None
    assert games[1].decision is not None


def test_what_else_is_taken_at_once_is_drawn_where_somebody_is_asked_it() -> None:
    both = Lockstep.of(module_of(Way("classic", 4)))
    for chance, forced in ((True, False), (False, True), (True, True)):
        row, state = both.python.start(3, chance, forced), both.native.start(3, chance, forced)
        both.python.run(row, SilentTape())
        both.native.run(state, SilentTape())
        taken = both.python.playout(row, SilentTape(), 8)

        assert both.native.rollout_ranks(state, 8) == ranks_of(both.python, row)
        assert both.native.playout(state, SilentTape(), 8) == taken
        assert plain(both.native.pack(state)) == plain(both.python.pack(row))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("asks", [True, False])
def test_nobody_keeps_track_of_what_no_rule_asks(
    asks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = module_of(Way("classic", 4))
    function = module.code.functions[module.outcome.values[0]]
    seat = ir.Local(function.parameters[0][0])
    known = ir.Filtered(ir.AllPieces("hand"), "card", ir.Sees(ir.Local("card"), seat))
    counting = evolve(function, result=ir.Reduce("count", known))
    functions = {**module.code.functions, function.name: counting}
    if not asks:
        monkeypatch.setattr(play_entries, "depends_on_knowledge", lambda module: False)
    both = Lockstep.of(evolve(module, code=evolve(module.code, functions=functions)))
    row, state = both.python.start(3), both.native.start(3)
    both.python.run(row, SilentTape())
    both.native.run(state, SilentTape())

    # In some games it makes no difference to anybody.
    same = [
        both.native.rollout_ranks(state, n) == both.python.rollout_ranks(row, n)
        for n in range(8, 14)
    ]

    assert all(same) == asks


def test_a_native_game_is_saved_and_goes_on() -> None:
    _, game = both_games()
    game.choose(0)
    again = Game.from_json(game.to_json())

    assert again.view(0) == game.view(0)


def test_a_wrong_index_leaves_a_native_game_untouched() -> None:
    python, game = both_games()
    with pytest.raises(rulewright.IllegalChoice):
        game.choose(99)

    assert game == python


def test_stories_are_told_where_they_are_wanted() -> None:
    one, other = both_games(told=True)
    for game in (one, other):
        game.choose(0)

    assert (
        [event.text(0) for event in other.events] == [event.text(0) for event in one.events] != []
    )


@pytest.mark.usefixtures("without_wasmtime")
def test_without_wasmtime_the_python_engine_plays() -> None:
    game = rulewright.load("classic").new_game(4, seed=5, told=False, engine="native")

    assert isinstance(game._at.engine, PythonEngine)


def test_threads_do_not_disturb_each_other() -> None:
    way = Way("classic", 4)
    engine = native(module_of(way))

    def play(seed: int) -> object:
        return play_random_game(engine, seed, seed)

    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(play, range(24)))

    assert found == [play(seed) for seed in range(24)]


def test_this_version_of_wasmtime_is_called_as_it_wants_to_be() -> None:
    """If this fails with a new version: `native/host.py` is where it is called."""
    both = Lockstep.of(module_of(Way("expeditions", 2)))
    both.play(1)
    assert not both.given_up
    state = both.native.start(1)
    with pytest.raises(host.Trapped):
        both.native._call(state, "options")  # nothing is asked before the game has begun
    both.play(2)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("edition", "players", "count"),
    [("classic", 5, 60), ("expeditions", 2, 60), (TELLING_WHO_WINS, 2, 300)],
)
def test_sums_are_those_of_all_games(edition: str, players: int, count: int) -> None:
    """Also of a game whose rules may say who has won, where that counts more than the score."""
    rules = rulewright.load(TESTS / edition if edition == TELLING_WHO_WINS else edition)
    games, seeds = (inside(rules).compiled(players, engine="native"), range(2**64 - count, 2**64))
    assert isinstance(games.engine, SupportsManyGames)
    assert games.engine.sums(seeds.start, len(seeds)) is not None
    python = inside(rules).compiled(players)
    assert not isinstance(python.engine, SupportsManyGames)

    assert totals_of(games, seeds) == sum(map(Totals.of, playouts_of(python, seeds)), Totals())
    assert totals_of(games, range(2**64, 2**64 + 2)) == totals_of(python, range(2**64, 2**64 + 2))


# ------------------------------------------------------------------ what it takes to make them


@pytest.mark.usefixtures("nothing_kept")
@pytest.mark.rotating
def test_rules_are_lowered_once_for_all_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    lowered: list[object] = []
    module_of_world = from_world.module_of

    def noted(work: Any) -> object:
        lowered.append(work)
        return module_of_world(work)

    monkeypatch.setattr(from_world, "module_of", noted)
    book = rulebook.load_rulebook("classic")

    plain_game, native_game = book.compiled(4), book.native(4)

    assert native_game is not None
    assert native_game.module.digest == plain_game.module.digest == book.module(4).digest
    assert len(lowered) == 1
    book.module(5)
    assert len(lowered) == 2
    book.counting(5)
    assert len(lowered) == 3


# ------------------------------------------------------------------ simulate


def told(shell: Shell, *more: object) -> dict[str, object]:
    result = shell.run("simulate", "modern", "--players", 4, "--games", 6, "--json", *more)
    found: dict[str, object] = json.loads(result.stdout)
    for name in ("seconds", "cpu_seconds", "games_per_s", "games_per_cpu_s", "engine"):
        del found[name]
    return found


@pytest.mark.rotating
def test_simulate_says_the_same_of_both_engines(shell: Shell) -> None:
    assert told(shell, "--engine", "native") == told(shell, "--engine", "python") == told(shell)


def test_bots_play_the_same_on_both_engines(shell: Shell) -> None:
    first = [told(shell, "--bot", "first", "--engine", name) for name in ("native", "python")]

    assert first[0] == first[1]


@pytest.mark.usefixtures("without_wasmtime")
@pytest.mark.rotating
def test_without_wasmtime_simulate_says_what_is_missing(shell: Shell) -> None:
    result = shell.run("simulate", "--engine", "native", "--games", 1, exit_code=None)

    assert "wasmtime" in result.stderr
    assert told(shell)["games"] == 6

"""What the native engine has no room for is played by the other: the games are the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engines.kit import GAMES, Lockstep, module_of, native, players_of
from game.kit import make_rules
from ir.kit import module_with
from perft.games import Way
from rulewright.base.records import evolve
from rulewright.native import compile_module as from_module
from rulewright.native.analysis import intervals, spans
from rulewright.native.compile_module import native_module
from rulewright.native.emit import function_writer as writer
from rulewright.native.emit.blocks import option_functions
from rulewright.native.engine.native_engine import NativeEngine
from rulewright.native.host import HostUnavailable, Trapped
from rulewright.native.layout.frame_layout import Capacity
from rulewright.native.loading import native_code
from rulewright.runtime.game.random_playouts import SilentTape
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.engine_contract import Fault
from rulewright.runtime.lower.passes import run_passes
from rulewright.runtime.python.python_engine import PythonEngine
from rulewright.runtime.session.rules.internals import inside

pytest.importorskip("wasmtime")

CLASSIC = Way("classic", 4)


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "capacity",
    [Capacity(delayed=0), Capacity(numbers=1), Capacity(captures=0), Capacity(0, 0, 0)],
    ids=str,
)
@pytest.mark.rotating
def test_games_are_the_same_with_hardly_any_room(capacity: Capacity) -> None:
    both = Lockstep.of(module_of(Way("modern", 6)), capacity)
    both.play(1)
    both.play_whole(range(2))

    assert both.given_up or capacity.delayed


@pytest.mark.rotating
def test_games_are_the_same_where_few_options_can_be_listed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(option_functions, "MAX_OPTIONS", 4)
    both = Lockstep.of(module_of(CLASSIC))
    both.play(2)
    both.play_whole(range(2))

    assert both.given_up


@pytest.mark.rotating
def test_nobody_looks_whether_there_is_room_for_options_where_there_always_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All cards and a few more are as many as can be offered at once."""
    module = module_of(CLASSIC)
    size = len(native_module(module).wasm)

    monkeypatch.setattr(option_functions, "MAX_OPTIONS", len(module.pieces))

    assert len(native_module(module).wasm) > size


@pytest.mark.rotating
def test_games_are_the_same_where_numbers_are_larger_than_is_held(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module in (intervals, spans):
        monkeypatch.setattr(module, "NUMBERS", intervals.Interval(-5, 5))
    both = Lockstep.of(module_of(CLASSIC))
    both.play(2)
    both.play_whole(range(2))

    assert both.given_up


def test_games_are_the_same_where_few_decisions_are_taken_for_very_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(writer, "MAX_DECISIONS", 100)
    both = Lockstep.of(module_of(CLASSIC))
    state = both.native.start(1)
    both.native.run(state, SilentTape())
    both.play_whole(range(2))
    both.play(2)

    assert both.native._native_results([(0, 1)]) is None
    with pytest.raises(Trapped):
        both.native._call(state, "judged", 1)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("edition", GAMES)
def test_small_games_are_the_same_where_there_is_room_for_nothing(
    edition: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(option_functions, "MAX_OPTIONS", 1)
    players = next(players_of(edition))
    both = Lockstep.of(module_of(Way(edition, players)), Capacity(0, 0, 0))
    both.play(1)
    both.play_whole(range(3))


def _growing(times: int) -> NativeEngine:
    """A game that doubles the gold of a player so many times."""
    gold = ir.Read("gold", ir.Const(0))
    double = ir.Write("gold", ir.Const(0), ir.Binary("*", gold, ir.Const(2)))
    return native(run_passes(module_with((double,) * times)))


@pytest.mark.parametrize("times", [1, 23, 24, 29, 30, 31])
def test_numbers_grow_as_on_the_python_engine_or_stop_there(times: int) -> None:
    engine = _growing(times)
    state = engine.start(1)
    if times >= 30:
        with pytest.raises(Fault, match="beyond"):
            engine.run(state, SilentTape())
        return
    engine.run(state, SilentTape())

    assert engine.snapshot(state).value("gold", 0) == 2 << times


def test_an_index_of_nobody_is_never_looked_up_somewhere_else() -> None:
    nobody = ir.Write("gold", ir.Read("turn"), ir.Const(1))
    module = run_passes(module_with((nobody,)))
    engine = native(module)
    state = engine.start(1)
    with pytest.raises(Trapped):
        engine._call(state, "run")


def test_a_state_after_giving_up_is_native_again_when_it_has_room() -> None:
    engine = _growing(24)
    state = engine.start(1)
    engine.run(state, SilentTape())

    assert state.memory is None
    row = engine.row(state)
    row[engine.module.variables["gold"].run.base] = 7
    assert engine._is_native(state)


def test_told_games_are_the_python_engines() -> None:
    module = module_of(CLASSIC)
    engine, python = native(module), PythonEngine(module)
    tapes: list[Any] = [SilentTape(), SilentTape()]
    for tape in tapes:
        tape.log = []
    state, row = engine.start(4), python.start(4)
    engine.run(state, tapes[0])
    python.run(row, tapes[1])

    assert tapes[0].log == tapes[1].log != []


def test_a_version_that_is_not_known_to_work_is_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.native.host.VERSIONS", (1, 2))
    module = module_of(Way(GAMES[0], 2))

    with pytest.raises(HostUnavailable, match="not known to work"):
        NativeEngine(native_module(module), PythonEngine(module))


def test_code_that_does_not_compile_is_no_traceback() -> None:
    module = module_of(Way(GAMES[0], 2))
    broken = evolve(native_module(module), wasm=b"\0asm\1\0\0\0\1")

    with pytest.raises(HostUnavailable):
        NativeEngine(broken, PythonEngine(module))


def test_rules_of_very_many_deeds_are_left_to_the_other_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    module = module_of(CLASSIC)
    assert native_code(module) is not None

    monkeypatch.setattr(from_module, "MAX_TERMS", 1000)

    assert native_code(module) is None


@pytest.mark.rotating
def test_a_procedure_that_may_stop_in_very_many_places_is_left_to_the_other_engine(
    tmp_path: Path,
) -> None:
    flow = "\nflow\n    play luck\nphase luck\n    for each player in players\n"
    deeds = "        the player gains some-luck\n" * 500
    event = "event a player gains some-luck\n    the player chooses a look from 1 to 2\n"
    ended = "    set the player's money to the look\n"
    outcome = "value a player's points is the player's money\noutcome by points\n"
    rules = make_rules(tmp_path, flow + deeds + event + ended + outcome, "Apple: 1, Lemon: 1")

    assert native_code(inside(rules).module(2)) is None

"""Every change of the table does natively what it does in Python, whatever lies where and whoever knows of it."""

from __future__ import annotations

from random import Random

import pytest

from engines.kit import native, plain
from ir.kit import module_with
from ir.verify import verify
from rulewright.native.loading import native_code
from rulewright.native.runtime.shuffles import ReverseFunction
from rulewright.runtime.game.random_playouts import SilentTape
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.nodes.ir_types import SHOWN_TO
from rulewright.runtime.ir.terms import Change, Kind, Node, Type
from rulewright.runtime.lower.passes import run_passes
from rulewright.runtime.python.python_engine import PythonEngine

pytest.importorskip("wasmtime")

PLACES = (ir.Place("deck"), ir.Place("hand", ir.Const(0)), ir.Place("hand", ir.Const(1)))
CLEAR = range(SHOWN_TO + 2)
NUMBERS = {Change.MOVE: CLEAR, Change.MOVE_ALL: CLEAR}
"""What the number of a change may be, where that is not any."""
ANY = (-(2**20), -7, -2, -1, 0, 1, 2, 3, 4, 2**20)


def given(change: Change, type_: Type, lot: Random) -> Node:
    """Something of a type for a change, by lot; nothing and nobody too."""
    if type_.many:
        zone = lot.choice((ir.Pieces("deck"), ir.Pieces("hand", ir.Const(lot.randrange(2)))))
        return ir.Taken(ir.Kept(zone), ir.Const(lot.randrange(4)))
    match type_.kind:
        case Kind.PLACE:
            return lot.choice(PLACES)
        case Kind.PIECE:
            return ir.Const(lot.randrange(-1, 3))
        case Kind.PLAYER:
            return ir.Const(lot.randrange(-1, 2))
        case Kind.TRUTH:
            return ir.Const(lot.randrange(2))
        case Kind.NUMBER:
            return ir.Const(lot.choice(NUMBERS.get(change, ANY)))
    raise NotImplementedError(type_)


def effect(change: Change, lot: Random) -> ir.Effect:
    """A change of things by lot."""
    return ir.Effect(change, tuple(given(change, type_, lot) for type_ in change.takes))


def changing(change: Change, seed: int) -> Module:
    """A module that makes a change again and again, and others in between."""
    lot, others = Random(seed), sorted(Change, key=lambda each: each.verb)
    body = [effect(each, lot) for _ in range(8) for each in (lot.choice(others), change)]
    return run_passes(verify(module_with((*body, ir.Reset("turn")))))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("change", Change, ids=lambda change: change.verb)
@pytest.mark.rotating
def test_a_change_does_the_same(change: Change) -> None:
    for seed in range(6):
        module = changing(change, seed)
        python, engine = PythonEngine(module), native(module)
        row, state = python.start(seed), engine.start(seed)
        python.run(row, SilentTape())
        engine.run(state, SilentTape())

        assert state.memory is not None
        assert plain(engine.pack(state)) == plain(python.pack(row)), seed


def test_a_change_without_a_routine_is_left_to_the_other_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    module = changing(Change.REVERSE, 1)
    assert native_code(module) is not None

    monkeypatch.setattr(ReverseFunction, "put", lambda self: None)

    assert native_code(module) is None

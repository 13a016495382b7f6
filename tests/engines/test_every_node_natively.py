"""Every expression and statement means natively what it means in Python."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from engines.kit import native, plain
from ir.kit import EXPRESSIONS, IN_LOOP, STATEMENTS, module_with
from ir.verify import verify
from rulewright.native.emit.emit_context import Unsupported
from rulewright.runtime.game.random_playouts import SilentTape
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow.uses import free_locals
from rulewright.runtime.ir.engine_contract import Fault
from rulewright.runtime.ir.terms import Node, Stmt, Type
from rulewright.runtime.lower.passes import run_passes
from rulewright.runtime.python.python_engine import PythonEngine

pytestmark = pytest.mark.sampled(4)

pytest.importorskip("wasmtime")

COUNTING = (ir.Watched, ir.Count)


def named(value: object) -> str:
    return type(value).__name__


def outcome(engine: Any, state: Any, *given: int) -> Any:
    """What a function gives, or that it gives nothing."""
    try:
        return plain(engine.call(state, "asked", *given))
    except Fault as fault:
        return str(fault)


@pytest.mark.parametrize(("node", "type_"), EXPRESSIONS.values(), ids=named)
def test_an_expression_gives_the_same(node: Node, type_: Type) -> None:
    if free_locals(node) & set(IN_LOOP):
        loop = ir.For("kept", IN_LOOP["kept"], ir.Captured(7), (ir.Assign("x", node, type_),))
        module = module_with((ir.Delay(7, (ir.Const(1), ir.Const(2))), loop))
    else:
        # A number, whatever the expression is.
        asked = ir.Reduce("count", node) if type_.many else node
        module = module_with((), asked, ir.NUMBER if type_.many else type_)
    module = run_passes(verify(module))
    if isinstance(node, COUNTING):
        with pytest.raises(Unsupported):
            native(module)
        return
    python, engine = PythonEngine(module), native(module)
    row, state = python.start(1), engine.start(1)
    python.run(row, SilentTape())
    engine.run(state, SilentTape())

    assert state.memory is not None
    assert plain(engine.pack(state)) == plain(python.pack(row))
    for given in product((-1, 0, 1), (0, 1, 2), (-3, 0, 4), (0, 1), (0, 1)):
        assert outcome(engine, state, *given) == outcome(python, row, *given), given


@pytest.mark.parametrize("stmt", STATEMENTS.values(), ids=named)
def test_a_statement_does_the_same(stmt: Stmt) -> None:
    module = run_passes(verify(module_with((stmt, ir.Reset("turn")))))
    if isinstance(stmt, COUNTING):
        with pytest.raises(Unsupported):
            native(module)
        return
    python, engine = PythonEngine(module), native(module)
    results = []
    engines: list[Any] = [python, engine]
    for each in engines:
        state = each.start(1)
        try:
            each.run(state, SilentTape())
            results.append(plain(each.pack(state)))
        except Fault as fault:
            results.append(str(fault))

    assert results[0] == results[1]

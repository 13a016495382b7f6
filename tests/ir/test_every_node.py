"""Every expression and every statement goes through every pass: one that was forgotten somewhere is named here."""

from __future__ import annotations

from typing import get_args

import pytest

from ir.ir_typing import TypeChecker
from ir.kit import EXPRESSIONS, IN_LOOP, NAMES, STATEMENTS, module_with
from ir.verify import verify
from rulewright.language.program import typed
from rulewright.language.syntax import tree
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow.uses import LocalUses, free_locals
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.printing.expression_text import expression_text
from rulewright.runtime.ir.printing.module_text import module_text
from rulewright.runtime.ir.terms import Change, Node, Stmt, Type
from rulewright.runtime.ir.walk import child_nodes, exceeds_weight, map_children
from rulewright.runtime.lower import from_world  # noqa: F401 - brings in all that lowers
from rulewright.runtime.lower.dispatch import (
    EXPRESSIONS as LOWERED_EXPRESSIONS,
    STATEMENTS as LOWERED_STATEMENTS,
)
from rulewright.runtime.lower.passes import run_passes
from rulewright.runtime.python.card_moves import PlaceTables
from rulewright.runtime.python.emit_module import source_of
from rulewright.runtime.python.python_engine import PythonEngine
from rulewright.runtime.python.runtime import make_runtime

ALL_EXPRESSIONS = sorted(EXPRESSIONS.values(), key=lambda pair: type(pair[0]).__name__)
ALL_STATEMENTS = sorted(STATEMENTS.values(), key=lambda stmt: type(stmt).__name__)


def named(value: object) -> str:
    return type(value).__name__


def module_of(node: Node, type_: Type) -> Module:
    """A module in which an expression is worked out, for each captured thing where it needs one."""
    if free_locals(node) & set(IN_LOOP):
        loop = ir.For("kept", IN_LOOP["kept"], ir.Captured(7), (ir.Assign("x", node, type_),))
        return module_with((loop,))
    return module_with(result=node, type_=type_)


def test_there_is_a_sample_of_every_expression_and_statement() -> None:
    assert set(EXPRESSIONS) == set(get_args(ir.Node))
    assert set(STATEMENTS) == set(get_args(ir.Stmt))


@pytest.mark.parametrize(("node", "type_"), ALL_EXPRESSIONS, ids=named)
def test_an_expression_has_its_type(node: Node, type_: Type) -> None:
    checker = TypeChecker(module_with())

    found = checker.type_of(node, {**NAMES, **IN_LOOP})

    assert checker.wrong == []
    assert found == type_ or isinstance(node, ir.Const)


@pytest.mark.parametrize(("node", "type_"), ALL_EXPRESSIONS, ids=named)
def test_an_expression_is_walked_over_and_written_down(node: Node, type_: Type) -> None:
    assert map_children(node, lambda child: child) == node
    assert exceeds_weight(len(child_nodes(node)), node)
    assert not exceeds_weight(1000, node)
    assert free_locals(node) <= {*NAMES, *IN_LOOP}
    assert expression_text(node)


@pytest.mark.parametrize(("node", "type_"), ALL_EXPRESSIONS, ids=named)
def test_an_expression_goes_through_all_passes_into_python(node: Node, type_: Type) -> None:
    before = verify(module_of(node, type_))
    for module in (run_passes(before), run_passes(before, optimized=False)):
        verify(module)
        assert module_text(module)
        compile(source_of(module), "<rules>", "exec")


@pytest.mark.parametrize("stmt", ALL_STATEMENTS, ids=named)
def test_a_statement_goes_through_all_passes_into_python(stmt: Stmt) -> None:
    before = verify(module_with((stmt,)))
    flow = LocalUses(sure=set(NAMES))
    flow.statement(stmt)
    assert flow.read == set()
    for module in (run_passes(before), run_passes(before, optimized=False)):
        verify(module)
        assert module_text(module) != module_text(run_passes(module_with()))
        compile(source_of(module), "<rules>", "exec")


def test_the_module_of_the_samples_plays() -> None:
    engine = PythonEngine(run_passes(verify(module_with(tuple(ALL_STATEMENTS[-3:])))))
    state = engine.start(1)

    assert engine.snapshot(state).value("gold", 1) == 2


def test_python_makes_every_change_of_the_table() -> None:
    runtime = make_runtime(PlaceTables(12, 15, 2, (0,) * 21, {}, frozenset(), {}, ()))

    assert {change.verb for change in Change} <= set(runtime)


def test_every_way_to_rearrange_a_place_is_a_change_of_the_table() -> None:
    for how in get_args(tree.Rearranging):
        assert Change.of(how).takes[0] == ir.PLACE


def names(base: type) -> set[str]:
    """The classes of typed expressions or statements that there are.

    By name: of a class with slots the one that it was made from may be there still.
    """
    below: list[type] = base.__subclasses__()
    return {cls.__name__ for cls in below}.union(*map(names, below))


def test_every_expression_and_statement_of_rules_is_lowered() -> None:
    assert names(typed.Expr) == {cls.__name__ for cls in LOWERED_EXPRESSIONS}
    assert names(typed.Stmt) == {cls.__name__ for cls in LOWERED_STATEMENTS}

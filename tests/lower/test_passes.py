"""What each pass makes of a small module: games would be the same without it, only slower or with larger saves."""

from __future__ import annotations

import pytest

from ir.kit import WHO, YES, N, ask, module_with
from rulewright.base.records import evolve
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.nodes.constructors import binary, conjunction
from rulewright.runtime.ir.terms import NUMBER, PIECE, TRUTH, Const, Function, Local, Node
from rulewright.runtime.lower.passes import ENGINE_PASSES
from rulewright.runtime.lower.passes.constant_folding import fold_constants
from rulewright.runtime.lower.passes.dead_code import remove_dead_code
from rulewright.runtime.lower.passes.inlining import (
    MAX_INLINED_CONJUNCTION,
    MAX_INLINED_WEIGHT,
    inline_functions,
)

GOLD = ir.Read("gold", WHO)
TWICE = binary("+", Local("n"), Local("n"))


def asked(module: Module) -> Node:
    return module.code.functions["asked"].result


def calling(called: Node, argument: Node, type_: ir.Type = NUMBER) -> Node:
    """What asking a function of one number becomes when functions are written out."""
    module = module_with(result=ir.Call("called", (argument,)), type_=type_)
    functions = {
        **module.code.functions,
        "called": Function("called", (("n", NUMBER),), type_, called),
    }
    return asked(inline_functions(evolve(module, code=evolve(module.code, functions=functions))))


def sum_of(nodes: int) -> Node:
    """A sum of so many nodes, an odd number."""
    node: Node = N
    for _ in range(nodes // 2):
        node = binary("+", node, N)
    return node


@pytest.mark.parametrize("nodes", [1, MAX_INLINED_WEIGHT - 1])
def test_a_small_function_is_written_out(nodes: int) -> None:
    assert not isinstance(calling(sum_of(nodes), N), ir.Call)


def test_a_large_function_stays_a_call() -> None:
    assert calling(sum_of(MAX_INLINED_WEIGHT + 1), N) == ir.Call("called", (N,))


def test_of_conditions_that_must_all_hold_more_is_written_out() -> None:
    def called(nodes: int) -> bool:
        rich = binary(">", sum_of(nodes - 4), Const(3))
        return isinstance(calling(conjunction(YES, rich), N, TRUTH), ir.Call)

    assert not called(MAX_INLINED_WEIGHT + 1)
    assert not called(MAX_INLINED_CONJUNCTION - 1)
    assert called(MAX_INLINED_CONJUNCTION + 1)


def test_what_is_worked_out_is_worked_out_once() -> None:
    assert calling(TWICE, N) == binary("+", N, N)
    assert calling(TWICE, GOLD) == ir.Call("called", (GOLD,))
    assert calling(binary("+", Local("n"), Const(1)), GOLD) == binary("+", GOLD, Const(1))


def test_a_branch_that_is_settled_goes_and_what_nothing_comes_of() -> None:
    gain, back = ir.Perform("gain", (WHO,)), ir.Reset("turn")
    never = binary("==", Const(1), Const(2))
    module = module_with(
        (
            ir.If(never, (gain,), (back,)),
            ir.If(YES, (ir.If(never, (gain,), ()),), ()),
            ir.For("each", PIECE, ir.Sequence((), PIECE), (gain,)),
            ir.Loop(binary("==", Const(1), Const(1)), (gain,)),
            ir.Loop(YES, (ir.If(never, (gain,), (back,)),)),
        )
    )

    assert fold_constants(module).code.procedures["do"].body == (back, ir.Loop(YES, (back,)))


def test_what_is_not_called_goes() -> None:
    code = remove_dead_code(module_with((ir.Perform("gain", (WHO,)),))).code

    assert set(code.procedures) == {"flow", "do", "gain"}
    assert set(code.functions) == {"asked"}


def test_a_block_keeps_what_is_read_before_it_is_given_a_value() -> None:
    """`n` is read after the question, `left` is given its value there; nobody asks for the hue again."""
    after = (ir.Assign("left", N, NUMBER), ir.Write("gold", WHO, Local("left")))
    shown = ir.Effect(ir.Change.SHOW, (Local("pick"), WHO))
    module = module_with((ask((shown,)), *after))
    for change in ENGINE_PASSES:
        module = change(module)

    graph = module.code.graph
    assert graph is not None
    live = {block.live for block in graph.blocks if block.procedure == "do"}
    assert live == {frozenset(), frozenset({"who", "n"}), frozenset({"who", "n", "pick"})}

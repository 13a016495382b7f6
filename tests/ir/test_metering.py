"""Code that could go on for long takes steps, other code none; numbers on the way need no more than 64 bits."""

from __future__ import annotations

import pytest

from ir.kit import HAND, WHO, YES, N, ask, module_with
from ir.verify import Unsound, verify
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.terms import NUMBER, Body, Bounded, Const, Local, Metered, Node, Spend
from rulewright.runtime.ir.walk import walk, walk_body
from rulewright.runtime.lower.passes import run_passes
from rulewright.runtime.lower.passes.fuel import FREE_COST, insert_fuel
from rulewright.runtime.lower.passes.overflow_bounds import insert_overflow_checks

MANY = ir.Numbers(Const(1), Const(FREE_COST))
FEW = ir.Numbers(Const(1), Const(20))
GAIN: Body = (ir.Write("gold", WHO, ir.Binary("+", ir.Read("gold", WHO), Const(1))),)


def loop(source: Node, body: Body = GAIN, var: str = "x") -> ir.For:
    return ir.For(var, NUMBER, source, body)


def paying(module: Module) -> list[str]:
    """The functions and procedures that take steps somewhere."""
    code = module.code
    terms = {name: walk(f.result) for name, f in code.functions.items()}
    terms |= {name: walk_body(p.body) for name, p in code.procedures.items()}
    return [n for n, found in terms.items() if any(isinstance(t, Spend | Metered) for t in found)]


@pytest.mark.parametrize(
    "body", [(), GAIN, (loop(FEW),), (loop(FEW, (loop(FEW, var="y"),)),), (ask(),)]
)
def test_what_is_short_takes_none(body: Body) -> None:
    assert paying(insert_fuel(module_with(body))) == []


@pytest.mark.parametrize(
    "body",
    [
        (loop(MANY),),
        (loop(ir.Numbers(Const(1), N)),),
        (loop(FEW, (loop(FEW, (loop(FEW, (loop(FEW, var="v"),), "z"),), "y"),)),),
        (ir.Loop(YES, GAIN),),
        (ask(then=(loop(MANY),)),),
    ],
)
def test_what_may_be_long_pays_for_each_turn(body: Body) -> None:
    assert paying(insert_fuel(module_with(body))) == ["do"]


def test_an_outer_loop_pays_less_than_the_loop_in_it() -> None:
    module = insert_fuel(module_with((loop(MANY, (loop(MANY, var="y"),)),)))

    spent = [t.steps for t in walk_body(module.code.procedures["do"].body) if isinstance(t, Spend)]

    assert len(spent) == 2
    assert max(spent) < FREE_COST


@pytest.mark.parametrize("how", ["count", "some", "total"])
def test_lists_in_lists_pay(how: ir.Way) -> None:
    inner: Node = ir.Reduce("count", ir.Filtered(MANY, "y", ir.Binary("<", Local("y"), N)))
    asked = ir.Reduce(
        how, ir.Filtered(MANY, "x", ir.Binary("<", inner, Local("x"))), "x", Local("x")
    )

    assert "asked" in paying(insert_fuel(module_with(result=asked)))


def test_what_calls_much_pays_when_it_is_called() -> None:
    """Twice each, thirty deep: none has a loop."""
    module = module_with()
    functions = module.code.functions
    for number in range(30):
        inner = ir.Call(f"f{number - 1}", ()) if number else Const(1)
        functions[f"f{number}"] = ir.Function(
            f"f{number}", (), NUMBER, ir.Binary("+", inner, inner)
        )

    assert paying(insert_fuel(module)) == ["f13", "f26"]


def test_metering_twice_changes_nothing() -> None:
    once = insert_fuel(module_with((loop(MANY, (loop(HAND, GAIN, "y"),)), ir.Loop(YES, GAIN))))

    assert insert_fuel(once) == once


def test_the_verifier_finds_what_does_not_pay() -> None:
    module = run_passes(module_with((loop(MANY),)))
    verify(module)
    procedure = module.code.procedures["do"]
    module.code.procedures["do"] = ir.Procedure("do", procedure.parameters, (loop(MANY),))

    with pytest.raises(Unsound, match="do: it can go on without taking steps"):
        verify(module)


# ------------------------------------------------------------------ numbers


def product(depth: int) -> Node:
    return N if not depth else ir.Binary("*", product(depth - 1), N)


def is_bounded(node: Node) -> bool:
    module = insert_overflow_checks(module_with(result=node))
    assert insert_overflow_checks(module) == module
    return any(isinstance(t, Bounded) for t in walk(module.code.functions["asked"].result))


def test_sums_and_products_with_constants_stay_as_they_are() -> None:
    assert not is_bounded(ir.Binary("*", Const(3), ir.Binary("+", N, ir.Read("gold", WHO))))
    assert not is_bounded(ir.Binary("*", ir.Read("gold", WHO), ir.Read("gold", WHO)))


def test_products_of_products_are_held_to_the_numbers_of_a_game() -> None:
    assert is_bounded(product(2))
    assert is_bounded(ir.Reduce("total", FEW, "x", ir.Binary("*", ir.Read("gold", WHO), N)))

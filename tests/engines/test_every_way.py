"""What a list comes to is the same natively: of lists of all lengths, with numbers that stand there twice."""

from __future__ import annotations

from random import Random
from typing import get_args

import pytest

from engines.kit import native
from ir.kit import HAND, HANDS, module_with
from ir.verify import verify
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.nodes.ir_expressions import Way
from rulewright.runtime.lower.passes import run_passes
from rulewright.runtime.python.python_engine import PythonEngine

pytest.importorskip("wasmtime")

LISTS = [tuple(Random(seed).choices(range(-3, 9), k=seed % 9)) for seed in range(6)]


def came_to(how: Way, items: tuple[int, ...]) -> tuple[int, int]:
    """What a list comes to in Python and natively."""
    square = ir.Binary("*", ir.Local("each"), ir.Local("each"))
    of = None if how in ("count", "some") else square
    asked = ir.Reduce(how, ir.Sequence(items, ir.NUMBER), "each", of, ir.Const(-9))
    module = run_passes(verify(module_with((), asked)), optimized=False)
    python, engine = PythonEngine(module), native(module)
    given = (0, 1, 5, 1, 1)
    wanted = python.call(python.start(1), "asked", *given)
    state = engine.start(1)
    found = engine._call(state, "call_asked", *given)
    return int(wanted), int(found)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("how", [how for how in get_args(Way) if how != "some"])
def test_a_list_comes_to_the_same(how: Way) -> None:
    for items in LISTS:
        wanted, found = came_to(how, items)
        assert found == wanted, items


@pytest.mark.parametrize(
    ("items", "middle"), [((), -9), ((3,), 9), ((1, 3), 1), ((3, 1, 2), 4), ((5, 1, 2, 3), 4)]
)
def test_the_median_is_the_one_in_the_middle_or_the_lower_of_two(
    items: tuple[int, ...], middle: int
) -> None:
    assert came_to("median", items) == (middle, middle)


def test_the_cards_of_a_hand_have_a_median() -> None:
    worth = ir.Lookup("worth", ir.Local("each"))
    asked = ir.Reduce("median", HAND, "each", worth, ir.Const(0))
    module = run_passes(verify(module_with((), asked)))
    python, engine = PythonEngine(module), native(module)
    row = python.start(1)
    for cards, middle in (((), 0), ((0,), 1), ((0, 2), 1), ((0, 1, 2), 2)):
        row[HANDS.base] = cards
        for card in range(3):
            row[12 + card] = HANDS.base if card in cards else 9
        row[9] = tuple(card for card in range(3) if card not in cards)
        state = engine.unpack(engine.other.pack(row))
        assert python.call(row, "asked", 0, 1, 5, 1, 1) == middle
        assert engine.call(state, "asked", 0, 1, 5, 1, 1) == middle
        assert engine._is_native(state)

"""What native code is written for loops: they go from one that matters to the next, and do what they say."""

from __future__ import annotations

from typing import Any

import pytest

from engines.test_written_code import alike, function_of, move, moved_alike, parts
from ir.kit import CARD, HAND, WHO, YES
from rulewright.engines.native.form.native_form import Loop
from rulewright.ir import terms as ir
from rulewright.ir.terms import Const, Local, Node

RICH = ir.Binary("<", ir.Lookup("worth", Local("each")), Const(3))


@pytest.mark.parametrize(
    ("source", "condition", "skips"),
    [
        (ir.Sequence((0, 1, 2), ir.PIECE), ir.InZone(ir.PlaceOf(Local("each")), "hand"), True),
        (HAND, RICH, True),
        (HAND, ir.Binary(">", ir.Read("gold", Const(0)), ir.Lookup("worth", Local("each"))), True),
        (HAND, YES, False),
        (ir.Sequence((2, 0), ir.PIECE), RICH, False),
    ],
)
def test_a_loop_goes_on_to_the_next_of_which_its_condition_holds_then(
    source: Node, condition: Node, skips: bool
) -> None:
    """What is done with one may change whether it holds of the next."""
    richer = ir.Write("gold", WHO, ir.Binary("+", ir.Read("gold", WHO), Const(1)))
    away = move(Const(2))
    loop = ir.For("each", ir.PIECE, source, (ir.If(condition, (richer, away)),))

    assert any("passing" in name for name in function_of(loop).locals) == skips
    for cards in ((0, 1, 2), (0, 2), (1,)):
        alike(*(move(Const(card), ir.Place("hand", WHO)) for card in cards), loop)
        alike(*(move(Const(card), ir.Place("hand", WHO)) for card in cards), loop, loop)


@pytest.mark.parametrize("high", [-3, 0, 1, 2, 3, 7])
@pytest.mark.parametrize("spend", [(), (ir.Spend(9),)])
def test_so_many_that_are_drawn_leave_what_they_are_drawn_from_once(high: int, spend: Any) -> None:
    draw = move(ir.End(ir.Pieces("deck")), ir.Place("hand", WHO))
    many = ir.Binary("+", ir.Read("gold", WHO), Const(high - 2))
    loop = ir.For("n", ir.NUMBER, ir.Numbers(Const(1), many), (*spend, draw))
    written = moved_alike(move(CARD), loop, move(Const(0)), loop)
    other = ir.For("n", ir.NUMBER, ir.Numbers(Const(1), many), (*spend, draw, ir.Reset("gold")))

    assert any("drawing" in loop.label for loop in parts(written.body, Loop))
    assert not any("drawing" in loop.label for loop in parts(moved_alike(other).body, Loop))

"""What can be worked out once is not worked out for every thing in a list, and nothing that is counted moves."""

from __future__ import annotations

from rulewright.ir.folding import FALSE, both, cheap_first, every, filtered, fold

from rulewright.engines.python.emit_expressions import written
from rulewright.ir.terms import Cell, Const, Filtered, Fold, Local, Op, Watched, ZoneCards

HAND = ZoneCards(5, None)
RICH = both(">=", Cell(1), Const(3))
RED = both("==", Local("card"), Const(7))


def test_some_asks_once_what_does_not_depend_on_the_thing() -> None:
    assert fold("some", filtered(HAND, "card", every(RED, RICH))) == every(
        RICH, Fold("some", Filtered(HAND, "card", RED))
    )


def test_some_of_a_list_that_is_filtered_by_nothing_else_is_whether_there_is_any() -> None:
    assert fold("some", filtered(HAND, "card", RICH)) == every(RICH, Fold("some", HAND))


def test_a_total_and_a_first_are_nothing_where_it_does_not_hold() -> None:
    for how in ("total", "first"):
        node = fold(how, filtered(HAND, "card", every(RED, RICH)), "card", Local("card"))
        inner = Fold(how, Filtered(HAND, "card", RED), "card", Local("card"))
        assert node == Op("if", (RICH, inner, FALSE))


def test_the_greatest_is_left_as_it_is() -> None:
    whole = filtered(HAND, "card", every(RED, RICH))
    assert fold("most", whole, "card", Local("card")) == Fold("most", whole, "card", Local("card"))


def test_what_is_counted_stays_where_it_is_looked_at() -> None:
    whole = filtered(HAND, "card", every(RED, Watched(RICH, 1, 2)))
    assert fold("some", whole) == Fold("some", whole, "_", None)


def test_loops_are_asked_last() -> None:
    loop = fold("some", filtered(HAND, "card", RED))
    parts = cheap_first([loop, RICH])
    assert [written(part) for part in parts] == ["(S[1] >= 3)", f"{written(loop)}"]

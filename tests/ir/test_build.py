"""What can be worked out once is not worked out for every thing in a list, and nothing that is counted moves."""

from __future__ import annotations

from rulewright.runtime.ir.nodes.constructors import (
    FALSE,
    TRUE,
    binary,
    conjunction,
    filter_list,
    reduce_list,
    sort_by_cost,
)
from rulewright.runtime.ir.terms import (
    PIECE,
    Binary,
    Cond,
    Const,
    Filtered,
    Local,
    Pieces,
    Read,
    Reduce,
    Sequence,
    Watched,
    Way,
)

HAND = Pieces("hand")
RICH = binary(">=", Read("money"), Const(3))
RED = binary("==", Local("card"), Const(7))


def test_some_asks_once_what_does_not_depend_on_the_thing() -> None:
    assert reduce_list("some", filter_list(HAND, "card", conjunction(RED, RICH))) == conjunction(
        RICH, Reduce("some", Filtered(HAND, "card", RED))
    )


def test_some_of_a_list_that_is_filtered_by_nothing_else_is_whether_there_is_any() -> None:
    assert reduce_list("some", filter_list(HAND, "card", RICH)) == conjunction(
        RICH, Reduce("some", HAND)
    )


def test_a_total_and_a_first_are_nothing_where_it_does_not_hold() -> None:
    ways: tuple[Way, ...] = ("total", "first")
    for how in ways:
        node = reduce_list(
            how, filter_list(HAND, "card", conjunction(RED, RICH)), "card", Local("card")
        )
        inner = Reduce(how, Filtered(HAND, "card", RED), "card", Local("card"))
        assert node == Cond(RICH, inner, FALSE)


def test_the_greatest_is_left_as_it_is() -> None:
    whole = filter_list(HAND, "card", conjunction(RED, RICH))
    assert reduce_list("most", whole, "card", Local("card")) == Reduce(
        "most", whole, "card", Local("card")
    )


def test_what_is_counted_stays_where_it_is_looked_at() -> None:
    whole = filter_list(HAND, "card", conjunction(RED, Watched(RICH, 1, 2)))
    assert reduce_list("some", whole) == Reduce("some", whole, "_", None)


def test_loops_are_asked_last() -> None:
    loop = reduce_list("some", filter_list(HAND, "card", RED))
    assert sort_by_cost([loop, RICH]) == [RICH, loop]


def test_of_known_things_those_are_left_of_which_it_is_known_that_they_pass() -> None:
    known = Sequence((0, 1, 2, 3), PIECE)
    others = Binary("!=", Local("card"), Const(2))
    rich = Binary(">", Read("price", Local("card")), Const(2))

    assert filter_list(known, "card", others) == Sequence((0, 1, 3), PIECE)
    assert filter_list(known, "card", conjunction(rich, others)) == Filtered(
        Sequence((0, 1, 3), PIECE), "card", rich
    )
    assert reduce_list("some", filter_list(known, "card", others)) == TRUE


def test_a_condition_on_known_things_that_is_counted_is_asked_in_play() -> None:
    others = Watched(Binary("!=", Local("card"), Const(2)), 1, 2)
    known = Sequence((1, 2), PIECE)

    assert filter_list(known, "card", others) == Filtered(known, "card", others)

"""The tests of dealers are tested: a fair one passes all, and each that is wrong on purpose fails the one named."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dealing.checks import check_leak, check_odds, check_support
from dealing.kit import Dealer
from dealing.reference import Case
from dealing.wrong_dealers import (
    by_held_steps,
    fair,
    mostly_fair,
    of_another_seat,
    one_left_out,
    truth,
    uniform,
)
from rulewright import Game

CHAIN, TWICE, LAY = Case("chain", 0, 0, 1), Case("twice", 0, 0, 1), Case("lay", 0, 1, 1)
STIRRED, BIDS = Case("stirred", 0, 0, 1), Case("bids", 0, 0, 1)
DEALS = 1000


def leak(case: Case, dealer: Dealer) -> None:
    check_leak(case, dealer, 20)


def support(case: Case, dealer: Dealer) -> None:
    check_support(case, dealer, DEALS)


def odds(case: Case, dealer: Dealer) -> None:
    check_odds(case, dealer, DEALS)


WRONG: list[tuple[Callable[..., Game], Callable[..., None], Case]] = [
    (by_held_steps, leak, CHAIN),
    (by_held_steps, leak, TWICE),
    (by_held_steps, odds, CHAIN),
    (truth, leak, CHAIN),
    (truth, support, CHAIN),
    (mostly_fair, leak, CHAIN),
    (mostly_fair, odds, CHAIN),
    (uniform, odds, CHAIN),
    (uniform, odds, TWICE),
    (uniform, odds, LAY),
    (uniform, odds, STIRRED),
    (uniform, odds, BIDS),
    (one_left_out, support, CHAIN),
    (one_left_out, support, TWICE),
    (of_another_seat, support, CHAIN),
    (of_another_seat, support, TWICE),
]
"""Who fails which test, at which position."""


@pytest.mark.parametrize("case", [CHAIN, TWICE, LAY, BIDS], ids=str)
@pytest.mark.rotating
def test_a_fair_dealer_passes_all(case: Case) -> None:
    leak(case, fair)
    support(case, fair)
    odds(case, fair)


@pytest.mark.parametrize(
    ("dealer", "test", "case"),
    WRONG,
    ids=lambda each: getattr(each, "__name__", str(each)),
)
@pytest.mark.rotating
def test_a_wrong_dealer_fails(
    dealer: Dealer, test: Callable[[Case, Dealer], None], case: Case
) -> None:
    with pytest.raises(AssertionError):
        test(case, dealer)


def test_what_a_wrong_dealer_does_right_is_no_fault() -> None:
    """Worlds that are equally likely have the right odds, and what the truth hangs on is not the truth."""
    support(CHAIN, uniform)
    leak(CHAIN, uniform)
    leak(CHAIN, one_left_out)

"""What a seat is dealt: all that may be, nothing else, and each world as often as it should be.

`python tests/tools/measure_dealing.py` prints more of each small game, whose worlds are counted (see `reference`).
"""

from __future__ import annotations

import pytest

from dealing.cases import CASES
from dealing.checks import check_odds, check_support
from dealing.kit import determinized
from dealing.reference import Case
from tiers import sample

SOME = sample(CASES, every=len(CASES))


@pytest.mark.parametrize("case", SOME, ids=str)
@pytest.mark.rotating
def test_all_that_may_be_is_dealt_and_nothing_else(case: Case) -> None:
    check_support(case, determinized)


@pytest.mark.parametrize("case", SOME, ids=str)
@pytest.mark.rotating
def test_worlds_are_dealt_as_often_as_they_should(case: Case) -> None:
    check_odds(case, determinized, cases=len(CASES))

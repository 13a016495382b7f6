"""Which remarks are for people, and which for checks."""

from __future__ import annotations

import pytest

from rulewright.language.text import is_for_people


@pytest.mark.parametrize(
    ("remark", "is_so"),
    [
        ("# What lies in the bank.", True),
        ("# The same when it rains", True),
        (" allow everybody to look", True),
        ("# allow E0926: so it is meant", False),
        ("  # same when left out: the hand is empty by then", False),
        (" same when the number one more: all are alike", False),
    ],
)
def test_what_a_check_is_told_is_not_for_people(remark: str, is_so: bool) -> None:
    assert is_for_people(remark) == is_so

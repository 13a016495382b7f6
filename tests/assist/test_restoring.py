"""What is put right unasked: a spelling, a sign, a blank or a small word, and nothing that changes a rule."""

from __future__ import annotations

import pytest

from rulewright.assist import restores

NAMES = frozenset({"gold", "points", "host", "hosts", "gives", "give", "swaps", "swap"})
VERBS = frozenset({"gives", "give", "swaps", "swap"})


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("mian", "main"),
        ("colour", "color"),
        ("the host give 1 gold", "the host gives 1 gold"),
        ("if my gold is atleast 3", "if my gold is at least 3"),
        ("2cards", "2 cards"),
        ("I can not build", "I cannot build"),
        ("if my gold isn't 3", "if my gold is not 3"),
        ("Host", "host"),
        ("gain three gold", "gain 3 gold"),
        ("my gold = 3", "my gold is 3"),
        ("for card in cards", "for each card in cards"),
        ("give 1 gold host", "give 1 gold to the host"),
        ("the the host", "the host"),
        ("gain 1 gold;", "gain 1 gold"),
        ("tell \u201cHello\u201d", 'tell "Hello"'),
        ("first_card", "first-card"),
        ("", "if "),
    ],
)
def test_what_was_meant_is_restored(before: str, after: str) -> None:
    assert restores(before, after, NAMES, VERBS)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("if my gold is atleast 3", "if my gold is 3"),
        ("elif", "if"),
        ("gain 3 points", "gain 3 gold"),
        ("swap the gift for the target", "exchange the gift with the target"),
        ("draw a card", "draw the card"),
        ("draw a card", "draw 1 card"),
        ("give 1 gold for me", "give 1 gold to me"),
        ("the host", "the hosts"),
        ("gain 3 gold", "gain 4 gold"),
        ("gain -1 gold", "gain 1 gold"),
        ("my gold + 1", "my gold 1"),
        ("not (the host is rich or poor)", "not (the host) is rich or poor"),
        ("if my gold is 3, I may pay 1 gold", "if my gold is 3\n    I may pay 1 gold"),
        ("my gold is 3", "my gold is not 3"),
        ("build a district anyway", "build a district"),
        ("    ", ""),
    ],
)
def test_what_changes_a_rule_is_left_to_people(before: str, after: str) -> None:
    assert not restores(before, after, NAMES, VERBS)

"""Training finds the numbers by which choices were made, and keeps nothing of choices by lot."""

from __future__ import annotations

import random
from itertools import pairwise
from math import exp
from typing import Any

import pytest

from properties.kit import rules

train_policy = pytest.importorskip(
    "tools.train_policy", reason="numpy is not installed", exc_type=ImportError
)
Choice = train_policy.Choice

NAMES = ("Amber", "Birch", "Coral")


def drawn(weights: dict[str, float], count: int, seed: int) -> list[Any]:
    """Choices of two of three names; a name is the liker the larger its number times what is seen."""
    lot, found = random.Random(seed), list[Any]()
    for game in range(count):
        seen, options = lot.uniform(0, 2), lot.sample(NAMES, 2)
        shares = [exp(weights[name] * seen) for name in options]
        found.append(Choice(game, [1.0, seen, 7.0], options, lot.choices((0, 1), shares)[0]))
    return found


def test_what_choices_hang_on_is_found() -> None:
    rows = {"takes": drawn({"Amber": 0.0, "Birch": 1.0, "Coral": 2.5}, 900, 1)}
    data = train_policy.model(["always", "seen", "constant"], rows, say=lambda _: None)

    of_seen = [data["decisions"]["takes"][name][1] for name in NAMES]
    assert all(two - one > 0.5 for one, two in pairwise(of_seen))
    assert all(numbers[2] == 0 for numbers in data["decisions"]["takes"].values())


def test_nothing_is_kept_of_choices_by_lot() -> None:
    rows = {"takes": drawn(dict.fromkeys(NAMES, 0.0), 900, 1)}
    data: dict[str, Any] = train_policy.model(
        ["always", "seen", "constant"], rows, say=lambda _: None
    )
    assert data["decisions"] == {}


def test_choices_are_those_that_others_do_not_see() -> None:
    found: dict[str, list[Any]] = {}
    for number, made in train_policy.games(rules("classic"), 4, 1, 3):
        for decision, choice in train_policy.choices(rules("classic"), 4, number, made):
            found.setdefault(decision, []).append(choice)

    assert {"drafts.character", "sorts.card"} <= set(found)
    assert not {"Assassin.murder.victim", "main", "closing"} & set(found)

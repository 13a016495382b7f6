"""The schema of what seats see: valid itself, kept in the documents as it is, and every value is as it says."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import rulewright
from docs.kit import DOCS
from properties.every import editions_of_the_day
from properties.kit import rules
from rulewright.runtime.session.seat.projection import as_bytes
from seat.kit import new, played, shown
from tiers import LONG

KEPT = DOCS / "what-a-seat-sees.schema.json"
VALIDATOR = Draft202012Validator(rulewright.seat_schema())
STEP = 5 if LONG else 67
NAMED = ("version", "edition", "turn", "seats", "places", "cards", "decision", "story", "outcome")


def wrong(value: Any) -> list[str]:
    return [f"{error.json_path}: {error.message}" for error in VALIDATOR.iter_errors(value)]


def test_it_is_a_schema() -> None:
    Draft202012Validator.check_schema(rulewright.seat_schema())


def test_the_kept_one_is_that_of_the_code() -> None:
    """Else write there what `printed` is."""
    printed = json.dumps(rulewright.seat_schema(), indent=2, ensure_ascii=False) + "\n"

    assert KEPT.read_text(encoding="utf-8") == printed


def test_every_type_that_is_named_is_described() -> None:
    """And each is named by another one."""
    schema = rulewright.seat_schema()
    named = set(re.findall(r"#/\$defs/(\w+)", json.dumps(schema)))

    assert named == schema["$defs"].keys()


@pytest.mark.parametrize("edition", editions_of_the_day())
@pytest.mark.rotating
def test_what_seats_see_is_as_it_says(edition: str) -> None:
    told: dict[int | None, int] = {}
    for game in played(new(edition, 3), 3, STEP):
        for seat in [None, game.decision.player if game.decision is not None else 0]:
            value = game.seat(seat, told.get(seat, 0))  # each line of a story is looked at once
            told[seat] = value["told"]
            assert wrong(value) == []
            assert json.loads(as_bytes(value)) == value
            assert set(NAMED) <= value.keys()


@pytest.mark.parametrize("edition", ["classic", "expeditions"])
def test_in_another_language_too(edition: str) -> None:
    game = rulewright.load(edition, "fr").new_game(rules(edition).players[0], seed=2)
    told = 0
    for each in played(game, 2, STEP):
        value = each.seat(0, told)
        assert wrong(value) == []
        told = value["told"]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("seats", 0, "seat"), -1),
        (("seats", 0, "gold"), 3),
        (("places", 0, "pieces"), None),
        (("places", 0, "count"), 2.5),
        (("decision", "form"), "shout"),
        (("decision", "options", 0, "names"), [{"player": 1, "card": "Keep"}]),
        (("version",), 2),
        (("turn", "asked"), "A"),
    ],
)
def test_anything_else_is_not(path: tuple[Any, ...], value: Any) -> None:
    game = rules("classic").new_game(4, seed=1)
    assert game.decision is not None
    found = json.loads(shown(game, game.decision.player))
    at = found
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value

    assert wrong(found)

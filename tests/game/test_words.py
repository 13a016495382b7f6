"""Numbers of the state as words."""

from __future__ import annotations

import pytest
from rulewright.engines.machine import Machine

import rulewright
from game.kit import choose, labels
from rulewright.game.words import card_name, design_name, key_and_word, seat_letters, worded
from rulewright.program.types import NUMBER, PLAYER, YES_OR_NO, Type

COLOUR = Type("colour", optional=True)
DISTRICT = Type("district", optional=True)


@pytest.fixture(scope="module")
def machine() -> Machine:
    return rulewright.load("first-edition").machine(4)


def piece(machine: Machine, name: str) -> int:
    return next(n for n, info in enumerate(machine.pieces) if info.name == name)


def test_seats_have_letters() -> None:
    assert seat_letters(3) == ["A", "B", "C"]
    assert len(seat_letters(8)) == 8


def test_an_edition_has_its_own_names(machine: Machine) -> None:
    assert card_name(machine, piece(machine, "Keep")) == "Wehrturm"
    assert card_name(machine, piece(machine, "Tavern")) == "Tavern"
    assert design_name(machine, "Warlord") == "Condottiere"


def test_values_in_words(machine: Machine) -> None:
    names = ["Ann", "Bo", "Cy", "Di"]
    keep = piece(machine, "Keep")
    said = {
        "7": worded(machine, 7, NUMBER, names),
        "-3": worded(machine, -3, NUMBER, names),
        "yes": worded(machine, 1, YES_OR_NO, names),
        "no": worded(machine, 0, YES_OR_NO, names),
        "Cy": worded(machine, 2, PLAYER, names),
        "nobody": worded(machine, -1, PLAYER.maybe(), names),
        "noble": worded(machine, 0, COLOUR, names),
        "nothing": worded(machine, -1, COLOUR, names),
        "Wehrturm": worded(machine, keep, DISTRICT, names),
    }
    assert list(said) == list(said.values())
    assert worded(machine, -1, DISTRICT, names) == "nothing"


def test_values_as_json(machine: Machine) -> None:
    keep = piece(machine, "Keep")
    assert key_and_word(machine, 2, PLAYER) == ("player", 2)
    assert key_and_word(machine, -1, PLAYER) == ("player", None)
    assert key_and_word(machine, 4, COLOUR) == ("colour", "special")
    assert key_and_word(machine, 4, NUMBER) == ("number", 4)
    assert key_and_word(machine, keep, DISTRICT) == ("card", "Keep")


def test_people_read_the_names_of_the_edition_and_programs_its_own() -> None:
    game = rulewright.load("first-edition").new_game(4, 2)
    while "Condottiere" not in labels(game):
        game.choose(0)
    assert game.decision is not None
    option = game.decision.options[labels(game).index("Condottiere")]
    assert option.data["card"] == "Warlord"
    choose(game, "Condottiere")

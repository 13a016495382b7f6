"""Numbers of the state as words."""

from __future__ import annotations

import pytest

import rulewright
from game.kit import choose, labels
from rulewright.runtime.game.compiled_game import CompiledGame
from rulewright.runtime.game.value_words import (
    card_name,
    design_name,
    json_key_and_value,
    seat_letters,
    value_word,
)
from rulewright.runtime.ir.nodes.ir_types import (
    DESIGN,
    NO_NUMBER,
    NUMBER,
    PIECE,
    PLAYER,
    TRUTH,
    Kind,
    Type,
)
from rulewright.runtime.session.rules.internals import inside

COLOUR = Type(Kind.LABEL, "colour")


@pytest.fixture(scope="module")
def compiled() -> CompiledGame:
    return inside(rulewright.load("first-edition")).compiled(4)


def piece(compiled: CompiledGame, name: str) -> int:
    return next(n for n, info in enumerate(compiled.module.pieces) if info.name == name)


def test_seats_have_letters() -> None:
    assert seat_letters(3) == ["A", "B", "C"]
    assert seat_letters(12)[8:] == ["J", "K", "L", "M"]


def test_an_edition_has_its_own_names(compiled: CompiledGame) -> None:
    assert card_name(compiled, piece(compiled, "Keep")) == "Wehrturm"
    assert card_name(compiled, piece(compiled, "Tavern")) == "Tavern"
    assert design_name(compiled, "Warlord") == "Condottiere"


def test_values_in_words(compiled: CompiledGame) -> None:
    names = ["Ann", "Bo", "Cy", "Di"]
    keep = piece(compiled, "Keep")
    said = {
        "7": value_word(compiled, 7, NUMBER, names),
        "-3": value_word(compiled, -3, NUMBER, names),
        "yes": value_word(compiled, 1, TRUTH, names),
        "no": value_word(compiled, 0, TRUTH, names),
        "Cy": value_word(compiled, 2, PLAYER, names),
        "nobody": value_word(compiled, -1, PLAYER, names),
        "noble": value_word(compiled, 0, COLOUR, names),
        "nothing": value_word(compiled, -1, COLOUR, names),
        "Wehrturm": value_word(compiled, keep, PIECE, names),
    }
    assert list(said) == list(said.values())
    for type_ in (PIECE, DESIGN):
        assert value_word(compiled, -1, type_, names) == "nothing"
    assert value_word(compiled, NO_NUMBER, NUMBER, names) == "nothing"


def test_values_as_json(compiled: CompiledGame) -> None:
    keep = piece(compiled, "Keep")
    assert json_key_and_value(compiled, 2, PLAYER) == ("player", 2)
    assert json_key_and_value(compiled, -1, PLAYER) == ("player", None)
    assert json_key_and_value(compiled, 4, COLOUR) == ("colour", "special")
    assert json_key_and_value(compiled, 4, NUMBER) == ("number", 4)
    assert json_key_and_value(compiled, NO_NUMBER, NUMBER) == ("number", None)
    assert json_key_and_value(compiled, keep, PIECE) == ("card", "Keep")


def test_people_read_the_names_of_the_edition_and_programs_its_own() -> None:
    game = rulewright.load("first-edition").new_game(4, 2)
    while "Condottiere" not in labels(game):
        game.choose(0)
    assert game.decision is not None
    option = game.decision.options[labels(game).index("Condottiere")]
    assert option.data["card"] == "Warlord"
    choose(game, "Condottiere")

"""What the texts of options tell of hidden cards: as much as the story would tell who is asked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.kit import choose, data, labels, make_rules
from rulewright import Game

DEALT = """
flow
    play opening
phase opening
    for each player in players
        move the top of the crate to the player's basket
        move the top of the crate to the player's basket
    for each player in players
        play visit for the player
phase visit for a player
"""


def visit(folder: Path, asked: str, rest: str = "", lang: str = "en") -> Game:
    """A visit in which the first player is asked; his basket and the crate's top are known by nobody else."""
    rules = make_rules(
        folder, DEALT + "\n".join(f"    {line}" for line in asked.split("\n")) + rest
    )
    return rules.new_game(2, 1)


SNIFF = """
power sniff "sniff at {the top of the crate}" at market
    do nothing
event a player sniffs
"""


@pytest.mark.parametrize(
    "asked",
    [
        'the player may sniff, shown as "sniff at {the top of the crate}"',
        'the player chooses a guessed from players, shown as "{the top of the crate} for {guessed}"',
        "the player chooses\n    option x \"take {the first of fruits in the player's left's basket}\"\n"
        "        do nothing\n    option y\n        do nothing",
        "the player uses powers at market",
    ],
)
def test_a_text_names_no_card_that_who_is_asked_does_not_know(tmp_path: Path, asked: str) -> None:
    game = visit(tmp_path, asked, SNIFF)
    assert game.decision is not None
    spoken = [option.spoken for option in game.decision.options]
    whole = json.dumps([game.view(0)["decision"], game.whole_view()["decision"]])

    assert any("a card" in label for label in labels(game))
    for text in (*labels(game), *spoken, whole):
        assert not any(name in text for name in ("Apple", "Citron", "Cherry", "Blood Orange"))


def test_a_text_names_what_who_is_asked_knows(tmp_path: Path) -> None:
    asked = (
        "show the top of the crate to the player\n"
        'the player may sniff, shown as "sniff at {the top of the crate}"'
    )

    game = visit(tmp_path, asked, SNIFF)

    assert labels(game) == ["sniff at Blood Orange", "no"]


@pytest.mark.parametrize(("to", "told"), [("stand", "Apple, Apple"), ("sack", "2 cards")])
def test_a_list_of_cards_in_a_text_names_those_that_are_known(
    tmp_path: Path, to: str, told: str
) -> None:
    place = "the sack" if to == "sack" else f"the player's {to}"
    asked = (
        "the player chooses 2 picks from fruits in the player's basket\n"
        f"for each pick in the picks\n    move the pick to {place}\nshuffle the sack\n"
        'the player may sniff, shown as "sniff at {the picks}"'
    )

    game = visit(tmp_path, asked, SNIFF)

    choose(game, *labels(game)[:1])
    assert labels(game) == [f"sniff at {told}", "no"]


def test_what_lies_unseen_is_offered_without_a_name(tmp_path: Path) -> None:
    asked = "the player chooses a fruit from fruits in the player's left's basket"

    game = visit(tmp_path, asked)

    assert labels(game) == ["a card", "a card"]
    given = data(game)
    assert [(each["card"], each["owner"]) for each in given] == [(None, None)] * 2
    assert [each["piece"] for each in given] == [5, 6]
    game.choose_data({"piece": 6})


def test_what_is_offered_wherever_it_lies_is_named(tmp_path: Path) -> None:
    asked = 'the player chooses a fruit from fruits, shown as "name {fruit}"'

    game = visit(tmp_path, asked)

    assert sorted(labels(game)) == ["name Apple"] * 2 + [
        "name Blood Orange",
        "name Cherry",
        "name Citron",
    ]
    pieces = ["Apple", "Apple", "Lemon", "Cherry", "Blood Orange"]
    assert all(pieces[each["piece"]] == each["card"] for each in data(game))  # type: ignore[call-overload]


def test_a_named_card_has_a_number_of_its_name(tmp_path: Path) -> None:
    asked = "the player chooses a fruit from fruits where its price is not 3"

    game = visit(tmp_path, asked)

    pieces = {each["card"]: each["piece"] for each in data(game)}
    assert (pieces["Cherry"], pieces["Blood Orange"]) == (3, 4)

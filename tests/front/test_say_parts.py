"""`rulewright say` tells what it does not say: no part of a sentence is dropped in silence."""

from __future__ import annotations

import pytest

from front.kit import Shell
from front.test_say import sentences


@pytest.mark.parametrize(
    ("sentence", "lines"),
    [
        (
            "I exchange my hand for the top three cards of the deck",
            (
                "move all districts in my hand to the bottom of the deck",
                "move the top 3 districts of the deck to my hand",
            ),
        ),
        (
            "show a card of my hand to everyone",
            (
                "choose a district from districts in my hand",
                "show the district to everyone",
            ),
        ),
        (
            "Everyone with no gold gets one from the bank",
            ("for each player in players where its gold is 0", "    the player gains 1 gold"),
        ),
        (
            "At the start of each round the player with the fewest cards draws one",
            (
                "at the start of each round",
                "    for each player in players with the least districts-in-hand",
                "        the player draws 1 card",
            ),
        ),
    ],
)
def test_a_sentence_of_known_phrases_is_said_whole(sentence: str, lines: tuple[str, ...]) -> None:
    found, *_ = sentences("classic").nearest(sentence, 5)

    assert found.lines == lines
    assert found.is_whole


def test_a_part_that_nothing_says_is_named(shell: Shell) -> None:
    told = shell.run("say", "when the moon is full, draw two cards").output

    assert "for 'draw two cards':\n   draw 2 cards" in told
    assert "nothing here says: 'when the moon is full'" in told


@pytest.mark.parametrize(
    "sentence",
    [
        "draw two cards unless the moon is full",
        "draw three cards, then discard two and whistle",
        "pay the owner 1 gold if you want to destroy this",
    ],
)
def test_no_part_is_dropped_in_silence(sentence: str) -> None:
    for found in sentences("classic").nearest(sentence, 5):
        assert found.part or found.near or found.missing, found


def test_numbers_are_those_that_were_asked_for() -> None:
    found = sentences("classic").nearest("Draw three cards, then discard two", 5)

    assert found[0].lines[0] == "draw 3 cards"


def test_a_capital_letter_is_no_other_name() -> None:
    found, *_ = sentences("classic").nearest("The player with the Crown draws a card.", 5)

    assert found.lines == ("the crown draws 1 card",)


def test_what_has_to_be_declared_is_in_the_names_of_the_game() -> None:
    found, *_ = sentences("classic").nearest(
        "The player with the most green districts gets two points at the end.", 5
    )

    assert found.extra == (
        "value a player's sun-count is the number of districts in the player's city where its colour is trade",
    )


def test_other_games_have_it_where_this_one_has_not(shell: Shell) -> None:
    told = shell.run("say", "whoever won the last trick leads the next one").output

    assert "the game oh-hell has it so" in told
    assert "rules/oh-hell/play.rules" in told


def test_where_nothing_is_near_it_is_said_where_to_look(shell: Shell) -> None:
    told = shell.run("say", "xyzzy plugh").output

    assert told.startswith("nothing is near it; docs/how-to-say.md")

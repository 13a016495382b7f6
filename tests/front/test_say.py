"""`rulewright say`: what is meant by a sentence, in the words of an edition."""

from __future__ import annotations

from functools import cache

import pytest

from front.kit import Shell
from rulewright.checks.nearest_sentences import Sentences
from rulewright.edition.load import load_edition
from rulewright.library import find_library
from rulewright.program.advising.search.answering import IN_DEEDS
from rulewright.program.advising.search.scaffold import CHOSEN


@cache
def sentences(edition: str) -> Sentences:
    """What looks for sentences of an edition that is shipped."""
    return Sentences(load_edition(edition, find_library().root))


def test_the_nearest_stand_with_their_card_and_where_they_are_told_of(shell: Shell) -> None:
    told = shell.run("say", "when I am murdered I get my gold back").output

    numbers = [line[0] for line in told.splitlines() if line[0] != " "]
    assert numbers == list("12345")[: len(numbers)]
    assert "as Hospital does; rules/citadels/districts/hospital.rules:1:10" in told


@pytest.mark.parametrize(
    ("sentence", "first"),
    [
        ("draw two cards", "draw 2 cards"),
        ("discard a card", "choose a district from districts in my hand"),
        ("if I have more gold than the victim, draw a card", "if my gold is more than"),
        ("swap hands with another player", "choose a player from other players"),
        ("C has three gold", "set C's gold to 3"),
        ("A player without gold may not build", "a player cannot build a district, if"),
        (
            "when another player builds a green district, I draw a card",
            "after another player builds",
        ),
        ("purple districts cost me half", "a district's price for me is half the district's cost"),
        ("nobody may build a district this round", "until the round ends"),
        ("when the Thief is called, draw a card", "after a player answers Thief"),
        ("the poorest player gets 2 gold", "for each player in players with the least gold"),
        (
            "At the end of the game you get 3 extra points if you have at least five red districts",
            "my points is 3 more, if",
        ),
    ],
)
def test_the_first_is_what_is_meant(sentence: str, first: str) -> None:
    assert sentences("classic").nearest(sentence, 1)[0].lines[0].startswith(first)


def test_other_games_have_other_names(shell: Shell) -> None:
    told = shell.run("say", "take a random card from each other player", "caravan").output

    assert "district" not in told
    assert "gold" not in told


@pytest.mark.parametrize(
    ("edition", "sentence", "said"),
    [
        ("caravan", "pass the remaining cards to the right", "exchange the player's hand with"),
        ("caravan", "camels are worth 2 points each", "a player's points is 2 more for each card"),
        ("liars-hand", "I lose two lives", "set my lives to my lives - 2"),
        ("fog-signals", "everybody loses if the deck runs out", "nobody wins the game"),
    ],
)
def test_games_without_such_events_or_cards_that_speak(
    edition: str, sentence: str, said: str
) -> None:
    found = sentences(edition).nearest(sentence, 3)

    assert any(said in line for each in found for line in each.lines)


@pytest.mark.parametrize("sentence", ["xyzzy plugh", "the moderator hums a tune loudly"])
def test_nothing_is_told_where_nothing_is_near(sentence: str) -> None:
    assert sentences("classic").nearest(sentence, 5) == []


def test_machines_are_told_the_same(shell: Shell) -> None:
    data = shell.json("say", "discard a card", "--json", "--most", 1)

    assert data["edition"] == "classic"
    (found,) = data["found"]
    assert found["lines"] == [
        "choose a district from districts in my hand",
        "discard the district",
    ]
    assert found["documented"].startswith("docs/how-to-say.md")
    assert found["place"] == "deed"


@pytest.mark.parametrize("edition", ["classic", "oh-hell", "expeditions"])
def test_all_that_is_told_can_be_read_there(edition: str) -> None:
    searcher = sentences(edition).searcher
    for sentence in ("shuffle the deck", "if the deck is empty, the game ends"):
        found = sentences(edition).nearest(sentence, 5)
        assert found
        for each in found:
            said = " ".join(each.lines)
            in_deeds = each.context in IN_DEEDS and "choose a victim" not in said
            whom = CHOSEN if in_deeds else ()
            is_right = searcher.scaffold.reads(each.lines, each.context, each.extra, whom)
            assert each.is_card or is_right, each

"""`rulewright say`: examples that are like a sentence, in the names of an edition."""

from __future__ import annotations

import re
from functools import cache

import pytest

from front.kit import Shell
from rulewright.assist.examples.declared_samples import HERE, SAMPLE
from rulewright.assist.examples.documents import SETTING
from rulewright.assist.examples.retrieval import RetrievedExample, victim_choice
from rulewright.base.library import find_library
from rulewright.cli.checking.example_search import ExampleSearch
from rulewright.language.edition.loading.load import load_edition

GAMES = (
    "classic", "oh-hell", "oh-hell-partners", "caravan", "liars-hand", "orchard", "expeditions", "fog-signals",
    "masked-ball",
)  # fmt: skip
SAID = (
    "shuffle the deck",
    "if the deck is empty, the game ends",
    "each other player discards a card unless he has three of them",
    "whoever has the most points pays two coins to the player on the left",
    "at the start of your turn you may look at the top card of the deck, and put it back",
    "nobody may draw more than two cards in a turn",
    "when somebody takes one of my cards, he gives me a card in return",
)
"""Said of every game."""


@cache
def sentences(edition: str) -> ExampleSearch:
    """Return what finds examples in an edition that is shipped."""
    return ExampleSearch(load_edition(edition, find_library().root))


def found_for(edition: str, sentence: str) -> list[RetrievedExample]:
    return sentences(edition).nearest(sentence, 5)


@pytest.mark.parametrize(
    ("edition", "sentence", "lines"),
    [
        ("classic", "draw two cards", "draw 2 cards"),
        (
            "classic",
            "take a card for every blue district in your city",
            "draw (the number of districts in my city where its colour is religious) cards",
        ),
        (
            "classic",
            "the poorest player gets 2 gold",
            "for each player in players with the least gold /     the player gains 2 gold",
        ),
        (
            "masked-ball",
            "show one of your masks to everyone",
            "choose a mask from masks in my hand / show the mask to everyone",
        ),
        (
            "masked-ball",
            "the first player to collect fifteen coins wins",
            "at the end of a turn, if the turn's player's coins is at least 15"
            " /     the turn's player wins the game",
        ),
        (
            "classic",
            "The others may not build anything until your next turn.",
            "until my next turn /     another player cannot build a district",
        ),
    ],
)
@pytest.mark.rotating
def test_the_form_is_among_the_first_examples(edition: str, sentence: str, lines: str) -> None:
    found = found_for(edition, sentence)[:3]

    assert lines in [" / ".join(each.lines) for each in found]


@pytest.mark.parametrize(
    ("sentence", "phrase", "line"),
    [
        # Numbers of the sentence are pressed into no example.
        (
            "choose at least 1 friend from other players",
            "there are only two players",
            "the number of players is 2",
        ),
        (
            "gain 2 gold for each player with more districts than me",
            "gain 1 gold for each player with more districts than me",
            "gain (the number of players where (the number of districts in its city) is more than"
            " the number of districts in my city) gold",
        ),
        # A number of the game stays in its role.
        ("districts cost me 3 less", "this costs 1 less", "this's price for me is 1 less"),
        (
            "I have a district of every colour in my city",
            "I have a district of every colour in my city",
            "(the number of different colours of districts in my city) is the number of colours",
        ),
    ],
)
def test_an_example_says_what_its_lines_do(sentence: str, phrase: str, line: str) -> None:
    found = {each.phrase: each.lines for each in found_for("classic", sentence)}

    assert [" ".join(text.split()) for text in found[phrase]] == [" ".join(line.split())]


@pytest.mark.parametrize(
    "sentence",
    [
        "I pay with cards",
        "noble districts cost me half the price",
        "gain 1 gold only if my gold is 0",
        "draw 1 card unless my gold is 0",
    ],
)
def test_no_example_speaks_of_another_number(sentence: str) -> None:
    for each in found_for("classic", sentence):
        if each.context != HERE:
            said = "\n".join((*each.lines, each.phrase))
            assert not re.search(r"attack-price|a paid|gain 0|\(0 -", said), each


def test_an_example_is_called_one(shell: Shell) -> None:
    told = shell.run("say", "Each other player discards a card").output

    assert told.startswith('1  for example, "')
    assert all("for example, " in line or "to be changed" in line for line in heads(told))


def heads(told: str) -> list[str]:
    """Return the numbered lines."""
    return [line for line in told.splitlines() if line[:1].isdigit()]


def test_a_sentence_of_the_language_is_no_example(shell: Shell) -> None:
    told = shell.run("say", "gain 2 gold").output

    assert told.startswith("1  the sentence is valid as it is:\n   gain 2 gold\n")
    assert len(heads(told)) == 1


def test_each_clause_of_a_sentence_brings_an_example() -> None:
    found = found_for("classic", "Swap your hand with another player, then take the crown.")[:3]

    lines = [line for each in found for line in each.lines]
    assert any(line.startswith("exchange my hand with ") for line in lines)
    assert any("crown" in line for line in lines)


@pytest.mark.parametrize(
    ("sentence", "kept"),
    [
        ("nobody may destroy my districts", r"\b(?:cannot|nobody|not|no|nothing|never)\b"),
        ("this cannot be destroyed by anybody", r"\b(?:cannot|nobody|not|no|nothing|never)\b"),
        ("never pay for a district", r"\b(?:cannot|nobody|not|no|nothing|never|free)\b"),
        ("return this card to my hand when it is destroyed", r"\bthis\b"),
        ("if I have exactly two gold", r"\b(?:exactly|is)\b"),
        ("draw three cards instead of two", r"\b(?:instead|would)\b"),
        (
            "each player chooses a card at once",
            r"\b(?:at once|simultaneously|secretly|same time)\b",
        ),
    ],
)
def test_no_example_drops_the_word_that_binds(sentence: str, kept: str) -> None:
    """The word stands in the lines or in the phrase for which somebody wrote them, in one form or another."""
    for example in sentences("classic").retriever.nearest(sentence, 10):
        said = "\n".join((*example.lines, *example.phrases))
        assert re.search(kept, said), example


def test_what_has_to_be_changed_in_the_same_game_is_shown(shell: Shell) -> None:
    told = shell.run("say", "a lamp that breaks goes back into the store", "fog-signals").output

    assert "to be changed:" in told
    assert "event a player hangs a peg" in told


def test_other_games_have_it_where_this_one_has_not(shell: Shell) -> None:
    told = shell.run("say", "whoever won the last trick leads the next one").output

    assert "in the game oh-hell" in told
    assert "rules/oh-hell/play.rules" in told


def test_other_games_have_other_names(shell: Shell) -> None:
    told = shell.run("say", "take a random card from each other player", "caravan").output

    assert "district" not in told
    assert "gold" not in told


@pytest.mark.parametrize("sentence", ["xyzzy plugh", "frobnicate the quux gently"])
def test_nothing_is_told_where_nothing_is_near(sentence: str) -> None:
    assert found_for("classic", sentence) == []


def test_where_nothing_is_near_it_is_said_where_to_look(shell: Shell) -> None:
    told = shell.run("say", "xyzzy plugh").output

    assert told.startswith("no example is similar; docs/how-to-say.md")


def test_machines_are_told_the_same(shell: Shell) -> None:
    data = shell.json("say", "look at the top card of the deck", "--json", "--most", 1)

    assert data["edition"] == "classic"
    (found,) = data["found"]
    assert found["lines"][0].startswith("show the top")
    assert found["documented"].startswith("docs/how-to-say.md")
    assert found["place"] == "deed"
    assert found["example"] is True


@pytest.mark.sampled(3)
@pytest.mark.parametrize("edition", GAMES)
@pytest.mark.rotating
def test_all_that_is_told_can_be_read_there(edition: str) -> None:
    scaffold = sentences(edition).retriever.scaffold
    for sentence in SAID:
        for each in found_for(edition, sentence):
            if each.context in (HERE, SAMPLE, SETTING) or each.card:
                continue
            chosen = victim_choice(each.lines, each.context)
            assert scaffold.type_checks(each.lines, each.context, each.extra, chosen), each

"""`rulewright say`: what is meant by a sentence, in the words of an edition."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest

from front.kit import Shell
from rulewright.checks.nearest_sentences import Sentences
from rulewright.edition.load import load_edition
from rulewright.library import find_library
from rulewright.program.advising.search import HERE, SAMPLE, Found, Searcher
from rulewright.program.advising.search.answering import IN_DEEDS
from rulewright.program.advising.search.scaffold import CHOSEN, SETTING
from rulewright.program.advising.search.shaping import DOER
from rulewright.program.advising.wish_table import Wish, wishes_beside
from tiers import LONG

EVERY = 1 if LONG else 24
"""One of this many rows is tried; all in the long tier."""
GAMES = (
    "classic", "oh-hell", "oh-hell-partners", "caravan", "liars-hand", "orchard", "expeditions", "fog-signals",
    "masked-ball",
)  # fmt: skip
WISHING = ("classic",)
"""Games beside whose rules wishes lie."""
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
def sentences(edition: str) -> Sentences:
    """What looks for sentences of an edition that is shipped."""
    return Sentences(load_edition(edition, find_library().root))


def found_for(edition: str, sentence: str) -> list[Found]:
    return sentences(edition).nearest(sentence, 5)


@pytest.mark.parametrize(
    ("edition", "sentence", "lines"),
    [
        ("classic", "draw two cards", "draw 2 cards"),
        (
            "classic",
            "Destroy one of your own districts.",
            "choose a district from districts in my city / destroy the district",
        ),
        (
            "classic",
            "If nobody has more gold than you, give one coin to your left neighbour.",
            "if my gold is the most gold of players /     give 1 gold to my left",
        ),
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
            "classic",
            "Discard your hand and draw that many cards.",
            "let the count be the number of districts in my hand / for each district in districts in my hand"
            " /     discard the district / draw the count cards",
        ),
        (
            "classic",
            "Whenever somebody builds a green district I get a coin from the bank.",
            "after a player builds a district, if the district's colour is trade /     gain 1 gold",
        ),
        (
            "classic",
            "The beggar takes one gold from each player who has more gold than him.",
            "for each player in players where its gold is more than my gold /     the player gives 1 gold to me",
        ),
        (
            "classic",
            "If you have more gold than cards, draw a card, otherwise take one gold.",
            "if my gold is more than the number of districts in my hand /     draw 1 card / otherwise"
            " /     gain 1 gold",
        ),
        (
            "classic",
            "Swap your hand with the player who owns the most cards.",
            "choose a rival from players with the most districts-in-hand where it is not me"
            " / exchange my hand with the rival's hand",
        ),
        (
            "classic",
            "When one of my districts is destroyed I get what it cost.",
            "before a player destroys a district, if the district's owner is me"
            " /     gain (the district's cost) gold",
        ),
        (
            "classic",
            "Look at the next three cards of the deck, keep two and discard the others.",
            "move the top 3 districts of the deck to my locker"
            " / repeatedly choose a district from districts in my locker, exactly 2 times"
            " /     move the district to my hand / for each district in districts in my locker"
            " /     discard the district",
        ),
        (
            "classic",
            "I can only build districts that cost three or more.",
            "I cannot build a district, if not (the district's cost is at least 3)",
        ),
        ("classic", "Play without the Bishop.", "cast: /     character: {remove: [Bishop]}"),
        (
            "orchard",
            "Each other player discards a card.",
            "for each player in other players /     the player chooses a card from cards in the player's hand"
            " /     move the card to the player's compost",
        ),
        (
            "masked-ball",
            "show one of your masks to everyone",
            "choose a mask from masks in my hand / show the mask to everyone",
        ),
        ("masked-ball", "Everyone starts with three coins.", "settings: /     first-coins: 3"),
        (
            "caravan",
            "Whoever has the fewest camels loses four points.",
            "a player's points is 4 less, if the player's herd is the least herd of players",
        ),
        (
            "masked-ball",
            "the first player to collect fifteen coins wins",
            "at the end of a turn, if the turn's player's coins is at least 15"
            " /     the turn's player wins the game",
        ),
        (
            "classic",
            "If nobody has built anything this round, everyone draws a card.",
            "if there is no player in players where it is busy /     for each player in players"
            " /         the player draws 1 card",
        ),
        (
            "classic",
            "Nobody may build a district that costs more than 4 in the first two rounds.",
            "a player cannot build a district, if the district's cost is more than 4"
            " and the round's number is at most 2",
        ),
        (
            "classic",
            "The player with the crown pays 1 gold to the one on his left at the start of each round.",
            "at the start of each round /     the crown gives 1 gold to the crown's left",
        ),
        (
            "classic",
            "The first player to have ten gold takes the crown.",
            "at the end of a turn, if the turn's player's gold is at least 10"
            " and there is no player in players where it is foremost"
            " /     the turn's player becomes foremost /     the turn's player takes the crown",
        ),
        (
            "classic",
            "Choose someone: they either give you two gold or let you take a random card from their hand.",
            "choose a rival from other players / the rival chooses /     option one-way"
            " /         the rival gives 2 gold to me /     option other-way"
            " /         chance chooses a district from districts in the rival's hand"
            " /         move the district to my hand",
        ),
        (
            "classic",
            "Whoever has no cards at the start of his turn draws two.",
            "at the start of a turn, if there is no district in the turn's player's hand"
            " /     the turn's player draws 2 cards",
        ),
        (
            "classic",
            "The last player to build this round loses a gold.",
            "at the end of the round, if the latest is not nobody /     the latest pays 1 gold",
        ),
        (
            "classic",
            "When a district is destroyed, its owner draws a card.",
            "before a player destroys a district /     the district's owner draws 1 card",
        ),
        (
            "classic",
            "If somebody else is richer than you, steal a gold from him.",
            "choose a rival from other players where its gold is more than my gold / the rival gives 1 gold to me",
        ),
        (
            "classic",
            "The others may not build anything until your next turn.",
            "until my next turn /     another player cannot build a district",
        ),
        (
            "classic",
            "The Merchant may take two gold from the bank.",
            "Merchant's owner may gain 2 gold",
        ),
        (
            "classic",
            "You can't use this power if you already built this turn.",
            "power act at main, if not (I am busy) /     do nothing",
        ),
        (
            "classic",
            "If no player has more gold than you, you may not take the crown.",
            "I cannot take the crown, if my gold is the most gold of players",
        ),
        (
            "classic",
            "You may only draw a card if you have not built this turn.",
            "if my builds is 0 /     I may draw 1 card",
        ),
    ],
)
def test_what_says_all_of_it_is_first(edition: str, sentence: str, lines: str) -> None:
    first = found_for(edition, sentence)[0]

    assert " / ".join(first.lines) == lines
    assert first.is_whole


def test_what_would_be_heard_again_without_end_is_not_put_together() -> None:
    first = found_for("classic", "Whenever you draw cards you draw one more.")[0]

    assert "after I draw" not in first.lines[0]


def test_who_is_paid_is_not_forgotten() -> None:
    first, *_ = found_for("classic", "your left neighbour pays you 2 gold")

    assert first.lines == ("my left gives 2 gold to me",)


@pytest.mark.parametrize(
    ("edition", "sentence", "without"),
    [
        ("classic", "draw a card, if you are taller than the player on your left", "taller"),
        ("classic", "pay 2 gold to hypnotize another player", "hypnotize"),
        ("orchard", "after you buy a card, juggle three Stones", "juggle"),
    ],
)
def test_what_no_form_says_is_told(edition: str, sentence: str, without: str) -> None:
    found = found_for(edition, sentence)

    assert not any(each.is_whole and not each.part for each in found)
    assert any(without in word for each in found for word in each.missing) or all(
        without not in each.part for each in found if not each.near
    )


def test_words_that_nothing_says_stand_with_the_answer(shell: Shell) -> None:
    told = shell.run("say", "Gold you put on this card stays there until someone hides it.").output

    assert "nearest is" in told
    assert "nothing here says:" in told


def test_a_word_that_no_answer_explains_is_told_with_its_form() -> None:
    found = found_for("classic", "the player with the second most gold plays the lute")

    assert any(
        each.part == "second most" and "where it is not the first-one" in each.lines[1]
        for each in found
    )


def test_what_has_to_be_changed_in_the_same_game_is_shown(shell: Shell) -> None:
    told = shell.run("say", "a lamp that breaks goes back into the store", "fog-signals").output

    assert "what to change:" in told
    assert "event a player hangs a peg" in told


def test_other_games_have_other_names(shell: Shell) -> None:
    told = shell.run("say", "take a random card from each other player", "caravan").output

    assert "district" not in told
    assert "gold" not in told


@pytest.mark.parametrize("sentence", ["xyzzy plugh", "frobnicate the quux gently"])
def test_nothing_is_told_where_nothing_is_near(sentence: str) -> None:
    assert found_for("classic", sentence) == []


def test_machines_are_told_the_same(shell: Shell) -> None:
    data = shell.json("say", "look at the top card of the deck", "--json", "--most", 1)

    assert data["edition"] == "classic"
    (found,) = data["found"]
    assert found["lines"] == ["show the top of the deck to me"]
    assert found["documented"].startswith("docs/how-to-say.md")
    assert found["place"] == "deed"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("edition", GAMES)
def test_all_that_is_told_can_be_read_there(edition: str) -> None:
    scaffold = sentences(edition).searcher.scaffold
    answers = [found_for(edition, sentence) for sentence in SAID]
    assert answers.count([]) <= 1  # of a game without coins nothing is told of them
    for found in answers:
        for each in found:
            if each.is_card or each.context in (HERE, SAMPLE, SETTING):
                continue
            said = " ".join(each.lines)
            in_deeds = each.context in IN_DEEDS and "choose a victim" not in said
            lines = [line.replace(DOER, "my left") for line in each.lines]
            whom = CHOSEN if in_deeds else ()
            assert scaffold.reads(lines, each.context, each.extra, whom), each


def wished() -> Iterator[tuple[Searcher, Wish]]:
    """What is wished for in games in their own names, with what looks for it."""
    for edition in WISHING:
        looks = sentences(edition).searcher
        for folder in looks.names.folders:
            yield from ((looks, wish) for wish in wishes_beside(folder))


def test_what_is_wished_for_in_a_game_can_be_read_there() -> None:
    for looks, wish in wished():
        chosen = looks.chosen(wish.answer) if wish.context in IN_DEEDS else ()

        assert looks.scaffold.reads(wish.answer, wish.context, wish.extra, chosen), wish.example


def test_what_is_wished_for_in_a_game_is_found_by_every_way_to_say_it() -> None:
    for looks, wish in islice(wished(), 0, None, EVERY):
        for said in (wish.example, *wish.ways):
            first, *_ = looks.found(said, 3)
            near = looks.documents(said, 5)
            assert first.is_whole or tuple(wish.answer) in {each.lines for each in near}, said

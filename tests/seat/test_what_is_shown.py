"""What stands in the value of a seat: words in the language of play, what is spoken of, news, whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rulewright
from properties.kit import rules
from rulewright import Game
from rulewright.runtime.session.seat.projection import as_bytes

Data = dict[str, Any]

RULES = """\
game parlour

kind card
    suit: suit
    starts in the deck

labels suit: red, blue

there is a deck of cards, in order, seen by nobody
there is a row of cards, seen by everyone
each player has a hand of cards, seen by its owner
each player has a purse, a number, seen by its owner
each player has a score, a number, seen by everyone
there is a round-number, a number, seen by everyone
there is a dealer, a player, seen by everyone
a card may be bent, seen by everyone

list of card
    printed "ours"
    name  suit
    Ace   red
    Bow   blue
    Cup   red
    Dog   blue
    Elk   red
    Fox   blue

flow
    for each player in players
        move the top 2 cards of the deck to the player's hand
        set the player's purse to 3
    play round

phase round
    set the round-number to the round-number + 1
    for each player in players
        play turn for the player

phase turn for a player
    choose a pick from cards in my hand
    I lay the pick

event a player lays a card
    move the card to the row
    the card becomes bent
    set my score to my score + 1
    tell "{me} lay(s) {the card}"
    tell "{me} keep(s) {the number of cards in my hand} card(s)" to me

value a player's points is the player's score
    printed "ours"
outcome by points
"""


@pytest.fixture
def parlour(tmp_path: Path) -> Game:
    (tmp_path / "parlour.rules").write_text(RULES, encoding="utf-8")
    edition = tmp_path / "parlour.yaml"
    edition.write_text(
        "edition: parlour\nname: Parlour\nrules: [parlour.rules]\nplayers: 2\n"
        "cast: {card: [Ace, Bow, Cup, Dog, Elk, Fox]}\nlooks: {red: red}\n",
        encoding="utf-8",
    )
    return rulewright.load(edition).new_game(2, seed=1)


def place(value: Data, at: str) -> Data:
    return next(each for each in value["places"] if each["place"] == at)


def pieces(value: Data) -> Iterator[Data]:
    return (piece for each in value["places"] for piece in each["pieces"])


def test_places_have_what_the_seat_knows_there(parlour: Game) -> None:
    own, other = parlour.seat(0), parlour.seat(1)

    assert [len(place(each, "0/hand")["pieces"]) for each in (own, other)] == [2, 0]
    assert [place(each, "0/hand")["count"] for each in (own, other)] == [2, 2]
    assert [place(own, at)["secret"] for at in ("deck", "0/hand", "1/hand")] == [False, True, False]
    assert place(own, "deck")["ordered"]
    assert not list(pieces(parlour.seat(None)))


def test_several_at_once_see_what_each_sees_alone(parlour: Game) -> None:
    parlour.choose(0)
    told = parlour.seat(0)["told"]
    assert told

    at_once = parlour.seats({0: told, 1: 0, None: 0})

    alone = [parlour.seat(0, told), parlour.seat(1), parlour.seat(None)]
    assert list(map(as_bytes, at_once.values())) == list(map(as_bytes, alone))


def test_numbers_say_what_is_the_seats_alone(parlour: Game) -> None:
    own = {each["name"]: each for each in parlour.seat(0)["seats"][0]["numbers"]}
    seen = {each["name"]: each for each in parlour.seat(1)["seats"][0]["numbers"]}

    assert {name: each["secret"] for name, each in own.items()} == {"purse": True, "score": False}
    assert seen.keys() == {"score"}


def test_whose_turn_it_is(parlour: Game) -> None:
    turn = parlour.seat(None)["turn"]

    assert [phase["phase"] for phase in turn["phases"]] == ["round", "turn"]
    assert (turn["player"], turn["asked"], turn["round"]) == (0, 0, 1)
    assert [seat["signs"] for seat in parlour.seat(1)["seats"]] == [
        [{"name": "dealer", "called": "dealer"}], [],
    ]  # fmt: skip


def test_options_name_what_a_table_can_light_up(parlour: Game) -> None:
    value = parlour.seat(0)
    held = place(value, "0/hand")["pieces"]

    assert [option["names"] for option in value["decision"]["options"]] == [
        [{"card": piece["card"], "piece": piece["piece"], "place": "0/hand"}] for piece in held
    ]
    parlour.choose_data(value["decision"]["options"][1]["data"])
    assert place(parlour.seat(1), "row")["pieces"][0]["card"] == held[1]["card"]


def test_others_are_told_who_is_asked_what(parlour: Game) -> None:
    told, asked = parlour.seat(1)["decision"], parlour.seat(0)["decision"]

    assert told == {**asked, "options": None}


def test_marks_on_cards(parlour: Game) -> None:
    parlour.choose(0)
    mark = next(pieces(parlour.seat(None)))["marks"]

    assert [(each["name"], each["value"], each["said"]) for each in mark] == [("bent", True, None)]


def test_the_story_is_numbered_for_each_seat(parlour: Game) -> None:
    parlour.choose(0)
    before = parlour.seat(0)
    parlour.choose(0)
    own, other = parlour.seat(0), parlour.seat(1)

    assert [each["number"] for each in own["story"]] == [0, 1, 2]
    assert [each["number"] for each in other["story"]] == [0, 1, 2]
    assert own["story"][1]["text"] == "You keep 1 card"
    assert other["story"][2]["numbers"] == [1]
    assert parlour.seat(0, since=before["told"])["story"] == own["story"][2:]
    assert parlour.seat(None)["told"] == 2


def test_an_event_says_what_it_speaks_of_and_where_it_comes_from(parlour: Game) -> None:
    laid = place(parlour.seat(0), "0/hand")["pieces"][0]["card"]
    parlour.choose(0)
    event = parlour.seat(1)["story"][0]

    assert event["names"] == [{"player": 0}, {"card": laid}]
    assert event["because"]["rule"] == "turn"
    assert event["because"]["place"].startswith("parlour.rules:")


def test_scores_that_everybody_can_work_out(parlour: Game) -> None:
    parlour.choose(0)
    assert [score["points"] for score in parlour.seat(1)["scores"]] == [1, 0]
    parlour.choose(0)
    value = parlour.seat(1)

    assert value["scores"] is None
    assert value["decision"] is None
    assert value["outcome"]["winners"] == [0, 1]
    assert value["outcome"]["scores"][0] == {
        "points": 1, "parts": [{"called": "points", "points": 1}],
    }  # fmt: skip


def test_scores_that_hang_on_hands_are_not_told() -> None:
    value = rules("liars-hand").new_game(3, seed=1).seat(0)

    assert value["scores"] is None


def test_cards_are_told_with_their_fields_and_texts() -> None:
    cards = {
        card["card"]: card for card in rules("classic").new_game(4, seed=1).seat(None)["cards"]
    }

    assert cards["Thief"]["text"].startswith("Names a character")
    assert {"name": "rank", "called": "rank", "value": 2, "said": None} in cards["Thief"]["fields"]
    assert cards["Manor"]["count"] == 5
    assert cards["Manor"]["fields"][0]["said"] == "noble"


def test_a_french_game_has_french_words() -> None:
    game = rulewright.load("classic", "fr").new_game(4, seed=1)
    value = game.seat(0)

    assert place(value, "0/hand")["called"] == "main"
    assert value["words"]["a card"] == "une carte"
    assert value["labels"]["colour"]["religious"] == {
        "called": "religieux", "colour": "bright-blue",
    }  # fmt: skip
    assert {each["called"] for each in value["cards"]} >= {"Voleur", "Évêque"}


def test_a_seat_that_is_not_there_sees_nothing() -> None:
    game = rules("classic").new_game(4, seed=1)

    for seat in (-1, 4):
        with pytest.raises(ValueError, match="there is no seat"):
            game.seat(seat)


def test_an_option_names_the_place_that_its_condition_is_about() -> None:
    """A lamp of one's own hook; the hue that is told is that of no mast, though masts have hues."""
    game, named = rulewright.load("fog-signals", "fr").new_game(3, 1), list[Any]()
    for _ in range(40):
        value = game.seat(game.decision.player) if game.decision is not None else {}
        ids = {place["place"]: place["count"] for place in value["places"]}
        for option in value["decision"]["options"]:
            places = [each["place"] for each in option["names"] if "place" in each]
            peg = option["data"].get("peg")
            assert places == ([f"{value['seat']}/{peg} hook"] if peg else [])
            assert all(ids[place] for place in places)
            named += places
        game.choose(len(game.decisions) % len(value["decision"]["options"]))
    assert named


def test_an_option_names_a_common_place_of_its_label() -> None:
    game = rulewright.load("expeditions").new_game(2, 3)
    named = set[str]()
    for turn in range(60):
        assert game.decision is not None
        options = game.seat(game.decision.player)["decision"]["options"]
        named |= {
            each["place"]
            for option in options
            for each in option["names"]
            if len(each) == 1 and "place" in each
        }
        game.choose((turn * 7) % len(options))
    assert named
    assert all(place.endswith(" pile") for place in named)

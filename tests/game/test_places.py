"""Deeds with all that lies in places of one name, whoever they belong to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from game.kit import choose, new
from properties.kit import row_of, state_of
from rulewright import Game

RULES = """
there is a host, a player, seen by everyone

flow
    play opening
phase opening
    for each player in players
        move the top of the crate to the player's basket
    set the host to the host's right
    play clearing for the host
phase clearing for a player
    choose
        option clear
            move all fruits in any basket to the sack
        option grab
            move all fruits in any other basket to my stand
        option peek
            show all fruits in any other basket to me
        option lay-open
            show all fruits in any basket to everyone
    use powers at market
power hum at market
    tell "hm"
"""


def opened(folder: Path) -> Game:
    """The third player is to choose what happens to what lies in the baskets."""
    return new(folder, RULES, players=3)


def names(zone: dict[str, Any]) -> list[str | None]:
    return [card and card["shown"] for card in zone["cards"]]


def baskets(game: Game, player: int | None = None) -> list[list[str | None]]:
    return [names(seat["zones"]["basket"]) for seat in game.view(player)["seats"]]


def test_all_that_lies_in_any_place_is_moved(tmp_path: Path) -> None:
    game = choose(opened(tmp_path), "clear")
    view = game.view()
    assert [seat["zones"]["basket"]["count"] for seat in view["seats"]] == [0, 0, 0]
    assert view["table"]["zones"]["sack"]["count"] == 3


def test_any_other_place_is_that_of_another(tmp_path: Path) -> None:
    game = choose(opened(tmp_path), "grab")
    view = game.view()
    assert [seat["zones"]["basket"]["count"] for seat in view["seats"]] == [0, 0, 1]
    assert names(view["seats"][2]["zones"]["stand"]) == ["Apple", "Apple"]


def test_all_that_lies_in_any_place_is_shown(tmp_path: Path) -> None:
    game = choose(opened(tmp_path), "peek")
    assert baskets(game, 2) == [["Apple"], ["Apple"], ["Citron"]]
    assert baskets(game, 0) == [["Apple"], [None], [None]]
    game = choose(opened(tmp_path), "lay open")
    assert baskets(game) == [["Apple"], ["Apple"], ["Citron"]]


def test_the_places_of_cards_are_there_when_a_rule_asks_for_them(tmp_path: Path) -> None:
    """Else they cost a row nothing; what lies in them is counted for everybody and named to who knows it."""
    declared = (
        "each fruit has a bag of fruits, seen by nobody\na fruit may be sour, seen by everyone\n"
    )
    plain = new(tmp_path, RULES, players=3)
    unused = new(tmp_path, declared + RULES, players=3)
    assert len(row_of(state_of(unused))) == len(row_of(state_of(plain)))
    bagged = RULES.replace(
        "    use powers at market\n",
        "    choose a bag-maker from fruits in my basket\n"
        "    move the bag-maker to my stand\n"
        "    move the top of the crate to the bag-maker's bag\n"
        "    use powers at market\n",
    )
    game = choose(new(tmp_path, declared + bagged, players=3), "peek")
    assert len(row_of(state_of(game))) > len(row_of(state_of(plain)))
    [shown] = game.view()["seats"][2]["zones"]["stand"]["cards"]
    assert shown["zones"] == {"bag": {"count": 1, "cards": [None]}}


def test_what_lasts_while_a_card_lies_somewhere_ends_when_it_is_exchanged(tmp_path: Path) -> None:
    rules = """
there is a host, a player, seen by everyone
there is a best, a fruit or nothing, seen by everyone
there is a worst, a fruit or nothing, seen by everyone

flow
    play opening
phase opening
    set the host to the first of players
    for each player in players
        move the top of the crate to the player's stand
        move the top of the crate to the player's basket
        for each fruit in fruits in the player's stand
            the fruit becomes ripe
    set the best to the first of fruits in the host's stand
    set the worst to the first of fruits in the host's basket
    if the best is not nothing
        if the worst is not nothing
            exchange DEED
    for each player in players
        the player uses powers at market
power hum at market
    tell "hm"
"""
    deeds = ("the host's stand with the host's basket", "the best with the worst")
    for number, deed in enumerate(deeds):
        folder = tmp_path / str(number)
        folder.mkdir()
        game = new(folder, rules.replace("DEED", deed))
        marks = [
            [card["marks"] for card in seat["zones"]["stand"]["cards"]]
            for seat in game.whole_view()["seats"]
        ]
        assert marks == [[{}], [{"ripe": True}]]

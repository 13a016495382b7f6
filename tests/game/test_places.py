"""Deeds with all that lies in places of one name, whoever they belong to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from game.kit import choose, new
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

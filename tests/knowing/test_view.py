"""The shape of what a seat may know."""

from __future__ import annotations

import json
from pathlib import Path

from game.kit import new
from rulewright import Game

RULES = """
each fruit has a buyer, a player or nobody, seen by everyone
there is a best-fruit, a fruit or nothing, seen by everyone
a fruit may be sold, for the opening, seen by everyone
a fruit may be rotten, seen by nobody

flow
    play opening
phase opening
    for each player in players
        move the top of the crate to the player's basket
        set the player's savings to 3
    set the best-fruit to Lemon
    Lemon becomes sold
    Lemon becomes rotten
    for each player in players
        play sale for the player as the best-fruit
phase sale for a player as a fruit
    set the guest to me
    set the fruit's buyer to me
    show the fruit to me
    use powers at market
power hum at market
    tell "hm"
"""
CITRON = {"card": "Lemon", "shown": "Citron"}


def started(folder: Path) -> Game:
    return new(folder, RULES)


def test_values_show_what_they_stand_for(tmp_path: Path) -> None:
    view = started(tmp_path).view(0)

    assert json.loads(json.dumps(view)) == view
    assert [view[key] for key in ("game", "edition", "players", "seat")] == ["stall", "stall", 2, 0]
    assert view["table"]["tracks"] == {"guest": {"player": 0}, "best-fruit": CITRON}
    assert CITRON | {"count": 1} in view["cast"]["fruit"]
    assert view["acting"]["sale"] == {"player": {"player": 0}, "fruit": CITRON}
    assert [seat["name"] for seat in view["seats"]] == ["A", "B"]
    assert [seat["tracks"] for seat in view["seats"]] == [{"money": 0, "savings": 3}, {"money": 0}]


def test_only_who_decides_sees_the_question(tmp_path: Path) -> None:
    game = started(tmp_path)
    decision = game.view(0)["decision"]

    assert decision == {
        "player": 0, "kind": "market", "prompt": "the market is open",
        "options": [
            {"label": "hum", "data": {"kind": "power", "power": "hum"}},
            {"label": "done", "data": {"kind": "done"}},
        ],
    }  # fmt: skip
    assert game.view(1)["decision"] == game.view(None)["decision"] == {"player": 0}
    game.choose(1)
    game.choose(1)
    assert game.view(0)["decision"] is None


def test_what_is_open_about_a_card_is_told_wherever_it_lies(tmp_path: Path) -> None:
    game = started(tmp_path)
    marks = {"buyer": {"player": 0}, "sold": True}

    # The first player was shown where it lies.
    view = game.view(0)
    (card,) = [card for card in view["table"]["zones"]["crate"]["cards"] if card is not None]
    assert (card["name"], card["shown"], card["marks"]) == ("Lemon", "Citron", marks)
    assert view["marked"] == {}
    for seat in (1, None):
        view = game.view(seat)
        assert set(view["table"]["zones"]["crate"]["cards"]) == {None}
        assert view["marked"] == {
            name: [{**CITRON, "value": value}] for name, value in marks.items()
        }
        assert view["acting"]["sale"] == {"player": {"player": 0}}

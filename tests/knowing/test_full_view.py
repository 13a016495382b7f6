"""All that each seat is shown of a table on which much looks alike: written down here by hand."""

from __future__ import annotations

import json
from typing import Any

import pytest

from knowing.trove import trove
from rulewright import Game


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """A game on that table."""
    return trove(tmp_path_factory.mktemp("trove"))


GEMS = ("Ruby", "Opal", "Onyx", "Jet", "Moon", "Star")
LOCKS = ("Bolt", "Hasp")
FIELDS = {
    **{name: ("gem", {"weight": number}) for number, name in enumerate(GEMS, 1)},
    **{name: ("lock", {"width": number}) for number, name in enumerate(LOCKS, 1)},
}


def told(view: dict[str, Any]) -> list[str]:
    """A view, line by line."""
    parts = [("", view["table"]), *((f"{seat['name']}: ", seat) for seat in view["seats"])]
    lines = [
        f"{whose}{name}: {_zone(zone)}"
        for whose, part in parts
        for name, zone in part["zones"].items()
        if zone["count"]
    ]
    lines += [
        f"{whose}{name} = {_value(value)}"
        for whose, part in parts
        for name, value in part["tracks"].items()
    ]
    marked = [
        f"{name} of {each['shown']} = {_value(each['value'])}"
        for name, cards in view["marked"].items()
        for each in cards
    ]
    acting = [
        f"{phase}: {name} = {_value(value)}"
        for phase, given in view["acting"].items()
        for name, value in given.items()
    ]
    return [*lines, *marked, *acting]


def _zone(zone: dict[str, Any]) -> str:
    assert len(zone["cards"]) == zone["count"]
    return ", ".join("?" if card is None else _card(card) for card in zone["cards"])


def _card(card: dict[str, Any]) -> str:
    """Its name, its number in this view, what is kept on it, what lies on it."""
    assert card["shown"] == card["name"]
    assert (card["kind"], card["fields"]) == FIELDS[card["name"]]
    marks = "".join(f" {name} {_value(value)}" for name, value in card["marks"].items())
    held = "".join(f" ({name}: {_zone(each)})" for name, each in card.get("zones", {}).items())
    assert "zones" not in card or card["zones"]
    return f"{card['name']} {card['piece']}{marks}{held}"


def _value(value: Any) -> str:
    """A value; a seat or a card by what it is."""
    return str(value.get("card", value.get("player"))) if isinstance(value, dict) else str(value)


#: Of copies those come first that less is kept on and that hold less.
SHOWN: dict[int | None, str] = {
    0: """\
rack: ?, ?
mine: ?, ?, ?
bag: Opal 5, ?
red tray: Ruby 0 (vault: Jet 11), Ruby 1 worth 1 (vault: Jet 12)
nook: Opal 6, Opal 7 worth 3
porch: Bolt 19 keeper 1 red tone 6 (green slot: Star 16, Moon 14)
A: hand: Jet 10 sworn True
B: hand: ?
B: red shelf: Moon 13
C: hand: ?
looker = 0
tint = green
price = None
plan = 7
favourite = Opal
A: red luck = 5
A: green luck = 0
green tone of Bolt = 5
keeper of Hasp = 0
sworn of Opal = True
worth of Onyx = 4
worth of Ruby = 8
worth of Ruby = 9
turn: player = 0
""",
    1: """\
rack: ?, ?
mine: ?, ?, ?
bag: ?, ?
red tray: Ruby 0 (vault: Jet 10), Ruby 1 worth 1 (vault: Jet 11)
nook: ?, ?
porch: Bolt 19 keeper 1 red tone 6 (green slot: Star 16, Moon 14)
A: hand: ?
B: hand: Onyx 9 worth 4
B: red shelf: Moon 13
C: hand: ?
looker = 0
tint = green
price = None
favourite = Opal
B: red luck = 0
B: green luck = 6
green tone of Bolt = 5
keeper of Hasp = 0
worth of Opal = 3
worth of Ruby = 8
worth of Ruby = 9
turn: player = 0
trial: subject = Onyx
""",
    2: """\
rack: ?, ?
mine: ?, Ruby 0, ?
bag: ?, ?
red tray: Ruby 1 (vault: Jet 10), Ruby 2 worth 1 (vault: Jet 11)
nook: ?, ?
porch: Bolt 19 keeper 1 red tone 6 (green slot: Star 16, Moon 15)
A: hand: ?
B: hand: ?
B: red shelf: Moon 13
C: hand: Moon 14
looker = 0
tint = green
price = None
favourite = Opal
C: red luck = 0
C: green luck = 0
green tone of Bolt = 5
keeper of Hasp = 0
worth of Onyx = 4
worth of Opal = 3
worth of Ruby = 8
worth of Ruby = 9
turn: player = 0
""",
    None: """\
rack: ?, ?
mine: ?, ?, ?
bag: ?, ?
red tray: Ruby 0 (vault: Jet 10), Ruby 1 worth 1 (vault: Jet 11)
nook: ?, ?
porch: Bolt 19 keeper 1 red tone 6 (green slot: Star 16, Moon 14)
A: hand: ?
B: hand: ?
B: red shelf: Moon 13
C: hand: ?
looker = 0
tint = green
price = None
favourite = Opal
green tone of Bolt = 5
keeper of Hasp = 0
worth of Onyx = 4
worth of Opal = 3
worth of Ruby = 8
worth of Ruby = 9
turn: player = 0
""",
}
WHOLE = """\
rack: Hasp 21 keeper 0, Bolt 19 green tone 5 (red slot: Star 16)
mine: Opal 5, Ruby 0 worth 9, Ruby 1
bag: Ruby 2 worth 8, Opal 6 sworn True (vault: Star 17)
red tray: Ruby 3 (vault: Jet 11), Ruby 4 worth 1 (vault: Jet 12)
nook: Opal 7, Opal 8 worth 3 cursed True
porch: Bolt 20 keeper 1 red tone 6 (green slot: Star 18, Moon 15)
A: hand: Jet 10 sworn True
B: hand: Onyx 9 worth 4 cursed True
B: red shelf: Moon 13
C: hand: Moon 14
looker = 0
tint = green
price = None
plan = 7
favourite = Opal
"""
FORMS = """\
{"game": "trove", "edition": "trove", "players": 3, "seat": 2, "cast": {"gem": [
 {"card": "Ruby", "shown": "Ruby", "count": 5}, {"card": "Opal", "shown": "Opal", "count": 4},
 {"card": "Onyx", "shown": "Onyx", "count": 1}, {"card": "Jet", "shown": "Jet", "count": 3},
 {"card": "Moon", "shown": "Moon", "count": 3}, {"card": "Star", "shown": "Star", "count": 3}],
 "lock": [{"card": "Bolt", "shown": "Bolt", "count": 2}, {"card": "Hasp", "shown": "Hasp", "count": 1}]}}
"""


@pytest.mark.parametrize("seat", SHOWN)
def test_a_seat_is_shown_this_and_no_more(game: Game, seat: int | None) -> None:
    assert told(game.view(seat)) == SHOWN[seat].splitlines()


def test_who_hosts_the_game_is_shown_everything(game: Game) -> None:
    lines = told(game.whole_view())
    assert lines[: len(WHOLE.splitlines())] == WHOLE.splitlines()
    assert lines[-2:] == ["turn: player = 0", "trial: subject = Onyx"]
    assert {"A: red luck = 5", "B: green luck = 6", "C: red luck = 0"} <= {*lines}
    assert game.whole_view()["marked"] == {}


def test_what_is_in_the_box_is_shown_to_all(game: Game) -> None:
    view, wanted = game.view(2), json.loads(FORMS)
    assert {key: view[key] for key in wanted} == wanted


def test_the_question_is_shown_to_who_is_asked(game: Game) -> None:
    asked = game.view(0)["decision"]
    assert (asked["player"], asked["kind"]) == (0, "trial.choice")
    assert [option["label"] for option in asked["options"]] == ["pass", "swear", "shut", "lay"]
    assert game.view(1)["decision"] == {"player": 0}
    assert game.whole_view()["decision"] == asked

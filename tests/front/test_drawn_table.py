"""The table at a glance, from made-up views."""

from typing import Any

import pytest

from rulewright.cli.terminal.screen import flow, words
from rulewright.cli.terminal.table_view.card_styles import CardStyles, short_forms
from rulewright.cli.terminal.table_view.drawn_table import DrawnTable
from rulewright.language.edition.translations.vocabulary import Words
from rulewright.runtime.session.seat.presentation import DisplayRules

SHOWING = DisplayRules(show={"steps": "unless-zero", "tired": "unless-zero"})
LOOKS = CardStyles({"red": "red", "blue": "blue"}, {"red": "R", "blue": "B"}, showing=SHOWING)


def card(name: str, colour: str | None = None, **marks: bool | int) -> dict[str, Any]:
    fields = {"cost": 3, "colour": colour, "rare": False}
    return {"name": name, "kind": "house", "fields": fields, "marks": marks}


def zone(*cards: dict[str, Any] | None) -> dict[str, Any]:
    return {"count": len(cards), "cards": list(cards)}


def view(own: int | None) -> dict[str, Any]:
    """A table of two, as seat `own` may see it."""
    hands = [[card("Barn", "red"), card("Barn", "red")], [card("Inn", "blue")]]
    return {
        "seat": own,
        "table": {
            "zones": {"pile": zone(None, None, None), "bin": zone(), "market": zone(card("Mill"))},
            "tracks": {"dealer": {"player": 1}, "round-number": 4, "leader": None},
        },
        "seats": [
            {
                "seat": seat,
                "zones": {
                    "hand": zone(*(hands[seat] if own == seat else [None] * len(hands[seat]))),
                    "street": zone(card("Fort", "blue", burnt=True, age=3), None),
                },
                "tracks": {
                    "coins": seat,
                    "ready": seat == 0,
                    "asleep": False,
                    "steps": seat,
                    "rival": {"player": 1 - seat},
                },
            }
            for seat in range(2)
        ],
        "decision": {"player": 1, "kind": "build", "options": []},
        "acting": {
            "turn": {
                "player": {"player": 1},
                "as": {"card": "Mill", "shown": "Miller"},
                "number": 0,
            }
        },
        "marked": {
            "night-robbed": [{"card": "Cot", "shown": "Cottage", "value": True}],
            "age": [{"card": "Cot", "shown": "Cottage", "value": 3}],
        },
    }


def drawn(own: int | None, width: int = 80, plain: bool = False) -> list[str]:
    table = DrawnTable(view(own), view(None), ("Ada", "Boris"), LOOKS, width, plain)
    return [line.plain for line in table.lines()]


def test_the_whole_table() -> None:
    assert drawn(0) == [
        "R red  B blue",
        "round number 4  pile 3  turn: Boris, Miller, 0  night robbed Cottage",
        "      market:  Mill 3",
        "  A Ada (you)  coins 0  ready  rival Boris",
        "      hand (only you):  Barn R3 ×2",
        "      street:  Fort B3 [burnt]  1 unknown",
        "> B Boris  [dealer]  coins 1  steps 1  rival Ada  hand 1",
        "      street:  Fort B3 [burnt]  1 unknown",
    ]


def test_cards_between_unknown_ones_are_told_with_their_place() -> None:
    made = view(0)
    made["table"]["zones"]["pile"] = zone(None, card("Fort"), None, card("Mill"), None)
    made["table"]["zones"]["bin"] = zone(card("Fort"), None, None)

    table = DrawnTable(made, view(None), ("Ada", "Boris"), LOOKS, 80, False)
    lines = [line.plain for line in table.lines()]

    assert "      pile 5 (only you):  Fort 3 at 2  Mill 3 at 4" in lines
    assert "      bin (only you):  Fort 3  2 unknown" in lines


def test_a_spectator_sees_no_hand() -> None:
    assert not any("Barn" in line or "Inn" in line or "only" in line for line in drawn(None))


def test_nothing_is_wider_than_the_terminal() -> None:
    assert all(len(line) <= 36 for line in drawn(0, width=36))


def test_a_plain_table_has_one_thing_a_line() -> None:
    lines = drawn(0, width=30, plain=True)

    assert lines[:2] == ["R red", "  B blue"], "letters are explained before they are used"
    assert lines[2:5] == ["round number 4", "  pile 3", "  turn: Boris, Miller, 0"]
    assert lines[5:7] == ["  night robbed Cottage", "market:"]
    assert "  Barn R3 ×2" in lines


def test_colours_only_repeat_what_letters_say() -> None:
    text = LOOKS.card(card("Barn", "red"))

    assert text.plain == "Barn R3"
    assert text.style == "red"


def test_a_card_is_shown_under_the_name_of_its_edition() -> None:
    assert LOOKS.card({**card("Barn"), "shown": "Grange"}).plain == "Grange 3"


@pytest.mark.parametrize(
    ("labels", "forms"),
    [
        ([], {}),
        (["red", "blue"], {"red": "R", "blue": "B"}),
        (["green", "grey"], {"green": "Gree", "grey": "Grey"}),
        (["red", "reddish"], {"red": "Red", "reddish": "Redd"}),
    ],
)
def test_labels_are_told_by_their_first_letters(labels: list[str], forms: dict[str, str]) -> None:
    assert short_forms(labels) == forms


def test_pieces_flow_over_lines_without_being_torn() -> None:
    lines = flow([words("alpha beta"), words("gamma"), words("delta")], 18, 4)

    assert [line.plain for line in lines] == ["alpha beta  gamma", "    delta"]


def test_what_a_name_says_is_not_said_again() -> None:
    def shown(name: str, colour: str, cost: int) -> str:
        return LOOKS.card({"name": name, "fields": {"colour": colour, "cost": cost}}).plain

    assert shown("Red 7", "red", 7) == "Red 7"
    assert shown("Blue-12", "blue", 12) == "Blue-12"
    assert shown("Red Barn", "red", 4) == "Red Barn 4"
    assert shown("Seven 7", "red", 7) == "Seven 7 R"
    assert shown("Redwood 17", "red", 7) == "Redwood 17 R7"


def test_a_label_is_told_by_a_word_of_the_same_stem() -> None:
    """In other languages the word on the card and the label may end otherwise."""
    words = Words(labels={"colour": {"blue": "bleue", "red": "commerciale"}})
    looks = CardStyles({}, {"blue": "B", "red": "C"}, words=words)

    assert looks.sign({"colour": "blue", "worth": 3}, "Bleu 4") == "3"
    assert looks.sign({"colour": "red", "worth": 3}, "Comptoir") == "C3"


def test_what_is_counted_for_good_and_what_lies_under_a_card_is_shown() -> None:
    looks = CardStyles({}, {}, lasting=frozenset({"toll"}))
    gate = {**card("Gate", toll=2, age=3), "zones": {"vault": {"count": 4, "cards": [None] * 4}}}

    assert looks.card(gate).plain == "Gate 3 [toll 2] [vault 4]"


def test_what_lasts_is_told_of_cards_that_lie_nobody_knows_where() -> None:
    shown = view(None)
    shown["marked"] = {"toll": [{"card": "Gate", "shown": "Gate", "value": 2}]}
    looks = CardStyles({}, {}, lasting=frozenset({"toll"}))
    table = DrawnTable(shown, shown, ("Ada", "Boris"), looks, 80, plain=False)

    assert any("toll Gate 2" in line.plain for line in table.lines())


def test_what_is_secret_on_an_open_card_is_told_to_be_so() -> None:
    """The card lies open to all; only a mark on it, and what lies under it, is known to this seat alone."""
    gate = card("Gate", "red", burnt=True, cursed=True)
    own, public = view(0), view(None)
    own["table"]["zones"]["market"] = zone(
        {**gate, "piece": 7, "zones": {"vault": zone(card("Mill"))}}
    )
    public["table"]["zones"]["market"] = zone(
        {**gate, "marks": {"burnt": True}, "piece": 7, "zones": {"vault": zone(None)}}
    )

    def market(shown: dict[str, Any]) -> str:
        table = DrawnTable(shown, public, ("Ada", "Boris"), LOOKS, 80, plain=False)
        return next(line.plain for line in table.lines() if "market" in line.plain)

    assert (
        market(own) == "      market:  Gate R3 [burnt] [cursed, only you] [vault 1: Mill, only you]"
    )
    assert market(public) == "      market:  Gate R3 [burnt] [vault 1]"

"""What stands where on the page of a table: made of what a seat sees, and of nothing else of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

from rulewright.records import Record

STORY: Final = 60
"""So many events of the story stand on the page."""

Value = Mapping[str, Any]


class Offered(Record):
    """An option as a button: those that look alike are one. `cards` are told below it."""

    index: int
    text: str
    cards: tuple[Value, ...]


class Owned(Record):
    """A player with the places that are his."""

    seat: Value
    places: tuple[Value, ...]
    is_own: bool
    is_asked: bool
    is_on_turn: bool
    option: int | None


class LaidOut(Record):
    """The page of a table: `cards` by their names, `on_piece` the option that a piece stands for."""

    value: Value
    cards: Mapping[str, Value]
    offers: tuple[Offered, ...]
    on_piece: Mapping[tuple[str, int], int]
    common: tuple[Value, ...]
    players: tuple[Owned, ...]
    held: Mapping[int, tuple[Value, ...]]

    def label(self, card: str) -> tuple[str, str]:
        """The first label of a card that has a colour, and that colour; both empty if none has."""
        for field in self.cards[card]["fields"] if card in self.cards else ():
            label = self.value["labels"].get(field["name"], {}).get(field["value"])
            if label is not None and label["colour"]:
                return str(field["value"]), str(label["colour"])
        return "", ""

    def unknown(self, place: Value) -> int:
        """How many cards of a place the seat does not know."""
        return int(place["count"] - len(place["pieces"]))


def laid_out(value: Value) -> LaidOut:
    """The page for what a seat sees."""
    cards = {card["card"]: card for card in value["cards"]}
    options = _options(value)
    shown = [place for place in value["places"] if place["count"]]
    return LaidOut(
        value,
        cards,
        tuple(_offers(value, cards)),
        _on_pieces(options),
        tuple(each for each in shown if each["seat"] is None and each["on"] is None),
        tuple(_players(value, options, shown)),
        {
            each["on"]: tuple(other for other in shown if other["on"] == each["on"])
            for each in shown
            if each["on"] is not None
        },
    )


def _options(value: Value) -> list[Value]:
    decision = value["decision"]
    return list(decision["options"] or ()) if decision is not None else []


def _offers(value: Value, cards: Mapping[str, Value]) -> Iterator[Offered]:
    """The options; of those that nobody could tell apart only the first."""
    lying = {
        piece["piece"]: (place["place"], piece["marks"])
        for place in value["places"]
        for piece in place["pieces"]
    }
    seen = set()
    for option in _options(value):
        data = dict(option["data"])
        piece = data.pop("piece", None)
        # A card that the seat does not see is told from others by its number.
        key = repr((option["text"], data, lying.get(piece, piece)))
        if key in seen:
            continue
        seen.add(key)
        named = dict.fromkeys(ref["card"] for ref in option["names"] if ref.get("card"))
        told = (cards[name] for name in named if name in cards)
        yield Offered(option["index"], option["text"], tuple(card for card in told if card["text"]))


def _on_pieces(options: list[Value]) -> dict[tuple[str, int], int]:
    """The pieces that only one option speaks of, and no other thing on the table with them."""
    found: dict[tuple[str, int], list[int]] = {}
    for option in options:
        for ref in option["names"]:
            if ref.get("piece") is not None and ref["place"] is not None:
                found.setdefault((ref["place"], ref["piece"]), []).append(option["index"])
    return {key: indices[0] for key, indices in found.items() if len(indices) == 1}


def _players(value: Value, options: list[Value], shown: list[Value]) -> Iterator[Owned]:
    """The players, who looks at the page first."""
    own, turn = value["seat"], value["turn"]
    named = [
        (ref["player"], each["index"])
        for each in options
        for ref in each["names"]
        if "player" in ref
    ]
    often = Counter(player for player, _ in named)
    count = len(value["seats"])
    for number in range(count):
        seat = value["seats"][(number + (own or 0)) % count]
        player = seat["seat"]
        option = next((index for each, index in named if each == player), None)
        yield Owned(
            seat,
            tuple(each for each in shown if each["seat"] == player and each["on"] is None),
            player == own,
            player == turn["asked"],
            player == turn["player"],
            option if often[player] == 1 and player != own else None,
        )

"""What stands where on the page of a table: made of what a seat sees, and of nothing else of the game.

What parts of the page are drawn of is plain data, without what says nothing there, so that much of it is alike for
several seats, at several tables and for a long time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from rulewright.table.decks import Value, only

STORY: Final = 60
"""So many events of the story stand on the page."""


def offers_in(value: Value) -> Iterator[Value]:
    """The options as buttons, with what is printed on their cards; of those that look alike only one."""
    texts = {card["card"]: card["text"] for card in value["cards"]}
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
        told = " ".join(texts[name] for name in named if texts.get(name))
        yield {"index": option["index"], "text": option["text"], "told": told}


class LaidOut:
    """The table for what a seat sees: `common` for all, `players` by their seats, who looks at the page first.

    Options are buttons if it is `live`; `there` says of each seat who is there.
    """

    def __init__(
        self, value: Value, there: Sequence[str], *, live: bool = False, playing: bool = False
    ) -> None:
        self.value, self.there, self.playing = value, there, playing
        options = _options(value) if live else []
        self._on_piece = _on_pieces(options)
        self._lying: dict[int | None, list[Value]] = {}
        self._held: dict[int, list[Value]] = {}
        for place in value["places"]:
            if place["count"] and place["on"] is not None:
                self._held.setdefault(place["on"], []).append(place)
            elif place["count"]:
                self._lying.setdefault(place["seat"], []).append(place)
        self.common: Value = {
            "numbers": _numbers(value["numbers"]),
            "marked": [_marked(mark) for mark in value["marked"] if not mark["aside"]],
            "places": self._places(None),
        }
        self.players = dict(self._players(options))

    def _places(self, seat: int | None) -> list[Value]:
        return [self._place(place) for place in self._lying.get(seat, ())]

    def _place(self, place: Value) -> Value:
        """A place with the cards that the seat knows there, and how many it does not know."""
        return {
            **only(place, "name", "called", "count"),
            "secret": place["secret"] and place["seat"] == self.value["seat"],
            "unknown": place["count"] - len(place["pieces"]),
            "pieces": [self._piece(piece, place["place"]) for piece in place["pieces"]],
        }

    def _piece(self, piece: Value, place: str) -> Value:
        number = piece["piece"]
        return {
            **only(piece, "card", "called"),
            "marks": _numbers(piece["marks"]),
            "option": self._on_piece.get((place, number)),
            "held": [self._place(each) for each in self._held.get(number, ())],
        }

    def _players(self, options: Sequence[Value]) -> Iterator[tuple[int, Value]]:
        value, own, turn = self.value, self.value["seat"], self.value["turn"]
        refs = [(ref.get("player"), each["index"]) for each in options for ref in each["names"]]
        often = Counter(player for player, _ in refs)
        first = own or 0
        for seat in (*value["seats"][first:], *value["seats"][:first]):
            player = seat["seat"]
            is_offered = often[player] == 1 and player != own
            yield (
                player,
                {
                    "seat": player,
                    "name": seat["name"],
                    "own": player == own,
                    "asked": player == turn["asked"],
                    "turn": player == turn["player"],
                    "playing": self.playing,
                    "there": self.there[player],
                    "signs": seat["signs"],
                    "numbers": _numbers(seat["numbers"]),
                    "points": value["scores"][player]["points"] if value["scores"] else None,
                    "option": dict(refs)[player] if is_offered else None,
                    "places": self._places(player),
                },
            )


def _options(value: Value) -> Sequence[Value]:
    decision = value["decision"]
    return (decision["options"] or ()) if decision is not None else ()


def _on_pieces(options: Sequence[Value]) -> dict[tuple[str, int], int]:
    """The pieces that only one option speaks of, and no other thing on the table with them."""
    found: dict[tuple[str, int], list[int]] = {}
    for option in options:
        for ref in option["names"]:
            if ref.get("piece") is not None and ref["place"] is not None:
                found.setdefault((ref["place"], ref["piece"]), []).append(option["index"])
    return {key: indices[0] for key, indices in found.items() if len(indices) == 1}


def _numbers(kept: Sequence[Value]) -> list[Value]:
    """Numbers and marks without those that are book-keeping."""
    return [only(each, "name", "called", "said", "secret") for each in kept if not each["aside"]]


def _marked(mark: Value) -> Value:
    cards = [only(each, "called", "said") for each in mark["cards"]]
    return {"called": mark["called"], "cards": cards}

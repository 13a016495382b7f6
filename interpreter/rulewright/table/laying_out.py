"""What stands where on the page of a table: made of what a seat sees, and of nothing else of the game.

What parts of the page are drawn of is plain data, without what says nothing there, so that much of it is alike for
several seats, at several tables and for a long time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from rulewright.knowledge.view import Met
from rulewright.table.faces import Deck, Value, only

STORY: Final = 60
"""So many events of the story stand on the page."""


def offers_in(value: Value) -> Iterator[Value]:
    """The options as buttons, with what is printed on their cards; of those that look alike only one."""
    cards = {card["card"]: card for card in value["cards"]}
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
        told = " ".join(_printed(cards[name]) for name in named if name in cards)
        yield {"index": option["index"], "text": option["text"], "told": told}


def _printed(card: Value) -> str:
    """What is printed on a card, in a line: `colour special, cost 6. Worth two points more.`"""
    printed = [each for each in card["fields"] if each["value"] not in (None, False)]
    said = (each["said"] or ("" if each["value"] is True else each["value"]) for each in printed)
    pairs = zip(printed, said, strict=True)
    line = ", ".join(f"{each['called']} {one}".strip() for each, one in pairs)
    return f"{line}. {card['text']}".strip() if line else str(card["text"])


class LaidOut:
    """The table for what a seat sees, drawn: what is common to all, and each player, who looks at the page first.

    Options are buttons if it is `live`; `there` says of each seat who is there. `met` has what was drawn for
    others, or last time, of the same values, and these with it; so what is alike is drawn once.
    """

    def __init__(
        self, deck: Deck, value: Value, there: Sequence[str], met: Met | None = None,
        *, live: bool = False, playing: bool = False,
    ) -> None:  # fmt: skip
        self.deck, self.value, self.there, self.playing = deck, value, there, playing
        self.met = Met() if met is None else met
        self._options = _options(value) if live else []
        self._on_piece = _on_pieces(self._options)
        self._lying: dict[int | None, list[Value]] = {}
        self._held: dict[int, list[Value]] = {}
        for place in value["places"]:
            if place["count"] and place["on"] is not None:
                self._held.setdefault(place["on"], []).append(place)
            elif place["count"]:
                self._lying.setdefault(place["seat"], []).append(place)

    def parts(self) -> dict[str, str]:
        """The parts of the page that show what lies on the table, by their names."""
        common = {
            "numbers": _numbers(self.value["numbers"]),
            "marked": [_marked(mark) for mark in self.value["marked"] if not mark["aside"]],
        }
        return {
            "common": self.deck.part("common.html", common, self._places(None)),
            **{f"p{seat}": player for seat, player in self._players()},
        }

    def _places(self, seat: int | None) -> tuple[str, ...]:
        return tuple(map(self._place, self._lying.get(seat, ())))

    def _place(self, place: Value) -> str:
        """A place as it is drawn, which hangs on its value unless more lies on its cards or can be chosen."""
        is_own = (self._held or self._on_piece) and any(
            piece["piece"] in self._held or (place["place"], piece["piece"]) in self._on_piece
            for piece in place["pieces"]
        )
        key = id(place), self._is_secret(place)
        met = None if is_own else self.met.get(key)
        if met is not None:
            return str(met[0])
        found = self.deck.part("place.html", self._laid(place))
        if not is_own:
            self.met.put(key, (found, place))
        return found

    def _is_secret(self, place: Value) -> bool:
        """Whether only who looks at the page sees what lies there."""
        return bool(place["secret"]) and place["seat"] == self.value["seat"]

    def _laid(self, place: Value) -> Value:
        """A place with the cards that the seat knows there, and how many it does not know."""
        return {
            **only(place, "name", "called", "count"),
            "secret": self._is_secret(place),
            "unknown": place["count"] - len(place["pieces"]),
            "pieces": [self._piece(piece, place["place"]) for piece in place["pieces"]],
        }

    def _piece(self, piece: Value, place: str) -> Value:
        number = piece["piece"]
        return {
            **only(piece, "card", "called"),
            "marks": _numbers(piece["marks"]),
            "option": self._on_piece.get((place, number)),
            "held": [self._laid(each) for each in self._held.get(number, ())],
        }

    def _players(self) -> Iterator[tuple[int, str]]:
        value, first = self.value, self.value["seat"] or 0
        refs = [
            (ref.get("player"), each["index"]) for each in self._options for ref in each["names"]
        ]
        often = Counter(player for player, _ in refs)
        for seat in (*value["seats"][first:], *value["seats"][:first]):
            player = seat["seat"]
            is_offered = often[player] == 1 and player != value["seat"]
            yield player, self._player(seat, dict(refs)[player] if is_offered else None)

    def _player(self, seat: Value, option: int | None) -> str:
        value, player, turn = self.value, seat["seat"], self.value["turn"]
        head = {
            "own": player == value["seat"],
            "asked": player == turn["asked"],
            "turn": player == turn["player"],
            "playing": self.playing,
            "there": self.there[player],
            "points": value["scores"][player]["points"] if value["scores"] else None,
            "option": option,
        }
        places = self._places(player)
        key = id(seat), *head.values(), places
        met = self.met.get(key)
        if met is None:
            numbers = _numbers(seat["numbers"])
            shown = {**head, **only(seat, "seat", "name", "signs"), "numbers": numbers}
            met = self.met.put(key, (self.deck.part("player.html", shown, places), seat))
        return str(met[0])


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

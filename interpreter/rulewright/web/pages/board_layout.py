"""The board of a page without scripts, drawn only from what one seat sees.

Each part is drawn from plain data without irrelevant values, so that many parts are equal for several seats and
tables, and can be cached.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from rulewright.runtime.observation.view import ViewCache
from rulewright.web.pages.rendering import RenderedDeck, Value, pick_keys

STORY: Final = 60
"""Number of events in the story of a page."""
PLAIN_STORY: Final = 20
"""Number of events shown without a script."""


def option_buttons(deck: RenderedDeck, value: Value) -> Iterator[Value]:
    """Yield the options as buttons, with the texts of their cards; equal ones only once."""
    cards = deck.cards
    pieces = {
        piece["piece"]: (place["place"], piece["marks"])
        for place in value["places"]
        for piece in place["pieces"]
    }
    seen = set()
    for option in _options(value):
        data = dict(option["data"])
        piece = data.pop("piece", None)
        # Hidden cards are distinguished by their number.
        key = repr((option["text"], data, pieces.get(piece, piece)))
        if key in seen:
            continue
        seen.add(key)
        card_names = dict.fromkeys(ref["card"] for ref in option["names"] if ref.get("card"))
        description = " ".join(_card_text(cards[name]) for name in card_names if name in cards)
        yield {"index": option["index"], "text": option["text"], "told": description}


def _card_text(card: Value) -> str:
    """Return the text of a card as a line, such as `colour special, cost 6. Worth two points more.`."""
    fields = [each for each in card["fields"] if each["value"] not in (None, False)]
    texts = (each["said"] or ("" if each["value"] is True else each["value"]) for each in fields)
    pairs = zip(fields, texts, strict=True)
    line = ", ".join(f"{each['called']} {one}".strip() for each, one in pairs)
    return f"{line}. {card['text']}".strip() if line else str(card["text"])


class BoardParts:
    """The board as one seat sees it: a common part, and a part for each player, the own one first.

    Options are buttons if it is `live`; `there` is the presence of each seat. `cache` has the parts drawn from
    the same values for other seats.
    """

    def __init__(
        self, deck: RenderedDeck, value: Value, there: Sequence[str], cache: ViewCache | None = None,
        *, live: bool = False, playing: bool = False,
    ) -> None:  # fmt: skip
        self.deck, self.value, self.there, self.playing = deck, value, there, playing
        self.cache: ViewCache = {} if cache is None else cache
        references = [
            (ref, each["index"]) for each in _options(value) if live for ref in each["names"]
        ]
        self._on_piece = _unambiguous(
            ((ref["place"], ref["piece"]), index)
            for ref, index in references
            if ref.get("piece") is not None and ref["place"] is not None
        )
        others = ((ref.get("player"), index) for ref, index in references)
        self._on_player = _unambiguous(each for each in others if each[0] != value["seat"])
        self._offered = {place for place, _ in self._on_piece}
        self._lying: dict[int | None, list[Value]] = {}
        for place in value["places"]:
            if place["count"]:
                self._lying.setdefault(place["seat"], []).append(place)

    def parts(self) -> dict[str, str]:
        """Return the HTML of the board's parts, by their names."""
        value = self.value
        marked = [
            {
                "called": mark["called"],
                "cards": [pick_keys(each, "called", "said") for each in mark["cards"]],
            }
            for mark in value["marked"]
            if not mark["aside"]
        ]
        numbers = value["numbers"]
        common = self._render_part(
            "common", None, numbers, repr(marked),
            make=lambda: {"numbers": _numbers(numbers), "marked": marked},
        )  # fmt: skip
        first = value["seat"] or 0
        order = (*value["seats"][first:], *value["seats"][:first])
        return {
            "common": common,
            **{f"p{seat['seat']}": self._render_player(seat) for seat in order},
        }

    def _render_part(
        self, name: str, owner: int | None, of: Any, *more: Any, make: Callable[[], Value]
    ) -> str:
        """Return a part's HTML with the zones of `owner`, cached while `of` and the zones are the same objects."""
        zones = self._lying.get(owner, [])
        key = name, id(of), *more, *map(id, zones)
        is_own = any(place["place"] in self._offered for place in zones)
        cache = None if is_own else self.cache.get(key)
        if cache is None:
            cache = self.deck.part(name, make(), self._render_zones(zones)), of, zones
            if not is_own:
                self.cache[key] = cache
        return str(cache[0])

    def _render_zones(self, zones: Sequence[Value]) -> tuple[str, ...]:
        """Return the HTML of zones, including zones on their cards."""
        held: dict[int, list[Value]] = {}
        for place in zones:
            if place["on"] is not None:
                held.setdefault(place["on"], []).append(place)
        return tuple(
            self.deck.part("place", self._zone_data(place, held))
            for place in zones
            if place["on"] is None
        )

    def _zone_data(self, place: Value, held: Mapping[int, Sequence[Value]]) -> Value:
        """Return a zone as data for its template: the known cards, and the number of unknown ones."""
        pieces = [
            {
                **pick_keys(piece, "card", "called"),
                "marks": _numbers(piece["marks"]),
                "option": self._on_piece.get((place["place"], piece["piece"])),
                "held": [self._zone_data(each, held) for each in held.get(piece["piece"], ())],
            }
            for piece in place["pieces"]
        ]
        return {
            **pick_keys(place, "name", "called", "count"),
            "secret": place["secret"] and place["seat"] == self.value["seat"],
            "unknown": place["count"] - len(pieces),
            "pieces": pieces,
        }

    def _render_player(self, seat: Value) -> str:
        """Return the HTML of a player's part of the board."""
        value, player, turn = self.value, seat["seat"], self.value["turn"]
        head = {
            "own": player == value["seat"],
            "asked": player == turn["asked"],
            "turn": player == turn["player"],
            "playing": self.playing,
            "there": self.there[player],
            "points": value["scores"][player]["points"] if value["scores"] else None,
            "option": self._on_player.get(player),
        }
        signs = [each for each in seat["signs"] if each["name"] not in self.deck.aside]
        return self._render_part(
            "player", player, seat, *head.values(),
            make=lambda: {
                **head, **pick_keys(seat, "seat", "name"), "signs": signs, "numbers": _numbers(seat["numbers"])
            },
        )  # fmt: skip


def _options(value: Value) -> Sequence[Value]:
    """Return the options of the pending decision in a view; empty without one."""
    decision = value["decision"]
    return (decision["options"] or ()) if decision is not None else ()


def _unambiguous(references: Iterable[tuple[Any, int]]) -> dict[Any, int]:
    """Return the keys that only one option refers to, with its index; they can act as its button."""
    indices_by_key: dict[Any, list[int]] = {}
    for each, index in references:
        indices_by_key.setdefault(each, []).append(index)
    return {key: indices[0] for key, indices in indices_by_key.items() if len(indices) == 1}


def _numbers(values: Sequence[Value]) -> list[Value]:
    """Return the numbers and marks for display, without internal ones."""
    return [
        pick_keys(each, "name", "called", "said", "secret") for each in values if not each["aside"]
    ]

"""Projection of a layout and facts to the seat value, by look-ups only; it makes no decisions.

The input is plain data and the order is fixed, so that programs in other languages give the same bytes. The facts
(`facts`) are the views of the seat and of a spectator, the question, the news, the scores and the outcome.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, TypeVar

from rulewright.runtime.observation.view import ViewCache
from rulewright.runtime.session.seat.seat_types import (
    DecisionValue,
    EventValue,
    MarkedCardValue,
    MarkedValue,
    NumberValue,
    PhaseValue,
    PieceValue,
    PlaceValue,
    SeatValue,
    SeenValue,
    TurnValue,
)

Data = dict[str, Any]
T = TypeVar("T")


def seat_value(layout: Data, facts: Data, cache: ViewCache | None = None) -> Data:
    """Return the value of `Game.seat`; values built with the same `cache` share equal parts."""
    return dict(_Projection(layout, facts, {} if cache is None else cache).value())


def as_bytes(value: Any) -> bytes:
    """Return a value as compact JSON in UTF-8, with keys in their given order."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


class _Projection:
    """A seat value under construction.

    The cache `cache` maps the inputs of a part to the part. It holds references to these inputs, so their ids stay
    unique. Equal parts of views are identical objects; parts that have not changed are not built again.
    """

    def __init__(self, layout: Data, facts: Data, cache: ViewCache) -> None:
        self.layout, self.facts, self.cache = layout, facts, cache
        self.view, self.public = facts["view"], facts["public"]
        self.names = tuple(seat["name"] for seat in self.view["seats"])

    def value(self) -> SeenValue:
        """Return the complete seat value."""
        view = self.view
        places = [*chain.from_iterable(self._places())]
        return {
            "version": self.layout["version"],
            "edition": self.layout["edition"],
            "words": self.layout["words"],
            "seat": view["seat"],
            "turn": self._turn(),
            "numbers": self._numbers(),
            "marked": self._marked(),
            "seats": [self._seat(seat) for seat in view["seats"]],
            "places": places,
            "cards": self.layout["cards"],
            "labels": self.layout["labels"],
            "decision": self._decision(places),
            "told": self.facts["told"],
            "story": [self._event(event) for event in self.facts["news"]],
            "scores": self.facts["scores"],
            "outcome": self.facts["outcome"],
        }

    # ------------------------------------------------------------------ the turn

    def _turn(self) -> TurnValue:
        """Return the entry `turn`: its player and card, the deciding seat, the running phases and the round."""
        asked, acting = self.facts["question"], self.view["acting"]
        certain = self.layout["decisions"][asked["number"]]["phases"] if asked else []
        names = [*certain, *(name for name in acting if name not in certain)]
        phases = [self._phase(name, acting.get(name, {})) for name in names]
        turn = next((each for each in phases if each["player"] is not None), None)
        return {
            "player": turn["player"] if turn else asked and asked["player"],
            "as": turn["card"] if turn else None,
            "asked": asked and asked["player"],
            "phases": phases,
            "round": self._round(names),
        }

    def _phase(self, name: str, parameters: Mapping[str, Any]) -> PhaseValue:
        """Return a running phase with its player and card."""
        refs = [value for value in parameters.values() if isinstance(value, dict)]
        return {
            "phase": name,
            "called": self.layout["phases"][name],
            "player": next((ref["player"] for ref in refs if "player" in ref), None),
            "card": next((ref["card"] for ref in refs if "card" in ref), None),
        }

    def _round(self, phases: Sequence[str]) -> int | None:
        """Return the number of the outermost phase with a public counter; None if there is none."""
        counted = self.layout["counted"]
        first = next((counted[name] for name in phases if name in counted), None)
        return self.view["table"]["tracks"][first] if first is not None else None

    # ------------------------------------------------------------------ numbers and marks

    def _numbers(self) -> list[NumberValue]:
        """Return the common numbers; pointers to a player appear at that player's seat instead."""
        tracks, public = self.view["table"]["tracks"], self.public["table"]["tracks"]
        return self._cached(
            "numbers", tracks, public, make=lambda: [
                each for each in self._track_values(tracks, public) if _player_in(each["value"]) is None
            ],
        )  # fmt: skip

    def _cached(self, what: Any, view: Data, public: Data, *more: Any, make: Callable[[], T]) -> T:
        """Return the part `what`: from the cache if the view objects and `more` are the same, else from `make`."""
        key = "made", what, id(view), id(public), *more
        if key not in self.cache:
            self.cache[key] = make(), view, public
        part: T = self.cache[key][0]
        return part

    def _track_values(
        self, tracks: Mapping[str, Any], public: Mapping[str, Any]
    ) -> Iterator[NumberValue]:
        """Yield the values worth showing, in display order; `secret` if a spectator does not see the same."""
        for name, layout in self.layout["kept"].items():
            value = tracks.get(name)
            if value is None or value is False or (value == 0 and layout["passing"]):
                continue
            yield {
                "name": name,
                "called": layout["called"],
                "value": value,
                "said": self._in_words(value, layout["labels"]),
                "aside": layout["aside"],
                "secret": public.get(name) != value,
            }

    def _in_words(self, value: Any, labels: str | None) -> str | None:
        """Return a value in words; None for a mark, whose name is enough."""
        said: str | None
        if isinstance(value, bool):
            said = None
        elif isinstance(value, int):
            said = str(value)
        elif isinstance(value, str):
            said = self.layout["labels"][labels][value]["called"]
        elif "player" in value:
            said = self.names[value["player"]]
        else:
            cards = self.layout["cards"]
            said = next(card["called"] for card in cards if card["card"] == value["card"])
        return said

    def _marked(self) -> list[MarkedValue]:
        """Return the visible marks on cards whose position the seat does not know, as JSON."""
        marked = self.view["marked"]
        return [
            {
                "name": name,
                "called": layout["called"],
                "aside": layout["aside"],
                "cards": self._marked_cards(marked[name], layout["labels"]),
            }
            for name, layout in self.layout["kept"].items()
            if name in marked
        ]

    def _marked_cards(self, marked: Sequence[Data], labels: str | None) -> list[MarkedCardValue]:
        """Return the cards with one mark as JSON, in an order that depends on their contents only."""
        cards: list[MarkedCardValue] = [
            {
                "card": each["card"],
                "called": each["shown"],
                "value": each["value"],
                "said": self._in_words(each["value"], labels),
            }
            for each in marked
        ]
        return sorted(
            cards, key=lambda each: (each["card"], each["said"] or "", as_bytes(each["value"]))
        )

    # ------------------------------------------------------------------ seats, places and pieces

    def _seat(self, seat: Data) -> SeatValue:
        """Return a seat as JSON, with the pointers to it and its numbers."""
        number = seat["seat"]
        tracks = self.view["table"]["tracks"]
        signs = [name for name in self.layout["kept"] if tracks.get(name) == {"player": number}]
        public = self.public["seats"][number]["tracks"]
        return self._cached(
            number, seat["tracks"], public, self.names, *signs,
            make=lambda: self._build_seat(seat, signs, public),
        )  # fmt: skip

    def _build_seat(self, seat: Data, signs: Sequence[str], public: Data) -> SeatValue:
        """Return a seat as JSON without the cache; `signs` are the names of the pointers to it."""
        return {
            "seat": seat["seat"],
            "name": seat["name"],
            "signs": [
                {"name": name, "called": self.layout["kept"][name]["called"]} for name in signs
            ],
            "numbers": list(self._track_values(seat["tracks"], public)),
        }

    def _places(self) -> Iterator[list[PlaceValue]]:
        """Yield all places: the common ones, then seat by seat, each followed by the places on its cards."""
        yield self._places_of("", None, self.view["table"]["zones"], self.public["table"]["zones"])
        for seat, other in zip(self.view["seats"], self.public["seats"], strict=True):
            yield self._places_of(f"{seat['seat']}/", seat["seat"], seat["zones"], other["zones"])

    def _places_of(
        self, before: str, seat: int | None, zones: Data, public: Data
    ) -> list[PlaceValue]:
        """Return the places of a seat, or the common ones.

        Player names are part of the cache key, since marks on cards can show them.
        """
        return self._cached(
            before, zones, public, self.names,
            make=lambda: list(self._zones(before, seat, None, zones, public)),
        )  # fmt: skip

    def _zones(
        self, before: str, seat: int | None, on: int | None, zones: Data, public: Data
    ) -> Iterator[PlaceValue]:
        """Yield the places in `zones` in display order, each followed by the places on its cards."""
        for name in self.layout["places"]:
            if name in zones:
                head = {"place": before + name, "name": name, "seat": seat, "on": on}
                yield from self._place(head, zones[name], public.get(name))

    def _place(self, head: Data, zone: Data, public: Data | None) -> Iterator[PlaceValue]:
        """Yield a place and the places on its cards; it is `secret` if a spectator sees less of it."""
        layout = self.layout["places"][head["name"]]
        secret = public is None or _known(zone) != _known(public)
        others = zone["cards"] if secret or public is None else public["cards"]
        pairs = list(zip(zone["cards"], others, strict=True))
        yield {
            "place": head["place"],
            "name": head["name"],
            "seat": head["seat"],
            "on": head["on"],
            "called": layout["called"],
            "kind": layout["kind"],
            "count": zone["count"],
            "ordered": layout["ordered"],
            "secret": secret,
            "pieces": [
                self._piece(card, other, number if layout["ordered"] else None)
                for number, (card, other) in enumerate(pairs)
                if card is not None
            ],
        }
        for card, other in pairs:
            if card is not None and "zones" in card:
                piece = card["piece"]
                under = other.get("zones", {})
                yield from self._zones(f"#{piece}/", head["seat"], piece, card["zones"], under)

    def _piece(self, card: Data, public: Data, number: int | None) -> PieceValue:
        """Return a known card as JSON; `number` is its position from the top in an ordered place."""
        return {
            "piece": card["piece"],
            "card": card["name"],
            "called": card["shown"],
            "at": number,
            "marks": list(self._track_values(card["marks"], public["marks"]))
            if card["marks"]
            else [],
        }

    # ------------------------------------------------------------------ the question and the news

    def _decision(self, places: Sequence[PlaceValue]) -> DecisionValue | None:
        """Return the pending decision; only the deciding seat gets its options."""
        asked = self.facts["question"]
        if asked is None:
            return None
        options, told = asked["options"], self.layout["decisions"][asked["number"]]
        where = {
            piece["piece"]: place["place"]
            for place in (places if options else ())
            for piece in place["pieces"]
        }
        return {
            "player": asked["player"],
            "kind": told["kind"],
            "form": told["form"],
            "prompt": told["prompt"],
            "doing": told["doing"],
            "about": asked["about"],
            "card": told["card"],
            "because": self.layout["rules"][told["why"]],
            "options": options
            and [
                {
                    "index": number,
                    "text": option["text"],
                    "data": option["data"],
                    "names": [_with_place(ref, where) for ref in option["names"]],
                }
                for number, option in enumerate(options)
            ],
        }

    def _event(self, event: Data) -> EventValue:
        """Return an event as JSON, with the rule that caused it."""
        return {
            "number": event["number"],
            "event": event["event"],
            "turn": event["turn"],
            "text": event["text"],
            "names": event["names"],
            "numbers": event["numbers"],
            "moves": event["moves"],
            "for": event["for"],
            "by": event["by"],
            "reason": event["reason"],
            "why": self.layout["why"][event["why"]],
            "because": self.layout["rules"][event["why"]],
        }


def _with_place(ref: Data, where: Mapping[int, str]) -> Data:
    """Return a reference; if it is to a card, with the place where the seat sees that card."""
    return {**ref, "place": where.get(ref["piece"])} if "piece" in ref else ref


def _player_in(value: Any) -> int | None:
    """Return the seat that a value points to, or None."""
    return value.get("player") if isinstance(value, dict) else None


def _known(zone: Data) -> list[Any]:
    """Return the names of the cards in a place, None for unknown ones."""
    return [card and card["name"] for card in zone["cards"]]

"""The table at a glance, drawn from what one player may know of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import frozen
from rich.text import Text

from rulewright.front.play.looks import Looks
from rulewright.front.play.page import flow, words
from rulewright.front.seats import seat_letter, seat_name

View = Mapping[str, Any]

INDENT: Final = 6
DEEP: Final = 10
PLAIN_INDENT: Final = 2


@frozen
class Table:
    """What is to be drawn: the view of one seat, and that of a spectator to tell secrets by."""

    view: View
    public: View
    looks: Looks
    width: int
    plain: bool

    @property
    def own(self) -> int | None:
        """The seat whose view this is; None for a spectator."""
        seat = self.view.get("seat")
        return seat if isinstance(seat, int) else None

    def lines(self) -> list[Text]:
        """Return the whole table, line by line."""
        lines = [*self._common()]
        for seat in self.view["seats"]:
            lines += self._seat(seat)
        return [*lines, *self._legend(lines)]

    def _common(self) -> Iterator[Text]:
        table = self.view["table"]
        pieces = [
            _pair(name, value)
            for name, value in table["tracks"].items()
            if _seat_in(value) is None and value is not None and value is not False
        ]
        pieces += [_pair(name, zone["count"]) for name, zone in _closed(table["zones"])]
        if pieces:
            yield from self._flowing(pieces, 0)
        for name, zone in _open(table["zones"]):
            yield from self._zone(name, zone, DEEP)

    def _seat(self, seat: View) -> Iterator[Text]:
        number: int = seat["seat"]
        yield from self._flowing([self._name(number), *self._facts(seat)], INDENT)
        public = self.public["seats"][number]["zones"]
        for name, zone in _open(seat["zones"]):
            secret = zone["cards"] != public[name]["cards"]
            yield from self._zone(f"{name} (hidden)" if secret else name, zone, DEEP)

    def _name(self, seat: int) -> Text:
        decision = self.view.get("decision")
        acts = decision is not None and decision["player"] == seat
        style = "bold reverse" if acts else "bold"
        text = Text("> " if acts else "  ")
        return text.append_text(words(f"{seat_letter(seat)} {seat_name(seat, self.own)}", style))

    def _facts(self, seat: View) -> Iterator[Text]:
        for name, value in self.view["table"]["tracks"].items():
            if _seat_in(value) == seat["seat"]:
                yield words(f"[{name}]", "bold yellow")
        for name, value in seat["tracks"].items():
            if value is not None and value is not False:
                yield _pair(name, value)
        for name, zone in _closed(seat["zones"]):
            yield _pair(name, zone["count"])

    def _zone(self, name: str, zone: View, indent: int) -> Iterator[Text]:
        head = words(f"{' ' * INDENT}{name}:", "dim")
        yield from self._flowing([head, *self._cards(zone)], indent)

    def _cards(self, zone: View) -> Iterator[Text]:
        """The cards of a zone; equal ones stand together, those not known come last."""
        known = [self.looks.card(card) for card in zone["cards"] if card is not None]
        counts = Counter(text.plain for text in known)
        for text in {text.plain: text for text in known}.values():
            count = counts[text.plain]
            yield text.append(f" ×{count}") if count > 1 else text
        unknown = zone["count"] - len(known)
        if unknown > 0:
            yield words(f"{unknown} unknown", "dim")

    def _flowing(self, pieces: Sequence[Text], indent: int) -> Iterator[Text]:
        if self.plain:
            for index, piece in enumerate(pieces):
                piece.plain = piece.plain.strip()
                yield Text(" " * (PLAIN_INDENT if index else 0)).append_text(piece)
        else:
            yield from flow(pieces, self.width, indent)

    def _legend(self, lines: Sequence[Text]) -> Iterator[Text]:
        """What the letters mean, of those labels that are on the table."""
        shown = {label for label in self.looks.letters if label in _labels(self.view)}
        if shown:
            pieces = [
                words(f"{letters} ").append_text(self.looks.label(label))
                for label, letters in self.looks.letters.items()
                if label in shown
            ]
            yield from self._flowing(pieces, 0)


def _pair(name: str, value: object) -> Text:
    """A number, pointer or mark with its name."""
    text = words(name, "dim")
    if value is not True:
        text.append(f" {value}", "not dim bold")
    return text


def _seat_in(value: object) -> int | None:
    """The seat a pointer points to."""
    if isinstance(value, Mapping):
        seat = value.get("player", value.get("seat"))
        return seat if isinstance(seat, int) else None
    return None


def _open(zones: Mapping[str, View]) -> Iterator[tuple[str, View]]:
    """The zones of which some card can be seen."""
    for name, zone in zones.items():
        if any(card is not None for card in zone["cards"]):
            yield name, zone


def _closed(zones: Mapping[str, View]) -> Iterator[tuple[str, View]]:
    """The zones with cards of which none can be seen."""
    for name, zone in zones.items():
        if zone["count"] and all(card is None for card in zone["cards"]):
            yield name, zone


def _labels(view: View) -> set[object]:
    """All labels on the cards that can be seen."""
    places = [view["table"], *view["seats"]]
    cards = [
        card
        for place in places
        for zone in place["zones"].values()
        for card in zone["cards"]
        if card
    ]
    return {value for card in cards for value in card["fields"].values() if isinstance(value, str)}

"""The table at a glance, drawn from what one player may know of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from attrs import frozen
from rich.text import Text

from rulewright.front.play.looks import Looks
from rulewright.front.play.page import flow, words
from rulewright.front.seats import seat_letter

if TYPE_CHECKING:
    from rulewright.rulebook import Machine

View = Mapping[str, Any]

INDENT: Final = 6
DEEP: Final = 10
PLAIN_INDENT: Final = 2


@frozen
class Pointers:
    """Which tracks, and which parameters of phases, hold a seat and not a number."""

    tracks: frozenset[str]
    parameters: frozenset[tuple[str, str]]


def pointers_of(machine: Machine) -> Pointers:
    """Return the pointers to players that the rules declare."""
    return Pointers(
        frozenset(track.name for track in machine.tracks if track.type.name == "player"),
        frozenset(key for key, name in machine.parameter_types.items() if name == "player"),
    )


@frozen
class Table:
    """What is to be drawn: the view of one seat, and that of a spectator to tell secrets by."""

    view: View
    public: View
    names: Sequence[str]
    pointers: Pointers
    looks: Looks
    width: int
    plain: bool

    def lines(self) -> list[Text]:
        """Return the whole table, line by line."""
        lines = [*self._common()]
        for seat in self.view["seats"]:
            lines += self._seat(seat)
        return [*lines, *self._legend()]

    def _common(self) -> Iterator[Text]:
        table = self.view["table"]
        pieces = [
            _pair(name, value)
            for name, value in table["tracks"].items()
            if name not in self.pointers.tracks and _worth_showing(value)
        ]
        pieces += [_pair(name, zone["count"]) for name, zone in _closed(table["zones"])]
        pieces += [self._phase(name, given) for name, given in self.view["acting"].items()]
        if pieces:
            yield from self._flowing(pieces, INDENT)
        yield from self._zones(table["zones"], self.public["table"]["zones"])

    def _phase(self, name: str, given: Mapping[str, Any]) -> Text:
        """A phase that is being played, and for whom or what."""
        values = [
            self.names[value] if (name, parameter) in self.pointers.parameters else str(value)
            for parameter, value in given.items()
        ]
        return _pair(name, ", ".join(values))

    def _seat(self, seat: View) -> Iterator[Text]:
        number: int = seat["seat"]
        yield from self._flowing([self._name(number), *self._facts(seat)], INDENT)
        yield from self._zones(seat["zones"], self.public["seats"][number]["zones"])

    def _name(self, seat: int) -> Text:
        decision = self.view.get("decision")
        acts = decision is not None and decision["player"] == seat
        you = " (you)" if seat == self.view["seat"] else ""
        name = words(f"{seat_letter(seat)} {self.names[seat]}{you}")
        name.stylize("bold reverse" if acts else "bold")
        return Text("> " if acts else "  ").append_text(name)

    def _facts(self, seat: View) -> Iterator[Text]:
        for name, value in self.view["table"]["tracks"].items():
            if name in self.pointers.tracks and value == seat["seat"]:
                yield words(f"[{name}]", "bold yellow")
        for name, value in seat["tracks"].items():
            if _worth_showing(value):
                yield _pair(name, self.names[value] if name in self.pointers.tracks else value)
        for name, zone in _closed(seat["zones"]):
            yield _pair(name, zone["count"])

    def _zones(self, zones: Mapping[str, View], public: Mapping[str, View]) -> Iterator[Text]:
        """Each zone of which some card can be seen, with its cards in their order."""
        for name, zone in _open(zones):
            secret = zone["cards"] != public[name]["cards"]
            head = words(f"{' ' * INDENT}{name}{' (only you)' if secret else ''}:", "dim")
            yield from self._flowing([head, *self._cards(zone)], DEEP)

    def _cards(self, zone: View) -> Iterator[Text]:
        """The cards of a zone; those beside each other that look the same stand together."""
        looks = [None if card is None else self.looks.card(card) for card in zone["cards"]]
        for plain, group in groupby(looks, lambda text: text and text.plain):
            same = list(group)
            first, count = same[0], len(same)
            if plain is None or first is None:
                yield words(f"{count} unknown", "dim")
            else:
                yield first.append(f" ×{count}") if count > 1 else first

    def _flowing(self, pieces: Sequence[Text], indent: int) -> Iterator[Text]:
        if self.plain:
            for index, piece in enumerate(pieces):
                piece.plain = piece.plain.strip()
                yield Text(" " * (PLAIN_INDENT if index else 0)).append_text(piece)
        else:
            yield from flow(pieces, self.width, indent)

    def _legend(self) -> Iterator[Text]:
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


def _worth_showing(value: object) -> bool:
    """Whether a number, pointer or mark says something: no mark is no news."""
    return value is not None and value is not False


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

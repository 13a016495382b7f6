"""The places of a table as they are drawn: what they are called, and the cards in them that somebody may see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from rich.text import Text

from rulewright.base.records import Record
from rulewright.cli.terminal.screen import words
from rulewright.cli.terminal.table_view.card_styles import Looks
from rulewright.cli.terminal.table_view.known_zones import (
    NEAR,
    View,
    gaps,
    is_open,
    is_secret,
    kind_of,
    only_here,
)
from rulewright.language.edition.translations.program_text import say


class DrawnPlaces(Record):
    """How places are drawn for one seat (None: for who looks on)."""

    seat: int | None
    looks: Looks

    def ordered(self, named: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        """What has names, in the order in which it is to be shown."""
        for name in self.looks.showing.in_order(named):
            yield name, named[name]

    def cards_of(
        self,
        names: Sequence[str],
        zones: Mapping[str, View],
        public: Mapping[str, View],
        owner: int | None,
    ) -> Iterator[Text]:
        """Places for labels of one kind, one behind the other; of the next ones only the label is told."""
        for number, name in enumerate(names):
            told = self._label(name) if number else self._called(name, zones, public, owner)
            head, (first, *cards) = words(told, "dim"), self._shown(zones[name], public[name])
            yield from [head.append("  ").append_text(first)] if number else [head, first]
            yield from cards

    def _closed(self, zones: Mapping[str, View]) -> Iterator[tuple[str, View]]:
        """The zones with cards of which none is shown."""
        for name, zone in self.ordered(zones):
            if zone["count"] and not is_open(zone) and self.looks.showing.shows(name, zone):
                yield name, zone

    def counts(self, zones: Mapping[str, View]) -> Iterator[Text]:
        """How many cards lie where none is shown; of the next of some places for labels only the label is told."""
        before = ""
        for name, zone in self._closed(zones):
            again = " " in name and kind_of(name) == kind_of(before)
            told = self._label(name).rstrip(" :") if again else self.looks.name(name)
            yield pair(told, zone["count"])
            before = name

    def opened(self, zones: Mapping[str, View]) -> Iterator[str]:
        """The zones of which some card is shown."""
        for name, zone in self.ordered(zones):
            if is_open(zone) and self.looks.showing.shows(name, zone):
                yield name

    def _called(
        self, name: str, zones: Mapping[str, View], public: Mapping[str, View], owner: int | None
    ) -> str:
        """What stands before the cards of a place.

        What this seat knows of the place of another, that other and more may know too.
        """
        zone, secret = zones[name], is_secret(zones[name], public[name])
        count = f" {zone['count']}" if gaps(zone) else ""
        own = say("only you") if owner in (None, self.seat) else say("as you know")
        only = f" ({own})" if secret else ""
        return say("{words}:", words=f"{self.looks.name(name)}{count}{only}")

    def _label(self, name: str) -> str:
        """The label for which a place is, before its cards."""
        return say("{words}:", words=self.looks.words.label(name.rpartition(" ")[0]))

    def _shown(self, zone: View, public: View) -> Iterator[Text]:
        """The cards of a place in their order."""
        hidden = [None] * zone["count"]
        return self._cards(zone, hidden if is_secret(zone, public) else public["cards"])

    def _card(self, card: View, open_to_all: View | None) -> Text:
        """A card; of one that lies open, what is on it for this seat alone is told to be so."""
        own = () if open_to_all is None else only_here(card, open_to_all)
        return self.looks.card(card, own)

    def _cards(self, zone: View, public: Sequence[View | None]) -> Iterator[Text]:
        """The cards of a zone, with what all see of them; neighbours that look the same stand together.

        Between cards that nobody here knows, each is told with its place, counted from the top.
        """
        if gaps(zone):
            for place, (card, seen) in enumerate(zip(zone["cards"], public, strict=True), 1):
                if card is not None and place <= NEAR:
                    yield self._card(card, seen).append(f" {say('at {place}', place=place)}", "dim")
            return
        pairs = zip(zone["cards"], public, strict=True)
        looks = [None if card is None else self._card(card, seen) for card, seen in pairs]
        for plain, group in groupby(looks, lambda text: text and text.plain):
            same = list(group)
            first, count = same[0], len(same)
            if plain is None or first is None:
                yield words(say("{count} unknown", count=count), "dim")
            else:
                yield first.append(f" ×{count}") if count > 1 else first


def pair(name: str, value: object) -> Text:
    """A number, pointer or mark with its name."""
    text = words(name, "dim")
    if value is not True:
        text.append(f" {value}", "not dim bold")
    return text

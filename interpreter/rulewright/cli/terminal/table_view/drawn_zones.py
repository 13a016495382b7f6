"""Draws the zones of a table: their names, and the cards in them that the viewer may see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from rich.text import Text

from rulewright.base.records import Record
from rulewright.cli.terminal.screen import words
from rulewright.cli.terminal.table_view.card_styles import CardStyles
from rulewright.cli.terminal.table_view.known_zones import (
    NEAR,
    View,
    has_gaps,
    is_open,
    is_secret,
    kind_of,
    private_parts,
)
from rulewright.language.edition.translations.program_text import say


class DrawnZones(Record):
    """The drawing of zones for one seat, or for a spectator (None)."""

    seat: int | None
    card_styles: CardStyles

    def ordered(self, entries: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
        """Yield the entries of a mapping by name, in the edition's display order."""
        for name in self.card_styles.showing.in_order(entries):
            yield name, entries[name]

    def cards_of(
        self,
        names: Sequence[str],
        zones: Mapping[str, View],
        public: Mapping[str, View],
        owner: int | None,
    ) -> Iterator[Text]:
        """Yield the zones of one kind with their cards; after the first one only the zone's label is named."""
        for number, name in enumerate(names):
            heading = (
                self._label(name) if number else self._zone_heading(name, zones, public, owner)
            )
            head, (first, *cards) = (
                words(heading, "dim"),
                self._cards_in_order(zones[name], public[name]),
            )
            yield from [head.append("  ").append_text(first)] if number else [head, first]
            yield from cards

    def _closed_zones(self, zones: Mapping[str, View]) -> Iterator[tuple[str, View]]:
        """Yield the zones that contain cards but show none."""
        for name, zone in self.ordered(zones):
            if zone["count"] and not is_open(zone) and self.card_styles.showing.shows(name, zone):
                yield name, zone

    def counts(self, zones: Mapping[str, View]) -> Iterator[Text]:
        """Yield the number of cards in each closed zone.

        After a zone of the same kind only the zone's label is named.
        """
        before = ""
        for name, zone in self._closed_zones(zones):
            again = " " in name and kind_of(name) == kind_of(before)
            label = self._label(name).rstrip(" :") if again else self.card_styles.name(name)
            # One hidden card in a place of its own: `north peg ?` is the place, no number of pegs.
            is_single = " " in name and zone["count"] == 1
            yield pair(label, "?" if is_single else zone["count"])
            before = name

    def opened(self, zones: Mapping[str, View]) -> Iterator[str]:
        """Yield the names of the zones whose cards are to be drawn."""
        for name, zone in self.ordered(zones):
            if is_open(zone) and self.card_styles.showing.shows(name, zone):
                yield name

    def _zone_heading(
        self, name: str, zones: Mapping[str, View], public: Mapping[str, View], owner: int | None
    ) -> str:
        """Return the heading of a zone, with a note if the viewer knows more about it than a spectator.

        In another player's zone the note is weaker, because that player and others may know the cards too.
        """
        zone, secret = zones[name], is_secret(zones[name], public[name])
        count = f" {zone['count']}" if has_gaps(zone) else ""
        own = say("only you") if owner in (None, self.seat) else say("cards you know")
        only = f" ({own})" if secret else ""
        return say("{words}:", words=f"{self.card_styles.name(name)}{count}{only}")

    def _label(self, name: str) -> str:
        """Return the label of a zone as the heading of its cards."""
        return say("{words}:", words=self.card_styles.words.label(name.rpartition(" ")[0]))

    def _cards_in_order(self, zone: View, public: View) -> Iterator[Text]:
        """Yield the cards of a zone in their order."""
        hidden = [None] * zone["count"]
        return self._cards(zone, hidden if is_secret(zone, public) else public["cards"])

    def _card(self, card: View, open_to_all: View | None) -> Text:
        """Return a card; on a public card, marks that only this seat sees are labelled as such."""
        own = () if open_to_all is None else private_parts(card, open_to_all)
        return self.card_styles.card(card, own)

    def _cards(self, zone: View, public: Sequence[View | None]) -> Iterator[Text]:
        """Yield the cards of a zone, given the public view of them; equal neighbours are merged.

        A known card between unknown ones is drawn with its position, counted from the top.
        """
        if has_gaps(zone):
            for place, (card, public_card) in enumerate(zip(zone["cards"], public, strict=True), 1):
                if card is not None and place <= NEAR:
                    yield self._card(card, public_card).append(
                        f" {say('at {place}', place=place)}", "dim"
                    )
            return
        pairs = zip(zone["cards"], public, strict=True)
        drawn = [
            None if card is None else self._card(card, public_card) for card, public_card in pairs
        ]
        for plain, group in groupby(drawn, lambda text: text and text.plain):
            same = list(group)
            first, count = same[0], len(same)
            if plain is None or first is None:
                yield words(say("{count} unknown", count=count), "dim")
            else:
                yield first.append(f" ×{count}") if count > 1 else first


def pair(name: str, value: object) -> Text:
    """Return a number, pointer or mark with its name."""
    text = words(name, "dim")
    if value is not True:
        text.append(f" {value}", "not dim bold")
    return text

"""Draws the table as one player may see it, shortened to fit the screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from rich.text import Text

from rulewright.base.records import Record, evolve
from rulewright.cli.terminal.screen import flow, words
from rulewright.cli.terminal.table_view.card_styles import CardStyles, cards_seen
from rulewright.cli.terminal.table_view.drawn_zones import DrawnZones, pair
from rulewright.cli.terminal.table_view.known_zones import View, kind_of, public_marks, seat_in
from rulewright.language.edition.translations.program_text import say
from rulewright.language.text import SEATS

INDENT: Final = 6
DEEP: Final = 10
PLAIN_INDENT: Final = 2
WHOLE, INLINE, OTHERS_COUNTED, ALONE, COUNTED = range(5)


class DrawnTable(Record):
    """A table to be drawn: the view of one seat, and a spectator's view to recognize secrets."""

    view: View
    public: View
    names: Sequence[str]
    card_styles: CardStyles
    width: int
    plain: bool
    scores: tuple[int, ...] = ()
    """The current scores; empty if the rules keep them secret."""
    brief: int = WHOLE
    """The level of detail.

    INLINE saves lines, OTHERS_COUNTED hides the cards of others, ALONE hides others, COUNTED all cards.
    """

    @property
    def drawn(self) -> DrawnZones:
        """The drawing of zones for the viewing seat."""
        return DrawnZones(self.view["seat"], self.card_styles)

    def fitted(self, rows: int, spare: int = 0) -> list[Text]:
        """Return the table in at most `rows` lines, with as much detail as fits.

        Before other players or the seat's own cards are left out, `spare` more lines are used.
        """
        tries = [(brief, rows) for brief in (WHOLE, INLINE, OTHERS_COUNTED)]
        tries += [(OTHERS_COUNTED, rows + spare), (ALONE, rows), (COUNTED, rows)]
        for brief, most in tries:
            lines = self.places(brief)
            if len(lines) <= most:
                legend = [*self._legend()]
                return [*legend, *lines] if len(lines) + len(legend) <= rows else lines
        return lines[: max(rows, 1)]

    def lines(self) -> list[Text]:
        """Return the table, line by line."""
        return [
            *self._legend(),
            *self.places(self.brief),
        ]  # letters are explained before they are used

    def places(self, brief: int) -> list[Text]:
        """Return the table without its legend, at the level of detail `brief`."""
        table = evolve(self, brief=brief)
        lines = [*table._middle_lines()]
        for seat in self.view["seats"]:
            if brief < ALONE or seat["seat"] == self.view["seat"]:
                lines += table._seat(seat)
        return lines

    def _middle_lines(self) -> Iterator[Text]:
        """Yield the lines about the middle of the table: numbers, closed zones, phases, marks, open zones."""
        table = self.view["table"]
        pieces = [
            self._pair(name, value)
            for name, value in self.drawn.ordered(table["tracks"])
            if seat_in(value) is None and self.card_styles.showing.shows(name, value)
        ]
        pieces += self.drawn.counts(table["zones"])
        for name, subjects in self.view["acting"].items():
            # A phase that is being played, with the things it is played for.
            label = say("{words}:", words=self.card_styles.name(name))
            pieces.append(pair(label, ", ".join(map(self._value_text, subjects.values()))))
        for name, cards in public_marks(self.view["marked"], self.card_styles.lasting):
            if not self.card_styles.showing.shows(name, cards):
                continue
            # A public mark on cards whose place is unknown to the viewer.
            pieces.append(
                self.card_styles.coloured(pair(self.card_styles.name(name), ", ".join(cards)))
            )
        yield from self._zone_lines(pieces, table["zones"], self.public["table"]["zones"])

    def _zone_lines(
        self,
        pieces: list[Text],
        zones: Mapping[str, View],
        public: Mapping[str, View],
        owner: int | None = None,
    ) -> Iterator[Text]:
        """Yield the lines with `pieces` and the visible cards of `zones`; on a brief table, the number of cards."""
        own = self.view["seat"]
        if self.brief >= (COUNTED if owner == own else OTHERS_COUNTED):
            pieces += [self._pair(name, zones[name]["count"]) for name in self.drawn.opened(zones)]
            yield from self._flowing(pieces, INDENT)
            return
        opened = [
            [*self.drawn.cards_of(list(names), zones, public, owner)]
            for _, names in groupby(self.drawn.opened(zones), key=kind_of)
        ]
        if self.brief == WHOLE:
            yield from self._flowing(pieces, INDENT) if pieces else ()
            for head, *cards in opened:
                yield from self._flowing([Text(" " * INDENT).append_text(head), *cards], DEEP)
            return
        indents = [INDENT] * len(pieces)
        for head, first, *cards in opened:
            pieces += [head.append("  ").append_text(first), *cards]
            indents += [INDENT, *[DEEP] * len(cards)]
        yield from self._flowing(pieces, indents)

    def _pair(self, name: str, value: object) -> Text:
        """Return a number, pointer or mark with its name and value."""
        return pair(
            self.card_styles.name(name), value if value is True else self._value_text(value)
        )

    def _value_text(self, value: object) -> str:
        """Return a value of a view as text: a seat's name, a label's word, a card's name, or a number."""
        seat = seat_in(value)
        if seat is not None:
            return self.names[seat]
        if isinstance(value, str):
            return self.card_styles.words.label(value)
        return str(value["shown"] if isinstance(value, Mapping) else value)

    def _seat(self, seat: View) -> Iterator[Text]:
        """Yield the lines about a seat."""
        number: int = seat["seat"]
        pieces = [self._name(number), *self._seat_facts(seat)]
        public = self.public["seats"][number]["zones"]
        yield from self._zone_lines(pieces, seat["zones"], public, number)

    def _name(self, seat: int) -> Text:
        """Return the name of a seat, marked if it has to decide."""
        decision = self.view.get("decision")
        acts = decision is not None and decision["player"] == seat
        you = f" ({say('you')})" if seat == self.view["seat"] else ""
        name = words(f"{SEATS[seat]} {self.names[seat]}{you}")
        name.stylize("bold reverse" if acts else "bold")
        return Text("> " if acts else "  ").append_text(name)

    def _seat_facts(self, seat: View) -> Iterator[Text]:
        """Yield the score, pointers, numbers and closed zones of a seat."""
        shows = self.card_styles.showing.shows
        if self.scores:
            yield pair(say("points"), self.scores[seat["seat"]])
        for name, value in self.drawn.ordered(self.view["table"]["tracks"]):
            if seat_in(value) == seat["seat"] and shows(name, value):
                yield words(f"[{self.card_styles.name(name)}]", "bold yellow")
        for name, value in self.drawn.ordered(seat["tracks"]):
            if shows(name, value):
                yield self._pair(name, value)
        yield from self.drawn.counts(seat["zones"])

    def own_numbers(self) -> dict[str, Text]:
        """Return the numbers of the viewing seat, as they are shown with its name."""
        own = self.view["seat"]
        tracks = {} if own is None else self.view["seats"][own]["tracks"]
        when = self.card_styles.showing.when
        return {
            name: self._pair(name, value)
            for name, value in self.drawn.ordered(tracks)
            if type(value) is int and when(name) != "never"
        }

    def _flowing(self, pieces: Sequence[Text], indent: int | Sequence[int]) -> Iterator[Text]:
        """Yield the pieces laid out in lines; in the plain layout one piece a line."""
        if self.plain:
            for index, piece in enumerate(pieces):
                piece.plain = piece.plain.strip()
                yield Text(" " * (PLAIN_INDENT if index else 0)).append_text(piece)
        else:
            yield from flow(pieces, self.width, indent)

    def _legend(self) -> Iterator[Text]:
        """Yield the legend of abbreviations for labels on the table."""
        cards = [card for _, _, card in cards_seen(self.view)]
        labels = {label for card in cards for label in self.card_styles.labels_on(card)}
        pieces = [
            words(f"{letters} ").append_text(self.card_styles.label(label))
            for label, letters in self.card_styles.letters.items()
            if label in labels
        ]
        if pieces:
            yield from self._flowing(pieces, 0)

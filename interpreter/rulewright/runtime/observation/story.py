"""The story of a game: events in words, with their players and rules, and the words each seat may hear."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from rulewright.base.records import Record
from rulewright.language.text import TextValue, fill_template
from rulewright.runtime.game.compiled_game import CompiledGame
from rulewright.runtime.game.value_words import (
    card_list_text,
    design_name,
    interpreter_text,
    text_list,
    text_value,
    things_of,
)
from rulewright.runtime.ir.module import Site, Telling
from rulewright.runtime.ir.nodes.ir_types import NO_NUMBER, PLAYER, Kind, Type

LOOKED_BACK: Final = 8
"""The entry with an event's counted cards is at most this many entries before it."""

FEW: Final = 4
"""Reasons name the counted cards up to this number."""


class RuleInfo(Record):
    """The rule that caused something: its name, its place (file:line:column) and its citations.

    The file is relative to the rule library or to the folder of the game's edition. `card` is the card the rule
    is printed on, empty if there is none.
    """

    name: str
    place: str
    cites: tuple[str, ...]
    card: str = ""


def rule_info(site: Site) -> RuleInfo:
    """Return the public description of the rule at `site`."""
    return RuleInfo(site.name, site.display_place or site.place, site.cites, site.card)


def story_of(
    game: CompiledGame, entries: Sequence[Any], names: Sequence[str], since: int = 0
) -> list[Event]:
    """Return the events of a story, the game's messages, from event number `since` on, with counted cards."""
    return events_at(game, entries, names, events_in(game, entries)[max(since, 0) :])


def events_at(
    game: CompiledGame, entries: Sequence[Any], names: Sequence[str], places: Sequence[int]
) -> list[Event]:
    """Return the events at the indices `places` of a story, each with the cards counted for it."""
    return [
        Event(game, entries[place], names, _counted_entry(game, entries, place)) for place in places
    ]


def events_in(game: CompiledGame, entries: Sequence[Any]) -> list[int]:
    """Return the indices of the story's entries that are events; other entries list counted cards."""
    is_event = game.events
    return [place for place, entry in enumerate(entries) if is_event[entry[0]]]


def entries_for(seat: int | None, entries: Sequence[Any]) -> list[Any]:
    """Return the entries of a story that `seat` (None: a spectator) received."""
    return [entry for entry in entries if (to := entry[3]) == -1 or to == seat]


def _counted_entry(game: CompiledGame, entries: Sequence[Any], place: int) -> Any:
    """Return the entry that lists the cards counted for an event: same cause, shortly before, same amount."""
    tellings = game.module.tellings
    number, why, values, *_ = entries[place]
    values = values[: len(tellings[number].types)]
    for entry in reversed(entries[max(place - LOOKED_BACK, 0) : place]):
        if entry[1] == why:
            counts = tellings[entry[0]].counts and entry[2][1] in _numbers_in(
                values, tellings[number]
            )
            return entry if counts else None
    return None


def _with_counts(names: Sequence[str]) -> str:
    """Return names with commas between them; a repeated name appears once, with its count."""
    times = ((name, names.count(name)) for name in dict.fromkeys(names))
    return ", ".join(f"{name} ×{count}" if count > 1 else name for name, count in times)


def _numbers_in(values: Sequence[Any], telling: Telling) -> Iterator[Any]:
    """Yield the numbers among the values of a message, and the length of each list."""
    for value, type_ in zip(values, telling.types, strict=True):
        if type_.many:
            yield len(value)
        elif type_.kind is Kind.NUMBER:
            yield value


class Event:
    """One event of the story, worded for each seat.

    Card values come with the seats that may know them. `counted` is the entry that lists the cards counted for
    it, if any.
    """

    __slots__ = ("_counted", "_entry", "_game", "_names")

    def __init__(
        self, game: CompiledGame, entry: Any, names: Sequence[str], counted: Any = None
    ) -> None:
        self._game, self._entry, self._names, self._counted = game, entry, names, counted

    @property
    def name(self) -> str:
        """The name of the event, phase or power that caused the message."""
        return self.telling.event

    @property
    def rule(self) -> RuleInfo:
        """The rule that caused the event."""
        return rule_info(self._game.module.sites[self.site])

    @property
    def site(self) -> int:
        """The number of the rule that caused the event."""
        found: int = self._entry[1]
        return found

    @property
    def to(self) -> int | None:
        """The only seat that received the event; None if all did."""
        seat: int = self._entry[3]
        return seat if seat >= 0 else None

    @property
    def telling(self) -> Telling:
        """The template of the event's message, with places for its values."""
        found: Telling = self._game.module.tellings[self._entry[0]]
        return found

    @property
    def _values(self) -> tuple[Any, ...]:
        """The values in the text."""
        values: tuple[Any, ...] = self._entry[2][: len(self.telling.types)]
        return values

    def turn(self, player: int | None) -> dict[str, Any]:
        """Return the turn of the event as JSON for `player`: the round, the player of the turn and the card's name.

        A part that there is not, or that the player does not know, is None.
        """
        turn = self._entry[2][len(self.telling.types) :]
        if not turn:
            return {"round": None, "player": None, "as": None}
        number, seat, card = turn
        named = self._named(card, player)
        return {
            "round": None if number == NO_NUMBER else number,
            "player": None if seat < 0 else seat,
            "as": None if named is None else named["card"],
        }

    @property
    def players(self) -> tuple[int, ...]:
        """The seats that the message mentions, in the order of the rules, each once."""
        values = zip(self._values, self.telling.types, strict=True)
        return tuple(dict.fromkeys(v for v, type_ in values if type_ == PLAYER and v >= 0))

    @property
    def subject(self) -> int | None:
        """The seat the text begins with; None if it begins with anything else."""
        parts, types = self.telling.parts, self.telling.types
        first = parts[0] if parts else ""
        if not isinstance(first, int) or types[first] != PLAYER:
            return None
        seat: int = self._values[first]
        return seat if seat >= 0 else None

    def text(self, player: int | None = None, *, speaking: bool = False) -> str:
        """Return the text for `player` (None: a spectator); empty if the event is secret from it.

        With `speaking`, the text addresses the player as *you* where its words allow it.
        """
        if self.to is not None and self.to != player:
            return ""
        telling = self.telling
        reader = player if speaking else None
        values = [
            self._worded(value, type_, player, reader)
            for value, type_ in zip(self._values, telling.types, strict=True)
        ]
        return fill_template(telling.parts, values, self._game.language)

    def _worded(self, value: Any, type_: Type, player: int | None, reader: int | None) -> TextValue:
        """Return one value as text for `player`, which hides unknown cards; it addresses seat `reader` as *you*."""
        if type_.many and type_.kind is not Kind.PIECE:
            return text_list(self._game, (each for (each,) in value), type_, self._names)
        if type_.kind is Kind.PIECE:
            cards = value if type_.many else [value]
            known = [(card, self._knows(viewers, player)) for card, viewers in cards]
            return TextValue(card_list_text(self._game, known))
        return text_value(self._game, value, type_, self._names, reader)

    def things(self, player: int | None) -> tuple[list[dict[str, Any]], list[int]]:
        """Return cards, players and labels in the message as JSON for `player`, and the numbers in it.

        A card that the player does not know has the name None.
        """
        telling = self.telling
        things, numbers = list[dict[str, Any]](), list[int]()
        for value, type_ in zip(self._values, telling.types, strict=True):
            if type_.kind is Kind.PIECE:
                cards = value if type_.many else [value]
                named = [self._named(card, player) for card in cards]
                things += [each for each in named if each is not None]
            elif type_.kind is Kind.NUMBER:
                each = [one for (one,) in value] if type_.many else [value]
                numbers += [one for one in each if one != NO_NUMBER]
            else:
                for one in [one for (one,) in value] if type_.many else [value]:
                    things += things_of(self._game, one, type_)
        return things, numbers

    def moves(self, player: int | None) -> list[dict[str, Any]]:
        """Return the moves of cards that belong to the event as JSON for `player`.

        Cards that the player does not know have the name None and come last. Places on cards are None.
        """
        moves = list[dict[str, Any]]()
        if len(self._entry) < 5:
            return moves
        game = self._game
        ids, pieces, firsts = game.place_ids, game.module.pieces, game.first_copies
        bit = 1 << (game.module.players if player is None else player)
        # Loops without calls: the page of a table reads all events.
        for source, target, cards in self._entry[4]:
            counts, unknown = dict[str, int](), 0
            for card, viewers in cards:
                if viewers & bit:
                    name = pieces[card].name
                    counts[name] = counts[name] + 1 if name in counts else 1
                else:
                    unknown += 1
            ends = {"from": ids.get(source), "to": ids.get(target)}
            names = sorted(counts, key=firsts.__getitem__) if len(counts) > 1 else counts
            for name in names:
                moves.append({"card": name, "count": counts[name], **ends})
            if unknown:
                moves.append({"card": None, "count": unknown, **ends})
        return moves

    def counted(self, player: int | None) -> list[str]:
        """Return the rule names of the cards counted for the event; none unless `player` knows all of them."""
        cards, *_ = self._counted_and_card(player)
        return cards

    def by(self, player: int | None) -> str | None:
        """Return the card whose power caused the event: the one the rule is printed on, or the one being played."""
        return self._game.module.sites[self.site].card or self._counted_and_card(player)[1]

    def _counted_and_card(self, player: int | None) -> tuple[list[str], str | None]:
        """Return the counted cards and the card they were played as; nothing if the seat does not know all."""
        if self._counted is None:
            return [], None
        cards, _, whole = self._counted[2]
        if not all(self._knows(viewers, player) for _, viewers in (*cards, whole)):
            return [], None
        pieces = self._game.module.pieces
        played = pieces[whole[0]].name if whole[0] >= 0 else None
        return [pieces[card].name for card, _ in cards], played

    def reason(self, player: int | None) -> str:
        """Return the counted cards, if few, and the card that caused the event: *for Barn, Mill (Miller)*."""
        counted, by = self.counted(player), self.by(player)
        if not counted and not by:
            return ""
        parts = []
        if 0 < len(counted) <= FEW:
            cards = _with_counts([design_name(self._game, card) for card in counted])
            parts.append(interpreter_text(self._game, "for {cards}").format(cards=cards))
        if by:
            parts.append(f"({design_name(self._game, by)})")
        return " ".join(parts)

    def _named(self, value: tuple[int, int], player: int | None) -> dict[str, Any] | None:
        """Return a card as JSON, with the name None if `player` does not know it; None for no card."""
        card, viewers = value
        if not self._knows(viewers, player):
            return {"card": None}
        return {"card": self._game.module.pieces[card].name} if card >= 0 else None

    def _knows(self, viewers: int, player: int | None) -> bool:
        """Return whether `player` (None: a spectator) belongs to the bit set `viewers`."""
        return bool(viewers >> (self._game.module.players if player is None else player) & 1)

    def data(self, player: int | None = None) -> dict[str, Any] | None:
        """Return the event as JSON for `player` (None: a spectator); None if the event is secret from it."""
        text = self.text(player)
        if not text:
            return None
        rule = self.rule
        return {
            "event": self.name, "text": text, "rule": rule.name, "place": rule.place,
            "cites": list(rule.cites),
        }  # fmt: skip

    def __repr__(self) -> str:
        return f"<Event {self.text()!r}>"

"""The told history: what happened, to whom, by which rule, and which words of it each seat may hear."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.game.compiled_game import CompiledGame
from rulewright.game.words import card_name, own, said, said_list, things_of
from rulewright.ir.ir_types import NO_NUMBER, PLAYER, Kind, Type
from rulewright.ir.module import Site, Telling
from rulewright.records import Record
from rulewright.text import Said, filled


class RuleInfo(Record):
    """The rule that caused something: its name, its place (file:line:column) and its citations.

    The file is told from where the library lies, or else from the folder of the game's edition.
    """

    name: str
    place: str
    cites: tuple[str, ...]


def rule_info(site: Site) -> RuleInfo:
    """A cause, as it is shown."""
    return RuleInfo(site.name, site.told or site.place, site.cites)


def heard_by(seat: int | None, entries: Sequence[Any]) -> list[int]:
    """Where in the entries of a story those stand that a seat was told, or who looks on (None)."""
    return [place for place, entry in enumerate(entries) if entry[3] in (-1, seat)]


class Event:
    """One telling. `values` are the numbers in it; a card comes with the seats that may know it."""

    __slots__ = ("_entry", "_game", "_names")

    def __init__(self, game: CompiledGame, entry: Any, names: Sequence[str]) -> None:
        self._game, self._entry, self._names = game, entry, names

    @property
    def name(self) -> str:
        """The event, phase or power that told it."""
        return self.telling.event

    @property
    def rule(self) -> RuleInfo:
        """The rule that brought it about."""
        return rule_info(self._game.module.sites[self._entry[1]])

    @property
    def to(self) -> int | None:
        """The only seat that was told, None if all were."""
        seat: int = self._entry[3]
        return seat if seat >= 0 else None

    @property
    def telling(self) -> Telling:
        """The text that is told, with its values open."""
        found: Telling = self._game.module.tellings[self._entry[0]]
        return found

    @property
    def players(self) -> tuple[int, ...]:
        """The seats of which it tells, in the order of the rules; each once."""
        values = zip(self._entry[2], self.telling.types, strict=True)
        return tuple(dict.fromkeys(v for v, type_ in values if type_ == PLAYER and v >= 0))

    @property
    def subject(self) -> int | None:
        """The seat with which the text begins; None if it begins otherwise."""
        parts, types = self.telling.parts, self.telling.types
        first = parts[0] if parts else ""
        if not isinstance(first, int) or types[first] != PLAYER:
            return None
        seat: int = self._entry[2][first]
        return seat if seat >= 0 else None

    def text(self, player: int | None = None, *, speaking: bool = False) -> str:
        """What a seat (None: a spectator) is told; empty if nothing.

        `speaking` to the seat, the text calls it *you* where its words allow it.
        """
        if self.to is not None and self.to != player:
            return ""
        telling = self.telling
        reader = player if speaking else None
        values = [
            self._said(value, type_, player, reader)
            for value, type_ in zip(self._entry[2], telling.types, strict=True)
        ]
        return filled(telling.parts, values, self._game.language)

    def _said(self, value: Any, type_: Type, player: int | None, reader: int | None) -> Said:
        if type_.many and type_.kind is not Kind.PIECE:
            return said_list(self._game, (each for (each,) in value), type_, self._names)
        if type_.many:
            cards = ", ".join(self._card(card, player) for card in value)
            return Said(cards or own(self._game, "nothing"))
        if type_.kind is Kind.PIECE:
            return Said(self._card(value, player))
        return said(self._game, value, type_, self._names, reader)

    def _card(self, value: tuple[int, int], player: int | None) -> str:
        card, viewers = value
        if self._knows(viewers, player):
            return card_name(self._game, card) if card >= 0 else own(self._game, "nothing")
        return own(self._game, "a card")

    def things(self, player: int | None) -> tuple[list[dict[str, Any]], list[int]]:
        """The cards, players and labels that a seat is told of, as data, and the numbers.

        A card that it does not know has no name.
        """
        telling = self.telling
        found, numbers = list[dict[str, Any]](), list[int]()
        for value, type_ in zip(self._entry[2], telling.types, strict=True):
            if type_.kind is Kind.PIECE:
                cards = value if type_.many else [value]
                named = [self._named(card, player) for card in cards]
                found += [each for each in named if each is not None]
            elif type_.kind is Kind.NUMBER:
                each = [one for (one,) in value] if type_.many else [value]
                numbers += [one for one in each if one != NO_NUMBER]
            else:
                for one in [one for (one,) in value] if type_.many else [value]:
                    found += things_of(self._game, one, type_)
        return found, numbers

    def _named(self, value: tuple[int, int], player: int | None) -> dict[str, Any] | None:
        card, viewers = value
        if not self._knows(viewers, player):
            return {"card": None}
        return {"card": self._game.module.pieces[card].name} if card >= 0 else None

    def _knows(self, viewers: int, player: int | None) -> bool:
        return bool(viewers >> (self._game.module.players if player is None else player) & 1)

    def data(self, player: int | None = None) -> dict[str, Any] | None:
        """The telling as JSON for a seat (None: a spectator); None if it is told nothing."""
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

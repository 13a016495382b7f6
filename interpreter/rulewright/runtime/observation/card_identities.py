"""Card identities: the individual cards that a seat recognises, and how a view numbers them.

Copies of a card look alike. Their numbers in the state would reveal where each copy has been, so a view renumbers
them. The new numbers follow the order in which the seat sees the cards and change with every view.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import Factory

from rulewright.base.records import Record, field
from rulewright.runtime.game.owned_cells import OwnedCell, of_piece
from rulewright.runtime.game.state import GameState
from rulewright.runtime.ir.module import VariableEntry, ZoneEntry
from rulewright.runtime.ir.nodes.ir_types import NO_NUMBER, Kind
from rulewright.runtime.ir.snapshot import Snapshot
from rulewright.runtime.observation.visibility import SeatVisibility, VisibleState

COUNTED: Final = (Kind.NUMBER, Kind.TRUTH)
Mark = tuple[str, VariableEntry, int]
"""A number, pointer or mark on a card: its name, its variable and its value."""

NOTHING: Final = (0, NO_NUMBER)
"""The empty values of counters; in other variables every value below 0 is empty."""


class _VisibilityBySeat(dict[int | None, SeatVisibility]):
    """The visibility rules of all seats of a compiled game, created on first use."""


def visibility_of(at: GameState, seat: int | None) -> SeatVisibility:
    """Return the visibility rules of `seat` (None: a spectator), cached for all games of the same rules."""
    by_seat = at.game.attached.of(_VisibilityBySeat)
    if seat not in by_seat:
        by_seat[seat] = SeatVisibility(at.engine, seat)
    return by_seat[seat]


class CardIdentities(Record):
    """The cards that one seat (None: a spectator) can identify in one state.

    `numbers` maps each card the seat knows from its number in the state to its number in the view.
    """

    at: GameState
    visibility: SeatVisibility
    visible: VisibleState
    numbers: dict[int, int] = field(factory=dict)
    seen: Snapshot = field(init=False, default=Factory(lambda self: self.at.seen, takes_self=True))
    shown: dict[str, list[OwnedCell[VariableEntry]]] = field(
        init=False, default=Factory(lambda self: self._open_on_cards(), takes_self=True)
    )
    """By kind of card, the visible variables on cards; the entry number is that of the kind's first card."""
    marked: dict[int, list[Mark]] = field(
        init=False, default=Factory(lambda self: self._collect_marks(), takes_self=True)
    )

    @classmethod
    def of(cls, at: GameState, player: int | None, whole: bool = False) -> CardIdentities:
        """Return the cards that `player` (None: a spectator) can identify in a state; with `whole`, all cards."""
        visibility = visibility_of(at, player)
        identities = cls(
            at,
            visibility,
            visibility.everything_visible(at.state) if whole else visibility.visible(at.state),
        )
        names, copied, free = visibility.names, visibility.copied, dict(visibility.first_copies)
        for card in identities._in_viewing_order():
            identities.numbers[card] = free[names[card]]
            if copied[card]:
                free[names[card]] += 1
        return identities

    def _in_viewing_order(self) -> list[int]:
        """Return all known cards in viewing order: cards on the table, then cards on other cards.

        Cards on a host that the seat does not know come last, since the seat cannot order such hosts.
        """
        zones, row = self.at.game.zones, self.seen.row
        cards = [
            card
            for owned in (zones.common, *zones.of_seats)
            for _, zone, number in owned
            if row[place := zone.run.base + number]
            for card in self._known(zone, place)
        ]
        for host in cards if self.visibility.holding else ():
            if self.is_sure(host):
                for zone, place in self._zones_on(host):
                    cards += self._known(zone, place)
        come_upon = set(cards)
        others = [n for n, known in enumerate(self.visible.known) if known and n not in come_upon]
        return cards + sorted(others, key=self._appearance)

    def _zones_on(self, card: int) -> Iterator[tuple[ZoneEntry, int]]:
        """Yield the zones that belong to `card`, each with the cell of its place."""
        of_kind = self.at.game.zones.of_kinds[self.at.game.module.pieces[card].kind]
        for _, zone, number in of_piece(of_kind, card):
            yield zone, zone.run.base + number

    def is_sure(self, card: int) -> bool:
        """Return whether the seat knows that `card` is this very copy, not only its design."""
        return self.visibility.is_sure(self.visible, card)

    def is_open(self, entry: ZoneEntry | VariableEntry, number: int) -> bool:
        """Return whether the seat may see entry `number` (from 0) of a zone or variable."""
        return self.visible.open[entry.run.base + number]

    def marks_on(self, card: int) -> list[Mark]:
        """Return the visible numbers, pointers and marks on `card` that are not empty."""
        return self.marked.get(card, [])

    def _collect_marks(self) -> dict[int, list[Mark]]:
        """Return the visible marks of every card that has any; most cards have none."""
        by_card: dict[int, list[Mark]] = {}
        for shown in self.shown.values():
            for name, variable, number in shown:
                is_counted, run = variable.type.kind in COUNTED, variable.run
                values = self.seen.row[run.base + number : run.base + run.count : run.each]
                if values.count(0 if is_counted else -1) == len(values):
                    continue
                for card, value in enumerate(values, run.first_owner):
                    if value not in NOTHING if is_counted else value >= 0:
                        by_card.setdefault(card, []).append((name, variable, value))
        return by_card

    def _open_on_cards(self) -> dict[str, list[OwnedCell[VariableEntry]]]:
        """Return the variables on cards that this seat may see, by kind of card."""
        of_kinds = self.at.game.variables.of_kinds
        return {
            kind: [each for each in owned if self.is_open(*each[1:])]
            for kind, owned in of_kinds.items()
        }

    def marks_on_cards(self, cards: Sequence[int]) -> tuple[tuple[int, str, int], ...]:
        """Return visible marks on those of `cards` whose exact copy the seat knows, as (index, name, value)."""
        marked = self.marked
        if not marked or marked.keys().isdisjoint(cards):
            return ()
        return tuple(
            (at, name, value)
            for at, card in enumerate(cards)
            if card in marked and self.is_sure(card)
            for name, _, value in marked[card]
        )

    def holds_cards(self, cards: Sequence[int]) -> bool:
        """Return whether one of `cards` holds another card."""
        row, holding = self.seen.row, self.visibility.holding
        return bool(holding) and any(row[place] for c in cards for place in holding.get(c, ()))

    def _known(self, zone: ZoneEntry, place: int) -> list[int]:
        """Return the cards in a place that the seat knows, in the order in which the view shows them."""
        names, is_known = self.visibility.names, self.visible.known
        known = [card for card in self.seen.row[place] if is_known[card]]
        if zone.ordered or len(known) < 2 or len({names[card] for card in known}) == len(known):
            return known
        designs = {names[card]: number for number, card in reversed([*enumerate(known)])}
        return sorted(known, key=lambda card: (designs[names[card]], self._appearance(card)))

    def _appearance(self, card: int) -> list[int]:
        """Return the sort key that distinguishes copies of a card: its visible marks and numbers of held cards."""
        shown = self.shown[self.at.game.module.pieces[card].kind]
        marks = [
            self.seen.row[variable.run.base + number]
            for _, variable, number in of_piece(shown, card)
        ]
        return marks + [len(self.seen.pieces(place)) for _, place in self._zones_on(card)]

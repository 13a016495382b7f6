"""Redacted states: a state without the information a seat lacks, as the start of a log.

It is used when the start of the game is unknown. Unknown cards are put into a canonical order, unseen variables
hold their initial values, and no other seat knows more than the open cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from rulewright.runtime.game.engine import Engine, State
from rulewright.runtime.ir.layout import DELAYED, FORCED, FRAMES, MADE, RANDOM
from rulewright.runtime.ir.module import Module, Subject, VariableEntry, ZoneEntry
from rulewright.runtime.ir.nodes.ir_types import Kind, Type
from rulewright.runtime.observation.observer import Observer, observer_of
from rulewright.runtime.observation.seat_log import Shown


def redacted_row(engine: Engine, state: State, seat: int) -> tuple[Any, ...]:
    """Return the redacted `state` as a packed row, equal for all states that `seat` cannot tell apart.

    Exceptions, which stay unchanged but for the numbers of their cards: the saved position in the rules (`FRAMES`,
    `DELAYED`) and the counts of phases played.
    """
    return tuple(Redaction(observer_of(engine, seat), state).row)


def rename_saved_cards(module: Module, row: list[Any], names: Sequence[int]) -> None:
    """Replace each card by the one in `names` where rules in progress and delayed rules in `row` refer to it."""

    def renamed(value: Any, type_: Type) -> Any:
        """Return a saved value with its cards replaced; None is the value of a local that is not needed."""
        if value is None or type_.kind not in (Kind.PIECE, Kind.CAPTURE):
            return value
        if type_.many:
            return tuple(renamed(each, type_.one()) for each in value)
        if type_.kind is Kind.CAPTURE:
            return captured(value)
        return names[value] if value >= 0 else value

    def captured(record: Sequence[Any]) -> tuple[Any, ...]:
        """Return the record of a delayed rule, which begins with its number, with its cards replaced."""
        rule, *values = record
        return (rule, *map(renamed, values, module.code.captures[rule]))

    frames, frame = list[Sequence[Any]](), row[FRAMES]
    while len(frame) > 1:
        frames.append(frame)
        frame = frame[-1]
    for block, *values, _ in reversed(frames):
        frame = (block, *map(renamed, values, module.frames[block]), frame)
    row[FRAMES], row[DELAYED] = frame, tuple(map(captured, row[DELAYED]))


LaidCards = list[tuple[int, list[int], bool]]


class Redaction:
    """The redaction of one state for one seat, with the result in `row`; unmentioned cells stay unchanged.

    `names` maps each card to the card that takes its place; known cards get the first numbers of their design.
    `laid` lists places with the cards that were there, and whether these are to be sorted.
    """

    def __init__(self, observer: Observer, state: State) -> None:
        self.observer, self.module, self.visible = (
            observer,
            observer.module,
            observer.visible(state),
        )
        self.kinds = [piece.kind for piece in self.module.pieces]
        self.cards = range(len(self.kinds))
        self.sure = [observer.is_sure(self.visible, card) for card in self.cards]
        self.names = self.renumber()
        self.row = list(self.visible.row)
        self.laid = self._collect_places()
        self._record_knowers()
        self.place_cards(self.row, self.laid, self.names)
        rename_saved_cards(self.module, self.row, self.names)
        self._reset_unseen()
        self.row[RANDOM] = self.row[FORCED] = self.row[MADE] = 0

    # ------------------------------------------------------------------ cards

    def _in_viewing_order(self) -> list[int]:
        """Return all cards in viewing order: cards on the table, then cards on other cards.

        Cards on unknown hosts come last, all such hosts taken together.
        """
        cards_in_order = [card for cell in self.observer.on_table for card in self._cards_in(cell)]
        for host in cards_in_order:
            if self.sure[host]:
                for cell in self.observer.belongings[host][1]:
                    cards_in_order += self._cards_in(cell)
        for zone in self.module.zones.values():
            for slot in range(zone.run.each):
                cells = list(zone.run.cells)[slot :: zone.run.each]
                left = [
                    card
                    for cell in cells
                    for card in self._cards_in(cell)
                    if card not in cards_in_order
                ]
                cards_in_order += sorted(left, key=self._appearance)
        return cards_in_order

    def _cards_in(self, cell: int) -> list[int]:
        """Return the cards in a place; those in an unordered place are sorted by appearance."""
        cards = list(self.visible.row[cell])
        return cards if self.observer.zone_of[cell].ordered else sorted(cards, key=self._appearance)

    def _appearance(self, card: int) -> Shown:
        """Return the seat's observation of `card`, used as a sort key."""
        return self.observer.card(self.visible, card)

    def renumber(self) -> list[int]:
        """Return a new number for each card: known cards get the first numbers of their design, others the rest."""
        free: dict[int, list[int]] = {}
        for card, design in enumerate(self.observer.design_of):
            free.setdefault(design, []).append(card)
        names, lying = list(self.cards), self._in_viewing_order()
        for card in lying:
            if self.visible.known[card]:
                names[card] = free[self.observer.design_of[card]].pop(0)
        left = sorted(card for cards in free.values() for card in cards)
        for card in lying:
            if not self.visible.known[card]:
                kind = self.kinds[card]
                names[card] = next(each for each in left if self.kinds[each] == kind)
                left.remove(names[card])
        return names

    @cached_property
    def mark_carriers(self) -> list[int]:
        """For each card, the card that carries its marks after redaction.

        Open marks show the design they are on. Marks of a card whose copy is uncertain therefore go to some copy
        of its design, wherever that is; the marks of several such cards are assigned in sorted order.
        """
        marked, unsure = self.names[:], dict[int, list[int]]()
        for card, design in enumerate(self.observer.design_of):
            if not self.sure[card]:
                unsure.setdefault(design, []).append(card)
        used = {name for card, name in enumerate(self.names) if self.sure[card]}
        for design, cards in unsure.items():
            if not any(self.observer.belongings[cards[0]]):
                continue
            free = [card for card in self.observer.copies[design] if card not in used]
            in_order = cards
            if len(cards) > 1:
                in_order = sorted(
                    cards, key=lambda card: self.observer.open_marks(self.visible, card)
                )
            for card, name in zip(in_order, free, strict=True):
                marked[card] = name
        return marked

    def _new_hosts(self) -> list[int]:
        """Return for each card the host of its cards after redaction; uncertain hosts of a kind share one."""
        first: dict[str, int] = {}
        for card in sorted(self.cards, key=lambda card: self.mark_carriers[card]):
            if not self.sure[card]:
                first.setdefault(self.kinds[card], self.mark_carriers[card])
        return [
            self.names[card] if self.sure[card] else first[self.kinds[card]] for card in self.cards
        ]

    def _collect_places(self) -> LaidCards:
        """Return the places that will hold cards, with their former cards and whether to sort these; clear all."""
        found: dict[int, tuple[list[int], bool]] = {}
        on_cards = (cell for cells in self.observer.holding.values() for cell in cells)
        holding = (
            self._new_hosts() if any(self.visible.row[cell] for cell in on_cards) else self.names
        )
        for zone in self.module.zones.values():
            for number, cell in enumerate(zone.run.cells):
                if self.visible.row[cell]:
                    self.row[cell] = ()
                    to = self._new_cell(zone, number, holding)
                    is_sorted = not zone.ordered or not self._is_shown(zone, number)
                    found.setdefault(to, ([], is_sorted))[0].extend(self.visible.row[cell])
        return [(to, *each) for to, each in found.items()]

    def place_cards(self, row: list[Any], laid: LaidCards, names: list[int]) -> None:
        """Write the cards of `laid`, renumbered by `names`, into their places in `row`."""
        place = self.module.layout.place
        for to, cards, is_sorted in laid:
            found = [names[card] for card in cards]
            row[to] = tuple(sorted(found) if is_sorted else found)
            for card in found:
                row[place + card] = to

    def _record_knowers(self) -> None:
        """Record in `row` that only this seat knows its known cards, and that nobody knows the others."""
        known, bit = self.module.layout.known, 1 << self.observer.seat
        for card, name in enumerate(self.names):
            self.row[known + name] = bit if self.visible.known[card] else 0

    def _is_shown(self, zone: ZoneEntry, number: int) -> bool:
        """Return whether the seat can see the order of cards in a place; not on a card whose copy is uncertain."""
        host = self._host(zone, number)
        return host is None or self.sure[host]

    def _host(self, entry: ZoneEntry | VariableEntry, index: int) -> int | None:
        """Return the card that cell `index` of a zone or variable belongs to; None if it is not on a card."""
        run = entry.run
        return run.first_owner + index // run.each if entry.owner in self.observer.kinds else None

    # ------------------------------------------------------------------ numbers, pointers and marks

    def _new_cell(
        self, entry: ZoneEntry | VariableEntry, index: int, new_numbers: list[int]
    ) -> int:
        """Return where a cell of a zone or variable moves: with the card that it is on, by `new_numbers`."""
        host = self._host(entry, index)
        moved = 0 if host is None else new_numbers[host] - host
        return entry.run.base + index + moved * entry.run.each

    def _reset_unseen(self) -> None:
        """Reset unseen variables to their initial values, and move the values of cards to their new numbers."""
        played = {each.variable.name: each for each in self.observer.subjects}
        for variable in self.observer.unlike:
            cells = slice(variable.run.base, variable.run.base + variable.run.count)
            shown = self.visible.open[cells]
            values = self.visible.row[cells]
            if variable.type.kind is Kind.PIECE:
                values = [self._value(variable, value) for value in values]
            if not all(shown):
                other = variable.start
                if variable.name in played:
                    other = self._subject(played[variable.name])
                pairs = zip(values, shown, strict=True)
                values = [value if is_open else other for value, is_open in pairs]
            self.row[cells] = values
            if variable.owner in self.observer.kinds and len(set(values)) > 1:
                for number, value in enumerate(values):
                    self.row[self._new_cell(variable, number, self.mark_carriers)] = value

    def _value(self, variable: VariableEntry, value: Any) -> Any:
        """Return the redacted value: a card becomes the first copy of its design, the seat reads only its name."""
        if variable.type.kind is Kind.PIECE and isinstance(value, int) and value >= 0:
            return self.observer.copy_of[value]
        return value

    def _subject(self, subject: Subject) -> int:
        """Return the redacted subject of a phase: where the seat may not read it, an unknown card of its kind."""
        variable = subject.variable
        value = self.visible.row[variable.run.base]
        if self.observer.may_read_subject(self.visible, subject):
            return int(self._value(variable, value))
        kind, known = self.kinds[value], self.visible.known
        hidden = (card for card in self.cards if self.kinds[card] == kind and not known[card])
        return min(self.names[card] for card in hidden)

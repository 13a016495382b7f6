"""Redacted states: a state without the information a seat lacks, as the start of a log.

It is used when the start of the game is unknown. Unknown cards are put into a canonical order, unseen variables
hold their initial values, and no other seat knows more than the open cards.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from rulewright.runtime.game.engine import Engine, State
from rulewright.runtime.ir.layout import FORCED, MADE, RANDOM
from rulewright.runtime.ir.module import Subject, Variable, Zone
from rulewright.runtime.ir.nodes.ir_types import Kind
from rulewright.runtime.observation.observer import Observer, observer_of
from rulewright.runtime.observation.seat_log import Shown


def redacted_row(engine: Engine, state: State, seat: int) -> tuple[Any, ...]:
    """Return the redacted `state` as a row, equal for all states that `seat` cannot tell apart.

    Exceptions, which stay unchanged: the saved position in the rules (`FRAMES`, `DELAYED`) and the counts of
    phases played.
    """
    return tuple(Redaction(observer_of(engine, seat), state).row)


LaidCards = list[tuple[int, list[int], bool]]


class Redaction:
    """The redaction of one state, with the result in `row`; cells not mentioned here stay unchanged.

    `names` maps each card to the card that takes its place; known cards get the first numbers of their design.
    `laid` lists places with the cards that were there, and whether these are to be sorted.
    """

    def __init__(self, eyes: Observer, state: State) -> None:
        self.eyes, self.module, self.sees = eyes, eyes.module, eyes.sees(state)
        self.kinds = [piece.kind for piece in self.module.pieces]
        self.cards = range(len(self.kinds))
        self.sure = [eyes.is_sure(self.sees, card) for card in self.cards]
        self.names = self.numbered()
        self.row = list(self.sees.row)
        self.laid = self._laid()
        self._know()
        self.lay(self.row, self.laid, self.names)
        self._keep()
        self.row[RANDOM] = self.row[FORCED] = self.row[MADE] = 0

    # ------------------------------------------------------------------ cards

    def _lying(self) -> list[int]:
        """Return all cards in viewing order: cards on the table, then cards on other cards.

        Cards on unknown hosts come last, all such hosts taken together.
        """
        found = [card for cell in self.eyes.on_table for card in self._in(cell)]
        for host in found:
            if self.sure[host]:
                for cell in self.eyes.belongings[host][1]:
                    found += self._in(cell)
        for zone in self.module.zones.values():
            for slot in range(zone.run.each):
                cells = list(zone.run.cells)[slot :: zone.run.each]
                left = [card for cell in cells for card in self._in(cell) if card not in found]
                found += sorted(left, key=self._look)
        return found

    def _in(self, cell: int) -> list[int]:
        """Return the cards in a place; without order, equal-looking ones next to each other."""
        cards = list(self.sees.row[cell])
        return cards if self.eyes.zone_of[cell].ordered else sorted(cards, key=self._look)

    def _look(self, card: int) -> Shown:
        return self.eyes.card(self.sees, card)

    def numbered(self) -> list[int]:
        """Return a new number for each card: known cards get the first of their design, others what remains."""
        free: dict[int, list[int]] = {}
        for card, design in enumerate(self.eyes.design_of):
            free.setdefault(design, []).append(card)
        names, lying = list(self.cards), self._lying()
        for card in lying:
            if self.sees.known[card]:
                names[card] = free[self.eyes.design_of[card]].pop(0)
        left = sorted(card for cards in free.values() for card in cards)
        for card in lying:
            if not self.sees.known[card]:
                kind = self.kinds[card]
                names[card] = next(each for each in left if self.kinds[each] == kind)
                left.remove(names[card])
        return names

    @cached_property
    def marked(self) -> list[int]:
        """For each card, the card that carries its marks after redaction.

        Open marks show the design they are on. Marks of a card whose copy is uncertain therefore go to some copy
        of its design, wherever that is; the marks of several such cards are assigned in sorted order.
        """
        marked, unsure = self.names[:], dict[int, list[int]]()
        for card, design in enumerate(self.eyes.design_of):
            if not self.sure[card]:
                unsure.setdefault(design, []).append(card)
        taken = {name for card, name in enumerate(self.names) if self.sure[card]}
        for design, cards in unsure.items():
            if not any(self.eyes.belongings[cards[0]]):
                continue
            free = [card for card in self.eyes.copies[design] if card not in taken]
            in_order = cards
            if len(cards) > 1:
                in_order = sorted(cards, key=lambda card: self.eyes.open_marks(self.sees, card))
            for card, name in zip(in_order, free, strict=True):
                marked[card] = name
        return marked

    def _holding(self) -> list[int]:
        """Return for each card the new host of the cards on it; all uncertain hosts of a kind share one."""
        first: dict[str, int] = {}
        for card in sorted(self.cards, key=lambda card: self.marked[card]):
            if not self.sure[card]:
                first.setdefault(self.kinds[card], self.marked[card])
        return [
            self.names[card] if self.sure[card] else first[self.kinds[card]] for card in self.cards
        ]

    def _laid(self) -> LaidCards:
        """Return the places that receive cards, each with the cards that lay there before."""
        found: dict[int, tuple[list[int], bool]] = {}
        on_cards = (cell for cells in self.eyes.holding.values() for cell in cells)
        holding = self._holding() if any(self.sees.row[cell] for cell in on_cards) else self.names
        for zone in self.module.zones.values():
            for number, cell in enumerate(zone.run.cells):
                if self.sees.row[cell]:
                    self.row[cell] = ()
                    to = self._moved(zone, number, holding)
                    is_sorted = not zone.ordered or not self._is_shown(zone, number)
                    found.setdefault(to, ([], is_sorted))[0].extend(self.sees.row[cell])
        return [(to, *each) for to, each in found.items()]

    def lay(self, row: list[Any], laid: LaidCards, names: list[int]) -> None:
        """Write the renumbered cards into the places of `row`."""
        place = self.module.layout.place
        for to, cards, is_sorted in laid:
            found = [names[card] for card in cards]
            row[to] = tuple(sorted(found) if is_sorted else found)
            for card in found:
                row[place + card] = to

    def _know(self) -> None:
        """Record the seat itself as the only one that knows the cards it knows."""
        known, bit = self.module.layout.known, 1 << self.eyes.seat
        for card, name in enumerate(self.names):
            self.row[known + name] = bit if self.sees.known[card] else 0

    def _is_shown(self, zone: Zone, number: int) -> bool:
        """Return whether the seat can see the order of cards in a place; not on a card it is unsure of."""
        host = self._host(zone, number)
        return host is None or self.sure[host]

    def _host(self, kept: Zone | Variable, number: int) -> int | None:
        """Return the card that entry `number` of a zone or variable belongs to; None if it is not on a card."""
        run = kept.run
        return run.first_owner + number // run.each if kept.owner in self.eyes.kinds else None

    # ------------------------------------------------------------------ numbers, pointers and marks

    def _moved(self, kept: Zone | Variable, number: int, cards: list[int]) -> int:
        """Return the new cell of entry `number`: entries of a card move to the card's new number."""
        host = self._host(kept, number)
        moved = 0 if host is None else cards[host] - host
        return kept.run.base + number + moved * kept.run.each

    def _keep(self) -> None:
        """Reset unseen variables to their initial values, and move the values of cards to their new numbers."""
        played = {each.variable.name: each for each in self.eyes.subjects}
        for variable in self.eyes.unlike:
            cells = slice(variable.run.base, variable.run.base + variable.run.count)
            shown = self.sees.open[cells]
            values = self.sees.row[cells]
            if variable.type.kind is Kind.PIECE:
                values = [self._value(variable, value) for value in values]
            if not all(shown):
                other = variable.start
                if variable.name in played:
                    other = self._subject(played[variable.name])
                pairs = zip(values, shown, strict=True)
                values = [value if is_open else other for value, is_open in pairs]
            self.row[cells] = values
            if variable.owner in self.eyes.kinds and len(set(values)) > 1:
                for number, value in enumerate(values):
                    self.row[self._moved(variable, number, self.marked)] = value

    def _value(self, variable: Variable, value: Any) -> Any:
        """Return the value of a variable; of a card its first copy, since the seat can read only its name."""
        if variable.type.kind is Kind.PIECE and isinstance(value, int) and value >= 0:
            return self.eyes.copy_of[value]
        return value

    def _subject(self, subject: Subject) -> int:
        """Return the subject of a phase; if the seat may not read it, the first unknown card of its kind."""
        variable = subject.variable
        value = self.sees.row[variable.run.base]
        if self.eyes.reads(self.sees, subject):
            return int(self._value(variable, value))
        kind, known = self.kinds[value], self.sees.known
        hidden = (card for card in self.cards if self.kinds[card] == kind and not known[card])
        return min(self.names[card] for card in hidden)

"""A state without what a seat does not know: where a log begins, if the beginning of the game is not known.

Cards that the seat does not know lie in an order of their own, numbers and marks that it does not see are what they
are at first, and nobody else knows more than what lies open.
"""

from __future__ import annotations

from typing import Any

from rulewright.game.engine import Engine, State
from rulewright.ir.ir_types import Kind
from rulewright.ir.layout import FORCED, MADE, RANDOM
from rulewright.ir.module import Subject, Variable, Zone
from rulewright.knowledge.log import Shown
from rulewright.knowledge.lot import Lot
from rulewright.knowledge.observer import Observer, observer_of


def masked(engine: Engine, state: State, seat: int) -> tuple[Any, ...]:
    """The row of such a state; it is the same for all states that the seat cannot tell apart.

    That holds but for what the rules keep while they go on (`FRAMES`, `DELAYED`), and for how often phases were
    played: they stay as they are.
    """
    return tuple(_Mask(observer_of(engine, seat), state).row())


def laid_by_lot(engine: Engine, state: State, seat: int, lot: Lot) -> list[Any]:
    """The row of such a state in which cards that the seat does not know have changed places by lot."""
    return _Mask(observer_of(engine, seat), state, lot).row()


class _Mask:
    """What becomes of the cards of a state; those that the seat does not know lie by `lot`, if there is one.

    Of each, `names` is the card that lies where it lay; known ones have the first numbers of their design. `marked`
    is the card that has its marks, and `holding` the one that holds what lay on it.
    """

    def __init__(self, eyes: Observer, state: State, lot: Lot | None = None) -> None:
        self.eyes, self.module, self.sees = eyes, eyes.module, eyes.sees(state)
        self.kinds = [piece.kind for piece in self.module.pieces]
        self.cards = range(len(self.kinds))
        self.sure = [eyes.is_sure(self.sees, card) for card in self.cards]
        self.is_drawn = lot is not None
        self.names = self._names() if lot is None else self._drawn(lot)
        self.marked = self._marked()
        self.holding = self._holding()

    def row(self) -> list[Any]:
        """The row, with all cells that are not spoken of here as they are."""
        row = list(self.sees.row)
        self._lay(row)
        played = {each.variable.name: each for each in self.eyes.subjects}
        counters = {phase.played for phase in self.module.phases.values()}
        for variable in self.module.variables.values():
            for number, cell in enumerate(variable.run.cells):
                value = variable.start
                if self.sees.open[cell] or variable.name in counters:
                    value = self._value(variable, self.sees.row[cell])
                elif variable.name in played:
                    value = self._subject(played[variable.name])
                row[self._moved(variable, number, self.marked)] = value
        row[RANDOM] = row[FORCED] = row[MADE] = 0
        return row

    # ------------------------------------------------------------------ cards

    def _lying(self) -> list[int]:
        """All cards, place by place, as the seat comes upon them: on the table, then on other cards.

        Those that lie on cards which it does not know come last, of all such cards together.
        """
        found = [card for cell in self.eyes.on_table for card in self._in(cell)]
        for host in found:
            if self.sure[host]:
                for cell in self.eyes.places_on(host):
                    found += self._in(cell)
        for zone in self.module.zones.values():
            for slot in range(zone.run.each):
                cells = list(zone.run.cells)[slot :: zone.run.each]
                left = [card for cell in cells for card in self._in(cell) if card not in found]
                found += sorted(left, key=self._look)
        return found

    def _in(self, cell: int) -> list[int]:
        """The cards in a place: where there is no order those that look alike one after the other."""
        cards = list(self.sees.row[cell])
        return cards if self.eyes.zone_of[cell].ordered else sorted(cards, key=self._look)

    def _look(self, card: int) -> Shown:
        return self.eyes.card(self.sees, card)

    def _names(self) -> list[int]:
        """For each card another number: known cards have the first ones of their design, others what is left."""
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

    def _drawn(self, lot: Lot) -> list[int]:
        """For each card another number: those that the seat does not know change places with any of their kind."""
        names, hidden = list(self.cards), dict[str, list[int]]()
        for card, is_known in enumerate(self.sees.known):
            if not is_known:
                hidden.setdefault(self.kinds[card], []).append(card)
        for cards in hidden.values():
            for card, name in zip(cards, lot.mixed(cards), strict=True):
                names[card] = name
        return names

    def _marked(self) -> list[int]:
        """For each card the number of a card on which its marks are: open ones name what they are on.

        So those of a card of which the seat does not know which copy it is lie on one of its design, wherever that
        is now; of several such cards on one after the other by what the marks are.
        """
        marked, unsure = self.names[:], dict[int, list[int]]()
        for card, design in enumerate(self.eyes.design_of):
            if not self.sure[card]:
                unsure.setdefault(design, []).append(card)
        taken = {name for card, name in enumerate(self.names) if self.sure[card]}
        for design, cards in unsure.items():
            free = [card for card in self.eyes.copies[design] if card not in taken]
            in_order = cards
            if len(cards) > 1:
                in_order = sorted(cards, key=lambda card: self.eyes.open_marks(self.sees, card))
            for card, name in zip(in_order, free, strict=True):
                marked[card] = name
        return marked

    def _holding(self) -> list[int]:
        """For each card the one on which lies what lay on it; of those of which the seat is not sure it is one."""
        first: dict[str, int] = {}
        for card in sorted(self.cards, key=lambda card: self.marked[card]):
            if not self.sure[card]:
                first.setdefault(self.kinds[card], self.marked[card])
        return [
            self.names[card] if self.sure[card] else first[self.kinds[card]] for card in self.cards
        ]

    def _lay(self, row: list[Any]) -> None:
        """All cards come to lie where others lay, and only the seat itself knows those that it knows."""
        layout = self.module.layout
        for cell in self.eyes.zone_of:
            row[cell] = ()
        for zone in self.module.zones.values():
            for number, cell in enumerate(zone.run.cells):
                to = self._moved(zone, number, self.holding)
                row[to] += tuple(self.names[card] for card in self.sees.row[cell])
                for card in self.sees.row[cell]:
                    row[layout.place + self.names[card]] = to
                if not zone.ordered or not self._is_shown(zone, number):
                    row[to] = tuple(sorted(row[to]))
        for card, name in enumerate(self.names):
            row[layout.known + name] = 1 << self.eyes.seat if self.sees.known[card] else 0

    def _is_shown(self, zone: Zone, number: int) -> bool:
        """Whether the seat can tell in which order cards lie there: not on a card of which it is not sure."""
        host = self._host(zone, number)
        return host is None or self.sure[host]

    def _host(self, kept: Zone | Variable, number: int) -> int | None:
        """The card on which something is kept, by its number among what is called so; None if on none."""
        run = kept.run
        return run.first_owner + number // run.each if kept.owner in self.eyes.kinds else None

    # ------------------------------------------------------------------ numbers, pointers and marks

    def _moved(self, kept: Zone | Variable, number: int, cards: list[int]) -> int:
        """The cell for what is kept under this number: if that belongs to a card, it is another one's now."""
        host = self._host(kept, number)
        moved = 0 if host is None else cards[host] - host
        return kept.run.base + number + moved * kept.run.each

    def _value(self, variable: Variable, value: Any) -> Any:
        """What a variable holds; if that is a card, the first of its copies, as the seat reads only its name."""
        if variable.type.kind is Kind.PIECE and isinstance(value, int) and value >= 0:
            return self.eyes.copy_of[value]
        return value

    def _subject(self, subject: Subject) -> int:
        """For what a phase is played; where the seat may not read which card, some card it does not know."""
        variable = subject.variable
        value = self.sees.row[variable.run.base]
        if self.eyes.reads(self.sees, subject):
            return int(self._value(variable, value))
        if self.is_drawn:
            return self.names[value]
        kind, known = self.kinds[value], self.sees.known
        hidden = (card for card in self.cards if self.kinds[card] == kind and not known[card])
        return min(self.names[card] for card in hidden)

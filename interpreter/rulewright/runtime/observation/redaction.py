"""A state without what a seat does not know: where a log begins, if the beginning of the game is not known.

Cards that the seat does not know lie in an order of their own, numbers and marks that it does not see are what they
are at first, and nobody else knows more than what lies open.
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


def masked(engine: Engine, state: State, seat: int) -> tuple[Any, ...]:
    """The row of such a state; it is the same for all states that the seat cannot tell apart.

    That holds but for what the rules keep while they go on (`FRAMES`, `DELAYED`), and for how often phases were
    played: they stay as they are.
    """
    return tuple(Mask(observer_of(engine, seat), state).row)


Laid = list[tuple[int, list[int], bool]]


class Mask:
    """What becomes of a state: its `row`, with all cells that are not spoken of here as they are.

    Of each card, `names` is the card that lies where it lay; known ones have the first numbers of their design.
    `laid` are places with the cards that lay there, and if these are sorted.
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
        """All cards, place by place, as the seat comes upon them: on the table, then on other cards.

        Those that lie on cards which it does not know come last, of all such cards together.
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
        """The cards in a place: where there is no order those that look alike one after the other."""
        cards = list(self.sees.row[cell])
        return cards if self.eyes.zone_of[cell].ordered else sorted(cards, key=self._look)

    def _look(self, card: int) -> Shown:
        return self.eyes.card(self.sees, card)

    def numbered(self) -> list[int]:
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

    @cached_property
    def marked(self) -> list[int]:
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
        """For each card the one on which lies what lay on it; of those of which the seat is not sure it is one."""
        first: dict[str, int] = {}
        for card in sorted(self.cards, key=lambda card: self.marked[card]):
            if not self.sure[card]:
                first.setdefault(self.kinds[card], self.marked[card])
        return [
            self.names[card] if self.sure[card] else first[self.kinds[card]] for card in self.cards
        ]

    def _laid(self) -> Laid:
        """Where cards come to lie, and which lay there."""
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

    def lay(self, row: list[Any], laid: Laid, names: list[int]) -> None:
        """Cards come to lie where others lay."""
        place = self.module.layout.place
        for to, cards, is_sorted in laid:
            found = [names[card] for card in cards]
            row[to] = tuple(sorted(found) if is_sorted else found)
            for card in found:
                row[place + card] = to

    def _know(self) -> None:
        """Only the seat itself knows the cards that it knows."""
        known, bit = self.module.layout.known, 1 << self.eyes.seat
        for card, name in enumerate(self.names):
            self.row[known + name] = bit if self.sees.known[card] else 0

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

    def _keep(self) -> None:
        """Variables that the seat does not see hold what they hold at first; those of cards go along with them."""
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
        kind, known = self.kinds[value], self.sees.known
        hidden = (card for card in self.cards if self.kinds[card] == kind and not known[card])
        return min(self.names[card] for card in hidden)

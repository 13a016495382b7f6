"""Deals for a seat that has forgotten what was before: what it does not know of a state lies by lot."""

from __future__ import annotations

from typing import Any

from rulewright.game.engine import State
from rulewright.knowledge.lot import Lot
from rulewright.knowledge.masking import Mask
from rulewright.knowledge.observer import Observer


class Drawn(Mask):
    """A state in which cards that the seat knows stay where they are, and others change places by lot."""

    def __init__(self, eyes: Observer, state: State) -> None:
        super().__init__(eyes, state)
        known = self.sees.known
        self.hidden: dict[str, list[int]] = {}
        for card in self.cards:
            if not known[card]:
                self.hidden.setdefault(self.kinds[card], []).append(card)
        self.unsure = [each for each in self.laid if not all(known[card] for card in each[1])]
        self.played = [
            (each.variable.run.base, card)
            for each in self.eyes.subjects
            if not self.eyes.reads(self.sees, each)
            and (card := self.sees.row[each.variable.run.base]) >= 0
        ]
        self.options = eyes.options(state, self.sees)

    def numbered(self) -> list[int]:
        """Each card is itself."""
        return list(self.cards)

    def by_lot(self, lot: Lot) -> list[Any]:
        """The row of such a state, with its hidden cards drawn."""
        names, row = list(self.cards), self.row[:]
        for cards in self.hidden.values():
            for card, name in zip(cards, lot.mixed(cards), strict=True):
                names[card] = name
        self.lay(row, self.unsure, names)
        for cell, card in self.played:
            row[cell] = names[card]
        return row

    def is_seen(self, eyes: Observer, state: State) -> bool:
        """Whether the seat sees the same in a state with such a row.

        What lies open is the same there; what rules work out may not be: which places are open, and the options.
        """
        if eyes.open(state) != self.sees.open:
            return False
        options = eyes.options(state, self.sees)
        return options == self.options or self.eyes.offered(
            self.sees, self.options
        ) == eyes.offered(eyes.sees(state), options)

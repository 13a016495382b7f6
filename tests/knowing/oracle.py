"""Who can be sure of which card: a third statement of it, for each seat the set of cards that it is sure of.

It is neither engine and shares nothing with them: no bits, no masks, no state. It keeps what lies where by itself
and asks at every deed, seat by seat, what that seat saw. A seat is sure of a card if it knows that this card lies
where it lies; in a place with order, also at which position. The seat after the last looks on.

Where that is less than a logician could conclude, this page says what docs/language/how-it-runs.md says ("Secrets
and views"), and no more:

- A seat is sure of single cards or not at all. "One of these three is the Thief" is nothing that is kept.
- Who does not see which card leaves a place is sure of no card there any more, whatever he could work out from what
  is left; nor of the one that left, wherever it went unseen.
- Who sees neither of two places that are exchanged, of which one has an order, is sure of none of their cards.
- Copies look alike. A seat is sure of so many of them in a place; of which by number is a convention: the first are
  the first to be forgotten.
- Shuffling is forgetting, also where the order does not count.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any

from attrs import define, field

Sees = Callable[[int, int], bool]
"""Whether a seat sees into a place now."""


@define
class Knowing:
    """What lies where, and what each seat is sure of."""

    names: Sequence[str]
    """What each card is, by its number: copies have the same name."""
    ordered: Mapping[int, bool]
    """Which places are kept in order."""
    sees: Sees
    lies: dict[int, list[int]]
    """What lies in each place, from the top; without order by number."""
    sure: list[set[int]] = field(factory=list)

    @classmethod
    def begun(cls, seats: int, lies: dict[int, list[int]], **of_table: Any) -> Knowing:
        """The table before anything has happened: everybody looks where he may."""
        table = cls(lies=lies, **of_table)
        table.sure = [set() for _ in range(seats + 1)]
        for place in lies:
            table.look(place)
        return table

    # ------------------------------------------------------------------ what happens

    def look(self, place: int) -> None:
        """Whoever sees into a place sees what lies there."""
        for seat, sure in enumerate(self.sure):
            if self.sees(seat, place):
                sure.update(self.lies[place])

    def move(
        self, card: int, to: int, on_top: bool, named_by_end: bool, shown_to: Container[int] = ()
    ) -> None:
        """A card goes to a place; if it is named as the top or the bottom one, all know where it lay.

        To whom the same block has shown it he sees it go, if he still knows which one it is.
        """
        place = self.place_of(card)
        rest = [other for other in self.lies[place] if other != card]
        self.lies[place] = rest
        self._lay(card, to, on_top)
        for seat, sure in enumerate(self.sure):
            saw_it_go = self.sees(seat, place)
            saw_it = saw_it_go or self.sees(seat, to) or (seat in shown_to and card in sure)
            if rest and not named_by_end:
                if not saw_it:
                    sure -= {card, *rest}
                elif not saw_it_go and not self.ordered[place]:
                    self._take_for_a_copy(sure, card, rest)
            if saw_it:
                sure.add(card)

    def show(self, cards: Sequence[int], to: int) -> None:
        """Cards are shown, side by side, to a seat, or (below 0) to all."""
        for seat, sure in enumerate(self.sure):
            for card in cards if to in (seat, -1) else ():
                place = self.place_of(card)
                rest = [other for other in self.lies[place] if other not in cards]
                if not self.ordered[place] and not self.sees(seat, place):
                    self._take_for_a_copy(sure, card, rest)
                sure.add(card)

    def exchange_places(self, one: int, other: int) -> None:
        """All that lies in a place comes to lie in another, and the other way round."""
        if one == other:
            return
        cards = {*self.lies[one], *self.lies[other]}
        for seat, sure in enumerate(self.sure):
            if self.sees(seat, one) or self.sees(seat, other):
                sure |= cards
            elif self.ordered[one] != self.ordered[other]:
                sure -= cards
        first, second = self.lies[one], self.lies[other]
        self.lies[one], self.lies[other] = self._settled(one, second), self._settled(other, first)

    def exchange_cards(self, one: int, other: int) -> None:
        """Two cards exchange their places, each lying where the other lay."""
        if one == other:
            return
        ways = ((one, self.place_of(one)), (other, self.place_of(other)))
        (_, first), (_, second) = ways
        for seat, sure in enumerate(self.sure):
            saw = {place: self.sees(seat, place) for place in (first, second)}
            if any(saw.values()):
                for card, place in ways:
                    rest = [each for each in self.lies[place] if each != card]
                    if not saw[place] and not self.ordered[place]:
                        self._take_for_a_copy(sure, card, rest)
                sure |= {one, other}
                continue
            for (card, place), (_, to) in zip(ways, reversed(ways), strict=True):
                among_others = len(self.lies[place]) > 1
                sure -= {*self.lies[place]} if among_others else set()
                # Where in an order it lies now he cannot tell either.
                if self.ordered[to] and len(self.lies[to]) > 1:
                    sure.discard(card)
        swap = {one: other, other: one}
        for place in {first, second}:
            cards = [swap.get(card, card) for card in self.lies[place]]
            self.lies[place] = self._settled(place, cards)

    def shuffle(self, place: int, now: Sequence[int]) -> None:
        """A place is shuffled; that its cards lie like this now is for chance to say."""
        assert sorted(now) == sorted(self.lies[place])
        self.lies[place] = [*now]
        for seat, sure in enumerate(self.sure):
            if not self.sees(seat, place):
                sure -= {*now}

    def reverse(self, place: int) -> None:
        """A place is turned over: who knew how far from the top a card lay knows how far from the bottom."""
        if self.ordered[place]:
            self.lies[place].reverse()

    def rotate(self, place: int, by: int, is_open: bool) -> None:
        """So many cards go round: who cannot know how many is sure of none that he does not see."""
        cards = self.lies[place]
        if self.ordered[place] and len(cards) > 1:
            for _ in range(by % len(cards)):
                cards.append(cards.pop(0))
            for seat, sure in enumerate(self.sure):
                if not (is_open or self.sees(seat, place)):
                    sure -= {*cards}

    # ------------------------------------------------------------------ what lies where

    def place_of(self, card: int) -> int:
        """The place that a card lies in."""
        return next(place for place, cards in self.lies.items() if card in cards)

    def knowers(self, card: int) -> int:
        """Who is sure of a card, as the engines write it: a bit for each seat."""
        return sum(1 << seat for seat, sure in enumerate(self.sure) if card in sure)

    def _take_for_a_copy(self, sure: set[int], card: int, rest: Iterable[int]) -> None:
        """A card comes from where a seat does not look: it is the copy that the seat knew there, if it knew one."""
        if card not in sure:
            known = [c for c in rest if c in sure and self.names[c] == self.names[card]]
            sure -= {*known[:1]}

    def _lay(self, card: int, place: int, on_top: bool) -> None:
        cards = self.lies[place]
        self.lies[place] = self._settled(place, [card, *cards] if on_top else [*cards, card])

    def _settled(self, place: int, cards: list[int]) -> list[int]:
        return cards if self.ordered[place] else sorted(cards)

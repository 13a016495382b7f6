"""Moves of cards in the state of a game, and which players know which card is where.

The known-bits of a card are the players who know that this card is at its place. Players who see its source or
its target know it. When a card leaves an unordered place unseen by a player, it might have been any card in
there, so the player forgets them all. Shuffling makes the players forget who do not see the place. Players to
whom a rule has shown a card also see the same rule move it, as long as they know where it is.

Copies are indistinguishable. A player who knew a copy in a place that they do not see, and sees one leave,
assumes it is that one. So of the copies in a place the bits say how many a player knows, never which.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rulewright.base.records import Record
from rulewright.runtime.ir.engine_contract import IMPOSSIBLE, Fault
from rulewright.runtime.ir.nodes.ir_types import FROM_END, SHOWN_TO, SHOWN_TO_ALL
from rulewright.runtime.ir.random_stream import random_order

Row = list[Any]
#: A variable that is reset when a card leaves a range of places, as (base, start, first, last, each): the card's
#: cells are the `each` cells from `base + card * each` on, `start` is their initial value, and the range of places
#: is `first` to `last`.
ResetRange = tuple[int, int, int, int, int]


class PlaceTables(Record):
    """Properties of all places, by cell, that moves of cards depend on.

    `viewers` are the bit masks of the seats that see a place; -1 if a function in `looking` decides. For `resets`
    see `ResetRange`. `designs` gives the design of each card.
    """

    place: int
    known: int
    players: int
    viewers: tuple[int, ...]
    looking: Mapping[int, Callable[[Row], int]]
    ordered: frozenset[int]
    resets: Mapping[int, tuple[ResetRange, ...]]
    designs: tuple[int, ...]

    @property
    def everybody(self) -> int:
        """Bit mask with a bit for every seat and the last bit for the spectator."""
        return (1 << (self.players + 1)) - 1


class ShuffleRecord:
    """Record of the shuffles during one replayed decision, and the results to give them instead.

    `names` maps the index of a shuffle to the card that takes the position of each card.
    """

    def __init__(self) -> None:
        self.pools: list[tuple[int, ...]] | None = None
        self.names: Mapping[int, Sequence[int]] = {}

    def begin(self, names: Mapping[int, Sequence[int]]) -> None:
        """Start to record shuffles; `names` gives the results of some."""
        self.pools, self.names = [], names

    def end(self) -> list[tuple[int, ...]]:
        """Stop recording, and return the cards of each shuffle, sorted by number."""
        pools, self.pools = self.pools or [], None
        return pools

    def after(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """Return the result of a shuffle: `cards` as drawn, or in the order that `names` gives for it.

        Raises Fault if the given result contains a card that was not shuffled.
        """
        if self.pools is None:
            return cards
        names, pool = self.names.get(len(self.pools)), tuple(sorted(cards))
        self.pools.append(pool)
        if names is None:
            return cards
        order = tuple([names[card] for card in cards])
        if tuple(sorted(order)) != pool:  # a given card is in another place
            raise Fault(IMPOSSIBLE)
        return order


class CardMoves:
    """The operations on places that generated code calls, for states with the places of `tables`.

    Every method takes the state as `row` and changes it in place. Cards, places and players are numbers.
    """

    __slots__ = (
        "_designs", "_everybody", "_known", "_looking", "_ordered", "_place", "_resets", "_shuffles", "_viewers_of",
    )  # fmt: skip

    def __init__(self, tables: PlaceTables, shuffles: ShuffleRecord) -> None:
        self._place, self._known = tables.place, tables.known
        self._viewers_of, self._looking = tables.viewers, tables.looking
        self._ordered, self._resets = tables.ordered, tables.resets
        self._everybody, self._designs = tables.everybody, tables.designs
        self._shuffles = shuffles

    def viewers(self, row: Row, cell: int) -> int:
        """Return the bit mask of the seats that see the place at `cell` now."""
        mask = self._viewers_of[cell]
        if mask >= 0:
            return mask
        player = self._looking[cell](row)
        return 1 << player if player >= 0 else 0

    def move(self, row: Row, card: int, cell: int, on_top: int, clear: int) -> None:
        """Move a card to the place at `cell`; a card that is NOTHING is ignored.

        `clear` is the code for the players who can follow it; see `ir_types`.
        """
        if card < 0:
            return
        place, known_at = self._place + card, self._known + card
        source = row[place]
        cards = row[source]
        at = cards.index(card)
        row[source] = rest = cards[:at] + cards[at + 1 :]
        self._enter(row, card, cell, on_top)
        row[place] = cell
        source_viewers = self.viewers(row, source)
        viewer_mask = source_viewers | self.viewers(row, cell)
        known = row[known_at]
        if clear >= SHOWN_TO_ALL:
            viewer_mask |= known & (
                self._everybody if clear == SHOWN_TO_ALL else 1 << clear - SHOWN_TO
            )
        if rest and clear != FROM_END:
            if source not in self._ordered and viewer_mask != source_viewers:
                self._confuse_copies(row, card, rest, viewer_mask & ~source_viewers & ~known)
            if viewer_mask != self._everybody:
                base = self._known
                for other in rest:
                    row[base + other] &= viewer_mask
                known &= viewer_mask
        row[known_at] = known | viewer_mask
        if source in self._resets and source != cell:
            self._reset(row, card, source, cell)

    def _confuse_copies(self, row: Row, card: int, rest: Sequence[int], who: int) -> None:
        """Make the seats in `who`, which did not know `card`, forget one copy of it that they knew."""
        for other in rest if who else ():
            if self._designs[other] == self._designs[card]:
                confused = row[self._known + other] & who
                row[self._known + other] ^= confused
                who ^= confused

    def _enter(self, row: Row, card: int, cell: int, on_top: int) -> None:
        """Put a card into a place: on top, at the bottom, or in the order of numbers if it is unordered."""
        cards = row[cell]
        if cell not in self._ordered:
            at = bisect(cards, card)
            row[cell] = (*cards[:at], card, *cards[at:])
        else:
            row[cell] = (card, *cards) if on_top else (*cards, card)

    def _reset(self, row: Row, card: int, source: int, cell: int) -> None:
        """Reset the variables of `card` that last only while it is in a zone it is leaving."""
        for base, start, first, last, each in self._resets[source]:
            if not first <= cell <= last:
                at = base + card * each
                row[at : at + each] = [start] * each

    def move_all(self, row: Row, cards: Sequence[int], cell: int, on_top: int, clear: int) -> None:
        """Move several cards, one after the other, to the place at `cell`."""
        for card in tuple(cards):
            self.move(row, card, cell, on_top, clear)

    def exchange_places(self, row: Row, one: int, other: int) -> None:
        """Exchange all cards of two places; do nothing if a place is NOTHING."""
        if one < 0 or other < 0 or one == other:
            return
        viewer_mask = self.viewers(row, one) | self.viewers(row, other)
        # Between an self._ordered and an unordered place, players who see neither cannot tell which card is where.
        is_alike = (one in self._ordered) == (other in self._ordered)
        remaining = self._everybody if is_alike else viewer_mask
        for cell, source, cards in ((one, other, row[other]), (other, one, row[one])):
            row[cell] = cards if cell in self._ordered else tuple(sorted(cards))
            for card in cards:
                row[self._place + card] = cell
                row[self._known + card] = row[self._known + card] & remaining | viewer_mask
                if source in self._resets:
                    self._reset(row, card, source, cell)

    def exchange_pieces(self, row: Row, one: int, other: int) -> None:
        """Exchange the places of two cards; do nothing if a card is NOTHING.

        Players who see neither place cannot tell which card left it.
        """
        if one < 0 or other < 0 or one == other:
            return
        first, second = row[self._place + one], row[self._place + other]
        viewer_mask = self.viewers(row, first) | self.viewers(row, second)
        swap = {one: other, other: one}
        for card, cell, to in ((one, first, second), (other, second, first)):
            if cell not in self._ordered:
                rest = [each for each in row[cell] if each != card]
                self._confuse_copies(
                    row,
                    card,
                    rest,
                    self.viewers(row, to) & ~self.viewers(row, cell) & ~row[self._known + card],
                )
        for cell in {first, second}:
            for card in row[cell] if len(row[cell]) > 1 else ():
                row[self._known + card] &= viewer_mask
            cards = [swap.get(card, card) for card in row[cell]]
            row[cell] = tuple(cards if cell in self._ordered else sorted(cards))
        for card, cell, source in ((one, second, first), (other, first, second)):
            # Nor can they tell the position of the other card in an self._ordered place.
            remaining = (
                viewer_mask if cell in self._ordered and len(row[cell]) > 1 else self._everybody
            )
            row[self._place + card] = cell
            row[self._known + card] = row[self._known + card] & remaining | viewer_mask
            if source in self._resets:
                self._reset(row, card, source, cell)

    def shuffle(self, row: Row, cell: int) -> None:
        """Shuffle the cards of a place; players who do not see the place forget which card is where."""
        viewer_mask = self.viewers(row, cell)
        if cell in self._ordered:
            row[cell] = self._shuffles.after(random_order(row, row[cell]))
        base = self._known
        for card in row[cell]:
            row[base + card] &= viewer_mask

    def reverse(self, row: Row, cell: int) -> None:
        """Reverse the order of the cards in a place; players keep their knowledge."""
        if cell in self._ordered:
            row[cell] = row[cell][::-1]

    def rotate(self, row: Row, cell: int, by: int, is_open: int) -> None:
        """Move `by` cards from the top of a place to its bottom, or (if negative) the other way.

        Players who knew where a card was still know it, if the number is public (`is_open`) or they see the
        place.
        """
        cards = row[cell]
        if cell in self._ordered and len(cards) > 1:
            by %= len(cards)
            row[cell] = (*cards[by:], *cards[:by])
            viewer_mask = self._everybody if is_open else self.viewers(row, cell)
            for card in cards:
                row[self._known + card] &= viewer_mask

    def show(self, row: Row, card: int, player: int) -> None:
        """Show a card to a player, or to all if `player` is NOTHING."""
        if card >= 0:
            self.show_all(row, (card,), player)

    def show_all(self, row: Row, cards: Sequence[int], player: int) -> None:
        """Show several cards together to a player, or to all if `player` is NOTHING."""
        who = self._everybody if player < 0 else 1 << player
        for card in cards:
            cell = row[self._place + card]
            if cell not in self._ordered:
                rest = [other for other in row[cell] if other not in cards]
                self._confuse_copies(
                    row, card, rest, who & ~self.viewers(row, cell) & ~row[self._known + card]
                )
            row[self._known + card] |= who

    def learn(self, row: Row, cell: int) -> None:
        """Let the players who see a place at this moment know its cards from now on."""
        viewer_mask = self.viewers(row, cell)
        if viewer_mask:
            for card in row[cell]:
                row[self._known + card] |= viewer_mask

    def seen(self, row: Row, card: int) -> tuple[int, int]:
        """Return a card with the bit mask of the seats that know it and its place, as the story logs it."""
        if card < 0:
            return (card, self._everybody)
        return (card, row[self._known + card] | self.viewers(row, row[self._place + card]))

    def sees(self, row: Row, card: int, player: int) -> int:
        """Return 1 if a player knows a card and its place, else 0."""
        return self.seen(row, card)[1] >> player & 1

    def seen_all(self, row: Row, cards: Sequence[int]) -> tuple[tuple[int, int], ...]:
        """Return each of `cards` with the bit mask of the seats that know it and its place."""
        return tuple([self.seen(row, card) for card in cards])

    def position(self, row: Row, card: int) -> int:
        """Return the number of cards before a card in its place if that is ordered, else 0."""
        cell = row[self._place + card]
        return row[cell].index(card) if cell in self._ordered else 0

"""Runtime of generated code: it moves cards and tracks which players know which card is where.

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
from rulewright.runtime.ir.engine_contract import BEYOND, ENDLESS, IMPOSSIBLE, Fault, Reason
from rulewright.runtime.ir.layout import DELAYED
from rulewright.runtime.ir.nodes.ir_types import (
    FROM_END,
    LARGEST,
    MOST_DELAYED,
    MOST_NUMBERS,
    MOST_STEPS,
    SHOWN_TO,
    SHOWN_TO_ALL,
)
from rulewright.runtime.ir.random_stream import below, random_order

STOP = -1
"""Returned by a block in place of the next block's number: a decision is pending."""

END = -2
"""Block number in the outermost frame: the game is over."""

Row = list[Any]
#: A variable that is reset when a card leaves a range of places, as (base, start, first, last, each): the card's
#: cells are the `each` cells from `base + card * each` on, `start` is their initial value, and the range of places
#: is `first` to `last`.
ResetRange = tuple[int, int, int, int, int]


class TrialTape:
    """A tape for trials, whose story is not recorded."""

    log = None
    options = None


SILENT = TrialTape()


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


def make_runtime(tables: PlaceTables) -> dict[str, Any]:
    """Return, by name, the functions that generated code calls; they work on states with these places."""
    place_base, known_base = tables.place, tables.known
    viewers_of, looking = tables.viewers, tables.looking
    ordered, resets = tables.ordered, tables.resets
    everybody, designs = tables.everybody, tables.designs

    def viewers(row: Row, cell: int) -> int:
        """Return the bit mask of the seats that see the place at `cell` now."""
        mask = viewers_of[cell]
        if mask >= 0:
            return mask
        player = looking[cell](row)
        return 1 << player if player >= 0 else 0

    def move(row: Row, card: int, cell: int, on_top: int, clear: int) -> None:
        """Move a card to the place at `cell`; a card that is NOTHING is ignored.

        `clear` is the code for the players who can follow it; see `ir_types`.
        """
        if card < 0:
            return
        source = row[place_base + card]
        cards = row[source]
        at = cards.index(card)
        row[source] = rest = cards[:at] + cards[at + 1 :]
        _enter(row, card, cell, on_top)
        row[place_base + card] = cell
        source_viewers = viewers(row, source)
        viewer_mask = source_viewers | viewers(row, cell)
        known = row[known_base + card]
        if clear >= SHOWN_TO_ALL:
            viewer_mask |= known & (everybody if clear == SHOWN_TO_ALL else 1 << clear - SHOWN_TO)
        if rest and clear != FROM_END:
            if source not in ordered and viewer_mask != source_viewers:
                _confuse_copies(row, card, rest, viewer_mask & ~source_viewers & ~known)
            if viewer_mask != everybody:
                for other in rest:
                    row[known_base + other] &= viewer_mask
                known &= viewer_mask
        row[known_base + card] = known | viewer_mask
        if source in resets and source != cell:
            _reset(row, card, source, cell)

    def _confuse_copies(row: Row, card: int, rest: Sequence[int], who: int) -> None:
        """Make the seats in `who`, which did not know `card`, forget one copy of it that they knew."""
        for other in rest if who else ():
            if designs[other] == designs[card]:
                confused = row[known_base + other] & who
                row[known_base + other] ^= confused
                who ^= confused

    def _enter(row: Row, card: int, cell: int, on_top: int) -> None:
        """Put a card into a place: on top, at the bottom, or in the order of numbers if it is unordered."""
        cards = row[cell]
        if cell not in ordered:
            at = bisect(cards, card)
            row[cell] = (*cards[:at], card, *cards[at:])
        else:
            row[cell] = (card, *cards) if on_top else (*cards, card)

    def _reset(row: Row, card: int, source: int, cell: int) -> None:
        """Reset the variables of `card` that last only while it is in a zone it is leaving."""
        for base, start, first, last, each in resets[source]:
            if not first <= cell <= last:
                at = base + card * each
                row[at : at + each] = [start] * each

    def move_all(row: Row, cards: Sequence[int], cell: int, on_top: int, clear: int) -> None:
        """Move several cards, one after the other, to the place at `cell`."""
        for card in tuple(cards):
            move(row, card, cell, on_top, clear)

    def exchange_places(row: Row, one: int, other: int) -> None:
        """Exchange all cards of two places; do nothing if a place is NOTHING."""
        if one < 0 or other < 0 or one == other:
            return
        viewer_mask = viewers(row, one) | viewers(row, other)
        # Between an ordered and an unordered place, players who see neither cannot tell which card is where.
        remaining = everybody if (one in ordered) == (other in ordered) else viewer_mask
        for cell, source, cards in ((one, other, row[other]), (other, one, row[one])):
            row[cell] = cards if cell in ordered else tuple(sorted(cards))
            for card in cards:
                row[place_base + card] = cell
                row[known_base + card] = row[known_base + card] & remaining | viewer_mask
                if source in resets:
                    _reset(row, card, source, cell)

    def exchange_pieces(row: Row, one: int, other: int) -> None:
        """Exchange the places of two cards; do nothing if a card is NOTHING.

        Players who see neither place cannot tell which card left it.
        """
        if one < 0 or other < 0 or one == other:
            return
        first, second = row[place_base + one], row[place_base + other]
        viewer_mask = viewers(row, first) | viewers(row, second)
        swap = {one: other, other: one}
        for card, cell, to in ((one, first, second), (other, second, first)):
            if cell not in ordered:
                rest = [each for each in row[cell] if each != card]
                _confuse_copies(
                    row,
                    card,
                    rest,
                    viewers(row, to) & ~viewers(row, cell) & ~row[known_base + card],
                )
        for cell in {first, second}:
            for card in row[cell] if len(row[cell]) > 1 else ():
                row[known_base + card] &= viewer_mask
            cards = [swap.get(card, card) for card in row[cell]]
            row[cell] = tuple(cards if cell in ordered else sorted(cards))
        for card, cell, source in ((one, second, first), (other, first, second)):
            # Nor can they tell the position of the other card in an ordered place.
            remaining = viewer_mask if cell in ordered and len(row[cell]) > 1 else everybody
            row[place_base + card] = cell
            row[known_base + card] = row[known_base + card] & remaining | viewer_mask
            if source in resets:
                _reset(row, card, source, cell)

    def shuffle(row: Row, cell: int) -> None:
        """Shuffle the cards of a place; players who do not see the place forget which card is where."""
        viewer_mask = viewers(row, cell)
        if cell in ordered:
            row[cell] = mixing.after(random_order(row, row[cell]))
        for card in row[cell]:
            row[known_base + card] &= viewer_mask

    def reverse(row: Row, cell: int) -> None:
        """Reverse the order of the cards in a place; players keep their knowledge."""
        if cell in ordered:
            row[cell] = row[cell][::-1]

    def rotate(row: Row, cell: int, by: int, is_open: int) -> None:
        """Move `by` cards from the top of a place to its bottom, or (if negative) the other way.

        Players who knew where a card was still know it, if the number is public (`is_open`) or they see the
        place.
        """
        cards = row[cell]
        if cell in ordered and len(cards) > 1:
            by %= len(cards)
            row[cell] = (*cards[by:], *cards[:by])
            viewer_mask = everybody if is_open else viewers(row, cell)
            for card in cards:
                row[known_base + card] &= viewer_mask

    def show(row: Row, card: int, player: int) -> None:
        """Show a card to a player, or to all if `player` is NOTHING."""
        if card >= 0:
            show_all(row, (card,), player)

    def show_all(row: Row, cards: Sequence[int], player: int) -> None:
        """Show several cards together to a player, or to all if `player` is NOTHING."""
        who = everybody if player < 0 else 1 << player
        for card in cards:
            cell = row[place_base + card]
            if cell not in ordered:
                rest = [other for other in row[cell] if other not in cards]
                _confuse_copies(
                    row, card, rest, who & ~viewers(row, cell) & ~row[known_base + card]
                )
            row[known_base + card] |= who

    def learn(row: Row, cell: int) -> None:
        """Let the players who see a place at this moment know its cards from now on."""
        viewer_mask = viewers(row, cell)
        if viewer_mask:
            for card in row[cell]:
                row[known_base + card] |= viewer_mask

    def seen(row: Row, card: int) -> tuple[int, int]:
        """Return a card with the bit mask of the seats that know it and its place, as the story logs it."""
        if card < 0:
            return (card, everybody)
        return (card, row[known_base + card] | viewers(row, row[place_base + card]))

    def sees(row: Row, card: int, player: int) -> int:
        """Return 1 if a player knows a card and its place, else 0."""
        return seen(row, card)[1] >> player & 1

    def seen_all(row: Row, cards: Sequence[int]) -> tuple[tuple[int, int], ...]:
        """Return each of `cards` with the bit mask of the seats that know it and its place."""
        return tuple([seen(row, card) for card in cards])

    def position(row: Row, card: int) -> int:
        """Return the number of cards before a card in its place if that is ordered, else 0."""
        cell = row[place_base + card]
        return row[cell].index(card) if cell in ordered else 0

    def at(row: Row, base: int, index: int, default: int) -> int:
        """Return the state cell `base` + `index`; `default` if `index` is NOTHING."""
        value: int = row[base + index] if index >= 0 else default
        return value

    def zones(row: Row, base: int, count: int, without: int, each: int) -> list[int]:
        """Return the cards in `count` places from `base` on, without those of the owner `without`."""
        numbers = [number for number in range(count) if number // each != without]
        return [card for number in numbers for card in row[base + number]]

    def trial(
        row: Row,
        procedure: Callable[..., None],
        arguments: Any,
        function: Callable[..., bool],
        function_arguments: Any,
    ) -> bool:
        """Return the result of `function` after `procedure` has run on a copy of the state."""
        copy = row[:]
        procedure(copy, SILENT, *arguments)
        return function(copy, *function_arguments)

    def numbers(low: int, high: int) -> range:
        """Return the integers from `low` to `high`. Raises Fault if there are too many or one is out of range."""
        if high - low > MOST_NUMBERS or (low <= high and not -LARGEST <= low <= high <= LARGEST):
            raise Fault(BEYOND)
        return range(low, high + 1)

    mixing, fuel = ShuffleRecord(), [MOST_STEPS, MOST_STEPS]

    def spend(steps: int) -> bool:
        """Consume `steps` of fuel and return True. Raises Fault when the fuel runs out."""
        fuel[0] -= steps
        if fuel[0] < 0:
            raise Fault(ENDLESS, f"{fuel[1]:,} steps")
        return True

    def bounded(number: int) -> int:
        """Return `number` unchanged. Raises Fault if it is out of range."""
        if not -LARGEST - 1 <= number <= LARGEST:
            raise Fault(BEYOND)
        return number

    def delay(row: Row, captured: tuple[int, ...]) -> None:
        """Start a delayed rule with its captured values. Raises Fault if too many are pending."""
        if len(row[DELAYED]) == MOST_DELAYED:
            raise Fault(ENDLESS, f"{MOST_DELAYED:,} rules under `until`")
        row[DELAYED] = (*row[DELAYED], captured)

    def beyond(number: int) -> None:
        """Raise the fault for a number that is out of range."""
        raise Fault(BEYOND)

    def fail(reason: Reason, what: str) -> None:
        """Raise the fault for rules that do not end or that violate an invariant."""
        raise Fault(reason, what)

    return {
        "numbers": numbers, "beyond": beyond, "fail": fail, "trial": trial,
        "fuel": fuel, "mixing": mixing, "spend": spend, "bounded": bounded, "delay": delay,
        "below": below, "move": move, "move_all": move_all, "exchange_places": exchange_places,
        "exchange_pieces": exchange_pieces, "shuffle": shuffle, "reverse": reverse, "rotate": rotate,
        "show": show, "show_all": show_all, "learn": learn,
        "seen": seen, "sees": sees, "seen_all": seen_all, "at": at, "zones": zones, "viewers": viewers,
        "position": position,
    }  # fmt: skip

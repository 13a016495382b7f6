"""What generated code calls to change the table: moving cards, and keeping track of who knows which card is where.

A card's known-bits say who knows that this card lies where it lies. Whoever sees where it comes from or where it
goes knows it. A card that leaves a place without order unseen by somebody might have been any card in there: he
forgets all of them. Shuffling makes those forget who do not see the place. A card that was shown and is then moved
by the same rule is seen to go by those to whom it was shown, as long as they know where it lies.

Copies look alike. Who knew a copy in a place that he does not see, and sees one come from there, takes it for that
one. So of the copies in a place the bits tell how many somebody knows, and never which.
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
from rulewright.runtime.ir.random_stream import below, shuffled

STOP = -1
"""What a block gives instead of the number of the next: somebody has to choose."""

END = -2
"""The number in the last frame, below which is none: the game is over."""

Row = list[Any]
#: What goes back when a card leaves a run of places: base, start, the run's first and last cell, cells of a card.
Reset = tuple[int, int, int, int, int]


class Silent:
    """The tape of a trial: nothing is told."""

    log = None
    options = None


SILENT = Silent()


class Tables(Record):
    """What moving needs to know of every place (cell).

    `viewers` are who sees a place, as bits; -1 where a function of `looking` says so. Of `resets` see `Reset`.
    `designs` says of each card what it is a copy of.
    """

    place: int
    known: int
    players: int
    viewers: tuple[int, ...]
    looking: Mapping[int, Callable[[Row], int]]
    ordered: frozenset[int]
    resets: Mapping[int, tuple[Reset, ...]]
    designs: tuple[int, ...]

    @property
    def everybody(self) -> int:
        """One bit for every seat, and the last for who looks on: he knows what was open to all, and no more."""
        return (1 << (self.players + 1)) - 1


class Mixing:
    """What shuffles come to while a decision is made again: which cards were shuffled, and which take whose place.

    `names` says for a shuffle, by its number, which card comes to lie where each one would.
    """

    def __init__(self) -> None:
        self.found: list[tuple[int, ...]] | None = None
        self.names: Mapping[int, Sequence[int]] = {}

    def begin(self, names: Mapping[int, Sequence[int]]) -> None:
        """From here on shuffles are noted."""
        self.found, self.names = [], names

    def end(self) -> list[tuple[int, ...]]:
        """They are no longer; what was shuffled."""
        found, self.found = self.found or [], None
        return found

    def after(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """Cards as they are to lie after a shuffle. Raises Fault for a name of one that was not shuffled."""
        if self.found is None:
            return cards
        names, pool = self.names.get(len(self.found)), tuple(sorted(cards))
        self.found.append(pool)
        if names is None:
            return cards
        found = tuple([names[card] for card in cards])
        if tuple(sorted(found)) != pool:  # one that is named lies elsewhere
            raise Fault(IMPOSSIBLE)
        return found


def make_runtime(tables: Tables) -> dict[str, Any]:
    """The functions that generated code calls, for one layout."""
    place_base, known_base = tables.place, tables.known
    viewers_of, looking = tables.viewers, tables.looking
    ordered, resets = tables.ordered, tables.resets
    everybody, designs = tables.everybody, tables.designs

    def viewers(row: Row, cell: int) -> int:
        """Who sees into a place now, as bits."""
        mask = viewers_of[cell]
        if mask >= 0:
            return mask
        player = looking[cell](row)
        return 1 << player if player >= 0 else 0

    def move(row: Row, card: int, cell: int, on_top: int, clear: int) -> None:
        """Move a card; moving nothing does nothing. To whom it is `clear` which card it is: `ir_types`."""
        if card < 0:
            return
        source = row[place_base + card]
        cards = row[source]
        at = cards.index(card)
        row[source] = rest = cards[:at] + cards[at + 1 :]
        _enter(row, card, cell, on_top)
        row[place_base + card] = cell
        lookers = viewers(row, source)
        seen = lookers | viewers(row, cell)
        known = row[known_base + card]
        if clear >= SHOWN_TO_ALL:
            seen |= known & (everybody if clear == SHOWN_TO_ALL else 1 << clear - SHOWN_TO)
        if rest and clear != FROM_END:
            if source not in ordered and seen != lookers:
                _mistaken(row, card, rest, seen & ~lookers & ~known)
            if seen != everybody:
                for other in rest:
                    row[known_base + other] &= seen
                known &= seen
        row[known_base + card] = known | seen
        if source in resets and source != cell:
            _reset(row, card, source, cell)

    def _mistaken(row: Row, card: int, rest: Sequence[int], who: int) -> None:
        """Who did not know this card takes it for a copy that he knew among the rest; of that he knows no more."""
        for other in rest if who else ():
            if designs[other] == designs[card]:
                mistaken = row[known_base + other] & who
                row[known_base + other] ^= mistaken
                who ^= mistaken

    def _enter(row: Row, card: int, cell: int, on_top: int) -> None:
        """Put a card into a place; where order does not count cards lie by number: equal tables are equal."""
        cards = row[cell]
        if cell not in ordered:
            at = bisect(cards, card)
            row[cell] = (*cards[:at], card, *cards[at:])
        else:
            row[cell] = (card, *cards) if on_top else (*cards, card)

    def _reset(row: Row, card: int, source: int, cell: int) -> None:
        for base, start, first, last, each in resets[source]:
            if not first <= cell <= last:
                at = base + card * each
                row[at : at + each] = [start] * each

    def move_all(row: Row, cards: Sequence[int], cell: int, on_top: int, clear: int) -> None:
        for card in tuple(cards):
            move(row, card, cell, on_top, clear)

    def exchange_places(row: Row, one: int, other: int) -> None:
        """Two places exchange all that lies in them; with nobody's place nothing is exchanged."""
        if one < 0 or other < 0 or one == other:
            return
        seen = viewers(row, one) | viewers(row, other)
        # Between a place with order and one without, nobody else can tell which card comes to lie where.
        kept = everybody if (one in ordered) == (other in ordered) else seen
        for cell, left, cards in ((one, other, row[other]), (other, one, row[one])):
            row[cell] = cards if cell in ordered else tuple(sorted(cards))
            for card in cards:
                row[place_base + card] = cell
                row[known_base + card] = row[known_base + card] & kept | seen
                if left in resets:
                    _reset(row, card, left, cell)

    def exchange_pieces(row: Row, one: int, other: int) -> None:
        """Two cards exchange their places. Who sees neither place cannot tell which of its cards left it."""
        if one < 0 or other < 0 or one == other:
            return
        first, second = row[place_base + one], row[place_base + other]
        seen = viewers(row, first) | viewers(row, second)
        swap = {one: other, other: one}
        for card, cell, to in ((one, first, second), (other, second, first)):
            if cell not in ordered:
                rest = [each for each in row[cell] if each != card]
                _mistaken(
                    row,
                    card,
                    rest,
                    viewers(row, to) & ~viewers(row, cell) & ~row[known_base + card],
                )
        for cell in {first, second}:
            for card in row[cell] if len(row[cell]) > 1 else ():
                row[known_base + card] &= seen
            cards = [swap.get(card, card) for card in row[cell]]
            row[cell] = tuple(cards if cell in ordered else sorted(cards))
        for card, cell, left in ((one, second, first), (other, first, second)):
            # Nor where in an order the other one lies now.
            kept = seen if cell in ordered and len(row[cell]) > 1 else everybody
            row[place_base + card] = cell
            row[known_base + card] = row[known_base + card] & kept | seen
            if left in resets:
                _reset(row, card, left, cell)

    def shuffle(row: Row, cell: int) -> None:
        """Shuffle a place; who does not see it no longer knows which card lies where."""
        seen = viewers(row, cell)
        if cell in ordered:
            row[cell] = mixing.after(shuffled(row, row[cell]))
        for card in row[cell]:
            row[known_base + card] &= seen

    def reverse(row: Row, cell: int) -> None:
        """Turn a place over: what lay on top lies at the bottom. Who knew where a card lies knows it still."""
        if cell in ordered:
            row[cell] = row[cell][::-1]

    def rotate(row: Row, cell: int, by: int, is_open: int) -> None:
        """So many cards go from the top of a place to its bottom, or (fewer than none) from its bottom to its top.

        Who knew where a card lies knows it still if all know how many they were, else who sees the place.
        """
        cards = row[cell]
        if cell in ordered and len(cards) > 1:
            by %= len(cards)
            row[cell] = (*cards[by:], *cards[:by])
            seen = everybody if is_open else viewers(row, cell)
            for card in cards:
                row[known_base + card] &= seen

    def show(row: Row, card: int, player: int) -> None:
        """Let a player (nobody: all) know a card."""
        if card >= 0:
            show_all(row, (card,), player)

    def show_all(row: Row, cards: Sequence[int], player: int) -> None:
        """Let a player (nobody: all) know cards, which he sees side by side."""
        who = everybody if player < 0 else 1 << player
        for card in cards:
            cell = row[place_base + card]
            if cell not in ordered:
                rest = [other for other in row[cell] if other not in cards]
                _mistaken(row, card, rest, who & ~viewers(row, cell) & ~row[known_base + card])
            row[known_base + card] |= who

    def learn(row: Row, cell: int) -> None:
        """Whoever sees into a place now knows what lies there."""
        seen = viewers(row, cell)
        if seen:
            for card in row[cell]:
                row[known_base + card] |= seen

    def seen(row: Row, card: int) -> tuple[int, int]:
        """A card of the story, with who may be told which one it is."""
        if card < 0:
            return (card, everybody)
        return (card, row[known_base + card] | viewers(row, row[place_base + card]))

    def sees(row: Row, card: int, player: int) -> int:
        """Whether a player knows which card this is and where it lies."""
        return seen(row, card)[1] >> player & 1

    def seen_all(row: Row, cards: Sequence[int]) -> tuple[tuple[int, int], ...]:
        return tuple([seen(row, card) for card in cards])

    def at(row: Row, base: int, index: int, default: int) -> int:
        """A cell of a run; of nobody the default."""
        value: int = row[base + index] if index >= 0 else default
        return value

    def zones(row: Row, base: int, count: int, without: int, each: int) -> list[int]:
        """The cards of a run of places but those of one owner, who has `each` of them."""
        numbers = [number for number in range(count) if number // each != without]
        return [card for number in numbers for card in row[base + number]]

    def trial(
        row: Row, do: Callable[..., None], given: Any, ask: Callable[..., bool], asked: Any
    ) -> bool:
        """Whether something would hold after something was done, tried on a copy."""
        copy = row[:]
        do(copy, SILENT, *given)
        return ask(copy, *asked)

    def numbers(low: int, high: int) -> range:
        """All numbers from one to another, if they are numbers of a game, and not too many."""
        if high - low > MOST_NUMBERS or (low <= high and not -LARGEST <= low <= high <= LARGEST):
            raise Fault(BEYOND)
        return range(low, high + 1)

    mixing, fuel = Mixing(), [MOST_STEPS, MOST_STEPS]

    def spend(steps: int) -> bool:
        """Take steps of those that are left, and stop when there are none."""
        fuel[0] -= steps
        if fuel[0] < 0:
            raise Fault(ENDLESS, f"{fuel[1]:,} steps")
        return True

    def bounded(number: int) -> int:
        """A number, if it is one of a game."""
        if not -LARGEST - 1 <= number <= LARGEST:
            raise Fault(BEYOND)
        return number

    def delay(row: Row, captured: tuple[int, ...]) -> None:
        """A delayed rule begins to wait, unless too many do."""
        if len(row[DELAYED]) == MOST_DELAYED:
            raise Fault(ENDLESS, f"{MOST_DELAYED:,} rules under `until`")
        row[DELAYED] = (*row[DELAYED], captured)

    def beyond(number: int) -> None:
        """Stop at a number that a game cannot hold."""
        raise Fault(BEYOND)

    def fail(reason: Reason, what: str) -> None:
        """Stop what goes on and on, or breaks what always holds."""
        raise Fault(reason, what)

    return {
        "numbers": numbers, "beyond": beyond, "fail": fail, "trial": trial,
        "fuel": fuel, "mixing": mixing, "spend": spend, "bounded": bounded, "delay": delay,
        "below": below, "move": move, "move_all": move_all, "exchange_places": exchange_places,
        "exchange_pieces": exchange_pieces, "shuffle": shuffle, "reverse": reverse, "rotate": rotate,
        "show": show, "show_all": show_all, "learn": learn,
        "seen": seen, "sees": sees, "seen_all": seen_all, "at": at, "zones": zones, "viewers": viewers,
    }  # fmt: skip

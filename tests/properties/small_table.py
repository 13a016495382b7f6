"""A small table to try who knows which card: few cards, every sort of place, and what happens there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

from attrs import frozen
from hypothesis import strategies as st

from rulewright.runtime.ir.layout import OWN_CELLS
from rulewright.runtime.ir.nodes.ir_types import SHOWN_TO, SHOWN_TO_ALL

CARDS = 4
SEATS = 2
LOOKERS = range(SEATS + 1)  # the last only looks on
ALL = 0b111
POINTED = -1
BAG, OTHER_BAG, DECK, OTHER_DECK, HAND_A, HAND_B, QUEUE_A, OPEN, PEEK = range(
    OWN_CELLS, OWN_CELLS + 9
)
PLACES = range(BAG, PEEK + 1)
VIEWERS = dict(zip(PLACES, (0, 0, 0, 0, 0b001, 0b010, 0b001, ALL, POINTED), strict=True))
ORDERED = {DECK, OTHER_DECK, QUEUE_A}
PLACE = PEEK + 1
KNOWN = PLACE + CARDS
POINTER = KNOWN + CARDS

World = dict[int, tuple[int, ...]]
Key = tuple[tuple[int, ...], ...]
Choice = tuple[int, ...]


def frozen_world(world: World) -> Key:
    return tuple(world[cell] for cell in PLACES)


def world_of(key: Key) -> World:
    return dict(zip(PLACES, key, strict=True))


def put(cards: tuple[int, ...], cell: int, card: int, on_top: bool) -> tuple[int, ...]:
    if cell not in ORDERED:
        return tuple(sorted((*cards, card)))
    return (card, *cards) if on_top else (*cards, card)


def tidy(cell: int, cards: tuple[int, ...]) -> tuple[int, ...]:
    return cards if cell in ORDERED else tuple(sorted(cards))


# ------------------------------------------------------------------ what can happen


@frozen
class Draw:
    """The top or bottom card of an ordered place goes somewhere."""

    source: int
    last: bool
    to: int
    on_top: bool

    def choices(self, world: World) -> Iterator[Choice]:
        cards = world[self.source]
        yield (cards[-1 if self.last else 0],) if cards else ()

    def after(self, world: World, choice: Choice) -> World:
        if not choice:
            return world
        left = {**world, self.source: tuple(c for c in world[self.source] if c != choice[0])}
        return {**left, self.to: put(left[self.to], self.to, choice[0], self.on_top)}

    def do(self, code: dict[str, Any], row: list[Any], choice: Choice) -> None:
        code["move"](row, choice[0] if choice else -1, self.to, int(self.on_top), 1)

    @property
    def shown_at(self) -> tuple[int, ...]:
        return (self.source, self.to)


@frozen
class Pick(Draw):
    """Any card of a place, as somebody or chance picked it, goes somewhere."""

    def choices(self, world: World) -> Iterator[Choice]:
        yield from ((card,) for card in world[self.source])
        if not world[self.source]:
            yield ()

    def do(self, code: dict[str, Any], row: list[Any], choice: Choice) -> None:
        code["move"](row, choice[0] if choice else -1, self.to, int(self.on_top), 0)


@frozen
class ShowAndMove(Pick):
    """Any card of a place is shown to a seat, or (none) to all, and then goes somewhere."""

    seat: int

    def do(self, code: dict[str, Any], row: list[Any], choice: Choice) -> None:
        card = choice[0] if choice else -1
        clear = SHOWN_TO_ALL if self.seat < 0 else SHOWN_TO + self.seat
        code["show"](row, card, self.seat)
        code["move"](row, card, self.to, int(self.on_top), clear)

    def tells(self, looker: int) -> bool:
        return self.seat in (-1, looker)


@frozen
class MoveAll(Draw):
    """All cards of a place go somewhere; without order, in an order that nobody is promised."""

    def choices(self, world: World) -> Iterator[Choice]:
        cards = world[self.source]
        yield from [cards] if self.source in ORDERED else permutations(cards)

    def after(self, world: World, choice: Choice) -> World:
        for card in choice:
            world = super().after(world, (card,))
        return world

    def do(self, code: dict[str, Any], row: list[Any], choice: Choice) -> None:
        code["move_all"](row, choice, self.to, int(self.on_top), 0)


@frozen
class ExchangePlaces:
    """Two places exchange all that lies in them."""

    one: int
    other: int

    def choices(self, world: World) -> Iterator[Choice]:
        both = world[self.one], world[self.other]
        if self.one == self.other or (self.one in ORDERED) == (self.other in ORDERED):
            yield (*both[1], *both[0])
        else:
            for new in permutations(both[1]) if self.one in ORDERED else [tidy(self.one, both[1])]:
                for old in (
                    permutations(both[0]) if self.other in ORDERED else [tidy(self.other, both[0])]
                ):
                    yield (*new, *old)

    def after(self, world: World, choice: Choice) -> World:
        if self.one == self.other:
            return world
        size = len(world[self.other])
        new, old = tidy(self.one, choice[:size]), tidy(self.other, choice[size:])
        return {**world, self.one: new, self.other: old}

    def do(self, code: dict[str, Any], row: list[Any], choice: Choice) -> None:
        code["exchange_places"](row, self.one, self.other)

    @property
    def shown_at(self) -> tuple[int, ...]:
        return (self.one, self.other)


@frozen
class ExchangeCards(ExchangePlaces):
    """A card of one place and a card of another exchange their places."""

    def choices(self, world: World) -> Iterator[Choice]:
        pairs = [(a, b) for a in world[self.one] for b in world[self.other] if a != b]
        yield from pairs
        if not pairs:
            yield ()

    def after(self, world: World, choice: Choice) -> World:
        if not choice:
            return world
        swap = dict(zip(choice, reversed(choice), strict=True))
        return {
            cell: tidy(cell, tuple(swap.get(card, card) for card in cards))
            for cell, cards in world.items()
        }

    def do(self, code: dict[str, Any], row: list[Any], choice: Choice) -> None:
        code["exchange_pieces"](row, *(choice or (-1, -1)))


@frozen
class Shuffle:
    """A place is shuffled."""

    source: int

    def choices(self, world: World) -> Iterator[Choice]:
        cards = world[self.source]
        yield from permutations(cards) if self.source in ORDERED else [cards]

    def after(self, world: World, choice: Choice) -> World:
        return {**world, self.source: choice}

    def do(self, code: dict[str, Any], row: list[Any], choice: Choice) -> None:
        code["shuffle"](row, self.source)

    @property
    def shown_at(self) -> tuple[int, ...]:
        return ()


@frozen
class Show:
    """A card of a place is shown to a seat, or (none) to all; nobody else sees which one."""

    source: int
    seat: int

    def choices(self, world: World) -> Iterator[Choice]:
        yield from ((card,) for card in world[self.source])
        if not world[self.source]:
            yield ()

    def after(self, world: World, choice: Choice) -> World:
        return world

    def do(self, code: dict[str, Any], row: list[Any], choice: Choice) -> None:
        code["show"](row, choice[0] if choice else -1, self.seat)

    @property
    def shown_at(self) -> tuple[int, ...]:
        return (self.source,)

    def tells(self, looker: int) -> bool:
        return self.seat in (-1, looker)


@frozen
class ShowAll(Show):
    """All cards of a place are shown side by side."""

    def choices(self, world: World) -> Iterator[Choice]:
        yield world[self.source]

    def do(self, code: dict[str, Any], row: list[Any], choice: Choice) -> None:
        code["show_all"](row, choice, self.seat)


@frozen
class Point:
    """A seat (or nobody) may now look where only the one pointed at looks."""

    seat: int

    def choices(self, world: World) -> Iterator[Choice]:
        yield ()

    def after(self, world: World, choice: Choice) -> World:
        return world

    def do(self, code: dict[str, Any], row: list[Any], choice: Choice) -> None:
        row[POINTER] = self.seat
        code["learn"](row, PEEK)

    @property
    def shown_at(self) -> tuple[int, ...]:
        return ()


Deed = Draw | ExchangePlaces | Shuffle | Show | Point

BOOL = st.booleans()
LIKED = st.sampled_from([BAG, OTHER_BAG, DECK, HAND_B, *PLACES])
LOOKING = st.integers(-1, SEATS - 1)
NUMBER = st.integers(0, 11)


def deeds_at(cells: list[int]) -> st.SearchStrategy[Deed]:
    """Whatever can happen at these places."""
    cell = st.sampled_from(cells)
    in_order = st.sampled_from(sorted(ORDERED & set(cells)) or [DECK])
    return st.one_of(
        st.builds(Draw, in_order, BOOL, cell, BOOL),
        st.builds(Pick, cell, st.just(False), cell, BOOL),
        st.builds(ShowAndMove, cell, st.just(False), cell, BOOL, LOOKING),
        st.builds(MoveAll, cell, st.just(False), cell, BOOL),
        st.builds(ExchangePlaces, cell, cell),
        st.builds(ExchangeCards, cell, cell),
        st.builds(Shuffle, cell),
        st.builds(Show, cell, LOOKING),
        st.builds(ShowAll, cell, LOOKING),
        st.builds(Point, LOOKING),
    )


@st.composite
def stories(draw: st.DrawFn) -> list[tuple[Deed, int]]:
    """Cards are dealt to a few places, some are shown, then something happens there."""
    cells = draw(st.lists(LIKED, min_size=2, max_size=3, unique=True))
    cell = st.sampled_from(cells)
    deal = [Draw(DECK, False, draw(cell), True) for _ in range(draw(st.integers(2, CARDS)))]
    shows = draw(st.lists(st.tuples(st.builds(Show, cell, LOOKING), NUMBER), max_size=4))
    deeds = draw(st.lists(st.tuples(deeds_at(cells), NUMBER), min_size=1, max_size=4))
    return [*((deed, 0) for deed in deal), *shows, *deeds]

"""Known-bits are never wrong: held against all tables that a seat cannot tell from the real one.

A small table: few cards, every sort of place, two seats and one who looks on. Things happen at random. For each
looker the test keeps all ways in which the cards might lie, as far as he has seen. If his bit says that he
knows a card, it must lie where it lies in all of them; of copies, which look alike, as many as he knows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any

import pytest
from attrs import field, frozen, mutable
from hypothesis import given
from hypothesis import strategies as st

from properties.kit import few
from rulewright.engines.python.runtime import Tables, make_runtime
from rulewright.ir.chance import seeded
from rulewright.ir.layout import OWN_CELLS, RANDOM

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
        code["move_all"](row, choice, self.to, int(self.on_top))


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


# ------------------------------------------------------------------ the real table, and the others


def pointed(row: list[Any]) -> int:
    seat: int = row[POINTER]
    return seat


def make_code(designs: tuple[int, ...]) -> dict[str, Any]:
    looking: dict[int, Callable[[list[Any]], int]] = {PEEK: pointed}
    viewers = tuple(VIEWERS.get(cell, 0) for cell in range(POINTER + 1))
    ordered = frozenset(ORDERED)
    return make_runtime(Tables(PLACE, KNOWN, SEATS, viewers, looking, ordered, {}, designs))


def first_row() -> list[Any]:
    row: list[Any] = [0] * (POINTER + 1)
    row[RANDOM] = seeded(1)
    row[POINTER] = -1
    for cell in PLACES:
        row[cell] = ()
    row[DECK] = tuple(range(CARDS))
    row[PLACE : PLACE + CARDS] = [DECK] * CARDS
    return row


def _places(world: World, card: int) -> list[int]:
    return [cell for cell in ORDERED if card in world[cell]]


@mutable
class Trial:
    """The real table, and for every looker all tables that look the same to him."""

    designs: tuple[int, ...] = tuple(range(CARDS))
    code: dict[str, Any] = field(init=False)
    row: list[Any] = field(factory=first_row)
    worlds: list[set[Key]] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        self.code = make_code(self.designs)
        empty: World = dict.fromkeys(PLACES, ())
        all_ = {frozen_world({**empty, DECK: order}) for order in permutations(range(CARDS))}
        self.worlds = [set(all_) for _ in LOOKERS]

    @property
    def world(self) -> World:
        return {cell: self.row[cell] for cell in PLACES}

    def sees(self, looker: int, cell: int) -> bool:
        viewers = VIEWERS[cell]
        if viewers == POINTED:
            return bool(self.row[POINTER] == looker)
        return bool(viewers >> looker & 1)

    def happens(self, deed: Deed, number: int) -> None:
        """Do it on the real table (the choice is this one of all that can be made), and on all others."""
        before = self.world
        choices = list(deed.choices(before))
        choice = choices[number % len(choices)]
        if isinstance(deed, MoveAll):
            choice = before[deed.source]
        could = [self._saw(deed, looker) for looker in LOOKERS]
        deed.do(self.code, self.row, choice)
        after = self.world
        if isinstance(deed, Shuffle):
            choice = after[deed.source]
        elif isinstance(deed, ExchangePlaces) and not isinstance(deed, ExchangeCards):
            choice = (*after[deed.one], *after[deed.other])
        assert after == deed.after(before, choice)
        for looker in LOOKERS:
            saw = could[looker] or self._saw(deed, looker)
            seen = self._look(looker, deed, before, after, choice, saw)
            self.worlds[looker] = {
                frozen_world(new)
                for world in map(world_of, self.worlds[looker])
                for other in deed.choices(world)
                for new in [deed.after(world, other)]
                if self._look(looker, deed, world, new, other, saw) == seen
            }

    def _saw(self, deed: Deed, looker: int) -> bool:
        return any(self.sees(looker, cell) for cell in deed.shown_at)

    def _look(
        self, looker: int, deed: Deed, before: World, after: World, choice: Choice, saw: bool
    ) -> object:
        """All that the looker perceives of it: of cards what they are, not which copy."""
        open_ = [
            self._named(cell, after[cell]) if self.sees(looker, cell) else len(after[cell])
            for cell in PLACES
        ]
        if isinstance(deed, Show):
            known = choice if deed.tells(looker) else ()
            place = before[deed.source].index(known[0]) if known else -1
            shown = tidy(deed.source, tuple(self.designs[card] for card in known))
            return open_, shown, place if deed.source in ORDERED else -1
        if not saw:
            return open_, len(choice)
        # Who sees a card go or come also sees where in an order it had lain.
        lain = {
            (cell, before[cell].index(card)) for card in choice for cell in _places(before, card)
        }
        return open_, tuple(self.designs[card] for card in choice), lain

    def _named(self, cell: int, cards: tuple[int, ...]) -> tuple[int, ...]:
        return tidy(cell, tuple(self.designs[card] for card in cards))

    def check(self) -> None:
        """Whoever is said to know a card is right in every world."""
        for looker in LOOKERS:
            assert frozen_world(self.world) in self.worlds[looker]
            for cell in PLACES:
                known = [self._known(looker, card) for card in self.row[cell]]
                for world in map(world_of, self.worlds[looker]):
                    lying = self._named(cell, world[cell])
                    if cell in ORDERED:
                        pairs = zip(known, lying, strict=True)
                        assert all(card in (None, other) for card, other in pairs)
                    else:
                        sure = Counter(card for card in known if card is not None)
                        assert sure <= Counter(lying)

    def _known(self, looker: int, card: int) -> int | None:
        """What a card is, if the looker is said to know it."""
        return self.designs[card] if self.code["seen"](self.row, card)[1] >> looker & 1 else None


@few(400)
@given(stories())
def test_who_is_said_to_know_a_card_does_know_it(story: list[tuple[Deed, int]]) -> None:
    check_story(Trial(), story)


@pytest.mark.parametrize("designs", [(0, 0, 1, 2), (0, 0, 1, 1), (0, 0, 0, 1)])
@few(200)
@given(stories())
def test_who_is_said_to_know_copies_knows_so_many(
    designs: tuple[int, ...], story: list[tuple[Deed, int]]
) -> None:
    check_story(Trial(designs), story)


def check_story(trial: Trial, story: list[tuple[Deed, int]]) -> None:
    trial.check()
    for deed, number in story:
        trial.happens(deed, number)
        trial.check()

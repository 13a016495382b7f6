"""Known-bits are never wrong: held against all tables that a seat cannot tell from the real one.

A small table: few cards, every sort of place, two seats and one who looks on. Things happen at random. For each
looker the test keeps all ways in which the cards might lie, as far as he has seen. If his bit says that he
knows a card, it must lie where it lies in all of them; of copies, which look alike, as many as he knows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest
from attrs import field, mutable
from hypothesis import given

from properties.kit import few
from properties.small_table import (
    CARDS,
    DECK,
    KNOWN,
    LOOKERS,
    ORDERED,
    PEEK,
    PLACE,
    PLACES,
    POINTED,
    POINTER,
    SEATS,
    VIEWERS,
    Choice,
    Deed,
    ExchangeCards,
    ExchangePlaces,
    Key,
    MoveAll,
    Show,
    ShowAndMove,
    Shuffle,
    World,
    frozen_world,
    stories,
    tidy,
    world_of,
)
from rulewright.runtime.ir.layout import RANDOM
from rulewright.runtime.ir.random_stream import generator_state
from rulewright.runtime.python.card_moves import PlaceTables
from rulewright.runtime.python.runtime import make_runtime

# ------------------------------------------------------------------ the real table, and the others


def pointed(row: list[Any]) -> int:
    seat: int = row[POINTER]
    return seat


def make_code(designs: tuple[int, ...]) -> dict[str, Any]:
    looking: dict[int, Callable[[list[Any]], int]] = {PEEK: pointed}
    viewers = tuple(VIEWERS.get(cell, 0) for cell in range(POINTER + 1))
    ordered = frozenset(ORDERED)
    return make_runtime(PlaceTables(PLACE, KNOWN, SEATS, viewers, looking, ordered, {}, designs))


def first_row() -> list[Any]:
    row: list[Any] = [0] * (POINTER + 1)
    row[RANDOM] = generator_state(1)
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
        told = isinstance(deed, ShowAndMove) and deed.tells(looker)
        return told or any(self.sees(looker, cell) for cell in deed.shown_at)

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


@few(150)
@given(stories())
@pytest.mark.rotating
def test_who_is_said_to_know_a_card_does_know_it(story: list[tuple[Deed, int]]) -> None:
    check_story(Trial(), story)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("designs", [(0, 0, 1, 2), (0, 0, 1, 1), (0, 0, 0, 1)])
@few(75)
@given(stories())
@pytest.mark.rotating
def test_who_is_said_to_know_copies_knows_so_many(
    designs: tuple[int, ...], story: list[tuple[Deed, int]]
) -> None:
    check_story(Trial(designs), story)


def check_story(trial: Trial, story: list[tuple[Deed, int]]) -> None:
    trial.check()
    for deed, number in story:
        trial.happens(deed, number)
        trial.check()

"""What a seat notes of a table on which much looks alike: written down here by hand, as plain values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from knowing.trove import P5, P6, P7, P8, R0, R1, R2, X9, trove
from properties.kit import state_of
from rulewright import Game
from rulewright.ir.ir_types import NO_NUMBER
from rulewright.ir.layout import DECISION
from rulewright.ir.playing import END, answer
from rulewright.knowledge.log import Look
from rulewright.knowledge.observer import Observer
from rulewright.records import evolve

RUBY, OPAL, ONYX, JET = range(4)
H: tuple[Any, ...] = ()
"""What is seen of a card that is hidden."""
EMPTY = (0, ())
LOOKER, TINT, PRICE, LUCK, PLAN, FAVOURITE, WORTH, CURSED, SWORN = range(9)


def gem(design: int, *marks: int, vault: Any = EMPTY) -> tuple[Any, ...]:
    """A card of which the seat is sure, with the marks that it sees and what lies on it."""
    return design, marks, (vault,)


#: The mine, the bag, the trays, the nook, the hands and the shelves.
PLACES = {
    0: (
        (3, (H, H, H)),
        (2, ((OPAL,),)),
        (2, (gem(RUBY, 0, 0), gem(RUBY, 0, 0, vault=(1, (gem(JET, 0, 0),))))),
        EMPTY,
        (2, (gem(OPAL, 0, 0), gem(OPAL, 3, 0))),
        (1, (gem(JET, 0, 1),)),
        (1, ()),
        *[EMPTY] * 7,
    ),
    1: (
        (3, (H, H, H)),
        (2, ()),
        (2, (gem(RUBY, 0), gem(RUBY, 0, vault=(1, (gem(JET, 0),))))),
        EMPTY,
        (2, ()),
        (1, ()),
        (1, (gem(ONYX, 4),)),
        *[EMPTY] * 7,
    ),
    2: (
        (3, (H, (RUBY,), H)),
        (2, ()),
        (2, (gem(RUBY, 0), gem(RUBY, 0, vault=(1, (gem(JET, 0),))))),
        EMPTY,
        (2, ()),
        (1, ()),
        (1, ()),
        *[EMPTY] * 7,
    ),
}
RUBIES = ((WORTH, 0, RUBY, 8), (WORTH, 0, RUBY, 9))
LOOKS = {
    0: Look(
        1, 0, tuple((number, (0,), -1, -1) for number in range(3)), PLACES[0],
        (0, 1, NO_NUMBER, 5, 0, 7, OPAL),
        (*RUBIES, (WORTH, 0, ONYX, 4), (SWORN, 0, OPAL, 1)), (0, -2),
    ),
    1: Look(
        1, 0, (), PLACES[1], (0, 1, NO_NUMBER, 0, 6, OPAL),
        (*RUBIES, (WORTH, 0, OPAL, 3)), (0, ONYX),
    ),
    2: Look(
        1, 0, (), PLACES[2], (0, 1, NO_NUMBER, 0, 0, OPAL),
        (*RUBIES, (WORTH, 0, OPAL, 3), (WORTH, 0, ONYX, 4)), (0, -2),
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """A game on that table."""
    return trove(tmp_path_factory.mktemp("trove"))


@pytest.mark.parametrize("seat", LOOKS)
def test_a_seat_notes_this_and_no_more(game: Game, seat: int) -> None:
    at = state_of(game)
    assert Observer(at.engine, seat).look(at.state) == LOOKS[seat]


def others(look: Look) -> Iterator[Look]:
    """Looks that differ in one thing each."""
    yield look._replace(decision=0)
    yield look._replace(decider=2)
    yield look._replace(options=(*look.options, (9, (9,), -1, -1)))
    for number, (count, shown) in enumerate(look.places):
        for other in ((count + 1, shown), (count, (*shown, (JET,)))):
            yield look._replace(places=(*look.places[:number], other, *look.places[number + 1 :]))
    for name in ("kept", "marked", "acting"):
        yield look._replace(**{name: getattr(look, name)[:-1]})


@pytest.mark.parametrize("seat", LOOKS)
def test_it_sees_just_what_it_would_note(game: Game, seat: int) -> None:
    at = state_of(game)
    eyes = Observer(at.engine, seat)
    sees = eyes.sees(at.state)
    assert eyes.is_seen(at.state, sees, LOOKS[seat])
    assert not any(eyes.is_seen(at.state, sees, other) for other in others(LOOKS[seat]))


def test_nobody_is_asked_when_the_game_is_over(game: Game) -> None:
    at = state_of(game)
    row = [*at.state]
    row[DECISION] = -1
    look = Observer(at.engine, 0).look(row)
    assert look == LOOKS[0]._replace(decision=-1, options=())


def test_options_look_like_what_the_seat_knows_of_them(game: Game) -> None:
    at = state_of(game)
    row, zones = [*at.state], at.game.module.zones
    row[DECISION] = 0
    eyes = Observer(at.engine, 0)
    sees = eyes.sees(row)
    bag, nook, tray, mine = (zones[name].run.base for name in ("bag", "nook", "tray", "mine"))
    described = {card: eyes.described(sees, answer(0, card)) for card in range(13)}

    assert described[P5] == (0, gem(OPAL, 3, 0), nook, -1)
    assert described[P6] == (0, gem(OPAL, 0, 0), nook, -1)
    assert described[P8] == (0, (OPAL,), bag, -1)
    assert described[R0] == (0, gem(RUBY, 0, 0, vault=(1, (gem(JET, 0, 0),))), tray, -1)
    assert described[P7] == described[R1] == described[X9] == (0, H, -1, -1)
    assert eyes.described(sees, END) == (-1, (0,), -1, -1)
    third = Observer(at.engine, 2)
    assert third.described(third.sees(row), answer(0, R2)) == (0, (RUBY,), mine, 1)


def test_a_card_of_all_of_its_kind_is_named_wherever_it_lies(game: Game) -> None:
    at = state_of(game)
    eyes = Observer(at.engine, 2)
    asked = eyes.module.decisions[0]
    options = tuple(evolve(each, of_all=True) for each in asked.options)
    decisions = (evolve(asked, options=options), *eyes.module.decisions[1:])
    eyes.module = evolve(eyes.module, decisions=decisions)
    row = [*at.state]
    row[DECISION] = 0
    assert eyes.described(eyes.sees(row), answer(0, X9)) == (0, (ONYX,), -1, -1)

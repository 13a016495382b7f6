"""What a seat notes of a table on which much looks alike: written down here by hand, as plain values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from knowing.trove import J10, J12, L19, M15, P5, P6, P7, P8, R0, R1, R2, S16, X9, trove
from properties.kit import state_of
from rulewright import Game
from rulewright.base.records import evolve
from rulewright.runtime.ir.engine_contract import END, option_of
from rulewright.runtime.ir.layout import DECISION
from rulewright.runtime.ir.nodes.ir_types import NO_NUMBER
from rulewright.runtime.observation.observer import Observer, canonical_places
from rulewright.runtime.observation.seat_log import Observation

RUBY, OPAL, ONYX, JET, MOON, STAR, BOLT, HASP = range(8)
H: tuple[Any, ...] = ()
"""What is seen of a card that is hidden."""
EMPTY = (0, ())
WORTH, KEEPER, TONE, SWORN = 6, 7, 8, 10
"""The variables, by their numbers."""


def gem(design: int, *marks: int, vault: Any = EMPTY) -> tuple[Any, ...]:
    """A card of which the seat is sure, with the marks that it sees and what lies on it."""
    return design, marks, (vault,)


def places(seat: int, **others: Any) -> tuple[Any, ...]:
    """What a seat sees of all places; `others` where it sees more than all do."""
    unsworn = (0,) if seat == 0 else ()
    jet, star, moon = (gem(design, 0, *unsworn) for design in (JET, STAR, MOON))
    rubies = (gem(RUBY, worth, *unsworn, vault=(1, (jet,))) for worth in (0, 1))
    found = {
        "rack": (2, (H, H)), "mine": (3, (H, H, H)), "bag": (2, ()),
        "red tray": (2, tuple(rubies)), "green tray": EMPTY,
        "nook": (2, ()), "A": (1, ()), "B": (1, ()), "C": (1, ()), "A red": EMPTY, "A green": EMPTY,
        "B red": (1, (moon,)), "B green": EMPTY, "C red": EMPTY, "C green": EMPTY,
        "porch": (1, ((BOLT, (1, 6, 0), (EMPTY, (2, (star, moon)))),)),
    }  # fmt: skip
    return tuple({**found, **others}.values())


PLACES = {
    0: places(
        0,
        bag=(2, ((OPAL,),)),
        nook=(2, (gem(OPAL, 0, 0), gem(OPAL, 3, 0))),
        A=(1, (gem(JET, 0, 1),)),
    ),
    1: places(1, B=(1, (gem(ONYX, 4),))),
    2: places(2, mine=(3, (H, (RUBY,), H)), C=(1, (gem(MOON, 0),))),
}
RUBIES = ((WORTH, 0, RUBY, 8), (WORTH, 0, RUBY, 9))
LOCKS = ((KEEPER, 0, HASP, 0), (TONE, 1, BOLT, 5))
LOOKS = {
    0: Observation(
        1, 0, tuple((number, (0,), -1, -1) for number in range(4)), PLACES[0],
        (0, 1, NO_NUMBER, 5, 0, 7, OPAL),
        (*RUBIES, (WORTH, 0, ONYX, 4), *LOCKS, (SWORN, 0, OPAL, 1)), (0, -2),
    ),
    1: Observation(
        1, 0, (), PLACES[1], (0, 1, NO_NUMBER, 0, 6, OPAL),
        (*RUBIES, (WORTH, 0, OPAL, 3), *LOCKS), (0, ONYX),
    ),
    2: Observation(
        1, 0, (), PLACES[2], (0, 1, NO_NUMBER, 0, 0, OPAL),
        (*RUBIES, (WORTH, 0, OPAL, 3), (WORTH, 0, ONYX, 4), *LOCKS), (0, -2),
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """A game on that table."""
    return trove(tmp_path_factory.mktemp("trove"))


@pytest.mark.parametrize("seat", LOOKS)
def test_a_seat_notes_this_and_no_more(game: Game, seat: int) -> None:
    at = state_of(game)
    assert Observer(at.engine, seat).observe(at.state) == LOOKS[seat]


def others(look: Observation) -> Iterator[Observation]:
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
    sees = eyes.visible(at.state)
    assert eyes.matches(at.state, sees, LOOKS[seat])
    assert not any(eyes.matches(at.state, sees, other) for other in others(LOOKS[seat]))


def test_nobody_is_asked_when_the_game_is_over(game: Game) -> None:
    at = state_of(game)
    row = [*at.state]
    row[DECISION] = -1
    look = Observer(at.engine, 0).observe(row)
    assert look == LOOKS[0]._replace(decision=-1, decider=-1, options=())


def test_options_look_like_what_the_seat_knows_of_them(game: Game) -> None:
    at = state_of(game)
    row, zones = [*at.state], at.game.module.zones
    row[DECISION] = 0
    eyes = Observer(at.engine, 0)
    sees = eyes.visible(row)
    bag, nook, tray, mine = (zones[name].run.base for name in ("bag", "nook", "tray", "mine"))
    described = {card: eyes.describe_option(sees, option_of(0, card)) for card in range(L19)}

    assert described[P5] == (0, gem(OPAL, 3, 0), nook, -1)
    assert described[P6] == (0, gem(OPAL, 0, 0), nook, -1)
    assert described[P8] == (0, (OPAL,), bag, -1)
    assert described[R0] == (0, gem(RUBY, 0, 0, vault=(1, (gem(JET, 0, 0),))), tray, -1)
    # On which card another one lies would tell which copy that is.
    slot, vault = (zones[name].run.base for name in ("slot", "vault"))
    assert described[S16] == (0, gem(STAR, 0, 0), slot + 1, 0)
    assert described[M15] == (0, gem(MOON, 0, 0), slot + 1, 1)
    assert described[J10] == described[J12] == (0, gem(JET, 0, 0), vault, -1)
    assert described[P7] == described[R1] == described[X9] == (0, H, -1, -1)
    assert eyes.describe_option(sees, END) == (-1, (0,), -1, -1)
    third = Observer(at.engine, 2)
    assert third.describe_option(third.visible(row), option_of(0, R2)) == (0, (RUBY,), mine, 1)


def test_places_are_told_apart_but_not_on_which_card_they_are(game: Game) -> None:
    module = state_of(game).game.module
    told, kinds = canonical_places(module), {piece.kind for piece in module.pieces}
    for zone in module.zones.values():
        cells = list(zone.run.cells)
        places = cells[: zone.run.each] * zone.run.count if zone.owner in kinds else cells
        assert [told[cell] for cell in cells] == places[: len(cells)], zone.name


def test_the_first_decision_is_one_like_others(game: Game) -> None:
    at = state_of(game)
    row = [*at.state]
    row[DECISION] = 0
    cards = [card[1] for card in Observer(at.engine, 0).observe(row).options]
    assert cards == [gem(JET, 0, 1)]


def test_a_card_of_all_of_its_kind_is_named_wherever_it_lies(game: Game) -> None:
    at = state_of(game)
    eyes = Observer(at.engine, 2)
    asked = eyes.module.decisions[0]
    options = tuple(evolve(each, of_all=True) for each in asked.options)
    decisions = (evolve(asked, options=options), *eyes.module.decisions[1:])
    eyes.module = evolve(eyes.module, decisions=decisions)
    row = [*at.state]
    row[DECISION] = 0
    assert eyes.describe_option(eyes.visible(row), option_of(0, X9)) == (0, (ONYX,), -1, -1)

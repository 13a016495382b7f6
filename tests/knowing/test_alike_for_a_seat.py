"""What a seat is shown, what it notes and what its log begins with differ just where it can tell states apart."""

from __future__ import annotations

import random
from typing import Any

import pytest

from knowing.sights import sights
from knowing.test_looking_alike import CHANGES, GEM, SEATS, Changed
from knowing.trove import (
    J10,
    J11,
    L19,
    L20,
    L21,
    M13,
    M14,
    P5,
    P6,
    P7,
    P8,
    R0,
    R1,
    R2,
    R3,
    R4,
    X9,
    trove,
)
from properties.kit import row_of, state_of
from rulewright import Game
from rulewright.runtime.game.state import GameState
from rulewright.runtime.ir.layout import FORCED, MADE, RANDOM
from rulewright.runtime.ir.module import Module, VariableEntry, ZoneEntry
from rulewright.runtime.ir.nodes.ir_types import PIECE
from rulewright.runtime.observation.observer import Observer
from rulewright.runtime.observation.redaction import redacted_row, rename_saved_cards
from rulewright.runtime.observation.view import decision_for, observe
from rulewright.runtime.session.rules.internals import inside
from rulewright.runtime.session.seat.facts import facts_for
from rulewright.runtime.session.seat.projection import as_bytes, seat_value

#: Two cards change places where copies lie, and who can tell. What a place shows of a copy that may be another one
#: is no more than that there is one.
SWAPPED: dict[str, tuple[int, int, set[int]]] = {
    "copies that nobody knows": (R1, R4, set()),
    "a copy that one knows and one that nobody knows": (R2, R4, set()),
    "a copy on which another card lies, where one knows that there is one": (P8, P7, set()),
    "an open copy and a hidden one that is worth more": (R3, R4, {0, 1, 2}),
    "an open copy and a hidden one that is worth as much": (M13, M14, set()),
    "an open copy and one on which another card lies": (R0, R1, {0, 1, 2}),
    "a copy that one sees and one that it only knows": (P5, P8, {0}),
    "copies that one sees in one place": (P5, P6, set()),
    "a copy in a hand and one that lies on a hidden card": (J11, J10, {0}),
    "cards of two sorts": (X9, R4, {1}),
    "hidden cards of another kind on which cards lie": (L19, L21, set()),
    "hidden and open cards of another kind": (L19, L20, {0, 1, 2}),
    "a pointed-at copy and one that nobody knows": (P7, P8, set()),
    "a card that a phase is played for and a hidden one": (X9, J11, {0, 1}),
}


@pytest.fixture(scope="module")
def looks(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """The game on the table for who can tell."""
    game = sights(tmp_path_factory.mktemp("sights"))
    at = state_of(game)
    Changed(at.game.module, at.state).know(GEM, 1)
    return game


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """The game on which much looks alike."""
    return trove(tmp_path_factory.mktemp("trove"))


def shown(game: Game, row: list[Any], seat: int) -> list[Any]:
    """What a seat is shown of a state, in short and in full, and what it notes of it."""
    at, names = state_of(game), ["A", "B", "C"]
    changed = GameState(at.game, row, None)
    view = observe(changed, seat, names), decision_for(changed, seat, names)
    (facts,) = facts_for(changed, {seat: 0}, names, scores_open=False)
    value = seat_value(inside(game.rules).layout(game.players), facts)
    return [view, as_bytes(value), Observer(at.engine, seat).observe(row)]


def kinds_in(module: Module, row: list[Any] | tuple[Any, ...]) -> list[list[str]]:
    """Of what kinds cards lie in each zone."""
    return [
        sorted(module.pieces[card].kind for cell in zone.run.cells for card in row[cell])
        for zone in module.zones.values()
    ]


def check(game: Game, row: list[Any], wanted: set[int]) -> None:
    """Exactly these seats can tell; of what others do not see nothing is left where their logs begin."""
    at = state_of(game)
    before = row_of(at)
    for seat in SEATS:
        pairs = zip(shown(game, before, seat), shown(game, row, seat), strict=True)
        assert [one != other for one, other in pairs] == [seat in wanted] * 3, seat
        opening, other = (redacted_row(at.engine, each, seat) for each in (before, row))
        assert seat in wanted or opening == other, seat
        assert other[RANDOM] == other[FORCED] == other[MADE] == 0
        assert kinds_in(at.game.module, other) == kinds_in(at.game.module, row)
        look, again = (Observer(at.engine, seat).observe(each) for each in (row, [*other]))
        assert again._replace(options=()) == look._replace(options=()), seat


@pytest.mark.parametrize("what", CHANGES)
def test_changes(looks: Game, what: str) -> None:
    change, wanted = CHANGES[what]
    at = state_of(looks)
    changed = Changed(at.game.module, row_of(at))
    change(changed)
    check(looks, changed.row, wanted)


@pytest.mark.parametrize("what", SWAPPED)
def test_copies(copies: Game, what: str) -> None:
    one, other, wanted = SWAPPED[what]
    at = state_of(copies)
    changed = Changed(at.game.module, row_of(at))
    changed.swap(one, other)
    check(copies, changed.row, wanted)


def renamed(module: Module, row: list[Any], to: list[int]) -> list[Any]:
    """A state in which other copies have the part of each card: what is kept on it and lies on it goes with it."""
    found, layout = row[:], module.layout
    for zone in module.zones.values():
        for number, cell in enumerate(zone.run.cells):
            cards = [to[card] for card in row[cell]]
            target = moved(module, zone, number, to)
            found[target] = tuple(cards if zone.ordered else sorted(cards))
            for card in cards:
                found[layout.place + card] = target
    for variable in module.variables.values():
        for number, cell in enumerate(variable.run.cells):
            is_card = variable.type == PIECE and row[cell] >= 0
            value = to[row[cell]] if is_card else row[cell]
            found[moved(module, variable, number, to)] = value
    for card, name in enumerate(to):
        found[layout.known + name] = row[layout.known + card]
    rename_saved_cards(module, found, to)
    return found


def moved(module: Module, kept: ZoneEntry | VariableEntry, number: int, to: list[int]) -> int:
    """The cell of what is kept, if that is kept on another card now."""
    run = kept.run
    if kept.owner in ("gem", "lock"):
        card = run.first_owner + number // run.each
        number += (to[card] - card) * run.each
    return run.base + number


@pytest.mark.parametrize("seed", range(6))
def test_which_copy_is_which_nobody_can_tell(copies: Game, seed: int) -> None:
    module, lot = state_of(copies).game.module, random.Random(seed)
    to = list(range(len(module.pieces)))
    for design in module.designs:
        its = [card for card, piece in enumerate(module.pieces) if piece.name == design]
        for card, name in zip(its, lot.sample(its, len(its)), strict=True):
            to[card] = name
    check(copies, renamed(module, row_of(state_of(copies)), to), set())

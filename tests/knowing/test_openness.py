"""Which cells lie open to a seat, and which cards it knows: as declared, and as the engines have it."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from engines.marked_table import marked_table
from knowing.conftest import Drawn
from rulewright.base.records import evolve
from rulewright.runtime.ir.layout import CellRange
from rulewright.runtime.ir.module import Subject, VariableEntry, ZoneEntry
from rulewright.runtime.ir.nodes.ir_types import NUMBER, PIECE, PLAYER
from rulewright.runtime.observation.observer import EngineTape
from rulewright.runtime.observation.visibility import SeatVisibility, may_read, open_cells
from rulewright.runtime.python.python_engine import PythonEngine
from rulewright.runtime.python.zone_tables import designs_of, ordered_cells, viewers_of

RUN = CellRange(20, 6, each=2)
#: Of three seats with two cells each; the last who looks is who looks on.
OPEN = {
    ("everyone", "player"): [range(20, 26)] * 4,
    ("nobody", "player"): [range(0)] * 4,
    ("owner", "player"): [range(20, 22), range(22, 24), range(24, 26), range(0)],
    ("owner", "card"): [range(0)] * 4,
    ("expression", "player"): [range(0), range(20, 26), range(0), range(0)],
}


@pytest.mark.parametrize(("seen", "owner"), OPEN)
def test_what_is_open(seen: str, owner: str) -> None:
    zone = ZoneEntry("hand", owner, RUN, True, seen, "looking")  # type: ignore[arg-type]
    variable = VariableEntry("luck", owner, RUN, NUMBER, 0, seen, "looking")  # type: ignore[arg-type]
    for kept in (zone, variable):
        found = [open_cells(kept, seat, {"looking": 1}.get) for seat in (0, 1, 2, None)]
        assert found == OPEN[seen, owner]
        nobody = [open_cells(kept, seat, {"looking": -1}.get) for seat in (0, 1, 2, None)]
        assert nobody == ([range(0)] * 4 if seen == "expression" else found)


def test_for_what_card_a_phase_is_played_reads_who_knows_it_and_whose_phase_it_is() -> None:
    card = VariableEntry("play.subject", None, CellRange(9, 1), PIECE, -1, "nobody")
    number = VariableEntry("play.count", None, CellRange(8, 1), NUMBER, -1, "nobody")
    player = VariableEntry("play.player", None, CellRange(7, 1), PLAYER, -1, "nobody")

    def reads(variable: VariableEntry, whose: VariableEntry | None, value: int) -> list[bool]:
        held = {variable: value, player: 1}
        subject = Subject("play", "subject", variable, whose)
        seats = [0, 1, 2, None]
        return [may_read(subject, seat, held.__getitem__, [False, True]) for seat in seats]

    assert reads(card, None, 0) == [False] * 4
    assert reads(card, player, 0) == [False, True, False, False]
    assert all(all(reads(card, None, value)) for value in (-1, 1))
    assert all(all(reads(number, None, value)) for value in (-1, 0, 1))


@pytest.mark.parametrize("seed", range(12))
def test_engines_have_the_same_seats_see_a_place(drawn: Drawn, seed: int) -> None:
    module = drawn(seed)
    viewers, seats = viewers_of(module), [*range(module.players), None]
    for zone in module.zones.values():
        for cell in zone.run.cells:
            seen = [cell in open_cells(zone, seat, lambda _: -1) for seat in seats]
            wanted = sum(2**number for number, sees in enumerate(seen) if sees)
            assert viewers[cell] == (-1 if zone.seen == "expression" else wanted)
            assert (cell in ordered_cells(module)) == zone.ordered
    designs = designs_of(module)
    assert [module.designs[number] for number in designs] == [each.name for each in module.pieces]


def lies_open(engine: PythonEngine, state: Any, card: int, seat: int | None) -> bool:
    """Whether a seat sees into the place where a card lies."""
    cell = engine.snapshot(state).place(card)
    zone = next(each for each in engine.module.zones.values() if cell in each.run.cells)
    match zone.seen:
        case "owner":
            return seat is not None and engine.module.owner_of(cell) == seat
        case "expression":
            return bool(engine.call(state, zone.sight) == seat)
    return zone.seen == "everyone"


@pytest.mark.parametrize("seed", range(6))
def test_a_seat_knows_what_the_rules_take_it_to_know(drawn: Drawn, seed: int) -> None:
    """`visible` in rules asks the engine, who is shown something asks `SeatVisibility`."""
    module, lot = drawn(seed), Random(seed)
    engine, cards = PythonEngine(module), range(len(module.pieces))
    seats = [*range(module.players), None]
    eyes = [SeatVisibility(engine, seat) for seat in seats]
    state, tape = engine.start(seed), EngineTape()
    engine.run(state, tape)
    for _ in range(40):
        options = engine.options(state)
        for number, its in enumerate(eyes):
            wanted = [bool(engine.knowers(state, card) >> number & 1) for card in cards]
            sees = its.visible(state)
            assert [*sees.known] == wanted
            assert [its.knows(its.open(state), sees.row, card) for card in cards] == wanted
            names = [piece.name for piece in module.pieces]
            sure = [
                wanted[card]
                and (names.count(names[card]) == 1 or lies_open(engine, state, card, its.seat))
                for card in cards
            ]
            assert [its.is_sure(sees, card) for card in cards] == sure
            assert sees.known_bits == sum(2**card for card in cards if wanted[card])
        engine.choose(state, tape, lot.choice(options))


def test_each_player_sees_all_of_his_own_and_nobody_owns_what_a_card_has(tmp_path: Path) -> None:
    module = marked_table(tmp_path, 3)
    zones = module.zones
    changed = evolve(module, zones={**zones, "pouch": evolve(zones["pouch"], seen="owner")})
    viewers = viewers_of(changed)
    assert [viewers[cell] for cell in zones["drawer"].run.cells] == [1, 1, 2, 2, 4, 4]
    assert {viewers[cell] for cell in zones["pouch"].run.cells} == {0}

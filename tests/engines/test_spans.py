"""What may be what, found out through the code; and how large states are that follows from it."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from engines.kit import module_of
from perft.games import Way
from rulewright.engines.native.analysis.spans import Spans
from rulewright.engines.native.layout.frame_layout import Capacity
from rulewright.engines.native.layout.rows import DoesNotFit, Rows
from rulewright.engines.native.layout.state_layout import StateLayout
from rulewright.engines.python.python_engine import PythonEngine
from rulewright.ir import terms as ir
from rulewright.ir.module import Module

CLASSIC = Way("classic", 5)


@cache
def layout_of(way: Way) -> StateLayout:
    module = module_of(way)
    return StateLayout(module, Spans(module), Capacity())


def kind(module: Module, name: str) -> tuple[int, int]:
    """The first and last piece of a kind."""
    numbers = [number for number, piece in enumerate(module.pieces) if piece.kind == name]
    return numbers[0], numbers[-1]


@pytest.mark.parametrize(
    ("zone", "held"), [("hand", "district"), ("deck", "district"), ("secret", "character")]
)
def test_a_zone_holds_what_comes_into_it(zone: str, held: str) -> None:
    layout = layout_of(CLASSIC)
    run = layout.module.zones[zone].run

    lying = layout.spans.lying_in(run.base, run.base + run.count - 1)

    assert lying == kind(layout.module, held)


def test_pieces_lie_where_something_brings_them() -> None:
    layout = layout_of(CLASSIC)
    zones = layout.module.zones

    places = layout.spans.places_of(*kind(layout.module, "district"))

    assert all(places[0] <= zones[name].run.base <= places[1] for name in ("deck", "hand", "city"))
    assert zones["secret"].run.base < places[0]


def test_who_is_asked_to_be_somebody_is_never_nobody() -> None:
    spans = layout_of(CLASSIC).spans

    assert spans.local("ph_turn", "l_player", ir.PLAYER) == (0, 4)
    assert spans.variable("crown") == (0, 4)
    assert spans.variable("first-finisher") == (-1, 4)


def test_what_nothing_is_given_to_may_be_all_of_its_type() -> None:
    assert layout_of(CLASSIC).spans.local("ph_turn", "no such", ir.PLAYER) == (-1, 4)


def test_a_row_in_which_a_piece_lies_where_none_of_its_kind_can_is_left_to_the_other_engine() -> (
    None
):
    layout = layout_of(CLASSIC)
    module, python = layout.module, PythonEngine(layout.module)
    row = python.pack(python.start(1))
    pile, deck = (module.zones[name].run.base for name in ("pile", "deck"))
    piece = row[pile][0]
    row[pile], row[deck] = row[pile][1:], (*row[deck], piece)
    row[module.layout.place + piece] = deck

    with pytest.raises(DoesNotFit):
        Rows.of(layout).state(row)


@pytest.mark.parametrize("name", ["lost-cities:5:dark-city", "classic:5"])
def test_states_are_small(name: str) -> None:
    assert layout_of(Way.named(name)).size <= 4096


def test_places_between_which_other_things_have_numbers_do_not_overlap() -> None:
    layout = layout_of(Way.named("vicious-nobles:8"))
    cells = sorted(cell for zone in layout.module.zones.values() for cell in zone.run.cells)
    size = 8 * layout.words

    assert len(layout.runs) > 1
    assert [layout.place_offset(cell) for cell in cells] == [
        layout.runs[0][1] + size * at for at in range(len(cells))
    ]


def test_the_chosen_one_of_many_is_picked() -> None:
    from rulewright.engines.native.host import Host
    from rulewright.engines.native.translating.offered import add_pick
    from rulewright.engines.native.translating.tables import Tables

    pytest.importorskip("wasmtime")
    tables, lot = Tables(layout_of(CLASSIC)), Random(5)
    add_pick(tables)
    tables.wasm.functions["pick"].exported = True
    host = Host(tables.wasm.written())

    for bits in (1, 2**63, 2**64 - 1, *(lot.getrandbits(64) for _ in range(20))):
        members = [at for at in range(64) if bits >> at & 1]
        signed = bits - 2**64 if bits >> 63 else bits
        assert [host.call("pick", signed, index) for index in range(len(members))] == members

"""What may be what, found out through the code; and how large states are that follows from it."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from engines.kit import module_of
from perft.games import Way
from rulewright.native.analysis.spans import Spans
from rulewright.native.ast import wasm_ast as wasm
from rulewright.native.ast.folding import is_outside, trailing_zeros
from rulewright.native.emit.blocks.option_sets import add_bit_clearing
from rulewright.native.emit.direct_playouts import balanced_split
from rulewright.native.emit.lists.masks import is_expensive
from rulewright.native.emit.module_builder import ModuleBuilder
from rulewright.native.host import Host
from rulewright.native.layout.frame_layout import Capacity
from rulewright.native.layout.rows import RowConverter, StateDoesNotFit
from rulewright.native.layout.state_layout import StateLayout
from rulewright.native.runtime.random_draws import add_random_functions
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.layout import RANDOM
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.random_stream import below, generator_state
from rulewright.runtime.python.python_engine import PythonEngine

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

    lying = layout.spans.pieces_in(run.base, run.base + run.count - 1)

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

    with pytest.raises(StateDoesNotFit):
        RowConverter.of(layout).state(row)


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


@pytest.mark.parametrize(("name", "most"), [("used", 255), ("powers", 200)])
def test_bits_and_what_fails_beyond_a_number_need_no_more_room_than_that(
    name: str, most: int
) -> None:
    spans = layout_of(CLASSIC).spans
    found = {
        spans.local("ph_turn", slot[-1], ir.NUMBER)
        for slot in spans.known
        if slot[:2] == ("local", "ph_turn") and slot[-1].endswith(f"_{name}")
    }

    assert (0, most) in found
    assert all(low == 0 and high <= most for low, high in found)


def test_what_is_counted_up_without_end_grows_by_leaps_to_what_numbers_may_be() -> None:
    assert layout_of(CLASSIC).spans.variable("gold") == (-(2**24), 2**24)


def test_what_is_counted_one_by_one_and_what_that_is_handed_to_needs_two_bytes() -> None:
    layout = layout_of(CLASSIC)
    for name in ("round-number", "turn.played", "built-in"):
        assert layout.spans.variable(name) == (0, 2**14 - 1)
        assert layout.variables[name].size == 2


@pytest.mark.parametrize("most", [1, 2, 4, 8, 64])
def test_the_chosen_one_of_many_is_picked(most: int) -> None:
    tables, lot = ModuleBuilder(layout_of(CLASSIC)), Random(5)
    add_bit_clearing(tables)
    picked = wasm.Function("select_option", (("word", "i64"), ("index", "i32")), "i32")
    word = wasm.Call(f"pick_{most}", (wasm.Get("word", type="i64"), wasm.Get("index")), type="i64")
    picked.body = [wasm.Return(trailing_zeros(word))]
    tables.wasm.add(picked)
    host = exporting(tables, "select_option")

    for bits in (1, 2**63, 2**64 - 1, *(lot.getrandbits(64) for _ in range(20))):
        members = [at for at in range(64) if bits >> at & 1][:most]
        bits = sum(1 << at for at in members)
        signed = bits - 2**64 if bits >> 63 else bits
        found = [host.call("select_option", signed, index) for index in range(len(members))]
        assert found == members


def test_numbers_are_drawn_as_they_are_elsewhere_also_where_many_are_drawn_anew() -> None:
    tables = ModuleBuilder(layout_of(CLASSIC))
    add_random_functions(tables)
    host = exporting(tables, "random_below")
    row: list[int] = [0] * (RANDOM + 1)
    row[RANDOM] = generator_state(5)
    host.write(tables.stream, row[RANDOM].to_bytes(8, "little"))

    for n in (2, 5, 3 * 2**29, 2**31 - 1, 2**30 + 1) * 20:
        assert host.call("random_below", tables.stream, n) == below(row, n)
    assert host.read(tables.stream, 8) == row[RANDOM].to_bytes(8, "little")


@pytest.mark.parametrize(
    ("low", "high"), [(0, 5), (-1, 4), (-3, -2), (-(2**31), 7), (-5, 2**31 - 1), (-(2**30), 2**30)]
)
@pytest.mark.parametrize(
    ("least", "most"), [(wasm.LOWEST, wasm.HIGHEST), (-1, 9), (0, 99), (-99, 3)]
)
def test_what_lies_outside_is_found_by_one_comparison(
    low: int, high: int, least: int, most: int
) -> None:
    tables = ModuleBuilder(layout_of(CLASSIC))
    function = wasm.Function("out", (("value", "i32"),), "i32", exported=True)
    function.body = [wasm.Return(is_outside(wasm.Get("value", low=least, high=most), low, high))]
    tables.wasm.add(function)
    host = exporting(tables, "out")

    for value in {least, most, low - 1, low, low + 1, high - 1, high, high + 1, -1, 0, 1}:
        if least <= value <= most:
            assert host.call("out", value) == (not low <= value <= high)


@pytest.mark.parametrize(
    ("weights", "middle"), [([1, 1], 1), ([2, 1, 4, 1, 1, 4], 3), ([1, 1, 1, 4], 3), ([9, 1, 1], 1)]
)
def test_lists_are_halved_by_how_likely_they_are(weights: list[int], middle: int) -> None:
    assert balanced_split(weights) == middle


def test_how_many_lie_somewhere_is_a_mask_for_each() -> None:
    """Whether a resource can be gathered hangs on the deck: that is no reason to ask of each by itself."""
    deck = ir.Reduce("count", ir.Pieces("deck", None))
    some = ir.Filtered(ir.Pieces("deck", None), "x", ir.Const(1))

    assert not is_expensive(ir.Binary(">=", deck, ir.Const(1)))
    assert is_expensive(ir.Binary(">=", ir.Reduce("count", some), ir.Const(1)))


def exporting(tables: ModuleBuilder, name: str) -> Host:
    """What runs the code of a module, with a function that can be called from outside."""
    pytest.importorskip("wasmtime")
    tables.wasm.functions[name].exported = True
    return Host(tables.wasm.to_bytes())

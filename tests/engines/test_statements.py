"""Statements that native code specialises do the same on both engines."""

from __future__ import annotations

import struct
from random import Random
from typing import Any

import pytest

from engines.kit import native, plain
from ir.kit import CARD, HAND, WHO, YES, N, module_with
from ir.verify import verify
from rulewright.native.ast.wasm_ast import Function, Get, Load, Store, number
from rulewright.native.compile_module import build_module, lay_out
from rulewright.native.emit.module_builder import ModuleBuilder
from rulewright.native.emit.statements import StatementScope
from rulewright.native.host import Host, Trapped
from rulewright.native.layout.frame_layout import Capacity
from rulewright.native.layout.rows import RowConverter
from rulewright.native.layout.state_layout import Cells
from rulewright.runtime.game.random_playouts import SilentTape
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.nodes.ir_types import FROM_END, SHOWN_TO, SHOWN_TO_ALL, UNSEEN
from rulewright.runtime.ir.terms import Change, Const, Local, Node, Stmt
from rulewright.runtime.lower.passes import run_passes
from rulewright.runtime.python.python_engine import PythonEngine

pytestmark = pytest.mark.sampled(3)

pytest.importorskip("wasmtime")


def tables_of(*body: Stmt) -> ModuleBuilder:
    """The tables of the small module with some statements, for whole games."""
    module = run_passes(verify(module_with(body)))
    return ModuleBuilder(lay_out(module, Capacity()), False, suspends=False)


def move(piece: Node, to: ir.Place | None = None) -> ir.Effect:
    return ir.Effect(Change.MOVE, (piece, to or ir.Place("deck"), Const(0), Const(0)))


def alike(*body: Stmt, gives_up: bool = False) -> None:
    """Run statements on both engines and compare the state."""
    module = run_passes(verify(module_with(body)))
    engines: list[Any] = [PythonEngine(module), native(module)]
    states = [engine.start(1) for engine in engines]
    for engine, state in zip(engines, states, strict=True):
        engine.run(state, SilentTape())
    rows = [plain(engine.pack(state)) for engine, state in zip(engines, states, strict=True)]

    assert (states[1].memory is None) == gives_up
    assert rows[0] == rows[1]


def moved_alike(*body: Stmt) -> None:
    """Compare the places of all pieces in whole games, which keep no knowledge."""
    module = run_passes(verify(module_with(body)))
    layout, python = lay_out(module, Capacity()), PythonEngine(module)
    tables = build_module(layout, False, whole=True)
    function = tables.wasm.functions["p_do"]
    function.exported = True
    host, rows, row = Host(tables.wasm.to_bytes()), RowConverter.of(layout), python.start(1)
    host.write(tables.state, rows.state(row))
    host.write(tables.steps, struct.pack("<i", 1_000_000))
    python.run(row, SilentTape())
    host.call("p_do", tables.state, 0, 1, 5, 1, 1)
    found = rows.row(host.read(tables.state, layout.size))
    first, places = module.layout.place, module.zones.values()
    held = [*(cell for zone in places for cell in zone.run.cells), *range(first, first + 3)]

    assert [found[cell] for cell in held] == [row[cell] for cell in held]


# ------------------------------------------------------------------ numbers


@pytest.mark.parametrize(
    ("size", "count", "value"), [(1, 5, -1), (1, 8, 0), (2, 7, 3), (4, 3, -1), (4, 90, 7)]
)
def test_a_row_of_numbers_becomes_a_value(size: Any, count: int, value: int) -> None:
    tables = tables_of()
    scope = StatementScope(tables, Function("fill", (("S", "i32"),), exported=True), "do")
    scope.writer.fill(Cells(0, size, count, -1, 7), value)
    tables.wasm.add(scope.function)
    at = tables.wasm.reserve(1024)
    host = Host(tables.wasm.to_bytes())
    host.write(at, b"\x55" * 1024)
    host.call("fill", at)

    letter = {1: "b", 2: "h", 4: "i"}[size]
    assert host.read(at, size * count) == struct.pack(f"<{count}{letter}", *[value] * count)
    assert host.read(at + size * count, 8) == b"\x55" * 8


# ------------------------------------------------------------------ lists


@pytest.mark.parametrize(
    ("type_", "source"),
    [
        (ir.PLAYER, ir.Around(ir.Read("turn"), False)),
        (ir.NUMBER, ir.Numbers(Const(1), ir.Read("gold", Const(1)))),
        (ir.PIECE, ir.Filtered(HAND, "x", ir.Binary(">", Local("x"), Const(0)))),
        (ir.PLAYER, ir.Around(Local("left"), False)),
    ],
)
def test_a_list_that_changes_in_its_loop(type_: ir.Type, source: Node) -> None:
    changes = (
        ir.Assign("left", Const(0), ir.PLAYER),
        ir.Write("turn", None, Const(0)),
        ir.Effect(Change.MOVE, (CARD, ir.Place("deck"), Const(0), Const(0))),
    )
    begin = (ir.Assign("left", Const(1), ir.PLAYER), ir.Write("turn", None, Const(1)))
    count = ir.Write("gold", WHO, ir.Binary("+", ir.Read("gold", WHO), Const(1)))
    alike(*begin, ir.For("each", type_, source, (*changes, count)))


# ------------------------------------------------------------------ whose something is


@pytest.mark.parametrize("owner", [WHO, ir.Read("turn"), Const(1)])
def test_a_piece_in_a_zone_of_an_owner(owner: Node) -> None:
    inside = ir.InZone(ir.PlaceOf(CARD), "hand")
    whose = ir.Binary("==", ir.OwnerOf(ir.PlaceOf(CARD)), owner)
    for turn in (-1, 0, 1):
        for to in (ir.Place("hand", Const(0)), ir.Place("hand", Const(1)), ir.Place("deck")):
            moved = ir.Effect(Change.MOVE, (CARD, to, Const(0), Const(0)))
            note = ir.Write("gold", Const(0), ir.Cond(ir.All((whose, inside)), Const(9), Const(8)))
            alike(ir.Write("turn", None, Const(turn)), moved, note)


# ------------------------------------------------------------------ moves


@pytest.mark.parametrize(
    "stmt",
    [
        ir.For("each", ir.PIECE, HAND, (move(Local("each")),)),
        ir.Effect(Change.MOVE_ALL, (HAND, ir.Place("deck"), Const(0), Const(0))),
        move(CARD),
    ],
)
def test_moves_of_known_and_unknown_places(stmt: Stmt) -> None:
    alike(move(Const(0), ir.Place("hand", WHO)), move(Const(2), ir.Place("hand", WHO)), stmt)
    moved_alike(move(Const(0), ir.Place("hand", WHO)), move(Const(2), ir.Place("hand", WHO)), stmt)


@pytest.mark.parametrize("clear", [UNSEEN, FROM_END, SHOWN_TO_ALL, SHOWN_TO, SHOWN_TO + 1])
@pytest.mark.parametrize("to", [ir.Place("hand", Const(0)), ir.Place("deck"), None])
@pytest.mark.rotating
def test_who_was_shown_a_piece_sees_it_go_and_nobody_else(clear: int, to: ir.Place | None) -> None:
    shown = [ir.Effect(Change.SHOW, (Const(2), Const(seat))) for seat in (-1, 0)]
    shown += [ir.Effect(Change.SHOW, (CARD, Const(seat))) for seat in (0, 1)]
    place: Node = to or ir.PlaceOf(Const(0))
    for number_ in (Const(clear), ir.Binary("+", ir.Read("gold", Const(0)), Const(clear - 2))):
        alike(*shown, ir.Effect(Change.MOVE, (CARD, place, Const(0), number_)))
        both = ir.Filtered(ir.Pieces("deck"), "x", ir.Binary(">", Local("x"), Const(0)))
        alike(*shown, ir.Effect(Change.MOVE_ALL, (both, place, Const(0), number_)))


# ------------------------------------------------------------------ sets


def test_a_list_that_is_only_asked_for_members() -> None:
    done, pieces = Local("done"), ir.PIECE.list()
    body = (
        ir.Assign("done", ir.Sequence((), ir.PIECE), pieces),
        ir.Assign("done", ir.Append(done, CARD), pieces),
        ir.If(ir.Member(Const(1), done), (ir.Write("gold", WHO, Const(7)),)),
        ir.If(ir.Member(Const(2), done), (ir.Write("gold", WHO, Const(9)),)),
        ir.If(ir.Member(Const(-1), done), (ir.Write("gold", WHO, Const(8)),)),
    )
    counted = ir.Write("gold", WHO, ir.Reduce("count", done))

    alike(*body)
    alike(*body, counted)


def test_a_condition_with_a_part_that_depends_on_the_owner() -> None:
    worth = ir.Binary("<=", ir.Lookup("worth", Local("x")), N)
    gold = ir.Read("gold", ir.OwnerOf(ir.PlaceOf(Local("x"))))
    source = ir.Filtered(ir.AllPieces("hand"), "x", ir.All((worth, ir.Binary(">", gold, Const(3)))))
    deal = [move(Const(at), ir.Place("hand", Const(at % 2))) for at in range(3)]
    for owned in (2, 9):
        count = ir.Write("gold", Const(1), ir.Reduce("count", source))
        alike(*deal, ir.Write("gold", Const(0), Const(owned)), count)


@pytest.mark.parametrize("seed", range(12))
def test_a_set_is_spread_over_runs_of_what_is_alike(seed: int) -> None:
    lot = Random(seed)
    words = lot.choice((1, 2, 3))
    ends, first = [], lot.randrange(9)
    while first < 64 * words:
        end = min(first + lot.choice((0, 0, 1, 2, 4, 7, 40)), 64 * words - 1)
        ends.append((first, end))
        first = end + 1 + lot.choice((0, 0, 0, 3))
    tables = tables_of()
    scope = StatementScope(tables, Function("spread", (("S", "i32"),), exported=True), "do")
    given: list[Any] = [Load(Get("S"), 8 * at, 8, type="i64") for at in range(words)]
    spread = scope.joins.fill_runs(given, ends)
    scope.writer.emit(*(Store(Get("S"), 8 * at, 8, word) for at, word in enumerate(spread)))
    scope.writer.finish()
    at, host = tables.wasm.reserve(64), Host(tables.wasm.to_bytes())
    for _ in range(20):
        members = [lot.randint(*run) for run in ends if lot.random() < 0.4]
        bits = sum(1 << member for member in set(members))
        alike = [run for run in ends if any(run[0] <= each <= run[1] for each in members)]
        host.write(at, bits.to_bytes(8 * words, "little"))
        host.call("spread", at)
        found = int.from_bytes(host.read(at, 8 * words), "little")

        assert found == sum((2 << end) - (1 << first) for first, end in alike)


def some_in_hands(*then: Stmt) -> tuple[Stmt, ...]:
    """A loop over three cards that does something only with those that lie in hands, if a number is small."""
    gold = ir.Read("gold", Const(0))
    lies = ir.InZone(ir.PlaceOf(Local("x")), "hand")
    small = ir.Binary("<", gold, Const(20))
    asked = ir.If(ir.Not(small), (), (ir.If(lies, then),))
    return (ir.For("x", ir.PIECE, ir.Sequence((0, 1, 2), ir.PIECE), (asked,)),)


def add(number: Node) -> Stmt:
    sum_ = ir.Binary("+", ir.Binary("*", ir.Read("gold", Const(0)), Const(3)), number)
    return ir.Write("gold", Const(0), sum_)


def test_a_loop_over_the_pieces_of_a_zone() -> None:
    """A piece that comes into the zone or leaves it during the loop counts as it lies then."""
    first = ir.Write("gold", Const(0), Const(0))
    worth = add(ir.Lookup("worth", Local("x")))
    for dealt in ((), (0,), (1, 2), (0, 2), (0, 1, 2)):
        deal = [move(Const(at), ir.Place("hand", Const(at % 2))) for at in dealt]
        alike(first, *deal, *some_in_hands(worth))
        alike(first, *deal, *some_in_hands(worth, move(Const(2))))
        alike(first, *deal, *some_in_hands(worth, move(Const(2), ir.Place("hand", WHO))))


def test_a_condition_that_may_fail_before_the_place_is_asked() -> None:
    gold = ir.Read("gold", ir.OwnerOf(ir.PlaceOf(Local("x"))))
    lies = ir.InZone(ir.PlaceOf(Local("x")), "hand")
    rich = ir.Binary(">", gold, Const(3))
    every = ir.Sequence((0, 1, 2), ir.PIECE)
    asked = ir.If(ir.All((rich, lies)), (add(ir.Lookup("worth", Local("x"))),))
    for dealt in ((), (0, 2), (0, 1, 2)):
        deal = [move(Const(at), ir.Place("hand", Const(at % 2))) for at in dealt]
        loop = ir.For("x", ir.PIECE, every, (asked,))
        alike(ir.Write("gold", Const(0), Const(7)), *deal, loop, gives_up=not dealt)


@pytest.mark.parametrize("late", [False, True])
def test_a_loop_that_ends_within_a_turn(late: bool) -> None:
    close = ir.If(ir.Binary(">", ir.Read("gold", Const(0)), Const(9)), (open_(0),))
    turn = (close, add(N)) if late else (add(N), close)
    loop = ir.Loop(ir.Not(Local("open")), turn)
    alike(ir.Write("gold", Const(0), Const(0)), open_(1), loop)


def open_(value: int) -> Stmt:
    return ir.Assign("open", Const(value), ir.TRUTH)


RICH = ir.Binary("<", ir.Lookup("worth", Local("each")), Const(3))


@pytest.mark.parametrize(
    ("source", "condition"),
    [
        (ir.Sequence((0, 1, 2), ir.PIECE), ir.InZone(ir.PlaceOf(Local("each")), "hand")),
        (HAND, RICH),
        (HAND, ir.Binary(">", ir.Read("gold", Const(0)), ir.Lookup("worth", Local("each")))),
        (HAND, YES),
        (ir.Sequence((2, 0), ir.PIECE), RICH),
    ],
)
def test_a_condition_that_an_earlier_turn_of_the_loop_changes(
    source: Node, condition: Node
) -> None:
    richer = ir.Write("gold", WHO, ir.Binary("+", ir.Read("gold", WHO), Const(1)))
    loop = ir.For("each", ir.PIECE, source, (ir.If(condition, (richer, move(Const(2)))),))
    for cards in ((0, 1, 2), (0, 2), (1,)):
        alike(*(move(Const(card), ir.Place("hand", WHO)) for card in cards), loop)
        alike(*(move(Const(card), ir.Place("hand", WHO)) for card in cards), loop, loop)


@pytest.mark.parametrize("high", [-3, 0, 1, 2, 3, 7])
@pytest.mark.parametrize("rest", [(), (ir.Spend(9),), (ir.Reset("gold"),)])
def test_drawing_several_pieces(high: int, rest: tuple[Stmt, ...]) -> None:
    draw = move(ir.End(ir.Pieces("deck")), ir.Place("hand", WHO))
    many = ir.Binary("+", ir.Read("gold", WHO), Const(high - 2))
    loop = ir.For("n", ir.NUMBER, ir.Numbers(Const(1), many), (*rest, draw))
    moved_alike(move(CARD), loop, move(Const(0)), loop)


# ------------------------------------------------------------------ places with order


@pytest.mark.parametrize("piece", range(3))
def test_what_lies_anywhere_in_an_order_is_taken_out_of_it(piece: int) -> None:
    hand = ir.Place("hand", WHO)
    alike(move(Const(piece), hand))
    alike(move(Const(piece), hand), move(Const(piece)), move(Const((piece + 1) % 3), hand))
    alike(move(Const(piece)), ir.Effect(Change.REVERSE, (ir.Place("deck"),)))
    taken = [move(Const((piece + at) % 3), hand) for at in range(3)]
    alike(*taken, ir.Effect(Change.SHUFFLE, (ir.Place("deck"),)), move(Const(piece)))


def test_what_is_not_in_an_order_though_it_lies_there_makes_the_engine_give_up() -> None:
    tables = tables_of()
    scope = StatementScope(tables, Function("take", (("S", "i32"),), exported=True), "do")
    deck = tables.module.zones["deck"].run.base
    scope.writer.take(number(1), number(deck))
    tables.wasm.add(scope.function)
    at, host = tables.wasm.reserve(tables.layout.size), Host(tables.wasm.to_bytes())
    host.write(at, b"\xff" * tables.layout.size)

    with pytest.raises(Trapped):
        host.call("take", at)

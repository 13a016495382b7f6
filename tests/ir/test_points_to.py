"""Where what is moved lies, as far as that is clear beforehand; nothing goes wrong where it lies elsewhere."""

from __future__ import annotations

from typing import Any

import pytest

from engines.kit import module_of, native, plain
from ir.kit import CARD, HAND, WHO, ask, module_with
from ir.verify import verify
from perft.games import Way
from rulewright.base.records import evolve
from rulewright.native.analysis.locations import Location
from rulewright.native.analysis.points_to import PointsTo
from rulewright.runtime.game.random_playouts import SilentTape
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.terms import Change, Const, Local, Node, Stmt
from rulewright.runtime.ir.walk import statements_in
from rulewright.runtime.lower.passes import run_passes
from rulewright.runtime.python.python_engine import PythonEngine

DECK = ir.Place("deck")
EACH = Local("each")
FIRST = ir.End(ir.Pieces("deck"))
OWNED = Location("hand", WHO)


def move(piece: Node, to: ir.Place = DECK) -> ir.Effect:
    return ir.Effect(Change.MOVE, (piece, to, Const(0), Const(0)))


def through(*body: Stmt) -> ir.For:
    """Each card of a hand, and it is moved in the end."""
    return ir.For("each", ir.PIECE, HAND, (*body, move(EACH)))


def found(module: Module, code: str, piece: Node) -> Location | None:
    return PointsTo(module).of(code, move(piece))


SWAP = ir.Effect(Change.EXCHANGE_PIECES, (CARD, Const(1)))
INSIDE = ir.InZone(ir.PlaceOf(CARD), "hand")
WHOSE = ir.Assign("whose", ir.OwnerOf(ir.PlaceOf(CARD)), ir.PLAYER)


@pytest.mark.parametrize(
    ("stmt", "piece", "location"),
    [
        (through(), EACH, OWNED),
        (through(move(FIRST, ir.Place("hand", WHO))), EACH, OWNED),
        (through(ir.Perform("gain", (WHO,))), EACH, OWNED),
        (through(move(CARD)), EACH, None),
        (through(move(Const(1))), EACH, None),
        (through(SWAP), EACH, None),
        (through(ir.Assign("each", CARD, ir.PIECE)), EACH, None),
        (through(ir.Assign("who", Const(1), ir.PLAYER)), EACH, Location("hand")),
        (ir.Loop(Const(1), (through(), move(CARD))), CARD, None),
        (ask((move(Local("pick")),)), Local("pick"), OWNED),
        (ask((ir.Assign("n", Const(1)), move(Local("pick")))), Local("pick"), OWNED),
        (ir.If(INSIDE, (move(CARD),)), CARD, Location("hand")),
        (ir.If(INSIDE, (), (move(CARD),)), CARD, None),
        (ir.If(INSIDE, (WHOSE, move(CARD))), CARD, Location("hand", Local("whose"))),
        (ir.If(INSIDE, (WHOSE, move(FIRST), move(CARD))), CARD, Location("hand", Local("whose"))),
        (ir.If(INSIDE, (ir.If(INSIDE, (move(CARD),)), move(CARD))), CARD, None),
    ],
)
def test_what_is_moved_lies_where_it_was_found(
    stmt: Stmt, piece: Node, location: Location | None
) -> None:
    assert found(module_with((stmt,)), "do", piece) == location


def calling(*body: Stmt, exported: bool = False) -> Module:
    """The small module with a procedure that moves what it is given."""
    module = module_with(body)
    take = ir.Procedure("take", (("of", ir.PLAYER), ("what", ir.PIECE)), (move(Local("what")),))
    procedures = {"take": evolve(take, exported=exported), **module.code.procedures}
    return evolve(module, code=evolve(module.code, procedures=procedures))


TAKE = ir.Perform("take", (WHO, EACH))
LOOP = ir.For("each", ir.PIECE, HAND, (TAKE,))
TRIED = ir.Assign("yes", ir.Trial("take", (WHO, CARD), "rich", (WHO,)), ir.TRUTH)


@pytest.mark.parametrize(
    ("module", "location"),
    [
        (calling(ir.For("each", ir.PIECE, ir.AllPieces("hand"), (TAKE,))), None),
        (calling(ask((ir.Perform("take", (WHO, Local("pick"))),))), Location("hand", Local("of"))),
        (calling(ask((ir.Perform("take", (Const(0), Local("pick"))),))), Location("hand")),
        (calling(ask((ir.Perform("take", (WHO, Local("pick"))),)), LOOP), None),
        (calling(ask((ir.Perform("take", (WHO, Local("pick"))),)), exported=True), None),
        (calling(ask((ir.Perform("take", (WHO, Local("pick"))),)), TRIED), None),
    ],
)
def test_a_procedure_knows_what_is_known_wherever_it_is_carried_out(
    module: Module, location: Location | None
) -> None:
    assert found(module, "take", Local("what")) == location


def test_in_classic_it_is_clear_of_all_that_is_moved() -> None:
    module = module_of(Way("classic", 5))
    points_to = PointsTo(module)
    moves = [
        (name, stmt)
        for name, procedure in module.code.procedures.items()
        for stmt in statements_in(procedure.body)
        if isinstance(stmt, ir.Effect) and stmt.change is Change.MOVE
        if isinstance(stmt.arguments[0], ir.Local)
    ]

    assert len(moves) > 8
    assert all(points_to.of(name, stmt) is not None for name, stmt in moves)


def test_a_piece_that_lies_elsewhere_in_a_row_is_moved_from_there() -> None:
    pytest.importorskip("wasmtime")
    deal = (move(Const(0), ir.Place("hand", WHO)), move(Const(1), ir.Place("hand", WHO)))
    question = ir.Ask(0, WHO, (ir.OptionList(HAND, "pick", Const(1), ()),), anyway=True)
    module = module_with((*deal, through(question)))
    asking = evolve(module.code.procedures["do"], asks=True)
    procedures = {**module.code.procedures, "do": asking}
    module = run_passes(verify(evolve(module, code=evolve(module.code, procedures=procedures))))
    engines: list[Any] = [PythonEngine(module), native(module)]
    row = engines[0].start(1)
    engines[0].run(row, SilentTape())
    hand, deck = module.zones["hand"].run.base, module.zones["deck"].run.base
    row[hand], row[deck] = tuple(x for x in row[hand] if x != 0), (*row[deck], 0)
    row[module.layout.place] = deck
    rows = []
    for engine in engines:
        state = engine.unpack(plain(row))
        for _ in range(2):
            engine.choose(state, SilentTape(), engine.options(state)[0])
        rows.append(plain(engine.pack(state)))

    assert rows[0] == rows[1]

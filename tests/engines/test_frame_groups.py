"""Procedures that are written as one function: which they are, and frames that lie where these do not look."""

from __future__ import annotations

import pytest

from engines.kit import module_of, native
from perft.games import Way
from rulewright.native.compile_module import lay_out
from rulewright.native.emit.blocks.block_groups import BlockGroup
from rulewright.native.layout.frame_layout import Capacity, GroupMember, group_procedures
from rulewright.runtime.game.random_playouts import SilentTape
from rulewright.runtime.ir.dataflow.control_flow import (
    BasicBlock,
    Branch,
    CallThen,
    ControlFlowGraph,
    Goto,
)
from rulewright.runtime.ir.layout import FRAMES
from rulewright.runtime.ir.terms import Assign, Const, Local, Not, Spend

SIZES = {"flow": 10, "once": 20, "last": 30, "twice": 40}


def graph_of(*calls: tuple[str, str, bool]) -> ControlFlowGraph:
    """Who begins whom, and whether anything is left to do afterwards."""
    blocks: list[BasicBlock] = []
    for caller, called, stays in calls:
        after = len(blocks) + 1
        blocks.append(BasicBlock(after - 1, caller, (), CallThen(called, (), after)))
        blocks.append(BasicBlock(after, caller, (Spend(1),) if stays else ()))
    return ControlFlowGraph(tuple(blocks), dict.fromkeys(SIZES, 0))


def test_what_is_begun_at_one_place_is_written_there() -> None:
    graph = graph_of(("flow", "once", True), ("once", "twice", True), ("flow", "twice", True))

    assert group_procedures(graph, "flow", SIZES) == {
        "flow": GroupMember("flow"),
        "once": GroupMember("flow", 10, 1),
        "last": GroupMember("last"),
        "twice": GroupMember("twice"),
    }


def test_what_comes_last_takes_the_place_of_the_frame_below() -> None:
    graph = graph_of(("flow", "once", True), ("once", "last", False))

    found = group_procedures(graph, "flow", SIZES)

    assert (found["once"].offset, found["last"].offset) == (10, 10)
    assert found["last"].then == found["once"].then == 1


def test_the_flow_is_written_apart_from_who_begins_it() -> None:
    assert group_procedures(graph_of(("once", "flow", True)), "flow", SIZES)["flow"] == GroupMember(
        "flow"
    )


def test_in_classic_all_frames_lie_at_known_places() -> None:
    frames = lay_out(module_of(Way("classic", 5)), Capacity()).frames

    assert "ph_turn" in frames.groups
    assert all(frames.known_offset(name) for name in frames.groups)


@pytest.mark.long
def test_frames_that_lie_elsewhere_are_left_to_the_other_engine() -> None:
    """As after a save that somebody has edited: the turn is all that there is."""
    engine, tape = native(module_of(Way("classic", 5))), SilentTape()
    state = engine.start(3)
    engine.run(state, tape)
    graph = engine.module.code.graph
    assert graph is not None
    while graph.blocks[engine.row(state)[FRAMES][0]].procedure != "ph_turn":
        engine.choose(state, tape, engine.options(state)[0])
    row = engine.pack(state)
    row[FRAMES] = (*row[FRAMES][:-1], (-2,))
    edited = engine.unpack(row)

    engine.choose(edited, tape, engine.options(edited)[0])

    assert edited.memory is None


def test_what_is_known_before_a_question_is_not_asked() -> None:
    """A loop that is just begun is not over, and one that has been ended is."""
    over = Branch(Not(Local("open")), 3, 4)
    blocks = (
        BasicBlock(0, "flow", (Assign("open", Const(1)),), Goto(2)),
        BasicBlock(1, "flow", (Assign("open", Const(0)), Assign("other", Const(1))), Goto(2)),
        BasicBlock(2, "flow", (), over),
        BasicBlock(3, "flow"),
        BasicBlock(4, "flow", (), Goto(2)),
        BasicBlock(5, "flow", (Assign("open", Const(0)), Spend(1)), Goto(2)),
    )
    graph = ControlFlowGraph(blocks, {"flow": 0})
    group = BlockGroup(graph, {"flow": GroupMember("flow")}, "flow")

    followers = {n: group.successor(blocks[n]) for n in (0, 1, 4, 5)}

    assert followers == {0: 4, 1: 3, 4: 2, 5: 2}

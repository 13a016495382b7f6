"""Procedures that are written as one function: which they are, and frames that lie where these do not look."""

from __future__ import annotations

from perft.games import Way

from engines.kit import module_of, native
from rulewright.engines.native.from_module import laid_out
from rulewright.engines.native.layout.frame_groups import Grouped, grouped
from rulewright.engines.native.layout.frame_layout import Capacity
from rulewright.engines.playing_out import Silent
from rulewright.ir.control_flow import Block, CallThen, Graph
from rulewright.ir.layout import FRAMES
from rulewright.ir.terms import Spend

SIZES = {"flow": 10, "once": 20, "last": 30, "twice": 40}


def graph_of(*calls: tuple[str, str, bool]) -> Graph:
    """Who begins whom, and whether anything is left to do afterwards."""
    blocks: list[Block] = []
    for caller, called, stays in calls:
        after = len(blocks) + 1
        blocks.append(Block(after - 1, caller, (), CallThen(called, (), after)))
        blocks.append(Block(after, caller, (Spend(1),) if stays else ()))
    return Graph(tuple(blocks), dict.fromkeys(SIZES, 0))


def test_what_is_begun_at_one_place_is_written_there() -> None:
    graph = graph_of(("flow", "once", True), ("once", "twice", True), ("flow", "twice", True))

    assert grouped(graph, "flow", SIZES) == {
        "flow": Grouped("flow"),
        "once": Grouped("flow", 10, 1),
        "last": Grouped("last"),
        "twice": Grouped("twice"),
    }


def test_what_comes_last_takes_the_place_of_the_frame_below() -> None:
    graph = graph_of(("flow", "once", True), ("once", "last", False))

    found = grouped(graph, "flow", SIZES)

    assert (found["once"].offset, found["last"].offset) == (10, 10)
    assert found["last"].then == found["once"].then == 1


def test_the_flow_is_written_apart_from_who_begins_it() -> None:
    assert grouped(graph_of(("once", "flow", True)), "flow", SIZES)["flow"] == Grouped("flow")


def test_in_classic_all_frames_lie_at_known_places() -> None:
    frames = laid_out(module_of(Way("classic", 5)), Capacity()).frames

    assert "ph_turn" in frames.groups
    assert all(frames.known_offset(name) for name in frames.groups)


def test_frames_that_lie_elsewhere_are_left_to_the_other_engine() -> None:
    """As after a save that somebody has edited: the turn is all that there is."""
    engine, tape = native(module_of(Way("classic", 5))), Silent()
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

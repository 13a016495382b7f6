"""What is unsound is found, and nothing that is made of shipped rules is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ir.kit import CARD, HAND, WHO, YES, N, ask, module_with
from ir.verify import Unsound, frames_of, verify
from properties.every import editions_of_the_day
from properties.kit import rules
from rulewright.base.records import evolve
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.dataflow.control_flow import Goto
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.terms import NUMBER, PIECE, TRUTH, Change, Const, Effect, Local
from rulewright.runtime.lower import passes
from rulewright.runtime.lower.passes import (
    DISPLAY_PASSES,
    ENGINE_PASSES,
    FACT_PASSES,
    OPTIMIZATIONS,
    run_passes,
)
from rulewright.runtime.session.rules.internals import inside

WRONG = {
    "a piece is no number": (module_with((ir.Assign("x", CARD, NUMBER),)), "piece where number is wanted"),
    "a number is no list": (module_with((ir.For("x", PIECE, Const(3), ()),)), "where a list is wanted"),
    "other things in a list": (module_with((ir.For("x", NUMBER, HAND, ()),)), "x is no number"),
    "unlike things compared": (module_with(result=ir.Binary("==", WHO, CARD), type_=TRUTH), "compared"),
    "a number is no yes": (module_with((ir.If(N, (), ()),)), "number where yes or no is wanted"),
    "a piece is no place": (module_with((Effect(Change.SHUFFLE, (CARD,)),)), "place is wanted"),
    "too few values": (module_with((Effect(Change.SHOW, (CARD,)),)), "1 values where 2 are wanted"),
    "owned by no player": (module_with(result=ir.Read("gold", CARD)), "piece where one of"),
    "an owner is missing": (module_with(result=ir.Read("gold")), "without an owner"),
    "a value of another type": (module_with((ir.Write("gold", WHO, CARD),)), "piece where number"),
    "read before it has a value": (
        module_with((ir.If(YES, (ir.Assign("x", N),)), ir.Write("gold", WHO, Local("x")))),
        "['x'] may be read before",
    ),
    "an unknown local": (module_with(result=Local("x")), "['x'] are no parameters"),
    "an unknown function": (module_with(result=ir.Call("no", ())), "no function no"),
    "an unknown procedure": (module_with((ir.Perform("no", ()),)), "no procedure no"),
    "an unknown array": (module_with(result=ir.Lookup("no", CARD)), "no array no"),
    "a circle": (module_with((ir.Perform("do", (WHO, CARD, N, N, YES)),)), "circle of procedures"),
    "options unlike their labels": (
        module_with((ask(options=(ir.OptionList(ir.Numbers(N, N), "x", YES, ()),)),)),
        "options are number, their labels piece",
    ),
    "more lists than labels": (module_with((ask(options=()),)), "other options than labels"),
    "asked of a piece": (module_with((ask(decider=CARD),)), "piece where player is wanted"),
    "told what is not told": (module_with((ir.Tell(0, N, (WHO, WHO), None),)), "player where piece"),
    "captured by nobody": (module_with((ir.Delay(8, (WHO,)),)), "1 values where 0 are wanted"),
}  # fmt: skip


@pytest.mark.parametrize(("module", "message"), WRONG.values(), ids=WRONG)
def test_what_is_unsound_is_found(module: Module, message: str) -> None:
    with pytest.raises(Unsound) as caught:
        verify(module)

    assert message in str(caught.value)


def in_graph(change: Callable[[list[Any]], None]) -> Module:
    """The module of a question, cut into blocks, of which some are changed."""
    stmt = ask((Effect(Change.SHOW, (Local("pick"), WHO)),))
    module = run_passes(module_with((stmt,)))
    assert module.code.graph is not None
    blocks = list(module.code.graph.blocks)
    change(blocks)
    graph = evolve(module.code.graph, blocks=tuple(blocks))
    return evolve(module, code=evolve(module.code, graph=graph))


def test_a_block_that_leads_out_of_its_procedure_is_found() -> None:
    def astray(blocks: list[Any]) -> None:
        there = next(block.number for block in blocks if block.procedure == "flow")
        here = next(block.number for block in blocks if block.procedure == "do")
        blocks[here] = evolve(blocks[here], end=Goto(there))

    verify(in_graph(lambda blocks: None))
    with pytest.raises(Unsound, match="of another procedure"):
        verify(in_graph(astray))


def test_a_block_that_counts_on_what_no_frame_keeps_is_found() -> None:
    def forgetful(blocks: list[Any]) -> None:
        number = next(b.number for b in blocks if b.live)
        blocks[number] = evolve(blocks[number], live=frozenset())

    with pytest.raises(Unsound, match="have no value when it begins"):
        verify(in_graph(forgetful))


@pytest.mark.parametrize("edition", editions_of_the_day())
@pytest.mark.rotating
def test_all_that_is_made_of_an_edition_is_sound_after_every_pass(
    edition: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    verified: list[Module] = []
    changes = (*OPTIMIZATIONS, *DISPLAY_PASSES, *FACT_PASSES, *ENGINE_PASSES)

    def looked_at(module: Module, **how: bool) -> Module:
        assert all(how.values())
        verified.append(verify(module))
        for change in changes:
            module = change(module)
            verified.append(verify(module))
        return module

    monkeypatch.setattr(passes, "run_passes", looked_at)
    low, high = rules(edition).players
    for players in sorted({low, high}):
        module = inside(rules(edition)).module(players)
        frames = frames_of(module)
        assert 0 < frames.largest <= frames.deepest < 200
    assert len(verified) == len({low, high}) * (1 + len(changes))

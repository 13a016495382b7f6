"""The text form of a module says all that is in it."""

from __future__ import annotations

from ir.kit import CARD, HAND, WHO, ask, module_with
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.printing.module_text import module_text
from rulewright.runtime.ir.terms import Change, Const, Effect, Local
from rulewright.runtime.lower.passes.block_splitting import add_liveness, split_blocks

MODULE = module_with(
    (
        ir.If(ir.Call("rich", (WHO,)), (ir.Reset("gold"),), (ir.Perform("gain", (WHO,)),)),
        ask((Effect(Change.MOVE, (Local("pick"), ir.Place("deck"), Const(1), Const(0))),)),
    ),
    ir.Reduce("count", ir.Filtered(HAND, "each", ir.Binary("!=", Local("each"), CARD))),
)


def test_a_module_as_it_was_lowered() -> None:
    assert (
        module_text(MODULE)
        == """\
module for 2 players: 3 pieces, 21 cells
zone deck, in order, cell 9, seen by nobody
zone hand of each player, cells 10 to 11, seen by owner
variable gold of each player: number, from 2, cells 18 to 19, seen by everyone
variable turn: player, from -1, cell 20, seen by everyone
array worth of a piece: number = 1 2 3 0
delayed 7 captures player, piece
telling 0 of gain: {} has {}
decision 0 pick, choose: each (piece)
cause 0 flow

function asked(who: player, card: piece, n: number, hue: hue, yes: yes or no): number
    count(each in hand[who] where (each != card))
function rich(who: player): yes or no
    (gold[who] > 3)
procedure flow(), asks
    do(0, 1, 5, 1, 1)
procedure do(who: player, card: piece, n: number, hue: hue, yes: yes or no)
    if rich(who)
        gold := its start
    else
        gain(who)
    ask who decision 0
        list 0: each pick in hand[who] if sees(who, pick)
    chosen from list 0
        move pick, the deck, 1, 0
procedure gain(who: player)
    gold[who] := (gold[who] + 1)
"""
    )


def test_what_was_cut_is_written_in_blocks() -> None:
    text = module_text(add_liveness(split_blocks(MODULE)))

    assert (
        text.split("procedure do")[1].split("procedure gain")[0]
        == """\
(who: player, card: piece, n: number, hue: hue, yes: yes or no), asks
    frame who card n hue yes pick, from 5
  2
    return
  3 with pick
    move pick, the deck, 1, 0
    go to 2
  4 with who
    go to 3 with the element, to 2 at the end
  5 with who
    if rich(who)
        gold := its start
    else
        gain(who)
    ask who decision 0
        list 0: each pick in hand[who] if sees(who, pick)
    go to 4 with the answer, to 2 without options
"""
    )

"""Questions of whole games, of which native code leaves out what is known beforehand, are the same."""

from __future__ import annotations

import pytest

from engines.kit import Lockstep
from ir.kit import HAND, WHO, ask, module_with
from rulewright.base.records import evolve
from rulewright.runtime.game.random_playouts import play_random_game
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.outcome_rules import OutcomeRules
from rulewright.runtime.lower.passes import run_passes

RICH = ir.Binary(">", ir.Read("gold", WHO), ir.Const(12))


def gold_becomes(number: int) -> ir.Body:
    return (ir.Write("gold", WHO, ir.Const(number)),)


def some(condition: ir.Node, then: int) -> ir.OptionList:
    """A list of those cards of which a condition holds."""
    cards = ir.Sequence((0, 1, 2), ir.PIECE)
    return ir.OptionList(cards, "pick", condition, gold_becomes(then))


def asking(*options: ir.OptionList, stop: ir.Node | None = None) -> Module:
    """A module with a question; what follows from its parts sets the gold of somebody to different numbers."""
    follows = {"empty": gold_becomes(12), "ended": gold_becomes(13)}
    module = module_with((ask(options=options, stop=stop, stop_alone=True, **follows),))
    (decision,) = module.decisions
    labels = decision.options * len(options)
    return run_passes(evolve(module, decisions=(evolve(decision, options=labels),)))


@pytest.mark.parametrize("stop", [None, ir.Const(1), RICH], ids=str)
def test_games_with_such_questions_are_the_same(stop: ir.Node | None) -> None:
    pytest.importorskip("wasmtime")
    module = asking(some(ir.Const(0), 11), some(ir.Const(1), 14), some(ir.Const(0), 15), stop=stop)

    both = Lockstep.of(module)
    both.play(1)
    for seed, found in enumerate(both.native.playouts((seed, 1) for seed in range(20))):
        expected = play_random_game(both.python, seed, 1)
        assert found is not None
        assert expected is not None
        assert (found.made, found.forced) == (expected.made, expected.forced)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("without", [None, ir.Const(0), ir.Local("each")], ids=str)
@pytest.mark.parametrize("offered", [None, RICH, ir.Not(RICH)], ids=str)
@pytest.mark.parametrize("first", [0, 1])
def test_what_lies_in_the_places_of_all_players_is_offered_in_their_order(
    without: ir.Node | None, offered: ir.Node | None, first: int
) -> None:
    """What is drawn of sets that are kept for each of them goes to the other's hand, and gold says which it was."""
    pytest.importorskip("wasmtime")
    hands: ir.Node = ir.AllPieces("hand", without)
    if offered is not None:
        hands = ir.Cond(offered, hands, ir.Sequence((), ir.NUMBER))
    cheap = ir.Binary("<", ir.Lookup("worth", ir.Local("pick")), ir.Const(3))
    number = ir.Binary("+", ir.Lookup("worth", ir.Local("pick")), ir.Const(20))
    then = (ir.Write("gold", WHO, number), move(ir.Local("pick"), 1 - first))
    question = ask(options=(ir.OptionList(hands, "pick", cheap, then),))
    deal = [move(ir.Const(card), (card + first) % 2) for card in range(3)]
    twice = ir.For("each", ir.PLAYER, ir.Sequence((0, 1), ir.PLAYER), (question,))
    game = module_with((*deal, twice))

    both = Lockstep.of(run_passes(with_rank(game)))
    both.play(1, 200)
    both.play_whole(range(20))
    assert both.given_up == 0


def move(piece: ir.Node, seat: int) -> ir.Effect:
    to = ir.Place("hand", ir.Const(seat))
    return ir.Effect(ir.Change.MOVE, (piece, to, ir.Const(0), ir.Const(0)))


@pytest.mark.parametrize("again", [False, True])
def test_the_bit_of_a_piece_is_the_lowest_of_the_word_that_it_was_found_in(again: bool) -> None:
    """Unless it may be another piece by then."""
    pytest.importorskip("wasmtime")
    last = ir.Reduce("last", HAND, "held", None, ir.Const(-1))
    other = (ir.Assign("pick", last, ir.PIECE),) if again else ()
    then = (*other, move(ir.Local("pick"), 1))
    cards = ir.OptionList(HAND, "pick", ir.Const(1), then)
    deal = [move(ir.Const(card), 0) for card in range(3)]
    game = module_with((*deal, ask(options=(cards,)), ask(options=(cards,))))

    both = Lockstep.of(run_passes(with_rank(game)))
    both.play(1, 200)
    both.play_whole(range(30))


def with_rank(game: Module) -> Module:
    """A module that ranks players by their gold and what is in their hand."""
    worth = ir.Reduce("total", HAND, "held", ir.Lookup("worth", ir.Local("held")))
    owned = ir.Binary("+", ir.Read("gold", WHO), worth)
    rank = ir.Function("rank", (("who", ir.PLAYER),), ir.NUMBER, owned, exported=True)
    code = evolve(game.code, functions={**game.code.functions, "rank": rank})
    return evolve(game, code=code, outcome=OutcomeRules(("rank",)))

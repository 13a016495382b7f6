"""House cards of strangers play natively: hardly a game is given up, and all are those of the Python engine."""

from __future__ import annotations

import pytest

from engines.kit import Lockstep, native
from engines.odd_editions import MANY_POWERS, drawn_editions, odd_module
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.walk import walk_body
from rulewright.runtime.lower.statements.lower_powers import BITS
from tiers import LONG

pytest.importorskip("wasmtime")


def given_up(module: Module, games: int) -> int:
    """How many games the native engine does not play to their end."""
    engine = native(module)
    return sum(engine._native_results([(seed, seed * 7 + 1)]) is None for seed in range(games))


@pytest.mark.rotating
def test_what_counts_on_a_condition_is_not_asked_where_that_does_not_hold() -> None:
    """The Cellar asks how many cards its owner holds, if it is in a hand: in the deck it has no owner."""
    module = odd_module(("Cellar",), 4)
    both = Lockstep.of(module)
    both.play(1)
    both.play_whole(range(20))

    assert not both.given_up
    assert given_up(module, 200) == 0


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20 if LONG else 1))
def test_drawn_editions_with_house_cards_give_up_hardly_a_game(seed: int) -> None:
    """Less than one game in a thousand: here none of as many as that."""
    module, cast = next(drawn_editions(seed))
    both = Lockstep.of(module, every=50)
    both.play(seed, 1)

    assert given_up(module, 1000) == 0, cast


@pytest.mark.long
def test_there_may_be_very_many_powers_at_a_moment() -> None:
    """Each has its bit in a number that every engine holds."""
    module = odd_module(MANY_POWERS, 5)
    turn = module.code.procedures["ph_turn"]
    asked = [term for term in walk_body(turn.body) if isinstance(term, ir.Ask)]
    assert max(len(ask.options) for ask in asked) > BITS + 1
    both = Lockstep.of(module, every=20)
    both.play(1, 1)

    assert not both.given_up
    assert given_up(module, 50) == 0

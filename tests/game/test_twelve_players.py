"""As many as can sit at a table: both engines, saves, what seats see, bots, and a victory shared evenly."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engines.kit import Lockstep, module_of
from perft.games import Way
from properties.kit import rules
from rulewright import Game
from rulewright.lab.players.search_budget import SearchBudget
from rulewright.lab.players.search_player import think
from rulewright.language.text import MOST_PLAYERS
from rulewright.runtime.ir.outcome_rules import WHOLE, OutcomeRules
from seat.kit import played, seats_of, shown

EDITION, STEP = "liars-hand", 71


def test_both_engines_play_the_same_games() -> None:
    pytest.importorskip("wasmtime")
    both = Lockstep.of(module_of(Way(EDITION, MOST_PLAYERS)))
    both.play(3, playouts=1)

    assert both.decisions
    assert not both.given_up


@pytest.mark.long
def test_all_seats_see_the_same_from_both_engines_and_from_a_saved_game() -> None:
    pytest.importorskip("wasmtime")
    one, other = (
        rules(EDITION).new_game(MOST_PLAYERS, 2, engine=engine) for engine in ("python", "native")
    )
    for mine, its in zip(played(one, 2, STEP), played(other, 2, STEP), strict=True):
        saved = Game.from_json(mine.to_json())
        since = 0 if mine.decision is None else mine.made  # the whole story at the end only
        for seat in seats_of(mine):
            told = shown(mine, seat, since)
            assert told == shown(its, seat, since) == shown(saved, seat, since)


def test_bots_think_at_a_full_table() -> None:
    game = rules(EDITION).new_game(MOST_PLAYERS, 2)

    assert game.decision is not None
    assert think(game, SearchBudget(30), 1).index in range(len(game.decision.options))


@pytest.mark.parametrize("winners", range(1, MOST_PLAYERS + 1))
def test_a_victory_is_shared_evenly(winners: int) -> None:
    shares = OutcomeRules(("points",)).shares(
        tuple((int(seat < winners),) for seat in range(MOST_PLAYERS))
    )

    assert {Fraction(share, WHOLE) for share in shares if share} == {Fraction(1, winners)}

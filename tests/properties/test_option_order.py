"""Cards that look alike to who is asked are offered in an order that tells nothing: dealt anew, it is the same."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import rulewright
from engines.kit import Lockstep
from properties.every import editions_of_the_day
from properties.kit import some, state_of
from rulewright import Game
from rulewright.runtime.ir import terms as ir
from rulewright.runtime.ir.module import Module
from rulewright.runtime.ir.walk import walk_body
from rulewright.runtime.observation.observer import observer_of
from rulewright.runtime.session.rules.rulebook import load_rulebook
from tiers import LONG

HERE = Path(__file__).parent / "look_alike"
GAMES = ("odd", "peek", "twins")
"""A game in which a power offers every card, and one in which hands, rows and a bag are known in part."""
MOST = 60 if LONG else 12
SEEDS = range(20) if LONG else (2, 7)
"""Two games in which the order once told something, or many."""


def positions(edition: str, seed: int, share: float) -> Iterator[Game]:
    rules = rulewright.load(edition)
    low, high = rules.players
    game = rules.new_game(low + seed % (high - low + 1), seed)
    for _ in islice(some(game, seed, share), MOST):
        if game.decision is not None:
            yield game


def as_seen(game: Game) -> list[Any]:
    """Return the options as who is asked sees them: their labels, their data, and what they look like."""
    at, decision = state_of(game), game.decision
    assert decision is not None
    eyes = observer_of(at.engine, decision.player)
    sees = eyes.visible(at.state)
    return [
        (each.label, each.data, eyes.describe_option(sees, each.value)) for each in decision.options
    ]


def check_dealt_anew(edition: str, seed: int, share: float) -> None:
    for game in positions(edition, seed, share):
        assert game.decision is not None
        for other in (0, 1):
            dealt = game.determinize(game.decision.player, seed + other)
            assert as_seen(dealt) == as_seen(game), (seed, len(game.decisions))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("edition", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.rotating
def test_the_order_of_options_is_that_of_a_game_dealt_anew(edition: str, seed: int) -> None:
    check_dealt_anew(str(HERE / f"{edition}.yaml"), seed, 0.4)


@pytest.mark.parametrize("edition", editions_of_the_day())
def test_so_it_is_in_shipped_editions(edition: str) -> None:
    check_dealt_anew(edition, 1, 0.01)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("edition", GAMES)
@pytest.mark.rotating
def test_both_engines_offer_in_one_order(edition: str, players: int) -> None:
    pytest.importorskip("wasmtime")
    module = load_rulebook(str(HERE / f"{edition}.yaml")).module(players)
    assert sorted_lists(module)
    both = Lockstep.of(module)
    for seed in range(2):
        both.play(seed)
    both.play_whole(range(20))

    assert both.decisions
    assert not both.given_up


@pytest.mark.parametrize("edition", ["classic", "modern", "lost-cities", "oh-hell", "caravan"])
def test_where_all_is_known_at_most_copies_are_sorted(edition: str) -> None:
    """Else games would be slower, and others than they were."""
    module = load_rulebook(edition).module(rulewright.load(edition).players[1])
    assert all(each.only_copies for each in sorted_lists(module))


def sorted_lists(module: Module) -> list[ir.OptionList]:
    """The lists of options that are sorted, as the graph of blocks has them."""
    terms = (t for each in module.code.procedures.values() for t in walk_body(each.body))
    return [each for each in terms if isinstance(each, ir.OptionList) and each.order]

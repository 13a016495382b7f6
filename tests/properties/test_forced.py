"""Games that ask for single options too: the same games, in which nobody learns from who is passed over."""

from __future__ import annotations

import random

import pytest
from hypothesis import given

from properties.kit import ANY_TABLES, SEEDS, Table, few, rules, seen_options, some, state_of
from properties.resampling import resampled
from rulewright import Game


def asking(table: Table, seed: int) -> Game:
    """A new game that asks for single options too."""
    made = rules(table.edition)
    return made.new_game(table.players, seed, table.options, cast=table.cast, ask_forced=True)


@few(8)
@given(ANY_TABLES, SEEDS, SEEDS)
@pytest.mark.rotating
def test_single_options_are_asked_and_nothing_else_changes(
    table: Table, seed: int, play: int
) -> None:
    game, plain, chance = asking(table, seed), table.new(seed), random.Random(play)
    single = 0
    while (decision := game.decision) is not None:
        index = chance.randrange(len(decision.options))
        if len(decision.options) == 1:
            single += 1
        else:
            assert seen_options(game) == seen_options(plain)
            plain.choose(index)
        game.choose(index)
    assert (game.forced, single) == (0, plain.forced)
    assert game.outcome == plain.outcome
    assert [event.text() for event in game.events] == [event.text() for event in plain.events]
    assert Game.from_json(game.to_json()) == game


@few(8)
@given(ANY_TABLES, SEEDS, SEEDS)
def test_what_is_not_private_hangs_on_nothing_that_others_do_not_know(
    table: Table, seed: int, play: int
) -> None:
    game = asking(table, seed)
    for chance in some(game, play, 0.15):
        decision = game.decision
        assert decision is not None
        for seat in () if decision.is_private else (*range(game.players), None):
            other = resampled(game, seat, chance)
            state_of(other).options = None
            assert other.decision is not None
            assert len(other.decision.options) == len(decision.options)


def test_who_has_cards_and_can_build_none_is_asked() -> None:
    """Without a card everybody knows it, and with one nobody else does."""
    game, chance = asking(Table("classic", 4, ()), 3), random.Random(1)
    found = set()
    while (decision := game.decision) is not None:
        hand = game.view(decision.player)["seats"][decision.player]["zones"]["hand"]
        if decision.kind == "main" and len(decision.options) == 1:
            found.add((hand["count"] > 0, decision.is_private))
        game.choose(chance.randrange(len(decision.options)))
    assert (True, True) in found
    assert (False, True) not in found

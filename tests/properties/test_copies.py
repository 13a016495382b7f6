"""Copies look alike: with any of them in the place of another, a game shows everybody the same, to its end."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, strategies as st

from properties.kit import (
    ANY_TABLES,
    SEEDS,
    Table,
    cards_at,
    few,
    put_row,
    row_of,
    seen_options,
    state_of,
)
from rulewright import Game

CASTS = [
    Table("modern", 5, (), ("Magistrate", "Spy", "Wizard", "Emperor", "Cardinal", "Navigator")),
    Table("modern", 6, (), ("Witch", "Blackmailer", "Seer", "Scholar", "Diplomat", "Artist")),
    Table("lost-cities", 5, ("many-bonus",), ("Tax Gatherer", "Wizard", "Abbot", "Diplomat")),
    Table("classic", 4, ("dark-city",)),
]


def with_other_copies(game: Game, chance: random.Random) -> Game:
    """The game with its copies exchanged by lot, in a state in which nothing but places tells them apart."""
    other = game.copy()
    state = state_of(other)
    pieces, layout, row = state.game.module.pieces, state.game.module.layout, row_of(state)
    becomes: dict[int, int] = {}
    for name in state.game.module.designs:
        copies = [card for card, piece in enumerate(pieces) if piece.name == name]
        becomes.update(zip(copies, chance.sample(copies, len(copies)), strict=True))
    for zone, _, cell, cards in cards_at(state):
        lying = [becomes[card] for card in cards]
        row[cell] = tuple(lying if state.game.module.zones[zone].ordered else sorted(lying))
    before = row_of(state)
    for card, copy in becomes.items():
        for base in (layout.place, layout.known):
            row[base + copy] = before[base + card]
    put_row(state, row)
    return other


@few(6)
@given(st.one_of(ANY_TABLES, st.sampled_from(CASTS)), SEEDS, SEEDS)
@pytest.mark.rotating
def test_it_is_all_the_same_which_copy_lies_where(table: Table, seed: int, play: int) -> None:
    game = table.new(seed)
    other = with_other_copies(game, random.Random(play))
    chance = random.Random(play)
    while game.decision is not None:
        offered, others = seen_options(game), seen_options(other)
        # Copies of one place that look different may be offered the other way round.
        assert sorted(map(str, others)) == sorted(map(str, offered))
        if chance.random() < 0.05:
            assert all_shown(other) == all_shown(game)
        index = chance.randrange(len(offered))
        other.choose(others.index(offered[index]))
        game.choose(index)
    assert all_shown(other) == all_shown(game)


def all_shown(game: Game) -> dict[str, Any]:
    """All that everybody sees and is told but the options, and how the game ended."""
    lookers = [None, *range(game.players)]
    views = [{**game.view(player), "decision": None} for player in lookers]
    story = [[event.data(player) for event in game.events] for player in lookers]
    return {"views": views, "story": story, "forced": game.forced, "outcome": game.outcome}


@pytest.mark.rotating
def test_who_sees_a_copy_built_knows_one_less_in_the_hand() -> None:
    """Whichever of them it is; found where a player built one of two Manors, of which another knew one."""
    chance, told_apart = random.Random(2), 0
    for seed in range(6):
        game = Table("classic", 4, ()).new(seed)
        while (decision := game.decision) is not None:
            index = chance.randrange(len(decision.options))
            data, builder = decision.options[index].data, decision.player
            if data.get("power") != "build":
                game.choose(index)
                continue
            copies = count(game, builder, builder, data["card"])
            before = [count(game, seat, builder, data["card"]) for seat in range(4)]
            game.choose(index)
            after = [count(game, seat, builder, data["card"]) for seat in range(4)]
            assert after == [max(number - 1, 0) for number in before]
            told_apart += any(0 < number < copies for number in before)
    assert told_apart


def count(game: Game, looker: int, seat: int, name: str) -> int:
    """How many cards of a name a seat knows in the hand of another."""
    cards = game.view(looker)["seats"][seat]["zones"]["hand"]["cards"]
    return sum(card is not None and card["name"] == name for card in cards)

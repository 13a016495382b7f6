"""Nothing appears and nothing gets lost: cards, gold, the crown."""

from __future__ import annotations

import re

import pytest
from hypothesis import given

from properties.kit import (
    ALL_TABLES,
    SEEDS,
    Table,
    cards_at,
    cards_in,
    few,
    state_of,
    variable,
    walk,
)
from rulewright import Game
from rulewright.runtime.game.state import GameState
from tiers import LONG, sample

GOLD = re.compile(r"\w (?P<verb>gains|pays) (?P<amount>\d+) gold")
PLACES_OF = {"character": {"pile", "face-up-row", "face-down-row", "secret", "stage"}}
# Three districts built in the last turn on top of all but one.
MOST_TOO_MANY = 2


def check_cards(state: GameState) -> None:
    """Every card lies in one place, which knows it as the card knows its place."""
    module, seen = state.game.module, state.seen
    found: list[int] = []
    for name, _, cell, cards in cards_at(state):
        found += cards
        for card in cards:
            assert seen.place(card) == cell
            of_characters = name in PLACES_OF["character"]
            assert (module.pieces[card].kind == "character") == of_characters
        assert module.zones[name].ordered or list(cards) == sorted(cards)
    assert sorted(found) == list(range(len(module.pieces)))


def check_knowledge(state: GameState) -> None:
    """Only seats know cards, and what lies open is known to all."""
    module, seen = state.game.module, state.seen
    everybody = (1 << (module.players + 1)) - 1  # the last bit is for those who look on
    for card in range(len(module.pieces)):
        assert 0 <= seen.knowers(card) <= everybody
    for name, number, _, cards in cards_at(state):
        for card in cards:
            known = seen.knowers(card)
            if name in ("city", "stage", "face-up-row"):
                assert known == everybody
            elif name in ("hand", "desk", "secret"):
                assert known >> number & 1


def check_seats(state: GameState, each: int, size: int) -> None:
    module = state.game.module
    assert variable(state, "crown") in range(module.players)
    assert variable(state, "first-finisher") in range(-1, module.players)
    for seat in range(module.players):
        assert variable(state, "gold", seat) >= 0
        assert len(cards_in(state, "city", seat)) <= size + MOST_TOO_MANY
        assert 0 <= variable(state, "builds", seat) <= 3
        own = len(cards_in(state, "secret", seat)) + len(cards_in(state, "stage", seat))
        assert own <= each


def gold_from_bank(game: Game) -> int:
    """What the story says the bank has given, less what it has taken."""
    total = 0
    for event in game.events:
        found = GOLD.fullmatch(event.text())
        assert (event.name in ("gains", "pays")) == (found is not None)
        if found:
            total += int(found["amount"]) * (1 if found["verb"] == "gains" else -1)
    return total


def city_size(table: Table) -> int:
    if "shorter-game" in table.options:
        return 7
    return 10 if (table.edition, table.players) == ("first-edition", 3) else 8


def characters_each(table: Table) -> int:
    return 2 if table.edition == "classic" and table.players <= 3 else 1


@pytest.mark.parametrize("table", sample(ALL_TABLES, every=9), ids=str)
@pytest.mark.rotating
def test_cards_gold_and_crown_are_kept(table: Table) -> None:
    @few(2)
    @given(SEEDS, SEEDS)
    def check(seed: int, play: int) -> None:
        game = table.new(seed)
        state = state_of(game)
        for _ in walk(game, play):
            check_cards(state)
            check_knowledge(state)
            check_seats(state, characters_each(table), city_size(table))
            assert (game.decision.kind == "sorts.card") == any(  # type: ignore[union-attr]
                cards_in(state, "desk", seat) for seat in range(game.players)
            )
        check_cards(state)
        check_seats(state, characters_each(table), city_size(table))
        assert not any(cards_in(state, "secret", seat) for seat in range(game.players))
        assert sum(variable(state, "gold", seat) for seat in range(game.players)) == gold_from_bank(
            game
        )

    check()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("players", range(2, 8) if LONG else (2, 4, 7))
def test_gold_changes_only_as_it_is_told(players: int) -> None:
    """At every decision, not only at the end."""
    game = Table("classic", players, ()).new(players)
    state = state_of(game)
    for _ in walk(game, players):
        assert sum(variable(state, "gold", seat) for seat in range(players)) == gold_from_bank(game)


@few(8)
@given(SEEDS, SEEDS)
def test_a_city_of_the_classic_game_holds_no_name_twice(seed: int, play: int) -> None:
    game = Table("classic", 5, ()).new(seed)
    state = state_of(game)
    for _ in walk(game, play):
        for seat in range(5):
            names = [state.game.module.pieces[card].name for card in cards_in(state, "city", seat)]
            assert len(names) == len(set(names))

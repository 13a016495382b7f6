"""What everybody may see at any time of a game of the revised edition."""

from __future__ import annotations

import random
from typing import Any

import pytest

import rulewright
from rulewright import Game

CAST = ["Blackmailer", "Seer", "Alchemist", "Scholar"]


@pytest.fixture(scope="module")
def game() -> Game:
    """A game that has been played for a while."""
    game = rulewright.load("modern").new_game(5, 11, cast=CAST)
    chance = random.Random(11)
    for _ in range(150):
        decision = game.decision
        assert decision is not None
        game.choose(chance.randrange(len(decision.options)))
    return game


@pytest.mark.covers("MOD-INFO-01")
def test_everybody_sees_all_gold(game: Game) -> None:
    purses = [game.view(seat)["seats"][seat]["tracks"]["gold"] for seat in range(5)]
    assert len(set(purses)) > 2
    for looker in [None, *range(5)]:
        assert [seat["tracks"]["gold"] for seat in game.view(looker)["seats"]] == purses


@pytest.mark.covers("MOD-INFO-02")
def test_everybody_sees_how_many_cards_a_hand_has_and_not_which(game: Game) -> None:
    hands = [game.view(seat)["seats"][seat]["zones"]["hand"] for seat in range(5)]
    assert all(None not in hand["cards"] for hand in hands)
    counts = [hand["count"] for hand in hands]
    assert len(set(counts)) > 2
    assert [seat["zones"]["hand"]["count"] for seat in game.view(None)["seats"]] == counts
    for seat in game.view(None)["seats"]:
        assert seat["zones"]["hand"]["cards"] == [None] * counts[seat["seat"]]


@pytest.mark.covers("MOD-INFO-06")
def test_everybody_sees_the_cities(game: Game) -> None:
    cities = [game.view(seat)["seats"][seat]["zones"]["city"] for seat in range(5)]
    assert sum(city["count"] for city in cities) > 5
    for looker in [None, *range(5)]:
        seen = [seat["zones"]["city"] for seat in game.view(looker)["seats"]]
        assert list(map(_without_numbers, seen)) == list(map(_without_numbers, cities))


def _without_numbers(place: dict[str, Any]) -> list[dict[str, Any]]:
    """The cards of a place; their numbers hold for one view only."""
    return [{key: said for key, said in card.items() if key != "piece"} for card in place["cards"]]


@pytest.mark.covers("MOD-INFO-06")
def test_gold_on_districts_is_seen_and_how_many_cards_lie_under_the_museum() -> None:
    """Played by lot until there are both; whoever laid the cards there goes on knowing them."""
    seen: set[str] = set()
    for seed in range(40):
        game = rulewright.load("modern").new_game(
            4, seed, cast=["Artist", "Museum"], options=["any-districts"]
        )
        chance = random.Random(seed)
        while (decision := game.decision) is not None and len(seen) < 2:
            words = [option.label for option in decision.options]
            liked = [n for n, word in enumerate(words) if "Museum" in word or "beautify" in word]
            game.choose(liked[0] if liked else chance.randrange(len(words)))
            for card in [card for seat in game.view(None)["seats"] for card in _city(seat)]:
                if card["marks"].get("beautified"):
                    seen.add("beautified")
                if "zones" in card:
                    under = card["zones"]["collection"]
                    assert card["name"] == "Museum"
                    assert under["cards"] == [None] * under["count"] != []
                    seen.add("collection")
    assert seen == {"beautified", "collection"}


def _city(seat: dict[str, Any]) -> list[dict[str, Any]]:
    cards: list[dict[str, Any]] = seat["zones"]["city"]["cards"]
    return cards

"""Whole games played by lot, and what is read off them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import rulewright

CHARACTERS = [
    "Assassin", "Thief", "Magician", "King", "Bishop", "Merchant", "Architect", "Warlord",
]  # fmt: skip
BONUS = [
    "Witch", "Tax Collector", "Wizard", "Emperor", "Abbot", "Alchemist", "Navigator", "Diplomat",
    "Artist", "Queen",
]  # fmt: skip
OFFERS = {
    "classic": {
        2: [7, 6, 5, 4, 3, 2],
        3: [7, 6, 5, 4, 3, 2],
        4: [5, 4, 3, 2],
        5: [6, 5, 4, 3, 2],
        6: [7, 6, 5, 4, 3, 2],
        7: [7, 6, 5, 4, 3, 2, 2],
    },
    "first-edition": {
        3: [4, 3, 2],
        4: [5, 4, 3, 2],
        5: [6, 5, 4, 3, 2],
        6: [7, 6, 5, 4, 3, 2],
        7: [7, 6, 5, 4, 3, 2, 2],
    },
}
TABLES = [(edition, players) for edition, offers in OFFERS.items() for players in offers]


def play(game: rulewright.Game, seed: int) -> Iterator[rulewright.Game]:
    """Play to the end by lot, building what can be built; give the game before every choice."""
    lot = random.Random(seed)
    while (decision := game.decision) is not None:
        yield game
        # What is said of an option takes three times as long as all else in a game: only its word is looked at.
        words = [option.labelling and option.labelling.word for option in decision.options]
        builds = [number for number, word in enumerate(words) if word == "build"]
        game.choose(lot.choice(builds) if builds else lot.randrange(len(words)))


def played(game: rulewright.Game, seed: int) -> rulewright.Game:
    for _ in play(game, seed):
        pass
    return game


def drafting(game: rulewright.Game) -> bool:
    """Whether characters are being chosen."""
    return game.decision is not None and game.decision.kind in (
        "drafts.character",
        "drops.castoff",
    )


def offered(game: rulewright.Game) -> list[str]:
    assert game.decision is not None
    return [option.data["card"] for option in game.decision.options]


def names(zone: dict[str, Any]) -> list[str | None]:
    """The cards of a place, None for one that the looker does not know."""
    return [card["name"] if card else None for card in zone["cards"]]


def open_cards(game: rulewright.Game) -> list[str | None]:
    return names(game.view()["table"]["zones"]["face-up-row"])


def cities(game: rulewright.Game) -> list[int]:
    return cities_in(game.view())


def cities_in(view: dict[str, Any]) -> list[int]:
    """How many districts stand in each city that is seen there."""
    return [seat["zones"]["city"]["count"] for seat in view["seats"]]


def hands(game: rulewright.Game) -> list[list[str | None]]:
    """Every seat's hand, as that seat knows it."""
    return [names(game.view(seat)["seats"][seat]["zones"]["hand"]) for seat in range(game.players)]

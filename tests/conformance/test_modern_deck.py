"""Where the 68 district cards of the revised edition are, at every decision of whole games."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rulewright

SPECIAL = [
    "Armory", "Factory", "Framework", "Great Wall", "Keep", "Laboratory", "Library", "Museum",
    "Necropolis", "Observatory", "Park", "Quarry", "Smithy", "Thieves' Den",
]  # fmt: skip
EDITION = f"""\
edition: moving-cards
extends: modern
name: Moving cards
about: Characters and districts that take cards to every place there is.
cast:
  character: [Magistrate, Spy, Seer, Patrician, Cardinal, Trader, Scholar, Diplomat]
  district/special: [{", ".join(SPECIAL)}]
"""
DISTRICT_PLACES = {"deck", "hand", "desk", "city", "collection"}


def places(thing: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every place in a view, also those that belong to cards."""
    if isinstance(thing, dict):
        yield from thing.get("zones", {}).items()
        for part in thing.values():
            yield from places(part)
    elif isinstance(thing, list):
        for part in thing:
            yield from places(part)


def seen_names(game: rulewright.Game) -> list[str]:
    """The districts that lie open or in a hand, as all players together see them."""
    found = []
    for seat in range(game.players):
        for name, place in places(game.view(seat)["seats"][seat]):
            if name in DISTRICT_PLACES:
                found += [card["name"] for card in place["cards"] if card]
    return found


def check(game: rulewright.Game) -> set[str]:
    """Count the cards; return the places where there are any."""
    held = [(name, place) for name, place in places(game.view()) if name in DISTRICT_PLACES]
    assert sum(place["count"] for _, place in held) == 68
    seen = Counter(seen_names(game))
    assert seen <= Counter(
        {card["card"]: card["count"] for card in game.view()["cast"]["district"]}
    )
    special = [name for name in seen.elements() if name in SPECIAL]
    assert len(set(special)) == len(special)
    return {name for name, place in held if place["count"]}


@pytest.mark.long
@pytest.mark.covers("MOD-X-DECK-08")
def test_there_are_always_68_districts(tmp_path: Path) -> None:
    path = tmp_path / "moving-cards.yaml"
    path.write_text(EDITION, encoding="utf-8")
    rules = rulewright.load(path)
    visited: set[str] = set()
    for seed in range(9, 12):
        game = rules.new_game(players=4, seed=seed)
        lot = random.Random(seed)
        while (decision := game.decision) is not None:
            visited |= check(game)
            labels = [option.label for option in decision.options]
            liked = [n for n, label in enumerate(labels) if label.startswith(("build ", "lay "))]
            game.choose(lot.choice(liked or range(len(labels))))
    assert visited == DISTRICT_PLACES

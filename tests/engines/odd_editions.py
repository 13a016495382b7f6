"""Editions drawn by lot from all shipped cards and a score of house cards of many sorts (`odd/odd-cards.rules`)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import rulewright
from perft.games import TESTS
from rulewright import Rules
from rulewright.runtime.ir.module import Module
from rulewright.runtime.session.rules.rulebook import Rulebook, load_rulebook

EDITION = TESTS / "engines" / "odd" / "odd.yaml"
DISTRICTS = 60
MANY_POWERS = (
    "Arcade", "Armory", "Auction Room", "Archive", "Bank", "Bishopric", "Dovecote", "Ferry", "Gallows",
    "Laboratory", "Market Fair", "Museum", "Observatory Tower", "Oracle", "Smithy",
)  # fmt: skip
"""Cards of which most have a power, and some several."""


@cache
def odd_book() -> Rulebook:
    """The rules of the edition with the house cards."""
    return load_rulebook(EDITION)


def odd_module(cast: tuple[str, ...], players: int) -> Module:
    """The module of that edition with these cards besides its own. Raises RulesError."""
    return odd_book().with_cast(cast).module(players)


def drawn_editions(seed: int) -> Iterator[tuple[Module, tuple[str, ...]]]:
    """Modules with a character by lot for each rank and many districts, and the cards that were drawn."""
    rules, lot = rulewright.load(EDITION), Random(seed)
    ranks, districts = _castable(rules)
    while True:
        characters = [lot.choice(names) for names in ranks][: 8 + lot.randrange(2)]
        cast = (*characters, *lot.sample(districts, DISTRICTS))
        try:
            yield odd_module(cast, lot.choice((4, 5, 6, 7))), cast
        except rulewright.RulesError:
            continue  # some need more players than there are, or a ninth


def _castable(rules: Rules) -> tuple[list[list[str]], list[str]]:
    """The characters of each rank, and the districts."""
    whole, ranks, districts = rules.with_cast(rules.castable), dict[int, list[str]](), list[str]()
    for name in sorted(rules.castable):
        card = whole.card(name)
        if card.kind == "character":
            ranks.setdefault(int(str(card.fields["rank"])), []).append(name)
        else:
            districts.append(name)
    return [ranks[rank] for rank in sorted(ranks)], districts

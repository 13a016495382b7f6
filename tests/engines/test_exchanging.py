"""What lies in order is exchanged with what lies in none, also where that is nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.kit import Lockstep
from rulewright.runtime.session.rules.rulebook import load_rulebook

pytest.importorskip("wasmtime")

RULES = """\
game swaps

kind card
    starts in the deck

there is a deck of cards, in order, seen by nobody
there is a bag of cards, seen by nobody
each player has a hand of cards, seen by its owner

list of card
    printed "ours"
    name
    Ace
    Bow

flow
    exchange the deck with the bag
    for each player in players
        play turn for the player

phase turn for a player
    choose
        option swap
            exchange the bag with the deck
        option take
            move the top of the deck to my hand

value a player's score is the number of cards in the player's hand
outcome by score
"""
EDITION = "edition: swaps\nname: S\nrules: [swaps.rules]\nplayers: 3\ncast: {card: [Ace, Bow]}\n"


@pytest.mark.parametrize("seed", range(6))
def test_a_place_with_order_is_empty_after_an_exchange_with_an_empty_one(
    tmp_path: Path, seed: int
) -> None:
    (tmp_path / "swaps.rules").write_text(RULES, encoding="utf-8")
    (tmp_path / "swaps.yaml").write_text(EDITION, encoding="utf-8")

    Lockstep.of(load_rulebook(tmp_path / "swaps.yaml").module(3)).play(seed)

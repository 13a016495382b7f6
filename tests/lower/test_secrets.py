"""A question whose options hang on what not all know is private, also where nobody but who is asked can tell."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright

RULES = """\
game oracle

kind card
    starts in the deck

there is a deck of cards, in order, seen by nobody
there is a fate, a number, seen by {sight}

list of card
    printed "ours"
    name
    Ace

flow
    set the fate to the fate + 1
    for each player in players
        play turn for the player

phase turn for a player
    I choose
        option ask, if the fate is 1
            do nothing
        option wait
            do nothing
"""

EDITION = """\
edition: oracle
name: Oracle
rules: [oracle.rules]
players: 2
"""


@pytest.mark.parametrize(("sight", "private"), [("everyone", False), ("nobody", True)])
def test_options_that_hang_on_a_number(tmp_path: Path, sight: str, private: bool) -> None:
    (tmp_path / "oracle.rules").write_text(RULES.format(sight=sight), encoding="utf-8")
    (tmp_path / "oracle.yaml").write_text(EDITION, encoding="utf-8")
    game = rulewright.load(tmp_path / "oracle.yaml").new_game(2, 1, engine="python")

    assert game.decision is not None
    assert game.decision.is_private is private

"""A small game in which a turn is played for a player as a card that lies hidden, and two are asked in it."""

from __future__ import annotations

from pathlib import Path

import rulewright
from rulewright import Game
from rulewright.runtime.session.native_backend import EngineName

RULES = """\
game errand

kind card
    rank: number
    starts in the deck

there is a deck of cards, in order, seen by nobody
each player has a hand of cards, seen by its owner

list of card
    printed "ours"
    name  rank
    Ace   1
    Bow   2
    Cup   3
    Die   4
    Elm   5
    Fan   6

flow
    shuffle the deck
    for each player in players
        move the top of the deck to the player's hand
    for each player in players
        if (the top of the deck) is not nothing
            play turn for the player as (the top of the deck)

phase turn for a player as a card called errand
    I run
    my left runs

event a player runs
    choose
        option walk
        option ride, if the steepness is at least 4
        option rest, if the steepness is less than 4

# What hangs on the card for which the turn is played.
value the steepness is the turn's errand's rank

value a player's score is 1
outcome by score
"""

EDITION = """\
edition: errand
name: Errand
rules: [errand.rules]
players: 3
cast:
  card: [Ace, Bow, Cup, Die, Elm, Fan]
"""


def errand(folder: Path, seed: int, engine: EngineName = "python") -> Game:
    """A game for three on this table: the first player is asked in a turn played for him, then the second."""
    (folder / "errand.rules").write_text(RULES, encoding="utf-8")
    (folder / "errand.yaml").write_text(EDITION, encoding="utf-8")
    return rulewright.load(folder / "errand.yaml").new_game(3, seed, told=False, engine=engine)

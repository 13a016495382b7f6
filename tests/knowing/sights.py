"""A small table with places, numbers, pointers and marks of every sort of sight, and a phase played for a card."""

from __future__ import annotations

from pathlib import Path

import rulewright
from rulewright import Game

RULES = """\
game sights

labels hue: red, green

kind card
    rank: number
    starts in the deck

there is a deck of cards, in order, seen by nobody
there is a bag of cards, seen by nobody
there is a row of cards, in order, seen by everyone
there is a nook of cards, in order, seen by the looker
each player has a hand of cards, seen by its owner
each card has a vault of cards, seen by its owner
there is a looker, a player, seen by everyone
each player has gold, a number, seen by everyone
each player has debt, a number, seen by its owner
each player has luck for each hue, a number, seen by its owner
there is a plan, a number, seen by the looker
there is a fate, a number, seen by nobody
there is a favourite, a card or nothing, seen by everyone
a card may be dusty, seen by everyone
a card may be cursed, seen by nobody
a card may be sworn, seen by the looker

list of card
    printed "ours"
    name  rank
    Ace   1
    Bow   2
    Cup   3
    Die   4
    Elm   5
    Fan   6
    Gem   7
    Hat   8
    Ink   9
    Jug   9
    Kit   9
    Log   9
    Mug   9

flow
    for each player in players
        move the top 2 cards of the deck to the player's hand
    move the top 2 cards of the deck to the bag
    move the top 2 cards of the deck to the row
    set the looker to the first of players
    move the top of the deck to the nook
    for each player in players
        play turn for the player

phase turn for a player
    choose a pick from cards in my hand
    play trial for the pick

phase trial for a card called subject
    the looker chooses
        option keep "keep it"
            move the subject to Ace's vault
            set the looker's gold to the looker's gold + 1
            set the looker's debt to the looker's debt + 1
            set the looker's luck for red to the looker's luck for green + 1
            set the looker's luck for green to the looker's luck for red + 1
            set the plan to the plan + 1
            set the fate to the fate + 1
        option praise, if the subject is not cursed
            set the favourite to the subject
            the subject becomes dusty
            the subject becomes cursed
            the subject becomes sworn
        option pass
            do nothing

value a player's score is the player's gold
outcome by score
"""

CARDS = ("Ace", "Bow", "Cup", "Die", "Elm", "Fan", "Gem", "Hat", "Ink", "Jug", "Kit", "Log", "Mug")
"""In the order of their numbers."""

EDITION = """\
edition: sights
name: Sights
rules: [sights.rules]
players: 2-3
cast:
  card: [Ace, Bow, Cup, Die, Elm, Fan, Gem, Hat, Ink, Jug, Kit, Log, Mug]
"""


def sights(folder: Path) -> Game:
    """A game for three on this table, where the first player is asked while a phase is played for his card.

    Hands: Ace and Bow, Cup and Die, Elm and Fan; in the bag Gem and Hat, in the row Ink and Jug, in the nook Kit,
    in the deck Log and Mug.
    """
    (folder / "sights.rules").write_text(RULES, encoding="utf-8")
    (folder / "sights.yaml").write_text(EDITION, encoding="utf-8")
    game = rulewright.load(folder / "sights.yaml").new_game(3, 1, engine="python")
    game.choose(0)
    return game

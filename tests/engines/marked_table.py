"""A table on which cards carry marks of every sort, wherever they go: more cards than there are bits in a word."""

from __future__ import annotations

import re
from pathlib import Path

from rulewright.runtime.ir.module import Module
from rulewright.runtime.session.rules.rulebook import load_rulebook

RULES = """\
game marked

labels hue: red, green

kind token
    starts in the box
kind coin
    starts in the purse
kind card
    rank: number
    starts in the stock

there is a box of tokens, seen by nobody
there is a purse of coins, seen by everyone
there is a shelf of tokens, seen by everyone
there is a stock of cards, in order, seen by nobody
there is a bag of cards, seen by nobody
there is a row of cards, in order, seen by everyone
there is a nook of cards, in order, seen by the looker
each player has a hand of cards, seen by its owner
each player has a track of cards, in order, seen by its owner
each player has a drawer of cards for each hue, seen by its owner
each player has a ledge of cards for each hue, in order, seen by its owner
each player has a wish for each hue, a number, seen by its owner
there is a looker, a player, seen by everyone

each card has a pouch of cards for each hue, seen by everyone
each token has a weight, a number, seen by everyone
a card may be dusty, seen by everyone
each card has a score, a number, seen by everyone
each card has a tally, a number, seen by everyone
each card has a wealth, a number, seen by everyone
each card has a bid, a number or nothing, seen by everyone
each card has a rival, a player or nobody, seen by everyone
each card has a keeper, a player, seen by everyone
each card has a mate, a card or nothing, seen by everyone
each card has a stamp for each hue, a number, seen by everyone
each card has a plan, a number, seen by the looker
each card has a fate, a number, seen by nobody
each card has a debt, a number, seen by everyone

list of token
    printed "ours"
    name
    Tin
    Tub

list of coin
    printed "ours"
    name
    Cent

list of card
    printed "ours"
    name  rank
    Ace   1
    Bow   2
    Cup   3
    Die   4

flow
    shuffle the stock
    for each player in players
        move the top 4 cards of the stock to the player's hand
        move the top 2 cards of the stock to the player's track
    move the top 4 cards of the stock to the bag
    move the top 2 cards of the stock to the row
    for each n in 1 to 8
        for each player in players
            play turn for the player

phase turn for a player
    choose a pick from cards in my hand
    set the looker to my left
    play marking for the pick
    set the looker to me
    choose
        option row
            move the pick to the row
        option track
            move the pick to the bottom of my left's track
        option hand
            move the pick to my left's hand
        option bag
            move the pick to the bag
        option nook
            move the pick to the nook
        option drawer
            move the pick to my drawer for green
            set my wish for green to 3
        option pouch
            choose a friend from cards in the row
            move the pick to the friend's pouch for green
        option ledge
            move the pick to my left's ledge for green
            set my left's wish for red to 4
    move the top of the stock to my hand

phase marking for a card called subject
    the looker chooses
        option dust
            the subject becomes dusty
        option score
            set the subject's score to 128
        option tally
            set the subject's tally to 33000
        option wealth
            set the subject's wealth to 70000
        option bid
            set the subject's bid to 0
        option higher
            set the subject's bid to 7
        option rival
            set the subject's rival to the looker
        option keep
            set the subject's keeper to the looker
        option mate
            the looker chooses a friend from cards in the row
            set the subject's mate to the friend
        option tokens
            for each thing in tokens in the box
                set the thing's weight to 3
                move the thing to the shelf
            the looker chooses a gift from tokens in the shelf
            move the gift to the box
            the looker chooses a penny from coins in the purse
        option debt
            set the subject's debt to -1
        option stamp
            set the subject's stamp for green to 1
            set the subject's plan to 1
            set the subject's fate to 1

value a player's points is the number of cards in the player's hand
outcome by points
"""

EDITION = """\
edition: marked
name: Marked
rules: [marked.rules]
players: 2-8
cast:
  token: {Tin: 1, Tub: 1}
  card: {Ace: 60, Bow: 1, Cup: 70, Die: 2}
"""


def marked_table(folder: Path, players: int, into_orders: str = "") -> Module:
    """The module of this table, on which perhaps nobody or everyone sees `into_orders`."""
    rules = RULES
    if into_orders:
        rules = re.sub("in order, seen by .*", f"in order, seen by {into_orders}", RULES)
    (folder / "marked.rules").write_text(rules, encoding="utf-8")
    edition = EDITION.replace("Tub: 1}", "Tub: 2}\n  coin: {Cent: 2}") if into_orders else EDITION
    (folder / "marked.yaml").write_text(edition, encoding="utf-8")
    return load_rulebook(folder / "marked.yaml").module(players)

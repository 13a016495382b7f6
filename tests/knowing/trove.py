"""A table on which much looks alike: copies in places of every sort, marks on them and cards that lie on cards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import rulewright
from rulewright import Game
from rulewright.runtime.ir.module import Module

RULES = """\
game trove

labels hue: red, green

kind gem
    weight: number
    starts in the mine
kind lock
    width: number
    starts in the rack

there is a rack of locks, in order, seen by nobody
there is a mine of gems, in order, seen by nobody
there is a bag of gems, seen by nobody
there is a tray of gems for each hue, seen by everyone
there is a nook of gems, seen by the looker
each player has a hand of gems, seen by its owner
each player has a shelf of gems for each hue, in order, seen by everyone
each gem has a vault of gems, seen by everyone
there is a looker, a player, seen by everyone
there is a tint, a hue or nothing, seen by everyone
there is a price, a number or nothing, seen by everyone
each player has luck for each hue, a number, seen by its owner
there is a plan, a number, seen by the looker
there is a favourite, a gem or nothing, seen by everyone
each gem has a worth, a number, seen by everyone
there is a porch of locks, in order, seen by everyone
each lock has a slot of gems for each hue, in order, seen by everyone
each lock has a keeper, a player or nobody, seen by everyone
each lock has a tone for each hue, a number, seen by everyone
a gem may be cursed, seen by nobody
a gem may be sworn, seen by the looker

list of gem
    printed "ours"
    name  weight
    Ruby   1
    Opal   2
    Onyx   3
    Jet    4
    Moon   5
    Star   6

list of lock
    printed "ours"
    name  width
    Bolt   1
    Hasp   2

flow
    for each player in players
        move the top 2 gems of the mine to the player's hand
    set the looker to the first of players
    play turn for the looker

phase turn for a player
    choose a pick from gems in my hand
    play trial for the pick

phase trial for a gem called subject
    the looker chooses
        option pass
            do nothing
        option swear, if the subject is not cursed
            the subject becomes sworn
            the subject becomes cursed
            set the subject's worth to 3
            set the favourite to the subject
            set the tint to green
            set the price to 2
            set the plan to 1
            set the looker's luck for red to 1
            move the subject to the looker's shelf for red
        option shut
            for each first-lock in locks in the rack
                set the first-lock's keeper to the looker
                move the subject to the first-lock's slot for red
                move the first-lock to the porch
                set the first-lock's tone for red to 1
        option lay
            for each top-gem in gems in the looker's hand
                move the top-gem to the subject's vault

value a player's score is the player's luck for red
outcome by score
"""

EDITION = """\
edition: trove
name: Trove
rules: [trove.rules]
players: 3
cast:
  gem: {Ruby: 5, Opal: 4, Onyx: 1, Jet: 3, Moon: 3, Star: 3}
  lock: {Bolt: 2, Hasp: 1}
"""

(
    R0,
    R1,
    R2,
    R3,
    R4,
    P5,
    P6,
    P7,
    P8,
    X9,
    J10,
    J11,
    J12,
    M13,
    M14,
    M15,
    S16,
    S17,
    S18,
    L19,
    L20,
    L21,
) = range(22)
A, B, C, ALL = 1, 2, 4, 15
"""Who knows a card, as bits; the last is who looks on."""

LYING = {
    ("mine", 0): (P7, R2, R1),
    ("bag", 0): (R4, P8),
    ("tray", 0): (R0, R3),
    ("nook", 0): (P5, P6),
    ("hand", 0): (J11,),
    ("hand", 1): (X9,),
    ("hand", 2): (M14,),
    ("shelf", 2): (M13,),
    ("rack", 0): (L21, L19),
    ("porch", 0): (L20,),
    ("slot", 0): (S17,),
    ("slot", 3): (S16, M15),
    ("vault", R0): (J12,),
    ("vault", R3): (J10,),
    ("vault", P8): (S18,),
}
"""What lies where: the place's name, and which of this name."""

OPEN = (R0, R3, J10, J12, M13, M15, S16, S17, S18, L20)
KNOWN = {**dict.fromkeys(OPEN, ALL), R2: C, P8: A, P5: A, P6: A, J11: A, X9: B, M14: C}

KEPT = {
    ("tint", 0): 1,
    ("luck", 0): 5,
    ("luck", 3): 6,
    ("plan", 0): 7,
    ("favourite", 0): P7,
    ("worth", R2): 9,
    ("worth", R3): 1,
    ("worth", R4): 8,
    ("worth", P5): 3,
    ("worth", X9): 4,
    ("cursed", P5): 1,
    ("cursed", X9): 1,
    ("sworn", P8): 1,
    ("sworn", J11): 1,
    ("keeper", 1): 1,
    ("keeper", 2): 0,
    ("tone", 1): 5,
    ("tone", 2): 6,
    ("trial.subject", 0): X9,
}
"""What numbers, pointers and marks hold that are not as they were at first."""


def trove(folder: Path) -> Game:
    """A game for three on this table, where the first player is asked while a phase is played for a card."""
    (folder / "trove.rules").write_text(RULES, encoding="utf-8")
    (folder / "trove.yaml").write_text(EDITION, encoding="utf-8")
    game = rulewright.load(folder / "trove.yaml").new_game(3, 1, engine="python")
    game.choose(0)
    at = game.state
    at.state[:] = laid_out(at.game.module, at.state)
    return game


def laid_out(module: Module, before: Sequence[Any]) -> list[Any]:
    """A row in which cards lie as `LYING` says."""
    row, layout = [*before], module.layout
    for zone in module.zones.values():
        for number, cell in enumerate(zone.run.cells):
            row[cell] = LYING.get((zone.name, number), ())
            for card in row[cell]:
                row[layout.place + card] = cell
    for card in range(len(module.pieces)):
        row[layout.known + card] = KNOWN.get(card, 0)
    for (name, number), value in KEPT.items():
        row[module.variables[name].run.base + number] = value
    return row

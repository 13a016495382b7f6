"""What all searches of the engines have in common, so that they come to the same."""

from __future__ import annotations

from typing import Final

WIN: Final = 3
"""What a victory is worth, where the greatest difference between scores is worth 2."""

CURIOSITY: Final = 11
"""How much a choice gains by having been tried seldom, in parts of SHARES; squared, values lie between 0 and 1."""

SHARES: Final = 64

DEEPEST: Final = 200
"""So many choices are made in the tree at most; the rest of the game is played by lot."""

MOST_CHOICES: Final = 1 << 16
"""So many choices a tree holds; when it is full, it is searched on as it is."""

LOT: Final = 2**31
"""Seeds of simulations are drawn below this."""

WORLDS: Final = 8
"""In so many games that look the same a search goes on at a time, in one after the other."""

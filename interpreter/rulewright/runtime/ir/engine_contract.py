"""What all engines have in common: options as numbers, how rules fail, limits of a search.

An option is list * 2^32 + element: which list of the decision it is from, and which element of it (32 bits, with a
sign). So options of different lists never meet, those of the first list are the elements themselves, and the end of
a row of choices, which is in no list, is like none of them.
"""

from __future__ import annotations

from typing import Final, Literal

LIST: Final = 2**32
HALF: Final = LIST // 2

END: Final = -LIST
"""The option that ends a row of choices."""


def answer(list_number: int, element: int) -> int:
    """The option for an element of a list; `element` is from -2^31 to 2^31 - 1."""
    return list_number * LIST + element


def list_of(value: int) -> int:
    """Which list an option is from; -1 for the end."""
    return (value + HALF) // LIST


def element_of(value: int) -> int:
    """The element that an option stands for; 0 for the end, and where a list has a single option."""
    return (value + HALF) % LIST - HALF


Reason = Literal["endless", "beyond", "divided", "impossible", "broken"]
ENDLESS: Reason = "endless"
BROKEN: Reason = "broken"
BEYOND: Reason = "beyond"
DIVIDED: Reason = "divided"
IMPOSSIBLE: Reason = "impossible"


class Fault(Exception):
    """Rules went on and on (`what` says so often what), made a number out of range, divided by 0, asked for
    the impossible, or broke what always holds (`what` is that sentence).

    `chain` is what they were doing, the outermost first: what each is called, and its place.
    """

    def __init__(self, reason: Reason, what: str = "", chain: tuple[str, ...] = ()) -> None:
        super().__init__(f"{reason} {what}".rstrip())
        self.reason = reason
        self.what = what
        self.chain = chain


WIN: Final = 3
"""What a victory is worth, where the greatest difference between scores is worth 2."""

CURIOSITY: Final = 11
"""How much a choice gains by having been tried seldom, in parts of SHARES; squared, values lie between 0 and 1."""

SHARES: Final = 64

USUAL_SPREAD: Final = 3
"""One part of so many is by how much values usually differ from game to game; where they differ less, a choice
gains less by having been tried seldom."""

MOST_DECISIONS: Final = 1_000_000
"""A game with more decisions is taken for one that never ends."""

DEEPEST: Final = 200
"""So many choices are made in the tree at most; the rest of the game is played by lot."""

MOST_CHOICES: Final = 1 << 16
"""So many choices a tree holds; when it is full, it is searched on as it is."""

LOT: Final = 2**31
"""Seeds of simulations are drawn below this."""

WORLDS: Final = 8
"""In so many games that look the same a search goes on at a time, in one after the other."""

NO_MASK, NO_VIEW, BY_INDEX = 1, 2, 4
"""How many games advance at once: what is not worked out of each; and that options are chosen by their index, not
by the action that they are."""

LEFT_ALONE = -1
"""What is chosen in a game that is to stay where it is, while others go on."""

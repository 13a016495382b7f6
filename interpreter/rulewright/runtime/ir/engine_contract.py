"""The contract between engines and their callers: options as numbers, faults of rules, parameters of the search.

An option is list * 2^32 + element, where `list` is the index of the option list in the decision and `element` a
signed 32-bit number. Options of different lists are therefore distinct, options of the first list equal their
elements, and END, which is in no list, is distinct from all others.
"""

from __future__ import annotations

from typing import Final, Literal

LIST: Final = 2**32
HALF: Final = LIST // 2

END: Final = -LIST
"""The option that ends a row of choices."""


def answer(list_number: int, element: int) -> int:
    """Return the option for an element of a list; `element` is from -2^31 to 2^31 - 1."""
    return list_number * LIST + element


def list_of(value: int) -> int:
    """Return the index of the option list that an option is from; -1 for END."""
    return (value + HALF) // LIST


def element_of(value: int) -> int:
    """Return the element of an option; 0 for END and for the option of a list without a source."""
    return (value + HALF) % LIST - HALF


Reason = Literal["endless", "beyond", "divided", "impossible", "broken"]
ENDLESS: Reason = "endless"
BROKEN: Reason = "broken"
BEYOND: Reason = "beyond"
DIVIDED: Reason = "divided"
IMPOSSIBLE: Reason = "impossible"


class Fault(Exception):
    """Rules failed while a game was played.

    They did not terminate (`what` was repeated), overflowed a number, divided by zero, attempted the impossible,
    or violated an invariant (`what` is its sentence). `chain` is the call stack, outermost first: the name and
    place of each rule.
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

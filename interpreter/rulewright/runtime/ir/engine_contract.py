"""The contract between engines and their callers: options as numbers, faults of rules, parameters of the search.

An option is list * 2^32 + element. `list` is the index of the option list in the decision, `element` a signed
32-bit number. Options of different lists are therefore distinct, and options of the first list equal their
elements. END is in no list and distinct from all others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

from rulewright.language.text import Span

LIST: Final = 2**32
HALF: Final = LIST // 2

END: Final = -LIST
"""The option that ends a series of choices."""


def option_of(list_number: int, element: int) -> int:
    """Return the number of the option for `element` (-2^31 to 2^31 - 1) of an option list."""
    return list_number * LIST + element


def list_of(value: int) -> int:
    """Return the index of the option list that an option number belongs to; -1 for END."""
    return (value + HALF) // LIST


def element_of(value: int) -> int:
    """Return the element of an option number; 0 for END and for lists without elements."""
    return (value + HALF) % LIST - HALF


Reason = Literal["endless", "beyond", "divided", "impossible", "broken"]
ENDLESS: Reason = "endless"
BROKEN: Reason = "broken"
BEYOND: Reason = "beyond"
DIVIDED: Reason = "divided"
IMPOSSIBLE: Reason = "impossible"


class Fault(Exception):
    """Error: the rules failed while a game was played.

    They did not terminate (`what` was repeated), overflowed a number, divided by zero, attempted the impossible,
    or violated an invariant (`what` is its sentence). `chain` is the call stack, outermost first: the name and
    place of each rule. `locate` returns the author's statement that failed, or None; it may take as long as
    compiling the game.
    """

    def __init__(
        self,
        reason: Reason,
        what: str = "",
        chain: tuple[str, ...] = (),
        locate: Callable[[], Span | None] = lambda: None,
    ) -> None:
        super().__init__(f"{reason} {what}".rstrip())
        self.reason = reason
        self.what = what
        self.chain = chain
        self.locate = locate

    def __reduce__(self) -> tuple[type[Fault], tuple[Reason, str, tuple[str, ...]]]:
        """Pickle the fault without its place, which other processes cannot find."""
        return Fault, (self.reason, self.what, self.chain)


WIN: Final = 3
"""Value of a victory in the search, where the greatest difference between scores has the value 2."""

UCB_EXPLORATION: Final = 11
"""Exploration constant of UCB, squared, in parts of SHARES, for values between 0 and 1."""

SHARES: Final = 64

USUAL_SPREAD: Final = 3
"""Values usually deviate from game to game by 1 / USUAL_SPREAD; less deviation lowers the exploration bonus."""

MAX_DECISIONS: Final = 1_000_000
"""A playout with more decisions counts as endless."""

MAX_TREE_DEPTH: Final = 200
"""Maximal depth of the search tree; deeper decisions are made by a random playout."""

MAX_TREE_NODES: Final = 1 << 16
"""Maximal number of nodes in the search tree; a full tree is searched on without growing."""

SEED_LIMIT: Final = 2**31
"""Seeds of simulations are drawn below this."""

DETERMINIZATIONS: Final = 8
"""Number of determinizations that a search uses in turn."""

NO_MASK, NO_VIEW, BY_INDEX, NO_RESTART = 1, 2, 4, 8
"""Bits for a batch of games: skip the action mask, skip the observation, choose by option index, not by action,
and leave a finished game as it is."""

NO_ADVANCE = -1
"""Choice for a game of a batch that does not advance."""

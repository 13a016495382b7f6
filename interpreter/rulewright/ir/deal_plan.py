"""What all dealing anew of the engines has in common, so that it comes to the same; see `game.dealing_anew`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

MOST_STEPS: Final = 80
"""So many decisions are played again at most."""

ENOUGH_TRIES: Final = 40
"""If so many draws do not fit, too much is asked of chance: less is played again."""

MOST_TRIES: Final = 400
"""After so many that did not fit, where others did, cards change places as they lie now."""

SHUFFLES: Final = 8
"""So often a decision after which something was shuffled is tried with other chance: where may others lie?"""

MOST_OTHERS: Final = 64
"""So many choices that may have been others are followed up; earlier ones stay as they are."""


class Again(NamedTuple):
    """A decision that is made again: what was asked whom, the option; whether it is that card under any name; else
    all that it may have been."""

    decision: int
    decider: int
    option: int
    is_held: bool
    alike: Sequence[int]


class Group(NamedTuple):
    """Names that could be on the same cards, given as bits; on some of these no name of a later group could be, so
    that it has to be one of them that is."""

    could: int
    alone: int
    names: Sequence[int]


def grouped(found: Sequence[tuple[int, Sequence[int]]]) -> list[Group]:
    """Groups in the order in which they are drawn, of what cards and names there are in each."""
    groups, later = list[Group](), 0
    for could, names in reversed(found):
        groups.insert(0, Group(could, could & ~later, names))
        later |= could
    return groups


class Plan(NamedTuple):
    """How a game is dealt anew for a seat.

    Names change places in a state of the past, `base`, and the steps are made again; what comes of it has to look
    as `now` does. Both are rows. The cards are in `order`, and the groups are drawn in theirs.
    """

    seat: int
    base: Sequence[Any]
    now: Sequence[Any]
    steps: Sequence[Again]
    order: Sequence[int]
    groups: Sequence[Group]

"""Types of the IR: every value is an integer, and its type says what the integer denotes."""

from __future__ import annotations

from enum import Enum

from rulewright.base.records import Record, evolve


class Kind(Enum):
    """Categories of things that an integer in the IR can denote."""

    NUMBER = "number"
    TRUTH = "yes or no"
    PLAYER = "player"
    PIECE = "piece"
    DESIGN = "design"
    LABEL = "label"
    PLACE = "place"
    CAUSE = "cause"
    CAPTURE = "capture"


class Type(Record):
    """Type of a value: the kind of thing it denotes, or a list of such things if `many`.

    `of` is the name of a label's list, or the number of the delayed rule for captured values.
    """

    kind: Kind
    of: str = ""
    many: bool = False

    def list(self) -> Type:
        """Return the type of a list of values of this type."""
        return evolve(self, many=True)

    def one(self) -> Type:
        """Return the type of an element of a list of this type."""
        return evolve(self, many=False)

    def __str__(self) -> str:
        name = self.of if self.kind is Kind.LABEL else f"{self.kind.value} {self.of}".rstrip()
        return f"list of {name}" if self.many else name


NUMBER = Type(Kind.NUMBER)
TRUTH = Type(Kind.TRUTH)
PLAYER = Type(Kind.PLAYER)
PIECE = Type(Kind.PIECE)
DESIGN = Type(Kind.DESIGN)
PLACE = Type(Kind.PLACE)
CAUSE = Type(Kind.CAUSE)

NOTHING = -1
"""The value for no player, piece, label or place."""
NO_NUMBER = -(2**31)
"""The value for no number, where a number is optional."""
LARGEST = 2**31 - 1
"""Numbers of a game are between -LARGEST and LARGEST: signed 32 bits without NO_NUMBER."""
MOST_NUMBERS = 100_000
"""Maximal length of a list of numbers."""
MOST_DELAYED = 1_000
"""Maximal number of live captures of delayed rules."""
MOST_STEPS = 100_000_000
"""Fuel from one decision to the next, in steps: about 1 s natively, at most 2 min in Python."""
READING_STEPS = 2_000_000
"""Fuel of a reading that does not advance the game, such as a score or the text of an option: about 1 s."""

UNSEEN, FROM_END, SHOWN_TO_ALL, SHOWN_TO = range(4)
"""Code for the players who can follow the piece of a move whatever places they see: the last argument of MOVE.

UNSEEN: nobody. FROM_END: all, as the piece is at an end of its place. SHOWN_TO_ALL: all players who know it, as it
was just shown to all. SHOWN_TO + seat: that seat, if it knows the piece, as it was just shown to it.
"""

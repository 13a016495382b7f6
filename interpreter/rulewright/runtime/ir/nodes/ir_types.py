"""Types of the IR: every value is an integer, and its type says what the integer denotes."""

from __future__ import annotations

from enum import Enum

from rulewright.base.records import Record, evolve


class Kind(Enum):
    """The sort of thing that an integer denotes."""

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
    """A type of the IR, or a list of it if `many`.

    `of` is the name of a label's list, or the number of the delayed rule for captured values.
    """

    kind: Kind
    of: str = ""
    many: bool = False

    def list(self) -> Type:
        """Return the type of a list of these."""
        return evolve(self, many=True)

    def one(self) -> Type:
        """Return the type of an element of the list."""
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
"""No player, no piece, no label, no place."""
NO_NUMBER = -(2**31)
"""No number, where a number may be nothing."""
LARGEST = 2**31 - 1
"""Numbers of a game lie between this and its opposite: 32 bits, signed, less the one that means none."""
MOST_NUMBERS = 100_000
"""A list of numbers may have so many."""
MOST_DELAYED = 1_000
"""So many delayed rules may be waiting at a time."""
MOST_STEPS = 100_000_000
"""The fuel of a decision until the next one, in steps: a second natively, two minutes at most in Python."""
READING_STEPS = 2_000_000
"""The fuel of one reading of a game that carries nothing on, such as a score or the text of an option: a second."""

UNSEEN, FROM_END, SHOWN_TO_ALL, SHOWN_TO = range(4)
"""To whom it is clear, whatever places he sees, which piece it is that a move takes: the last number of a move.

To nobody; to all, as it is the one at an end of its place, where they know what is left; to all who know it,
as it was shown to all before; from `SHOWN_TO` on to one seat, if it knows it, as it was shown to that seat.
"""

"""Layout of a game's state as one flat list of cells, called a row.

A cell holds an integer, or (for places, and for some of the state's own cells) a tuple of them. Every zone has
one cell for each of its owners: the owner of a place is a subtraction, "in any" is a range check. The number of a
place is the index of its cell. An engine may represent its state in another way; states are compared and saved as
rows.
"""

from __future__ import annotations

from typing import Any

from rulewright.base.records import Record, field

# The state's own cells, at the front of every row.
FRAMES = 0  # the stack of frames: (block, locals …, frame below)
DECISION = 1  # number of the pending decision, -1 for none
DECIDER = 2  # seat that decides; -1 while chance is asked like a player
ANSWER = 3  # the option chosen last
RANDOM = 4  # state of the game's random generator
DELAYED = 5  # pending instances of delayed rules, as (rule, captured values …)
ASKING = 6  # bits ASKS_CHANCE and ASKS_FORCED
FORCED = 7  # decisions with one option, made by the interpreter
MADE = 8  # decisions made by players
OWN_CELLS = 9

ASKS_CHANCE = 1
"""Bit: chance is asked like a player, and scenarios answer for it; without it the random generator decides."""

ASKS_FORCED = 2
"""Bit: decisions with a single option are asked too; without it the option is chosen at once."""

CHANCE_SEAT = -1
"""The decider when chance is asked like a player."""


class CellRange(Record):
    """A contiguous range of a state's cells, one or more for each owner.

    Owners have consecutive numbers from `first_owner` on. If an owner has one cell for each label of a list, its
    `each` cells are adjacent.
    """

    base: int
    count: int
    first_owner: int = 0
    each: int = 1

    @property
    def cells(self) -> range:
        """Indices in the state of the cells in this range."""
        return range(self.base, self.base + self.count)

    @property
    def start(self) -> int:
        """Offset that turns an owner's number into a cell."""
        return self.base - self.first_owner


class CellLayout(Record):
    """Layout of a state: the cells of each zone and variable, and where pieces' places and knowers begin."""

    zones: dict[str, CellRange] = field(factory=dict)
    variables: dict[str, CellRange] = field(factory=dict)
    place: int = 0
    known: int = 0
    size: int = OWN_CELLS


def to_tuples(value: Any) -> Any:
    """Return a JSON value with all its lists, nested ones included, turned into tuples."""
    return tuple(map(to_tuples, value)) if isinstance(value, list | tuple) else value

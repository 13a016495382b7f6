"""Where everything lies in the state, written as one flat row of numbers.

A cell holds a whole number, or (for places, and for some of the state's own cells) a tuple of them. Every zone is
one cell for each of its owners, so "whose" is a subtraction and "in any" is a range. A place is known by its cell.
An engine may keep its state as it likes; this is how states are told, compared and saved.
"""

from __future__ import annotations

from typing import Any

from rulewright.base.records import Record, field

# The state's own cells, at the front of every row.
FRAMES = 0  # the stack of frames: (block, locals …, frame below)
DECISION = 1  # number of the decision that is awaited, -1 for none
DECIDER = 2  # seat that decides; -1 while chance is asked like a player
ANSWER = 3  # what was chosen last
RANDOM = 4  # state of the game's one random stream
DELAYED = 5  # delayed rules, as (rule, captured …)
ASKING = 6  # what is asked besides what players can choose: ASKS_CHANCE, ASKS_FORCED, both or (0) neither
FORCED = 7  # decisions with one option, made by the interpreter
MADE = 8  # decisions made by players
OWN_CELLS = 9

ASKS_CHANCE = 1
"""Chance stops and asks, and scenarios answer for it; else the stream decides."""

ASKS_FORCED = 2
"""Who has one option is asked all the same; else it is chosen at once."""

CHANCE_SEAT = -1
"""Who decides where chance is asked like a player."""


class Run(Record):
    """A run of cells: the first, how many, and what is subtracted from the owner's number to index it.

    Where an owner has one for each label of a list, they lie side by side: `each` of them.
    """

    base: int
    count: int
    first_owner: int = 0
    each: int = 1

    @property
    def cells(self) -> range:
        """Its cells."""
        return range(self.base, self.base + self.count)

    @property
    def start(self) -> int:
        """What is added to an index, which counts from the first owner's number."""
        return self.base - self.first_owner


class Layout(Record):
    """All runs of cells by the names of what they hold, and where the pieces' places and knowers lie."""

    zones: dict[str, Run] = field(factory=dict)
    variables: dict[str, Run] = field(factory=dict)
    place: int = 0
    known: int = 0
    size: int = OWN_CELLS


def as_tuples(value: Any) -> Any:
    """A cell of a row, or an entry of a story, as it was before it was JSON."""
    return tuple(map(as_tuples, value)) if isinstance(value, list | tuple) else value

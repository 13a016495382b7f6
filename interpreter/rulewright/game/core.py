"""A running game: one row of numbers, and the machine that carries it on. Pure: no I/O, no clock, no other chance.

The row is the whole state, also of a rule that waits for a choice; copying the row copies the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from rulewright.engines.machine import Machine
from rulewright.engines.python.runtime import Endless
from rulewright.ir.chance import seeded
from rulewright.ir.layout import (
    ANSWER,
    CHANCE,
    DECIDER,
    DECISION,
    FORCED,
    FRAMES,
    MADE,
    RANDOM,
)
from rulewright.text import Complaint, RulesError

Row = list[Any]
Mark = tuple[Row, int, int]
#: What generated code raises when rules ask for what cannot be done.
FAULTS = (Endless, ArithmeticError, LookupError, RecursionError, TypeError, ValueError)


class IllegalChoice(ValueError):
    """An index that is none of the options, or a choice when none is awaited. The game is untouched."""


class Core:
    """State and machine. `log` is the story so far, or None for a game that keeps none."""

    __slots__ = ("decisions", "log", "machine", "options", "row")
    CHANCE_SEAT: ClassVar[int] = -1

    def __init__(self, machine: Machine, row: Row, log: list[Any] | None) -> None:
        self.machine = machine
        self.row = row
        self.log = log
        self.options: list[int] | None = None
        self.decisions: list[int] = []

    @classmethod
    def start(cls, machine: Machine, seed: int, told: bool = True) -> Core:
        """A new game, played up to its first decision.

        Raises RulesError if the rules ask for what cannot be done.
        """
        row = list(machine.first_row)
        row[RANDOM] = seeded(seed)
        core = cls(machine, row, [] if told else None)
        try:
            core.run()
        except FAULTS as error:
            raise RulesError([_fault(machine, machine.first_row, error)]) from error
        return core

    # ------------------------------------------------------------------ carrying on

    def run(self) -> None:
        """Carry on until a decision is awaited or the game is over."""
        row, blocks = self.row, self.machine.blocks
        row[DECISION] = -1
        block = row[FRAMES][0]
        while block >= 0:
            block = blocks[block](row, self)

    @property
    def waiting(self) -> bool:
        """Whether somebody has to choose."""
        return bool(self.row[DECISION] >= 0)

    @property
    def over(self) -> bool:
        """Whether the flow of the game has come to its end."""
        return not self.waiting and len(self.row[FRAMES]) == 1

    @property
    def decider(self) -> int:
        """The seat that has to choose; -1 for chance, where chance is asked."""
        seat: int = self.row[DECIDER]
        return seat

    @property
    def forced(self) -> int:
        """How many decisions had one option only and were made by the interpreter."""
        count: int = self.row[FORCED]
        return count

    def option_values(self) -> list[int]:
        """The options of the decision that is awaited, as the machine numbers them."""
        if self.options is None:
            self.options = self.machine.code[f"o{self.row[DECISION]}"](self.row)
        return self.options

    def choose(self, index: int) -> None:
        """Choose an option by its index.

        Raises IllegalChoice (the state is untouched) for anything but an index of `option_values`.
        """
        if not self.waiting:
            raise IllegalChoice("no decision is awaited: the game is over")
        options = self.option_values()
        if isinstance(index, bool) or not isinstance(index, int) or not 0 <= index < len(options):
            raise IllegalChoice(f"{index!r} is none of the options 0 to {len(options) - 1}")
        before = self.mark()
        try:
            self._take(index, options[index])
        except FAULTS as error:
            raise self.undone(before, error) from error

    def mark(self) -> Mark:
        """Where the game stands, for `undone`."""
        return self.row[:], len(self.decisions), len(self.log) if self.log is not None else 0

    def undone(self, mark: Mark, error: Exception) -> RulesError:
        """Take everything back to where the game stood; the error says what went wrong since."""
        row, made, told = mark
        self.row[:] = row
        self.options = None
        del self.decisions[made:]
        if self.log is not None:
            del self.log[told:]
        return RulesError([_fault(self.machine, row, error)])

    def _take(self, index: int, value: int) -> None:
        row = self.row
        row[ANSWER] = value
        row[MADE] += 1
        self.decisions.append(index)
        self.options = None
        self.run()

    # ------------------------------------------------------------------ copies

    def copy(self) -> Core:
        """An independent copy, at the same point of the same rules."""
        other = type(self).__new__(type(self))
        other.machine = self.machine
        other.row = self.row[:]
        other.log = None if self.log is None else self.log[:]
        other.options = self.options
        other.decisions = self.decisions[:]
        return other

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Core)
            and self.row == other.row
            and self.machine.source == other.machine.source
        )

    def __hash__(self) -> int:
        return hash(tuple(self.row))

    def ask_chance(self, asked: bool) -> None:
        """Whether chance stops and is asked like a player (seat -1), as scenarios want it."""
        self.row[CHANCE] = int(asked)


def _fault(machine: Machine, row: Sequence[Any], error: Exception) -> Complaint:
    """What is said when rules ask for the impossible while a game runs."""
    after, where = "at the start of the game", ""
    if row[DECISION] >= 0:
        decision = machine.decisions[row[DECISION]]
        site = machine.sites[decision.site]
        after, where = f"after `{decision.name}`", f" ({site.name}, {site.place})"
    if isinstance(error, Endless):
        message = f"{after} the rules never come to an end: {error} in a row"
    else:
        message = f"{after} the rules ask for what cannot be done"
    return Complaint("E0701", f"{message}{where}", None)

"""Counting which clauses of the rules come to pass: statements and conditions that a module counts with.

Only a world that is lowered with counters has them in its code; any other module has no trace of them. What is
known before a game (a cell that is read, a rule that always applies) is noted while lowering.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.base.records import Draft, field
from rulewright.language.text import Span
from rulewright.runtime.ir.terms import Body, Const, Count, Node, Watched

FIRES = "fires"
HOLDS, FAILS = "holds", "fails"
THEN, ELSE = "then", "else"
TAKEN, DECLINED, IMPOSSIBLE = "taken", "declined", "not possible"
STOPPED = "stopped"

UNCOUNTED = -1

Key = tuple[str, int, int, str]
"""File, first and last character, arm: how the lowering finds a clause again."""


def key_of(at: Span, arm: str) -> Key:
    """The key of the clause that stands there."""
    return (at.source.name, at.start, at.end, arm)


def cell_arm(row: int, column: int | None) -> str:
    """The arm of a table's cell."""
    return f"{row}" if column is None else f"{row} across {column}"


class Counters(Draft):
    """Gives clauses their counters while a world is lowered."""

    numbers: dict[Key, int]
    known: set[int] = field(factory=set)

    @classmethod
    def of(cls, keys: Iterable[Key]) -> Counters:
        """Counters for the clauses with these keys, numbered as they stand."""
        return cls({key: number for number, key in enumerate(keys)})

    def _number(self, at: Span, arm: str) -> int:
        return self.numbers.get(key_of(at, arm), UNCOUNTED)

    def count(self, at: Span, arm: str) -> Body:
        """A statement that counts this clause; none if it is no clause (a part of a scenario)."""
        number = self._number(at, arm)
        return () if number == UNCOUNTED else (Count(number),)

    def condition(self, at: Span, node: Node) -> Node:
        """The condition, counted whenever it is looked at, if its arms are clauses."""
        return self._watched(node, self._number(at, HOLDS), self._number(at, FAILS))

    def rule(self, at: Span, applies: Node) -> Node:
        """Whether a rule applies, counted when it does."""
        number = self._number(at, FIRES)
        if isinstance(applies, Const) and applies.value and number != UNCOUNTED:
            self.known.add(number)
        return self._watched(applies, number, UNCOUNTED)

    def _watched(self, node: Node, holds: int, fails: int) -> Node:
        # What is settled already stays a constant, so that the code is specialised as it is without counters.
        if isinstance(node, Const) or (holds == UNCOUNTED and fails == UNCOUNTED):
            return node
        return Watched(node, holds, fails)

    def always(self, at: Span, arm: str) -> None:
        """A clause that comes to pass in every game of this world."""
        number = self._number(at, arm)
        if number != UNCOUNTED:
            self.known.add(number)

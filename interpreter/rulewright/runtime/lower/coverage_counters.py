"""Coverage instrumentation: statements and conditions that count which clauses of the rules take effect.

Only a world lowered with counters has them in its code. Clauses decided before a game (a table cell that is read,
a rule that always applies) are recorded during lowering.
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

ClauseKey = tuple[str, int, int, str]
"""Key of a clause for lowering: file, first and last character, arm."""


def clause_key(at: Span, arm: str) -> ClauseKey:
    """Return the key of the clause at source position `at`; `arm` distinguishes several clauses there."""
    return (at.source.name, at.start, at.end, arm)


def table_cell_arm(row: int | str, column: int | str | None) -> str:
    """Return the arm that names one cell of a table in a clause key."""
    return f"{row}" if column is None else f"{row} across {column}"


class Counters(Draft):
    """Numbers of coverage counters by clause, and the clauses known to take effect in every game."""

    numbers: dict[ClauseKey, int]
    known: set[int] = field(factory=set)

    @classmethod
    def of(cls, keys: Iterable[ClauseKey]) -> Counters:
        """Return counters for the clauses with these keys, numbered in this order."""
        return cls({key: number for number, key in enumerate(keys)})

    def _counter(self, at: Span, arm: str) -> int:
        """Return the number of a clause's counter; UNCOUNTED (-1) if there is no such clause."""
        return self.numbers.get(clause_key(at, arm), UNCOUNTED)

    def count(self, at: Span, arm: str) -> Body:
        """Return a statement that counts the clause at `at`; empty if there is none, as in a scenario."""
        number = self._counter(at, arm)
        return () if number == UNCOUNTED else (Count(number),)

    def condition(self, at: Span, node: Node) -> Node:
        """Return `node`, instrumented to count how often it is true and false; unchanged if `at` has no clauses."""
        return self._instrumented(node, self._counter(at, HOLDS), self._counter(at, FAILS))

    def rule(self, at: Span, applies: Node) -> Node:
        """Return the condition `applies` of a rule, instrumented to count how often it is true."""
        number = self._counter(at, FIRES)
        if isinstance(applies, Const) and applies.value and number != UNCOUNTED:
            self.known.add(number)
        return self._instrumented(applies, number, UNCOUNTED)

    def _instrumented(self, node: Node, holds: int, fails: int) -> Node:
        """Return `node` with these two counters; unchanged if it is constant or both are UNCOUNTED."""
        # A constant stays a constant, so that lowering makes the same decisions as without counters.
        if isinstance(node, Const) or (holds == UNCOUNTED and fails == UNCOUNTED):
            return node
        return Watched(node, holds, fails)

    def record_always(self, at: Span, arm: str) -> None:
        """Record the clause at `at` as one that takes effect in every game of this world."""
        number = self._counter(at, arm)
        if number != UNCOUNTED:
            self.known.add(number)

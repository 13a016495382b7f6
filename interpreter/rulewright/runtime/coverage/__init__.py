"""Coverage of rules: clauses are the parts of the rules that take effect in a game or do not, with stable ids.

A clause is one of these:

- a declaration or rule that can take effect: an event, a phase, a power, a hook …
- an arm of a branch: `if` and its alternative, an option of a menu, a `may` that is taken or declined
- an arm of a condition: true or false
- a cell of a table

Its id has its owner, its words and its arm, and no line number: it stays the same when lines move.
"""

from __future__ import annotations

from rulewright.base.records import Record, field
from rulewright.language.text import Span
from rulewright.runtime.lower.coverage_counters import ClauseKey, clause_key


class Clause(Record):
    """A part of the rules whose coverage is counted; `owner` is the declaration or rule that contains it."""

    id: str
    owner: str
    words: str
    arm: str
    at: Span = field(eq=False, repr=False)
    shown_at: Span = field(eq=False, repr=False)

    @property
    def place(self) -> str:
        """Position in the source as `file:line:column`."""
        return str(self.shown_at)

    @property
    def key(self) -> ClauseKey:
        """Key under which lowering finds the counter of the clause."""
        return clause_key(self.at, self.arm)

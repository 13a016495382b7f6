"""Clauses: the parts of the rules that come to pass in a game or do not, each with a name that lasts.

A clause is a declaration or rule that can speak (an event, a phase, a power, a hook …), an arm of a branch (`if`
and what happens else, an option of a menu, a `may` that is taken or declined), an arm of a condition (it holds, it
fails), or a cell of a table. Its id says whose part it is, its words and its arm, and no line: so it stays the same
when lines move.
"""

from __future__ import annotations

from rulewright.base.records import Record, field
from rulewright.language.text import Span
from rulewright.runtime.lower.coverage_counters import Key, key_of


class Clause(Record):
    """One clause. `owner` is the declaration or rule that it is a part of, `words` how it is written."""

    id: str
    owner: str
    words: str
    arm: str
    at: Span = field(eq=False, repr=False)
    shown_at: Span = field(eq=False, repr=False)

    @property
    def place(self) -> str:
        """`file:line:column`."""
        return str(self.shown_at)

    @property
    def key(self) -> Key:
        """What the lowering knows it by."""
        return key_of(self.at, self.arm)

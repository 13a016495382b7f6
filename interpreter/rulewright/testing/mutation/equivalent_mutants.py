"""Remarks that mark an equivalent mutant: `# same when left out: the hand is empty by then`.

A remark is at the end of a line or above it, and excuses a mutant of this line that no scenario detects. It needs
a reason. A remark is reported if scenarios detect the mutant anyway.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from rulewright.base.records import Record
from rulewright.language.text import Span, find_comments
from rulewright.testing.mutation.mutants import MUTATION_KINDS, RuleMutation

_SAME: Final = re.compile(r"(?m)#[ \t]*same[ \t]+when[ \t]+([^:\n]*)(?::[ \t]*(.*))?$")

Place = tuple[str, int, str]
"""A file, a line and a kind of mutation."""


class EquivalenceRemark(Record):
    """A remark that mutants of a line are equivalent to the original."""

    kinds: tuple[str, ...]
    reason: str
    line: int
    at: Span

    @property
    def places(self) -> Iterator[Place]:
        """The mutations that the remark excuses."""
        return ((self.at.source.name, self.line, kind) for kind in self.kinds)

    def fault(self, unnoticed: Iterable[Place]) -> str:
        """Return the fault of the remark, given the mutations that no scenario detects; empty if it has none."""
        if unknown := [kind for kind in self.kinds if kind not in MUTATION_KINDS]:
            return f"`{unknown[0]}` is unknown; use {_one_of(MUTATION_KINDS)}"
        if not self.reason:
            return "add a colon and the reason"
        if not set(self.places).issubset(unnoticed):
            return (
                "it is not needed: a scenario notices this change, or there is no such change here"
            )
        return ""


def place_of(change: RuleMutation) -> Place:
    """Return the key under which a remark excuses `change`."""
    return change.at.source.name, change.at.line, change.kind


def equivalence_remarks(changes: Iterable[RuleMutation]) -> list[EquivalenceRemark]:
    """Return the remarks in the files of these changes."""
    sources = {each.at.source.name: each.at.source for each in changes}
    return [
        EquivalenceRemark(
            kinds=tuple(kind.strip() for kind in match[1].split(",")),
            reason=(match[2] or "").strip(),
            line=line,
            at=at,
        )
        for source in sources.values()
        for match, at, line in find_comments(source, _SAME)
    ]


def _one_of(kinds: Iterable[str]) -> str:
    """Return the names of mutation kinds as a list for a message, each in backticks."""
    return ", ".join(f"`{kind}`" for kind in kinds)

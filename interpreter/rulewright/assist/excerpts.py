"""What of a rule file is read to try a change in it: a declaration, of a card only the rule around a place."""

from __future__ import annotations

import re
from typing import Final

from rulewright.base.records import Record
from rulewright.language.syntax.recovery.recovery import declaration_starts
from rulewright.language.text import Complaints, Source, Span
from rulewright.language.text.merge_conflicts import without_conflicts

_CARD: Final = re.compile(r"[a-z][a-z0-9-]* [^\W\d_a-z][^\n\"]*\n")
_BODY_LINE: Final = re.compile(r"(?m)^( +)(?=[^\s#])")


class Excerpt(Record):
    """Where a declaration begins and ends, what is read of it, and from where to where.

    In the text of the whole file all is blank in the declaration that is not read, so places stay as they are.
    """

    source: Source
    text: str
    begin: int
    end: int
    first: int
    last: int

    @property
    def lines_before(self) -> int:
        """So many lines stand above the declaration."""
        return self.text.count("\n", 0, self.begin)

    @property
    def first_line(self) -> int:
        """The number of the first line that is read."""
        return self.text.count("\n", 0, self.first) + 1

    def has(self, at: Span) -> bool:
        """Whether a place lies in what is read."""
        inside = self.first <= at.start and at.start < self.last and at.end <= self.end
        return inside and at.source.name == self.source.name

    def holds(self, at: Span) -> bool:
        """Whether a change at a place is tried with no more than this."""
        return self.has(at) and at.end <= self.last and _is_within(at)


def excerpt_around(at: Span) -> Excerpt:
    """What is read to try a change at a place."""
    source = at.source
    said = source.text
    if "=======" in said:  # of what a merge left there is one version
        said = without_conflicts(source, Complaints())
    starts = declaration_starts(said)
    begin = max((start for start in starts if start <= at.start), default=0)
    end = min((start for start in starts if start >= at.end), default=len(said))
    first, last = _rule_around(said, begin, end, at) if _is_within(at) else (begin, end)
    if (first, last) != (begin, end):
        body = said.index("\n", begin)
        said = (
            said[:body]
            + _blank(said[body:first])
            + said[first:last]
            + _blank(said[last:end])
            + said[end:]
        )
    return Excerpt(source, said, begin, end, first, last)


def _is_within(at: Span) -> bool:
    """Whether a change is one of words, and moves no line: what moves may get under any other."""
    return not at.text.startswith((" ", "\n"))


def _rule_around(said: str, begin: int, end: int, at: Span) -> tuple[int, int]:
    """Where the rule of a card begins and ends that a place is in; else the same as of the declaration."""
    lines = list(_BODY_LINE.finditer(said, begin, end)) if _CARD.match(said, begin) else []
    depth = min((len(line[1]) for line in lines), default=0)
    starts = [line.start() for line in lines if len(line[1]) == depth]
    if not starts or len(lines[0][1]) != depth or at.start < starts[0]:
        return begin, end
    first = max(start for start in starts if start <= at.start)
    return first, min((start for start in starts if start >= at.end), default=end)


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)

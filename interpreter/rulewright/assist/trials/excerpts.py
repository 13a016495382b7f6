"""Excerpts: the part of a rule file that is parsed to try a change.

It is usually one declaration, or one rule of a card.
"""

from __future__ import annotations

import re
from typing import Final

from rulewright.base.records import Record
from rulewright.language.syntax.recovery.recovery import declaration_starts
from rulewright.language.text import Complaints, Source, Span
from rulewright.language.text.merge_conflicts import resolve_conflicts

_CARD: Final = re.compile(r"[a-z][a-z0-9-]* [^\W\d_a-z][^\n\"]*\n")
_BODY_LINE: Final = re.compile(r"(?m)^( +)(?=[^\s#])")


class TrialExcerpt(Record):
    """The declaration around a place, and the part of it that is parsed.

    `begin` and `end` bound the declaration, `first` and `last` the parsed part (offsets). `text` is the whole
    file, with the other parts of the declaration blanked, so that offsets stay the same.
    """

    source: Source
    text: str
    begin: int
    end: int
    first: int
    last: int

    @property
    def lines_before(self) -> int:
        """Number of lines above the declaration."""
        return self.text.count("\n", 0, self.begin)

    @property
    def first_line(self) -> int:
        """Number of the first line that is parsed, from 1."""
        return self.text.count("\n", 0, self.first) + 1

    def contains(self, at: Span) -> bool:
        """Return whether `at` begins in the parsed part."""
        inside = self.first <= at.start and at.start < self.last and at.end <= self.end
        return inside and at.source.name == self.source.name

    def covers(self, at: Span) -> bool:
        """Return whether this excerpt is enough to try a change at `at`."""
        return self.contains(at) and at.end <= self.last and _replaces_words_only(at)


def excerpt_around(at: Span) -> TrialExcerpt:
    """Return the part to parse; of the versions in a merge conflict it has only one."""
    source = at.source
    text = source.text
    if "=======" in text:  # one version of a merge conflict is enough
        text = resolve_conflicts(source, Complaints())
    starts = declaration_starts(text)
    begin = max((start for start in starts if start <= at.start), default=0)
    end = min((start for start in starts if start >= at.end), default=len(text))
    first, last = _rule_around(text, begin, end, at) if _replaces_words_only(at) else (begin, end)
    if (first, last) != (begin, end):
        body = text.index("\n", begin)
        text = (
            text[:body]
            + _blank_out(text[body:first])
            + text[first:last]
            + _blank_out(text[last:end])
            + text[end:]
        )
    return TrialExcerpt(source, text, begin, end, first, last)


def _replaces_words_only(at: Span) -> bool:
    """Return whether a change at `at` replaces words only; a moved line may get into another declaration."""
    return not at.text.startswith((" ", "\n"))


def _rule_around(text: str, begin: int, end: int, at: Span) -> tuple[int, int]:
    """Return the bounds of the card's rule around `at`; `begin` and `end` if it is in none."""
    lines = list(_BODY_LINE.finditer(text, begin, end)) if _CARD.match(text, begin) else []
    depth = min((len(line[1]) for line in lines), default=0)
    starts = [line.start() for line in lines if len(line[1]) == depth]
    if not starts or len(lines[0][1]) != depth or at.start < starts[0]:
        return begin, end
    first = max(start for start in starts if start <= at.start)
    return first, min((start for start in starts if start >= at.end), default=end)


def _blank_out(text: str) -> str:
    """Return `text` with every character but line ends replaced by a blank."""
    return re.sub(r"[^\n]", " ", text)

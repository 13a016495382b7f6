"""What is told under a complaint that nothing is known to help: at most three sentences that may be meant."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Final

from rulewright.program.advising.logical_lines import LogicalLine
from rulewright.program.advising.search import Begun, Found, Searcher
from rulewright.program.program import Program
from rulewright.records import evolve
from rulewright.syntax import tree
from rulewright.text import Complaint

MOST: Final = 3
"""So many sentences are told at a place."""
MOST_ASKED: Final = 6
"""For so many lines sentences are looked for; who has more mistakes begins with the first."""
MOST_DECLARED: Final = 400
"""Trying a sentence among so many declarations takes too long."""
_LEAST_WORDS: Final = 3
_SHOWN: Final = 6
"""So many lines of a card are told."""
_CODES: Final = ("E01", "E02", "E03")
"""Of sentences; where more than a form is wrong, help is better than what is only near."""
_A_WORD: Final = "E0118"
_WORD: Final = re.compile(r"[^\W\d_]+")


class Suggesting:
    """Finds what may be meant by lines that cannot be understood."""

    def __init__(self, program: Program, trees: Sequence[tree.Node], begun: Begun) -> None:
        self._program, self._trees, self._begun = program, trees, begun
        self._left = MOST_ASKED if len(trees) <= MOST_DECLARED else 0

    def told(self, complaint: Complaint, line: LogicalLine) -> Complaint:
        """A complaint with what may be meant, where nothing else is known."""
        helped = complaint.tried or (complaint.help and not complaint.code.startswith(_CODES[0]))
        sentence = len(_WORD.findall(line.text)) >= _LEAST_WORDS and '"' not in line.text
        if helped or not sentence or not complaint.code.startswith(_CODES) or not self._left:
            return complaint
        self._left -= 1
        self._searcher.besides = line.span.source.name
        found = self._searcher.found(line.text, MOST, line.above.startswith("scenario"))
        near = tuple(in_words(each) for each in found)
        # Names are spoken of where somebody declares one, not where a sentence reads like one.
        help = None if near and complaint.code == _A_WORD else complaint.help
        return evolve(complaint, perhaps=near, help=help)

    @cached_property
    def _searcher(self) -> Searcher:
        return Searcher(self._program, self._trees, self._begun)


def in_words(found: Found) -> str:
    """A sentence as it is told, with the card that says it and what it needs."""
    lines = [*found.lines[:_SHOWN], *(["…"] if len(found.lines) > _SHOWN else [])]
    about = [f"as {found.card}"] if found.card else []
    about += [f"with `{line}`" for line in found.extra]
    about += [found.remark] if found.remark else []
    lines[0] = f"- {lines[0]}"
    return "\n  ".join([*lines, *([f"({'; '.join(about)})"] if about else [])])

"""What is told under a complaint that nothing is known to help: at most three sentences that may be meant."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final

from rulewright.program.advising.logical_lines import LogicalLine
from rulewright.program.program import Program
from rulewright.records import evolve
from rulewright.syntax import first_mistake, tree
from rulewright.syntax.lexer import STEP
from rulewright.text import Complaint, Fix, Source

if TYPE_CHECKING:
    from rulewright.program.advising.search import Begun, Found, Searcher

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
_GUESSED: Final = ("E0101", "E0108", "E0118")
"""Where help says what a word would be, and not what the sentence is."""
_A_WORD: Final = "E0118"
_UNDERSTOOD: Final = "E0308"
"""Where a sentence is understood, and says what can never be."""
_WORD: Final = re.compile(r"[^\W\d_]+")


class Suggesting:
    """Finds what may be meant by lines that cannot be understood."""

    def __init__(self, program: Program, trees: Sequence[tree.Node], begun: Begun) -> None:
        self._program, self._trees, self._begun = program, trees, begun
        self._left = MOST_ASKED if len(trees) <= MOST_DECLARED else 0

    def told(self, complaint: Complaint, line: LogicalLine) -> Complaint:
        """A complaint with what may be meant, where nothing else is known."""
        helped = complaint.tried or (complaint.help and complaint.code not in _GUESSED)
        sentence = len(_WORD.findall(line.text)) >= _LEAST_WORDS and '"' not in line.text
        helped = helped or complaint.code == _UNDERSTOOD
        if helped or not sentence or not complaint.code.startswith(_CODES) or not self._left:
            return complaint
        from rulewright.program.advising.search import SETTING

        self._left -= 1
        self._searcher.besides = line.span.source.name
        found = self._searcher.found(line.text, MOST, line.above.startswith("scenario"))
        found = [each for each in found if each.context != SETTING]
        near = tuple(in_words(each) for each in found)
        offers = tuple(fix for each in found if (fix := _offer(each, line)) is not None)
        # Names are spoken of where somebody declares one, not where a sentence reads like one.
        help = None if near and complaint.code == _A_WORD else complaint.help
        return evolve(complaint, perhaps=near, help=help, offers=offers)

    @cached_property
    def _searcher(self) -> Searcher:
        from rulewright.program.advising.search import Searcher

        return Searcher(self._program, self._trees, self._begun)


def _offer(found: Found, line: LogicalLine) -> Fix | None:
    """The change after which a sentence stands in the place of a line, if it can be read there.

    What needs a declaration besides, or is the rule of a card, is only told.
    """
    if found.extra or found.is_card or found.part or found.near:
        return None
    lines = tuple(_deep(each) for each in found.lines)
    at, text = line.span, line.indented(lines)
    if lines[-1][0] > 0 and line.with_block != line.span:
        at, text = line.with_block, text + line.block_under(lines)
    rest = line.with_block.text[at.end - line.span.start :]
    source = Source(line.span.source.name, line.above + text + rest + "\n")
    own = range(line.above.count("\n") + 1, source.line_count + 1)
    mistake = first_mistake(source)
    if mistake is not None and mistake.line in own:
        return None
    return Fix(at, text, f"perhaps: {found.lines[0]}")


def _deep(line: str) -> tuple[int, str]:
    said = line.lstrip()
    return (len(line) - len(said)) // STEP, said


def in_words(found: Found) -> str:
    """A sentence as it is told, with the card that says it and what it needs."""
    lines = [*found.lines[:_SHOWN], *(["…"] if len(found.lines) > _SHOWN else [])]
    about = [f"as {found.card}"] if found.card else []
    about += [f"with `{line}`" for line in found.extra]
    about += [found.remark] if found.remark else []
    about += [f"not the same: {each}" for each in (_unlike(found),) if each]
    lines[0] = f"- for '{found.part}': {lines[0]}" if found.part else f"- {lines[0]}"
    return "\n  ".join([*lines, *([f"({'; '.join(about)})"] if about else [])])


def _unlike(found: Found) -> str:
    """What a sentence leaves out of what was asked, and what it says besides."""
    missing = [f"nothing here says {', '.join(map(repr, found.missing))}"] if found.missing else []
    besides = [f"{', '.join(found.besides)} was not asked for"] if found.besides else []
    return "; ".join([*missing, *besides])

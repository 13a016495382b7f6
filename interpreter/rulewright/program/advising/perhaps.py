"""What is told under a complaint that nothing is known to help: at most three sentences that may be meant."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final

from rulewright.program.advising.logical_lines import LogicalLine
from rulewright.program.advising.meaning import keeps_meaning
from rulewright.program.program import Program
from rulewright.records import evolve
from rulewright.syntax import first_mistake, tree
from rulewright.syntax.lexer import STEP
from rulewright.text import Complaint, Complaints, Fix, Source

if TYPE_CHECKING:
    from rulewright.program.advising.search import Begun, Found, Searcher

MOST: Final = 3
"""So many sentences are told at a place."""
MOST_ASKED: Final = 6
"""For so many lines sentences are looked for; who has more mistakes begins with the first."""
MOST_DECLARED: Final = 400
"""Trying a sentence among so many declarations takes too long."""
_LEAST_WORDS: Final = 2
_SHOWN: Final = 6
"""So many lines of a card are told."""
_FITS_WELL: Final = 0.6
_OF_FORM: Final = "E01"
_GUESSED: Final = ("E0101", "E0108", "E0118")
"""Where help says what a word would be, and not what the sentence is."""
_A_WORD: Final = "E0118"
NO_EVENT: Final = re.compile("there is no event called")
_WORD: Final = re.compile(r"[^\W\d_]+")


class Suggesting:
    """Finds what may be meant by lines that cannot be understood."""

    def __init__(
        self,
        program: Program,
        trees: Sequence[tree.Node],
        begun: Begun,
    ) -> None:
        self._program, self._trees, self._begun = program, trees, begun
        self._left = MOST_ASKED if len(trees) <= MOST_DECLARED else 0

    def add(self, complaint: Complaint, line: LogicalLine, complaints: Complaints) -> None:
        """Tell of a complaint what may be meant, where nothing else is known; perhaps later, in two steps."""
        helped = complaint.tried or (complaint.help and complaint.code not in _GUESSED)
        form = complaint.code.startswith(_OF_FORM) or NO_EVENT.match(complaint.message)
        if helped or not form or not self._left or not self._is_sentence(line):
            return
        self._left -= 1
        complaints.at_rest(self._begin)
        complaints.at_rest(lambda: complaints.replace(complaint, self._told(complaint, line)))

    def _begin(self) -> None:
        """Make the searcher, which takes about as long as what is looked for with it."""
        self._searcher.besides = ""

    def _told(self, complaint: Complaint, line: LogicalLine) -> Complaint:
        self._searcher.besides = line.span.source.name
        found = self._searcher.found(line.text, MOST, line.above.startswith("scenario"))
        found = [
            each
            for each in _near(found, line)
            if keeps_meaning(each.part or line.text, "\n".join(each.lines))
        ]
        near = tuple(in_words(each) for each in found)
        offers = tuple(fix for each in found if (fix := _offer(each, line)) is not None)
        # Names are spoken of where somebody declares one, not where a sentence reads like one.
        help = None if near and complaint.code == _A_WORD else complaint.help
        return evolve(complaint, perhaps=near, help=help, offers=offers)

    def _is_sentence(self, line: LogicalLine) -> bool:
        """Whether a line has words enough to look for what is like it."""
        return len(_WORD.findall(line.text)) >= _LEAST_WORDS and '"' not in line.text

    @cached_property
    def _searcher(self) -> Searcher:
        from rulewright.program.advising.search import Searcher

        return Searcher(self._program, self._trees, self._begun)


def _near(found: Sequence[Found], line: LogicalLine) -> list[Found]:
    """What is worth telling: it says all that was asked, or fits it well, hardly more, and is not there already."""
    from rulewright.program.advising.search import SETTING

    near = [each for each in found if _says_most(each) and len(each.besides) <= 1]
    if sum(1 for each in near if each.part) == 1:  # what says one part alone is no answer
        near = [each for each in near if not each.part]
    return [each for each in near if each.lines[0] not in line.text and each.context != SETTING]


def _says_most(found: Found) -> bool:
    return not found.missing or (not found.part and found.fit >= _FITS_WELL)


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

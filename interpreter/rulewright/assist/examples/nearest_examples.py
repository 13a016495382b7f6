"""Examples under a complaint that has no other help."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final

from rulewright.assist.logical_lines import LogicalLine
from rulewright.base.records import evolve
from rulewright.language.program.from_syntax import NewContext
from rulewright.language.program.program import Program
from rulewright.language.syntax import tree
from rulewright.language.text import Complaint, Complaints

if TYPE_CHECKING:
    from rulewright.assist.examples.retrieval import RetrievedExample, Retriever

MOST: Final = 3
"""Most examples under a complaint."""
MOST_ASKED: Final = 6
"""Most lines of a file that get examples."""
MOST_DECLARED: Final = 400
"""Type-checking an example among more declarations takes too long."""
_LEAST_WORDS: Final = 2
_MOST_LINES: Final = 6
"""Most lines of a card that are shown."""
_OF_FORM: Final = "E01"
_GUESSED: Final = ("E0101", "E0108", "E0118", "E0123")
"""Codes whose help explains a word, not the sentence."""
_LEAST_BESIDE_HELP: Final = 0.5
"""The least fit of an example beside such help."""
_A_WORD: Final = "E0118"
_NO_EVENT: Final = re.compile("there is no event called")
_WORD: Final = re.compile(r"[^\W\d_]+")


class NearestExamples:
    """A source of examples for complaints about lines that do not parse."""

    def __init__(
        self, program: Program, trees: Sequence[tree.Node], new_context: NewContext
    ) -> None:
        self._program, self._trees, self._new_context = program, trees, new_context
        self._left = MOST_ASKED if len(trees) <= MOST_DECLARED else 0

    def add(self, complaint: Complaint, line: LogicalLine, complaints: Complaints) -> None:
        """Add examples to a complaint without other help; in an editor only when it is idle, in two steps."""
        helped = complaint.tried or (complaint.help and complaint.code not in _GUESSED)
        form = complaint.code.startswith(_OF_FORM) or _NO_EVENT.match(complaint.message)
        if helped or not form or not self._left or not _is_sentence(line):
            return
        self._left -= 1
        complaints.defer(self._prepare)
        complaints.defer(
            lambda: complaints.replace(complaint, self._with_examples(complaint, line))
        )

    def _prepare(self) -> None:
        """Build the retriever, which takes about as long as a query."""
        assert self._retriever is not None

    def _with_examples(self, complaint: Complaint, line: LogicalLine) -> Complaint:
        """Return the complaint with examples for its line."""
        is_in_scenario = line.above.startswith("scenario")
        file = line.span.source.name
        examples = self._retriever.nearest(line.text, MOST, is_in_scenario, besides=file)
        least = _LEAST_BESIDE_HELP if complaint.help else 0
        shown = tuple(
            format_example(each)
            for each in examples
            if each.fit >= least and each.lines[0] not in line.text
        )
        # Help about a reserved word suits a declaration, not a sentence with examples.
        help = None if shown and complaint.code == _A_WORD else complaint.help
        return evolve(complaint, perhaps=shown, help=help)

    @cached_property
    def _retriever(self) -> Retriever:
        """The search for examples in the game, created on first use."""
        from rulewright.assist.examples.retrieval import Retriever

        return Retriever(self._program, self._trees, self._new_context)


def _is_sentence(line: LogicalLine) -> bool:
    """Return whether `line` has enough words for a search."""
    return len(_WORD.findall(line.text)) >= _LEAST_WORDS and '"' not in line.text


def format_example(example: RetrievedExample) -> str:
    """Return the text of an example for display, with its card and the declarations that it needs."""
    lines = [*example.lines[:_MOST_LINES], *(["…"] if len(example.lines) > _MOST_LINES else [])]
    about = [f"as {example.card}"] if example.card else [f"for '{example.phrase}'"]
    about += [f"with `{line}`" for line in example.extra]
    about += [example.remark] if example.remark else []
    lines[0] = f"- {lines[0]}"
    return "\n  ".join([*lines, f"({'; '.join(about)})"])

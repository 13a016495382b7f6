"""Lines that lack the word by which they are known, or the comma that holds them to the line above."""

from __future__ import annotations

from typing import Final

from rulewright.syntax import syntax_complaints as complaints
from rulewright.syntax.lexer import DEDENT, INDENT, LAYOUT, NEWLINE
from rulewright.syntax.parse_failure import ParseFailure
from rulewright.text import Complaint, Span

_CLAUSES: Final = ("for", "if", "shown", "exactly", "up", "repeatedly", "must")
"""Words that begin a part of a line, which a comma precedes."""


def headless(failure: ParseFailure) -> Complaint | None:
    """A condition above a block, without the `if`."""
    line = failure.line
    if not line or failure.lacks_block:
        return None
    start = failure.line_start
    first = failure.index + 1 - len(failure.stacks)
    # What a line end leads to is known only when the line itself could be read.
    below = failure.index if failure.token.type == INDENT else failure.line_end + 1
    if below >= len(failure.tokens) or failure.tokens[below].type != INDENT:
        return None
    stack = failure.stacks[start - first] if start >= first else _before(failure, start)
    if stack is None:
        return None
    kinds = [token.type for token in line]
    if failure.grammar_fits(stack, ["IF", *kinds, NEWLINE, INDENT]):
        return complaints.headless(line[0].span.to(line[-1].span), "if", line[0].text)
    return None


def comma_above(failure: ParseFailure) -> Complaint | None:
    """A part of a line on a line of its own, where the line above does not end in a comma."""
    line = failure.line
    if not line or line[0].text not in _CLAUSES or failure.token.type in (INDENT, DEDENT):
        return None
    last = failure.line_start - 1
    while last >= 0 and failure.tokens[last].type in LAYOUT:
        last -= 1
    if last < 0 or (stack := _before(failure, last + 1)) is None:
        return None
    kinds = [token.type for token in line]
    if failure.grammar_fits(stack, ["COMMA", *kinds, NEWLINE]):
        end = failure.tokens[last].span.end
        return complaints.comma_above(Span(line[0].span.source, end, end), line[0].text)
    return None


def _before(failure: ParseFailure, end: int) -> list[int] | None:
    """The states of the parser before a token that stands on an earlier line."""
    state = failure.grammar.start("start")
    for token in failure.tokens[:end]:
        if not failure.grammar.takes(state, token.type):
            return None
    return state

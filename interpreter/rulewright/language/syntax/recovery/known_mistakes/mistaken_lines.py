"""Mistakes about whole lines: a missing head word or comma, prose, foreign languages, open parentheses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import Final

from rulewright.language.syntax import syntax_complaints as complaints
from rulewright.language.syntax.parsing.lexer import DEDENT, INDENT, LAYOUT, NEWLINE, Token
from rulewright.language.syntax.recovery.parse_failure import ParseFailure
from rulewright.language.text import SEATS, Complaint, Fix, Span, missing_word_hint

_CLAUSES: Final = ("for", "if", "shown", "exactly", "up", "repeatedly", "must")
"""First words of clauses, which follow a comma."""


def headless(failure: ParseFailure) -> Complaint | None:
    """Report a line above a block that is a condition without `if`."""
    line = failure.line
    if not line or failure.lacks_block:
        return None
    start = failure.line_start
    first = failure.index + 1 - len(failure.stacks)
    # The tokens after the line end are meaningful only if the line itself parses.
    below = failure.index if failure.token.type == INDENT else failure.line_end + 1
    if below >= len(failure.tokens) or failure.tokens[below].type != INDENT:
        return None
    stack = failure.stacks[start - first] if start >= first else failure.states_before(start)
    if stack is None:
        return None
    kinds = [token.type for token in line]
    if failure.grammar_fits(stack, ["IF", *kinds, NEWLINE, INDENT]):
        return complaints.headless(line[0].span.to(line[-1].span), "if", line[0].text)
    return None


def comma_above(failure: ParseFailure) -> Complaint | None:
    """Report a line that begins with a clause such as `if`, when the line above lacks the comma before it."""
    line = failure.line
    if not line or line[0].text not in _CLAUSES or failure.token.type in (INDENT, DEDENT):
        return None
    last = failure.line_start - 1
    while last >= 0 and failure.tokens[last].type in LAYOUT:
        last -= 1
    if last < 0 or (stack := failure.states_before(last + 1)) is None:
        return None
    kinds = [token.type for token in line]
    if failure.grammar_fits(stack, ["COMMA", *kinds, NEWLINE]):
        end = failure.tokens[last].span.end
        return complaints.comma_above(Span(line[0].span.source, end, end), line[0].text)
    return None


_PLAIN: Final = re.compile(r"(?:[A-Z][a-z']+:?|A|I) [a-z][^\"{}]*[.:;!?]")
"""A line of English prose, up to the end of its first sentence."""
_LEAST_PLAIN: Final = 5


def plain_words(failure: ParseFailure) -> Complaint | None:
    """Report a line of English prose, probably a comment without its `#`."""
    line = failure.line
    if len(line) < _LEAST_PLAIN or failure.tokens[0].text == "scenario":
        return None
    at = line[0].span.to(line[-1].span)
    sentence = at.source.text[at.start :].partition("\n")[0].rstrip()
    if _PLAIN.match(sentence) is None:
        return None
    return complaints.plain_words(Span(at.source, at.start, at.start + len(sentence)))


_QUOTED: Final = re.compile(r'"[^"]*"?')
_OTHER_TONGUE: Final = re.compile(
    r"\b(?:les?|la|une?|des|du|et|est|sont|aux?|chaque|je|quand|der|das|und|ein(?:e[mnr]?)?|ich|meine?s?|wenn|nicht|ist|jeder"
    r"|los|las|cada|cuando|gli|della?)\b|\b[ldn]'(?=\w)"
    r"|\b[a-z]*[à-öø-ÿ]\w*"
)
"""Function words and letters of other natural languages."""


def other_tongue(failure: ParseFailure) -> Complaint | None:
    """Report a line with words of a natural language other than English."""
    if not failure.line:
        return None
    at = failure.line[0].span.to(failure.line[-1].span)
    sentence = at.source.text[at.start :].partition("\n")[0].rstrip()
    foreign_words = _OTHER_TONGUE.findall(_QUOTED.sub("", sentence))
    whole = Span(at.source, at.start, at.start + len(sentence))
    return complaints.other_tongue(whole) if len(foreign_words) > 1 else None


def broken_line(failure: ParseFailure) -> Complaint | None:
    """Report a sentence that is split over two lines without a comma or parentheses."""
    tokens, end = failure.tokens, failure.index
    if tokens[0].text in ("list", "table"):
        return None  # each line is a row
    if failure.token.type != NEWLINE:
        end = (failure.index if failure.lacks_block else failure.line_start) - 1
    if end <= 0 or tokens[end].type != NEWLINE or tokens[end - 1].type in LAYOUT:
        return None
    below = end + 2 if tokens[end + 1].type == INDENT else end + 1
    rest = list(takewhile(lambda token: token.type not in LAYOUT, tokens[below:]))
    stack = failure.stack if end == failure.index else failure.states_before(end)
    if not rest or stack is None or _begins_with_seat(failure, rest[0]):
        return None
    if failure.grammar_fits(stack, [*(token.type for token in rest), NEWLINE]):
        return complaints.broken_line(tokens[end - 1].span, rest[0].span)
    return None


def _begins_with_seat(failure: ParseFailure, first: Token) -> bool:
    """Return whether a line of a scenario begins with a seat and so is a sentence of its own."""
    return failure.tokens[0].text == "scenario" and first.text in SEATS


_NOTED: Final = re.compile(r"(?:TODO|FIXME|XXX|HACK|NOTE|NB)\b:?")


def remark(failure: ParseFailure) -> Complaint | None:
    """Report a note such as `TODO cheaper` that lacks the `#` of a comment."""
    first = failure.line[0] if failure.line else failure.token
    match = _NOTED.match(first.excerpt.text, first.start)
    if match is None:
        return None
    at = first.excerpt.span(first.start, match.end())
    return complaints.foreign_sign(at, match[0], "a remark begins with `#`")


_BULLETS: Final = ("-", "*", "+", "•", "–", "—", "·")
_NUMBERED: Final = (".", ")")


def bullet(failure: ParseFailure) -> Complaint | None:
    """Report a bullet, number or diff mark before a line that parses without it: `- gain 2 chips`."""
    first = _first_on_its_line(failure)
    line = [failure.tokens[first], *_physical_line(failure, first + 1)]
    is_numbered = line[0].text.isdigit() and len(line) > 1 and line[1].text in _NUMBERED
    if not (is_numbered or line[0].text in _BULLETS):
        return None
    marks, rest = line[: 1 + is_numbered], line[1 + is_numbered :]
    states = failure.states_before(first)
    if states is None or not rest:
        return None
    kinds = [*(each.type for each in rest), NEWLINE]
    # A line that begins with a sign was parsed as a continuation of the line above, which has to end first.
    ends = ([NEWLINE], [NEWLINE, INDENT]) if first > failure.line_start else ([],)
    if not any(failure.grammar_fits(states, [*above, *kinds]) for above in ends):
        return None
    source = line[0].span.source
    at = Span(source, line[0].span.start, rest[0].span.start)
    mark = source.text[at.start : marks[-1].span.end]
    return complaints.bullet(at, mark, source.text[at.end : rest[-1].span.end])


def _first_on_its_line(failure: ParseFailure) -> int:
    """Return the index of the first token on the physical line of the failure."""
    index = min(failure.index, failure.line_end - 1)
    begin = failure.token.excerpt.text.rfind("\n", 0, failure.tokens[index].start)
    while index > failure.line_start and failure.tokens[index - 1].start > begin:
        index -= 1
    return index


_CLOSE: Final = "RPAR"
MOST_PLACES: Final = 8
"""The maximum number of places where closing is tried."""


def open_parenthesis(failure: ParseFailure) -> Complaint | None:
    """Report a `(` that is never closed, with each place on its line where a `)` makes it parse."""
    first = failure.index + 1 - len(failure.stacks)
    opened = _opened(failure, first)
    if opened is None:
        return None
    line = _physical_line(failure, opened)
    if not line or sum(each.type == "LPAR" for each in line) <= sum(
        each.type == _CLOSE for each in line
    ):
        return None
    stack = failure.stacks[opened - first]
    closed = list(_closed(failure, stack, line))
    if not closed:
        return None
    return complaints.not_closed(line[0].span, closed[:MOST_PLACES])


def _opened(failure: ParseFailure, first: int) -> int | None:
    """Return the index of the innermost unclosed `(` from token `first` up to the failure, or None."""
    waiting: list[int] = []
    for index in range(first, failure.index):
        kind = failure.tokens[index].type
        if kind == "LPAR":
            waiting.append(index)
        elif kind == _CLOSE and waiting:
            waiting.pop()
    return waiting[-1] if waiting else None


def _physical_line(failure: ParseFailure, opened: int) -> list[Token]:
    """Return the tokens from index `opened` to the end of the text line that it is on."""
    text = failure.token.excerpt.text
    end = text.find("\n", failure.tokens[opened].start)
    line: list[Token] = []
    for token in failure.tokens[opened:]:
        if token.type in LAYOUT or (end >= 0 and token.start > end):
            break
        line.append(token)
    return line


def _closed(failure: ParseFailure, stack: list[int], line: list[Token]) -> Iterator[Fix]:
    """Yield a fix for each place on `line` where an inserted `)` makes the line parse after `stack`."""
    kinds = [each.type for each in line]
    places = range(len(line), 1, -1)
    # Prefer a place before `is`, since comparisons mostly have parentheses on the left; else close as late as
    # possible.
    for place in sorted(places, key=lambda each: each == len(line) or line[each].text != "is"):
        if failure.grammar_fits(stack, [*kinds[:place], _CLOSE, *kinds[place:], NEWLINE]):
            before = line[place - 1].span
            at = Span(before.source, before.end, before.end)
            following = line[place].text if place < len(line) else None
            yield Fix(at, ")", missing_word_hint(")", following))

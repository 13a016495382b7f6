"""Mistakes about heads: missing or misnamed sections of scenarios, kinds of cards, nested declarations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from rulewright.language.syntax import syntax_complaints as complaints
from rulewright.language.syntax.parsing.lexer import DEDENT, INDENT, LAYOUT, NEWLINE, Token
from rulewright.language.syntax.recovery.parse_failure import ParseFailure
from rulewright.language.text import Complaint

SECTIONS: Final = ("given", "when", "then")
_OF_NOTHING: Final = re.compile(r" *$", re.MULTILINE)
_NOTHING: Final = ""
"""The name for the place above the first section and below the last."""


def section(failure: ParseFailure) -> Complaint | None:
    """Report scenario lines that are under the wrong section (`given`, `when`, `then`) or under none."""
    if failure.tokens[0].text != "scenario" or not failure.line:
        return None
    if "GIVEN" in failure.accepted and failure.token.type not in LAYOUT:
        return _misnamed(failure)
    placed = failure.token.type == INDENT and failure.line[0].text == "in"
    first = failure.index + 1 if placed else failure.line_start
    stack = failure.stack if placed else failure.states_before(first)
    if stack is None or (not placed and failure.lacks_block):
        return None
    lines = list(_lines_of_block(failure.tokens, first))
    begin = [] if placed else [DEDENT]
    here = _NOTHING if placed else _section_above(failure.tokens, first)
    for word in _sections_between(here, _section_below(failure.tokens, first)):
        head = [*begin, word.upper(), NEWLINE, INDENT]
        if failure.grammar_fits(stack, [*head, *map(_token_type, lines[0])]) and not any(
            failure.grammar_fits(stack, map(_token_type, line))
            and not failure.grammar_fits(stack, [*head, *map(_token_type, line)])
            for line in ([] if placed else lines)
        ):
            own = _start_of_actions(failure, first) if here == "given" else first
            return complaints.no_section(failure.tokens[own].span, word, here)
    return None


def missing_kind(failure: ParseFailure) -> Complaint | None:
    """Report a card whose header lacks a kind, a single card name above a block."""
    line, below = failure.line, failure.line_end + 1
    if len(line) != 1 or line[0] is not failure.tokens[0] or line[0].type != "PROPER":
        return None
    has_block = [each.type for each in failure.tokens[below : below + 1]] == [INDENT]
    return complaints.no_kind(line[0].span) if has_block else None


def declaration(failure: ParseFailure) -> Complaint | None:
    """Report a declaration that begins inside a block, where it cannot be."""
    line, first_sets = failure.line, failure.grammar.first_sets
    if not line or failure.line_start == 0 or failure.lacks_block:
        return None
    alone = first_sets["_declaration"] - first_sets["_rule"] - {"NAME"}
    kinds = [*map(_token_type, line), NEWLINE]
    if line[0].type not in alone or not failure.grammar_fits(failure.grammar.start("start"), kinds):
        return None
    return complaints.inner_declaration(line[0].span)


def _misnamed(failure: ParseFailure) -> Complaint | None:
    """Report a word above a block of a scenario that is no section name, and suggest the section that fits."""
    line, below = failure.line, failure.line_end + 1
    block = failure.tokens[below : below + 1]
    if len(line) != 1 or line[0] is not failure.token or not block or block[0].type != INDENT:
        return None
    first = next(_lines_of_block(failure.tokens, below + 1))
    here, following = _section_above(failure.tokens, below), _section_below(failure.tokens, below)
    words = [word for word in SECTIONS if _fits_under(failure, word, first)]
    likely = [word for word in _sections_between(here, following) if word in words]
    word = next(iter(likely or words), None)
    return None if word is None else complaints.other_section(line[0].span, word)


def _fits_under(failure: ParseFailure, word: str, line: Sequence[Token]) -> bool:
    """Return whether `line` parses as the first line of the section `word` at the failure."""
    return failure.fits([word.upper(), NEWLINE, INDENT, *map(_token_type, line)])


def _start_of_actions(failure: ParseFailure, first: int) -> int:
    """Return the index of the first token of the lines directly above `first` that begin with a seat and a verb."""
    begins = first
    while begins > 1 and failure.tokens[begins - 1].type == NEWLINE:
        start = begins - 1
        while failure.tokens[start - 1].type not in LAYOUT:
            start -= 1
        if [_token_type(each) for each in failure.tokens[start : start + 2]] != ["PROPER", "NAME"]:
            break
        begins = start
    return begins


def _lines_of_block(tokens: Sequence[Token], first: int) -> Iterator[list[Token]]:
    """Yield the lines of a block from token index `first`, each with its line end, without nested blocks."""
    depth, line = 0, list[Token]()
    for token in tokens[first:]:
        if token.type == INDENT:
            depth += 1
        elif token.type == DEDENT:
            depth -= 1
            if depth < 0:
                return
        elif depth == 0:
            line.append(token)
            if token.type == NEWLINE:
                yield line
                line = []


def _section_above(tokens: Sequence[Token], index: int) -> str:
    """Return the name of the nearest section head before token `index`; empty if there is none."""
    heads = (each.text for each in reversed(tokens[:index]) if _is_head(tokens, each))
    return next(heads, _NOTHING)


def _section_below(tokens: Sequence[Token], index: int) -> str:
    """Return the name of the first section head from token `index` on; empty if there is none."""
    heads = (each.text for each in tokens[index:] if _is_head(tokens, each))
    return next(heads, _NOTHING)


def _is_head(tokens: Sequence[Token], token: Token) -> bool:
    """Return whether `token` is the name of a scenario section, alone on its line."""
    if token.text not in SECTIONS:
        return False
    return _OF_NOTHING.match(token.excerpt.text, token.end) is not None


def _sections_between(above: str, below: str) -> list[str]:
    """Return the sections allowed between sections `above` and `below`; after `then`, `given` may follow."""
    at = SECTIONS.index(above) if above else -1
    sections = [*SECTIONS[at + 1 :], *SECTIONS[: max(at, 0)]]
    return sections[: sections.index(below)] if below in sections else sections


def _token_type(token: Token) -> str:
    """Return the type of a token, for use with `map`."""
    return token.type

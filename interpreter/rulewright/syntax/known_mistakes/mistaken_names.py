"""Names that are written as names are not: with a capital, small, in two words, with a word of the language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulewright.syntax import syntax_complaints as complaints
from rulewright.syntax.lexer import INDENT, LAYOUT, Token
from rulewright.syntax.parse_failure import ParseFailure
from rulewright.text import Complaint, Span

_NEVER_NAMES: Final = frozenset({
    "a", "am", "an", "and", "can", "if", "in", "is", "it", "its", "me", "my", "not", "of", "or", "the", "this",
    "to", "I",
})  # fmt: skip


def capital(failure: ParseFailure) -> Complaint | None:
    """A capital at the beginning of a line, after `the`, or where no card can be."""
    keywords = failure.grammar.lexer.keywords
    for token in _capitals(failure):
        if len(token.text) == 1 and failure.tokens[0].text == "scenario":
            continue  # a seat
        first, _, rest = token.text.partition(" ")
        small = first.lower()
        known = small in keywords or _heads_a_card(failure, token, rest)
        if not known and (token is not failure.token or "PROPER" in failure.accepted):
            continue
        if "NAME" in failure.accepted or known:
            at = Span(token.span.source, token.span.start, token.span.start + len(first))
            return complaints.capital(at, first, small)
    return None


def small_name(failure: ParseFailure) -> Complaint | None:
    """A line of names alone: the head of a card whose name is written small."""
    line = failure.line
    block = failure.line_end + 1 < len(failure.tokens) and failure.tokens[failure.line_end + 1]
    if len(line) < 2 or not block or block.type != INDENT or any(w.type != "NAME" for w in line):
        return None
    name = " ".join(word.text.title() for word in line[1:])
    at = line[1].span.to(line[-1].span)
    return complaints.small_name(at, f"{line[0].text} {name}")


def two_words(failure: ParseFailure) -> Complaint | None:
    """A name of two words without a hyphen between them."""
    for token, stack, following in failure.names_so_far():
        if following[:1] == ["NAME"] and failure.grammar_fits(stack, following):
            second = failure.tokens[failure.tokens.index(token) + 1]
            if second is failure.token and any(
                failure.fits([whose, *failure.rest]) for whose in failure.kinds_of("'s")
            ):
                return None  # perhaps `'s` is missing
            at = token.span.to(second.span)
            return complaints.two_words(at, f"{token.text}-{second.text}")
    return None


def reserved(failure: ParseFailure) -> Complaint | None:
    """A word of the language as a name; a name in its place would make sense of the line."""
    token = failure.token
    if token.text not in failure.grammar.lexer.keywords or token.text in _NEVER_NAMES:
        return None
    first = failure.line[0] if failure.line else token
    if first.text == "until" or (first.type == "PROPER" and token.text == "choose"):
        return None  # it is a phase that is asked for, or a seat that `chooses`
    if failure.fits(["NAME", *failure.rest]):
        return None  # a name is missing before it
    alone = failure.accepted == {"NAME"} and not failure.fits(failure.rest[1:])
    if alone or ("NAME" in failure.accepted and failure.fits(["NAME", *failure.rest[1:]])):
        return complaints.reserved(token.span, token.text)
    return None


def _heads_a_card(failure: ParseFailure, token: Token, rest: str) -> bool:
    """Whether a line is `Kind Name`, both with a capital letter."""
    line = failure.line
    return bool(rest) and len(line) == 1 and line[0] is token and failure.token.type in LAYOUT


def _capitals(failure: ParseFailure) -> Iterator[Token]:
    line = failure.line
    for token in (failure.token, failure.before, line[0] if line else None):
        if token is not None and token.type == "PROPER":
            yield token

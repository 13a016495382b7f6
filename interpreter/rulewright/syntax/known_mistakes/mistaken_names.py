"""Names that are written as names are not: with a capital, small, in two words, with a word of the language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulewright.syntax import syntax_complaints as complaints
from rulewright.syntax.lexer import INDENT, LAYOUT, Token
from rulewright.syntax.parse_failure import Trouble
from rulewright.text import Complaint, Span

_NEVER_NAMES: Final = frozenset(
    [
        "a",
        "am",
        "an",
        "and",
        "can",
        "if",
        "in",
        "is",
        "it",
        "its",
        "me",
        "my",
        "not",
        "of",
        "or",
        "the",
        "this",
        "to",
        "I",
    ]
)


def capital(trouble: Trouble) -> Complaint | None:
    """A capital at the beginning of a line, after `the`, or where no card can be."""
    keywords = trouble.grammar.lexer.keywords
    for token in _capitals(trouble):
        if len(token.text) == 1 and trouble.tokens[0].text == "scenario":
            continue  # a seat
        first, _, rest = token.text.partition(" ")
        small = first.lower()
        known = small in keywords or _heads_a_card(trouble, token, rest)
        if not known and (token is not trouble.token or "PROPER" in trouble.accepted):
            continue
        if "NAME" in trouble.accepted or known:
            at = Span(token.span.source, token.span.start, token.span.start + len(first))
            return complaints.capital(at, first, small)
    return None


def small_name(trouble: Trouble) -> Complaint | None:
    """A line of names alone: the head of a card whose name is written small."""
    line = trouble.line
    block = trouble.line_end + 1 < len(trouble.tokens) and trouble.tokens[trouble.line_end + 1]
    if len(line) < 2 or not block or block.type != INDENT or any(w.type != "NAME" for w in line):
        return None
    name = " ".join(word.text.title() for word in line[1:])
    at = line[1].span.to(line[-1].span)
    return complaints.small_name(at, f"{line[0].text} {name}")


def two_words(trouble: Trouble) -> Complaint | None:
    """A name of two words without a hyphen between them."""
    for token, stack, following in trouble.names_so_far():
        if following[:1] == ["NAME"] and trouble.grammar_fits(stack, following):
            second = trouble.tokens[trouble.tokens.index(token) + 1]
            if second is trouble.token and any(
                trouble.fits([whose, *trouble.rest]) for whose in trouble.kinds_of("'s")
            ):
                return None  # perhaps `'s` is missing
            at = token.span.to(second.span)
            return complaints.two_words(at, f"{token.text}-{second.text}")
    return None


def reserved(trouble: Trouble) -> Complaint | None:
    """A word of the language as a name; a name in its place would make sense of the line."""
    token = trouble.token
    if token.text not in trouble.grammar.lexer.keywords or token.text in _NEVER_NAMES:
        return None
    first = trouble.line[0] if trouble.line else token
    if first.text == "until" or (first.type == "PROPER" and token.text == "choose"):
        return None  # it is a phase that is asked for, or a seat that `chooses`
    alone = trouble.accepted == {"NAME"} and not trouble.fits(trouble.rest[1:])
    if alone or ("NAME" in trouble.accepted and trouble.fits(["NAME", *trouble.rest[1:]])):
        return complaints.reserved(token.span, token.text)
    return None


def _heads_a_card(trouble: Trouble, token: Token, rest: str) -> bool:
    """Whether a line is `Kind Name`, both with a capital letter."""
    line = trouble.line
    return bool(rest) and len(line) == 1 and line[0] is token and trouble.token.type in LAYOUT


def _capitals(trouble: Trouble) -> Iterator[Token]:
    line = trouble.line
    for token in (trouble.token, trouble.before, line[0] if line else None):
        if token is not None and token.type == "PROPER":
            yield token

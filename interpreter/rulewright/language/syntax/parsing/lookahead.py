"""Tests whether a line would parse below a given text."""

from __future__ import annotations

from itertools import takewhile

from rulewright.language.syntax.parsing.lexer import LAYOUT, NEWLINE, Excerpt, Token
from rulewright.language.syntax.parsing.parser import grammar
from rulewright.language.text import Source


def tokens_after(above: str, line: str) -> tuple[list[int], list[Token]] | None:
    """Return the parser's stack of states after the text `above`, and the tokens of `line` there.

    Return None if the text above does not parse.
    """
    known, text = grammar(), above + line
    tokens = list(known.lexer.tokens(Excerpt(Source("", text), text)))
    before = list(takewhile(lambda t: t.type in LAYOUT or t.start < len(above), tokens))
    own = list(takewhile(lambda t: t.type not in LAYOUT, tokens[len(before) :]))
    states = known.start()
    if not own or not all(known.accepts(states, token.type) for token in before):
        return None
    behind = tokens[len(before) + len(own) :]
    return (states, own) if all(token.type in LAYOUT for token in behind) else None


def line_parses(states: list[int], line: str) -> bool:
    """Return whether a line parses to its end from the parser's stack `states`."""
    if "\n" in line:
        return True  # the continuation line decides, and it is not tested here
    known, stack = grammar(), list(states)
    tokens = known.lexer.tokens(Excerpt(Source("", line), line, lines=False))
    words = takewhile(lambda token: token.type not in LAYOUT, tokens)
    return all(known.accepts(stack, word.type) for word in words) and known.accepts(stack, NEWLINE)

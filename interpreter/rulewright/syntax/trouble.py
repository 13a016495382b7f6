"""Where a text stops making sense, and what could stand there instead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from functools import cached_property
from typing import Any

from attrs import define
from lark.exceptions import UnexpectedToken
from lark.parsers.lalr_parser_state import ParserState

from rulewright.syntax.parser import Grammar
from rulewright.syntax.reading import DEDENT, END, INDENT, LAYOUT, NEWLINE, Reading, Token


@define(slots=False)
class Trouble:
    """The first token of a text that cannot stand where it stands."""

    grammar: Grammar
    tokens: list[Token]
    index: int
    stack: list[int]

    @property
    def token(self) -> Token:
        """The token."""
        return self.tokens[self.index]

    @cached_property
    def accepted(self) -> frozenset[str]:
        """The types of tokens that could stand here."""
        state = _fresh(self.grammar, self.stack)
        choices = state.parse_conf.parse_table.states[self.stack[-1]]
        return frozenset(name for name in choices if name.isupper() and self.fits([name]))

    def fits(self, kinds: Iterable[str]) -> bool:
        """Whether tokens of these types, one after the other, could stand here."""
        state = _fresh(self.grammar, self.stack)
        return all(_feed(state, kind) for kind in kinds)

    @cached_property
    def line(self) -> list[Token]:
        """The words of the line that the token is on, or that it ends."""
        return self.tokens[self.line_start : self.line_end]

    @cached_property
    def line_start(self) -> int:
        """The index of the first token of that line."""
        start = self.index
        if self.token.type in LAYOUT:
            # What follows a line end speaks of the line before it.
            while start > 0 and self.tokens[start].type in LAYOUT:
                start -= 1
        while start > 0 and self.tokens[start - 1].type not in LAYOUT:
            start -= 1
        return start

    @cached_property
    def line_end(self) -> int:
        """The index after the last word of that line."""
        end = max(self.line_start, self.index)
        if self.token.type in LAYOUT:
            end = self.line_start
        while self.tokens[end].type not in LAYOUT:
            end += 1
        return end

    @property
    def rest(self) -> list[str]:
        """The types of the tokens from here to the end of the line, with the line end."""
        if self.token.type in LAYOUT:
            return [self.token.type]
        kinds = [token.type for token in self.tokens[self.index : self.line_end]]
        return [*kinds, NEWLINE]

    @property
    def before(self) -> Token | None:
        """The word before the token on the same line."""
        inside = self.index > self.line_start and self.token.type not in LAYOUT
        return self.tokens[self.index - 1] if inside else None

    @property
    def lacks_block(self) -> bool:
        """Whether an indented block is the only thing that could stand here."""
        return self.accepted == {INDENT}


def first_trouble(grammar: Grammar, reading: Reading, start: str = "start") -> Trouble | None:
    """The first trouble of a text, None if it is without."""
    tokens = list(grammar.lexer.tokens(reading))
    state = _fresh(grammar, None, start)
    for index, token in enumerate(tokens):
        stack = list(state.state_stack)
        if not _feed(state, token.type):
            return Trouble(grammar, tokens, index, stack)
    return None


class _Kind:
    """A token of which only the type matters."""

    def __init__(self, type: str) -> None:
        self.type = type


def _fresh(grammar: Grammar, stack: Sequence[int] | None, start: str = "start") -> Any:
    """The parser's state with this stack of states, making no tree."""
    state = grammar.parser.parse_interactive(start=start).parser_state
    conf = copy(state.parse_conf)
    conf.callbacks = {}
    states = list(stack) if stack is not None else list(state.state_stack)
    return ParserState(conf, None, states, [None] * len(states))  # type: ignore[arg-type]


def _feed(state: Any, kind: str) -> bool:
    try:
        state.feed_token(_Kind(kind), kind == END)
    except UnexpectedToken:
        return False
    return True


def words(tokens: Iterable[Token]) -> Iterator[Token]:
    """The tokens that people wrote."""
    return (token for token in tokens if token.type not in LAYOUT)


__all__ = ["DEDENT", "Trouble", "first_trouble", "words"]

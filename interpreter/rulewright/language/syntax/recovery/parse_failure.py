"""The place where the grammar rejects a text: the rejected token, and the tokens accepted in its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from rulewright.base.records import Draft
from rulewright.language.syntax.parsing.lexer import INDENT, LAYOUT, NEWLINE, Excerpt, Token
from rulewright.language.syntax.parsing.parser import Grammar


class ParseFailure(Draft):
    """The first token of a text that the grammar rejects, with the parser's states up to it.

    `index` is the index of the rejected token in `tokens`. `stacks` has the parser's stack of states before each
    token of the line, up to and including the rejected one.
    """

    grammar: Grammar
    tokens: list[Token]
    index: int
    stacks: list[list[int]]

    @property
    def stack(self) -> list[int]:
        """The parser's stack of states before the rejected token."""
        return self.stacks[-1]

    @property
    def token(self) -> Token:
        """The rejected token."""
        return self.tokens[self.index]

    @cached_property
    def accepted(self) -> frozenset[str]:
        """The token types that the grammar accepts in place of the rejected token."""
        return frozenset(name for name in self.grammar.choices(self.stack) if self.fits([name]))

    def fits(self, kinds: Iterable[str]) -> bool:
        """Return whether the grammar accepts tokens of these types in sequence in place of the rejected token."""
        return self.grammar_fits(self.stack, kinds)

    def kinds_of(self, text: str) -> list[str]:
        """Return the types of tokens with the fixed text `text`."""
        return [kind for kind, spelled in self.grammar.spelling.items() if spelled == text]

    def grammar_fits(self, stack: list[int], kinds: Iterable[str]) -> bool:
        """Return whether the grammar accepts tokens of these types in sequence in parser state `stack`."""
        states = list(stack)
        return all(self.grammar.accepts(states, kind) for kind in kinds)

    def states_before(self, index: int) -> list[int] | None:
        """Return the parser's stack before token `index`; None if the tokens before it do not parse."""
        states = self.grammar.start()
        kinds = (token.type for token in self.tokens[:index])
        return states if all(self.grammar.accepts(states, kind) for kind in kinds) else None

    def names_so_far(self) -> Iterator[tuple[Token, list[int], list[str]]]:
        """Yield the name tokens of the line up to the rejected token.

        Each comes with the parser's stack before it, and with the types of the tokens after it on its line.
        """
        return (each for each in self.words_so_far() if each[0].type == "NAME")

    def words_so_far(self) -> Iterator[tuple[Token, list[int], list[str]]]:
        """Yield the tokens of the line up to the rejected token; none if that is a layout token.

        Each comes with the parser's stack before it, and with the types of the tokens after it on its line.
        """
        if self.token.type in LAYOUT:
            return
        first = self.index + 1 - len(self.stacks)
        for place, stack in enumerate(self.stacks, first):
            rest = self.tokens[place + 1 : self.line_end]
            yield self.tokens[place], stack, [*(token.type for token in rest), NEWLINE]

    @cached_property
    def line(self) -> list[Token]:
        """The tokens of the failing line, without layout tokens.

        If the rejected token is a layout token, or a missing block, the failing line is the one before.
        """
        return self.tokens[self.line_start : self.line_end]

    @cached_property
    def line_start(self) -> int:
        """The index of the first token of the failing line."""
        start = self.index
        if self.lacks_block:
            start -= 1
        if self.tokens[start].type in LAYOUT:
            # An unexpected layout token is diagnosed as a mistake of the line before it.
            while start > 0 and self.tokens[start].type in LAYOUT:
                start -= 1
        while start > 0 and self.tokens[start - 1].type not in LAYOUT:
            start -= 1
        return start

    @cached_property
    def line_end(self) -> int:
        """The index after the last token of the failing line."""
        end = self.line_start if self.lacks_block or self.token.type in LAYOUT else self.index
        while self.tokens[end].type not in LAYOUT:
            end += 1
        return end

    @property
    def rest(self) -> list[str]:
        """The token types from the rejected token to the end of its line, including the line end."""
        if self.token.type in LAYOUT:
            return [self.token.type]
        kinds = [token.type for token in self.tokens[self.index : self.line_end]]
        return [*kinds, NEWLINE]

    @property
    def before(self) -> Token | None:
        """The token before the rejected one on the same line; None at the start of a line or for layout."""
        inside = self.index > self.line_start and self.token.type not in LAYOUT
        return self.tokens[self.index - 1] if inside else None

    @property
    def lacks_block(self) -> bool:
        """Whether the grammar accepts nothing but an indented block at the failure."""
        return self.accepted == {INDENT}


def first_failure(grammar: Grammar, excerpt: Excerpt) -> ParseFailure | None:
    """Return the failure at the first token that the grammar rejects; None if the text parses."""
    tokens = list(grammar.lexer.tokens(excerpt))
    states = grammar.start()
    stacks: list[list[int]] = []
    for index, token in enumerate(tokens):
        if index and tokens[index - 1].type in LAYOUT:
            stacks.clear()
        stacks.append(list(states))
        if not grammar.accepts(states, token.type):
            return ParseFailure(grammar, tokens, index, stacks)
    return None

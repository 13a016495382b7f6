"""Where a text stops making sense, what could stand there, and reading anew a text of which some lines changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import takewhile
from operator import eq

from rulewright.records import Draft, field
from rulewright.syntax.lexer import INDENT, LAYOUT, NEWLINE, Excerpt, Token
from rulewright.syntax.parser import Grammar


class Line(Draft):
    """Where a line begins, the index of its first token and the widths of the blocks that it is in."""

    index: int
    start: int
    depths: tuple[int, ...]
    states: list[int] = field(factory=list)
    """Those of the parser before it, none if that has not come so far."""


class ParseFailure(Draft):
    """The first token of a text that cannot stand where it stands."""

    grammar: Grammar
    tokens: list[Token]
    index: int
    stacks: list[list[int]]
    lines: list[Line]

    @property
    def stack(self) -> list[int]:
        """The states of the parser before the token; `stacks` has those of each token of the line."""
        return self.stacks[-1]

    @property
    def token(self) -> Token:
        """The token."""
        return self.tokens[self.index]

    @cached_property
    def accepted(self) -> frozenset[str]:
        """The types of tokens that could stand here."""
        return frozenset(name for name in self.grammar.choices(self.stack) if self.fits([name]))

    def fits(self, kinds: Iterable[str]) -> bool:
        """Whether tokens of these types, one after the other, could stand here."""
        return self.grammar_fits(self.stack, kinds)

    def kinds_of(self, text: str) -> list[str]:
        """The types of tokens that are spelled so."""
        return [kind for kind, spelled in self.grammar.spelling.items() if spelled == text]

    def grammar_fits(self, stack: list[int], kinds: Iterable[str]) -> bool:
        """Whether tokens of these types could stand where the parser has these states."""
        states = list(stack)
        return all(self.grammar.takes(states, kind) for kind in kinds)

    def states_before(self, index: int) -> list[int] | None:
        """The states of the parser before a token, which may stand on an earlier line."""
        above = [line for line in self.lines if line.states and line.index <= index]
        states = list(above[-1].states) if above else self.grammar.start()
        begin = above[-1].index if above else 0
        kinds = (token.type for token in self.tokens[begin:index])
        return states if all(self.grammar.takes(states, kind) for kind in kinds) else None

    def names_so_far(self) -> Iterator[tuple[Token, list[int], list[str]]]:
        """The names on the line up to here, each with its states and the types that follow it."""
        return (each for each in self.words_so_far() if each[0].type == "NAME")

    def words_so_far(self) -> Iterator[tuple[Token, list[int], list[str]]]:
        """The words on the line up to here, each with its states and the types that follow it."""
        if self.token.type in LAYOUT:
            return
        first = self.index + 1 - len(self.stacks)
        for place, stack in enumerate(self.stacks, first):
            rest = self.tokens[place + 1 : self.line_end]
            yield self.tokens[place], stack, [*(token.type for token in rest), NEWLINE]

    @cached_property
    def line(self) -> list[Token]:
        """The words of the line that the token is on, or that it ends."""
        return self.tokens[self.line_start : self.line_end]

    @cached_property
    def line_start(self) -> int:
        """The index of the first token of that line."""
        start = self.index
        if self.lacks_block:
            start -= 1
        if self.tokens[start].type in LAYOUT:
            # What follows a line end speaks of the line before it.
            while start > 0 and self.tokens[start].type in LAYOUT:
                start -= 1
        while start > 0 and self.tokens[start - 1].type not in LAYOUT:
            start -= 1
        return start

    @cached_property
    def line_end(self) -> int:
        """The index after the last word of that line."""
        end = self.line_start if self.lacks_block or self.token.type in LAYOUT else self.index
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


class Rereading(Draft):
    """The words of a text as it was read last, and where the lexer and the parser stood before each of its lines.

    Lines that are as they were are neither cut into words again nor, above a change, read again.
    """

    grammar: Grammar
    excerpt: Excerpt | None = None
    tokens: list[Token] = field(factory=list)
    lines: list[Line] = field(factory=list)

    def first_failure(self, excerpt: Excerpt) -> ParseFailure | None:
        """The first failure of a text, None if it is without; soon found where it is much like the last one."""
        begin = self._reads(excerpt)
        first = self.lines[begin] if begin else None
        states = list(first.states) if first else self.grammar.start()
        starts = iter(self.lines[begin:])
        line = next(starts, None)
        stacks: list[list[int]] = []
        for index in range(first.index if first else 0, len(self.tokens)):
            token = self.tokens[index]
            if line is not None and line.index == index:
                line.states[:] = states
                line = next(starts, None)
            if index and self.tokens[index - 1].type in LAYOUT:
                stacks.clear()
            stacks.append(list(states))
            if not self.grammar.takes(states, token.type):
                token.excerpt = excerpt  # what stands around it is asked for
                return ParseFailure(self.grammar, self.tokens, index, stacks, self.lines)
        return None

    def _reads(self, excerpt: Excerpt) -> int:
        """Take the words of a text; the number of the line at which it is to be read on."""
        first, last = _changed(self.excerpt, excerpt)
        above = takewhile(lambda line: line.states and line.start < first, self.lines)
        begin = max(sum(1 for _ in above) - 1, 0)
        tokens, lines, self.excerpt = self.tokens, self.lines, excerpt
        at = lines[begin] if begin else None
        self.lines = lines[: begin + 1] if at else []
        self.tokens = tokens[: at.index] if at else []
        below = {line.start: number for number, line in enumerate(lines) if line.start > last}
        words = self.grammar.lexer.lines(excerpt, at.start if at else 0, at.depths if at else ())
        for token, depths in words:
            if depths:
                number = below.get(token.start, -1)
                if number >= 0 and lines[number].depths == depths:
                    self._take_over(tokens, lines[number:])
                    break
                self.lines.append(Line(len(self.tokens), token.start, depths))
            self.tokens.append(token)
        return begin

    def _take_over(self, tokens: list[Token], lines: list[Line]) -> None:
        """Add the words of lines that are as they were; how the parser stands before them is not known."""
        further = len(self.tokens) - lines[0].index
        self.tokens += tokens[lines[0].index :]
        self.lines += [Line(each.index + further, each.start, each.depths) for each in lines]


def _changed(old: Excerpt | None, new: Excerpt) -> tuple[int, int]:
    """Where the first line begins that differs, and where the last one ends: beyond the text if all moved."""
    if old is None or old.shift != new.shift:
        return 0, len(new.text)
    before, after = old.text.split("\n"), new.text.split("\n")
    above = sum(1 for _ in takewhile(bool, map(eq, before, after)))
    start = sum(len(line) + 1 for line in after[:above])
    if len(old.text) != len(new.text):
        return start, len(new.text)
    ends = zip(reversed(before[above:]), reversed(after[above:]), strict=True)
    below = takewhile(lambda lines: lines[0] == lines[1], ends)
    return start, len(new.text) - sum(len(line) + 1 for line, _ in below)

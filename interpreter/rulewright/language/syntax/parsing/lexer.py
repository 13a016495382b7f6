"""The lexer: splits a text into tokens, with indentation turned into block tokens."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from rulewright.base.records import Record
from rulewright.language.text import Source, Span, to_nfc

TAB_WIDTH: Final = 4
STEP: Final = 4
"""The number of blanks per indentation level."""
MOST_WORDS: Final = 200
"""The maximum number of words on a line; the last one becomes a LONG token, and the rest is skipped."""
MOST_BLOCKS: Final = 12
"""The maximum nesting depth of blocks."""

NEWLINE, INDENT, DEDENT, END = "_NL", "_INDENT", "_DEDENT", "$END"
LAYOUT: Final = frozenset({NEWLINE, INDENT, DEDENT, END})
# Token types that no production accepts: each is an error by itself.
STRANGE, UNEVEN, LONG, DEEP = "STRANGE", "UNEVEN", "LONG", "DEEP"


class Token:
    """A token: its type (the terminal's name in the grammar), its text, and its offsets in the excerpt."""

    __slots__ = ("_span", "end", "excerpt", "start", "text", "type")

    def __init__(self, type: str, text: str, start: int, end: int, excerpt: Excerpt) -> None:
        """Create a token."""
        self.type = type
        self.text = text
        self.start = start
        self.end = end
        self.excerpt = excerpt
        self._span: Span | None = None

    @property
    def span(self) -> Span:
        """The token's span in the source."""
        if self._span is None:
            excerpt = self.excerpt
            shift = excerpt.shift
            self._span = Span(excerpt.source, self.start + shift, self.end + shift)
        return self._span


class Excerpt(Record):
    """A text to parse: a source or a part of it, perhaps with some lines blanked out.

    `shift` is added to offsets in `text` to get offsets in the source. Without `lines` it is a phrase, where line
    ends have no meaning. It is parsed as if the tokens in `before` preceded it.
    """

    source: Source
    text: str
    shift: int = 0
    lines: bool = True
    before: tuple[tuple[str, str], ...] = ()

    def span(self, start: int, end: int) -> Span:
        """Return the span in the source of the excerpt's text from `start` to `end`."""
        return Span(self.source, start + self.shift, end + self.shift)


class Lexer:
    """The lexer for the terminals of the grammar."""

    def __init__(self, pattern: str, keywords: Mapping[str, str], ignored: Iterable[str]) -> None:
        """Create a lexer from the pattern of all tokens, terminals by keyword, and terminals to skip."""
        self.pattern = pattern
        self.match = re.compile(pattern).match
        self.keywords = keywords
        self.ignored = frozenset(ignored)

    def tokens(self, excerpt: Excerpt) -> Iterator[Token]:
        """Yield the tokens of an excerpt, with layout tokens for lines and blocks; the last is END."""
        words = self._words(excerpt)
        yield from _Blocks(excerpt).layout_tokens(words) if excerpt.lines else words
        end = len(excerpt.text)
        yield Token(END, "", end, end, excerpt)

    def _words(self, excerpt: Excerpt) -> Iterator[Token]:
        """Yield the tokens for words and line ends, at most MOST_WORDS words per line.

        Without this bound a line of 1 MB is half a million tokens, each of which costs time to explain.
        """
        text, match = excerpt.text, self.match
        keywords, ignored = self.keywords, self.ignored
        words_left, position = MOST_WORDS, 0
        for kind, word in excerpt.before:
            yield Token(kind, word, 0, 0, excerpt)
        while position < len(text):
            matched = match(text, position)
            if matched is None:
                kind, start, word = STRANGE, position, text[position]
                position += 1
            else:
                kind, start, word = matched.lastgroup or "", position, matched.group()
                position = matched.end()
                if kind in ignored:
                    continue
                if not word.isascii():
                    word = to_nfc(word)
                kind = keywords.get(word, kind)
            words_left = MOST_WORDS if kind == NEWLINE else words_left - 1
            if words_left == 0:
                kind = LONG
            yield Token(kind, word, start, position, excerpt)
            if words_left == 0:
                end = text.find("\n", position)
                position = len(text) if end < 0 else end


class _Blocks:
    """The state of the conversion from indentation to block tokens: open blocks, parentheses, words on the line."""

    def __init__(self, excerpt: Excerpt) -> None:
        """Begin at the start of an excerpt, outside of any block."""
        self.excerpt = excerpt
        self.depths = [0]
        self.parentheses = 0
        self.count = 0

    def layout_tokens(self, words: Iterator[Token]) -> Iterator[Token]:
        """Yield the tokens in `words`, with NEWLINE, INDENT and DEDENT tokens for lines and blocks."""
        first = True
        for token in words:
            kind = token.type
            if kind == NEWLINE:
                if not self._continues(token):
                    yield from self._line_end(token)
                continue
            if first:
                first = False
                yield from self._first_line(token)
            self.count += 1
            if self.count > MOST_WORDS:
                continue
            if self.count == MOST_WORDS:
                token.type = LONG
            elif kind == "LPAR":
                self.parentheses += 1
            elif kind == "RPAR":
                self.parentheses -= 1
            yield token
        end = len(self.excerpt.text)
        if self.count:
            yield Token(NEWLINE, "", end, end, self.excerpt)
        for _ in self.depths[1:]:
            yield Token(DEDENT, "", end, end, self.excerpt)

    def _first_line(self, token: Token) -> Iterator[Token]:
        """Yield an INDENT if the excerpt's first line is indented, which the parser then rejects."""
        indent = self.excerpt.text[self.excerpt.text.rfind("\n", 0, token.start) + 1 : token.start]
        if indent:
            self.depths.append(_width(indent))
            yield Token(INDENT, "", token.start - len(indent), token.start, self.excerpt)

    def _continues(self, token: Token) -> bool:
        """Return whether the next line continues this one: in parentheses and indented deeper."""
        return self.parentheses > 0 and self._depth(token) > self.depths[-1]

    def _depth(self, token: Token) -> int:
        """Return the indentation of the line after the line end `token`; 0 at the end of the text."""
        indent = token.text.rpartition("\n")[2]
        if "#" in indent or token.end == len(self.excerpt.text):
            return 0
        return _width(indent)

    def _line_end(self, token: Token) -> Iterator[Token]:
        """Yield a line end, then INDENT, DEDENT or error tokens where the next line's depth differs."""
        depth = self._depth(token)
        self.parentheses = self.count = 0
        start = token.end
        yield token
        if depth > self.depths[-1]:
            self.depths.append(depth)
            kind = INDENT if len(self.depths) <= MOST_BLOCKS + 1 else DEEP
            width = len(token.text.rpartition("\n")[2])
            yield Token(kind, "", start - width, start, self.excerpt)
        while depth < self.depths[-1]:
            self.depths.pop()
            yield Token(DEDENT, "", start, start, self.excerpt)
        if depth != self.depths[-1]:
            self.depths.append(depth)
            yield Token(UNEVEN, "", start, start, self.excerpt)


def _width(indent: str) -> int:
    """Return the width of an indentation in columns; with tabs it is rounded to a multiple of STEP."""
    width = len(indent.expandtabs(TAB_WIDTH))
    return round(width / STEP) * STEP if "\t" in indent else width

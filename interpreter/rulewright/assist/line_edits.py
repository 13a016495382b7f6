"""A line with some words changed: what people write in place of words of the language, and how that is told."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from rulewright.assist.example_table import folder
from rulewright.base.records import Draft, Record
from rulewright.language.syntax.parsing.lexer import LAYOUT, Excerpt, Token
from rulewright.language.syntax.parsing.parser import grammar
from rulewright.language.text import Fix, Source, Span, may_be_missing

JOINTS: Final = (
    "the", "'s", "a", "to", ",", "is", "from", "in", "of", "for", "at", "if", "by", "with", "as", "where",
    "than", "each", "be", "and", "on", "into", ":", "=", "it",
)  # fmt: skip
"""Words that hold a sentence together, those that people leave out most first."""
BEFORE_KNOWN: Final = ("called", "my")
"""Words that only stand before or behind what the game has a name for."""
_NOTHING: Final = "~"
"""Stands in the table for nothing."""


class Word(Record):
    """A word as the parser takes it, and as it is written."""

    kind: str
    text: str


class Change(Record):
    """Words of a line, from one number to another, what is put in their place, and what that counts."""

    begin: int
    end: int
    put: tuple[Word, ...]
    cost: int = 0


class Writing(Draft):
    """Writes a line with changes; its first word is at `begins` of what was read."""

    span: Span
    begins: int
    tokens: Sequence[Token]

    @property
    def words(self) -> tuple[Word, ...]:
        """The words of the line."""
        return tuple(Word(token.type, token.text) for token in self.tokens)

    def _pieces(self, changes: Sequence[Change]) -> list[tuple[int, int, str]]:
        """From where to where the line is written otherwise, and what stands there then."""
        found: list[tuple[int, int, str]] = []
        tokens = self.tokens
        for change in changes:
            put = _joined(change.put)
            behind = put.startswith(("'s", ",", ")"))
            if change.begin < change.end:
                begin, end = tokens[change.begin].start, tokens[change.end - 1].end
                if (not put or put.startswith(",")) and change.begin:
                    begin = tokens[change.begin - 1].end
                elif not put:
                    end = tokens[change.end].start if change.end < len(tokens) else end
                elif put and self._touches(begin):
                    put = f" {put}"
            elif behind or self._is_behind(change.begin):
                begin = end = tokens[change.begin - 1].end if change.begin else self.begins
                put = put if behind else f" {put}"
            else:
                begin = end = tokens[change.begin].start
                put = put if put == "(" else f"{put} "
            found.append((begin - self.begins, end - self.begins, put))
        return found

    def _is_behind(self, at: int) -> bool:
        """Whether what is put in at a place belongs to the word before it."""
        return at == len(self.words) or self.words[at].text in (",", "'s", ")")

    def _touches(self, place: int) -> bool:
        """Whether something stands just before a place."""
        before = self.span.text[: place - self.begins]
        return bool(before) and not before[-1].isspace() and before[-1] not in "("

    def said(self, changes: Sequence[Change]) -> str:
        """What the line says then."""
        return _put(self.span.text, self._pieces(changes))

    def fix(self, changes: Sequence[Change]) -> Fix:
        """The changes of a line as one."""
        pieces, span = self._pieces(changes), self.span
        begin, end = pieces[0][0], pieces[-1][1]
        inside = [(one - begin, other - begin, put) for one, other, put in pieces]
        text = _put(span.text[begin:end], inside)
        at = Span(span.source, span.start + begin, span.start + end)
        if len(pieces) == 1:
            return Fix(at, text, self._help(changes[0]))
        return Fix(at, text, f"write `{' '.join(self.said(changes).split())}`")

    def _help(self, change: Change) -> str:
        """What is told of one change."""
        put, said = _joined(change.put), self._said(change)
        following = self.words[change.end].text if change.end < len(self.words) else None
        if not said and put == "'s":
            return f"whose? perhaps `{self.words[change.begin - 1].text}'s {following}`"
        if not said:
            return may_be_missing(put, following)
        return f"write `{put}` here, not `{said}`" if put else f"leave out `{said}`"

    def _said(self, change: Change) -> str:
        """The words that are changed, as they stand there."""
        replaced = self.tokens[change.begin : change.end]
        if not replaced:
            return ""
        return self.span.text[replaced[0].start - self.begins : replaced[-1].end - self.begins]


def _put(text: str, pieces: Sequence[tuple[int, int, str]]) -> str:
    """A text with other pieces in it."""
    said, place = "", 0
    for begin, end, put in pieces:
        said += text[place:begin] + put
        place = end
    return said + text[place:]


def _joined(words: Sequence[Word]) -> str:
    """Words as they are written one after the other."""
    said = " ".join(word.text for word in words)
    return said.replace(" 's", "'s").replace(" ,", ",").replace("( ", "(").replace(" )", ")")


@cache
def as_words(text: str) -> tuple[Word, ...]:
    """A text as the parser takes it."""
    tokens = grammar().lexer.tokens(Excerpt(Source("", text), text, lines=False))
    return tuple(Word(token.type, token.text) for token in tokens if token.type not in LAYOUT)


@cache
def instead() -> dict[str, tuple[tuple[Word, ...], ...]]:
    """What people write in place of words of the language, and what those are."""
    path = folder() / "instead.words"
    found: dict[str, dict[tuple[Word, ...], None]] = {}
    for row in path.read_text(encoding="utf-8").splitlines():
        if row and not row.startswith("#"):
            said, _, meant = row.rpartition(" = ")
            others = dict.fromkeys(
                () if each.strip() == _NOTHING else as_words(each) for each in meant.split(" | ")
            )
            for one in map(as_words, said.split(" | ")):
                found.setdefault(" ".join(word.text for word in one), {}).update(others)
                found[" ".join(word.text for word in one)].pop(one, None)
    return {said: tuple(put) for said, put in found.items()}


@cache
def longest() -> int:
    """So many words the longest of them has."""
    return max(len(said.split()) for said in instead())

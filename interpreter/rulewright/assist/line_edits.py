"""Edits of a line: words replaced by words of the language, and the help that describes the edit."""

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
"""Function words, those that people omit most often first."""
BEFORE_KNOWN: Final = ("called", "my")
"""Words that occur only directly before or after names of the game."""
_NOTHING: Final = "~"
"""Marks an empty replacement in the table."""


class Word(Record):
    """A word as the parser takes it (`kind`), and as it is written."""

    kind: str
    text: str


class Change(Record):
    """An edit of a line: the words from `begin` to `end` are replaced by `put`, at a `cost`."""

    begin: int
    end: int
    put: tuple[Word, ...]
    cost: int = 0


class Writing(Draft):
    """A line whose edits can be written out; its first word is at offset `begins` of the parsed text."""

    span: Span
    begins: int
    tokens: Sequence[Token]

    @property
    def words(self) -> tuple[Word, ...]:
        """The words of the line."""
        return tuple(Word(token.type, token.text) for token in self.tokens)

    def _pieces(self, changes: Sequence[Change]) -> list[tuple[int, int, str]]:
        """Return the replaced parts of the text as offsets in the line, each with its new text."""
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
        """Return whether an insertion at word `at` belongs to the word before it."""
        return at == len(self.words) or self.words[at].text in (",", "'s", ")")

    def _touches(self, place: int) -> bool:
        """Return whether there is no blank before the offset `place`."""
        before = self.span.text[: place - self.begins]
        return bool(before) and not before[-1].isspace() and before[-1] not in "("

    def said(self, changes: Sequence[Change]) -> str:
        """Return the text of the line after `changes`."""
        return _put(self.span.text, self._pieces(changes))

    def fix(self, changes: Sequence[Change]) -> Fix:
        """Return `changes` as a single fix."""
        pieces, span = self._pieces(changes), self.span
        begin, end = pieces[0][0], pieces[-1][1]
        inside = [(one - begin, other - begin, put) for one, other, put in pieces]
        text = _put(span.text[begin:end], inside)
        at = Span(span.source, span.start + begin, span.start + end)
        if len(pieces) == 1:
            return Fix(at, text, self._help(changes[0]))
        return Fix(at, text, f"write `{' '.join(self.said(changes).split())}`")

    def _help(self, change: Change) -> str:
        """Return the help for one edit."""
        put, said = _joined(change.put), self._said(change)
        following = self.words[change.end].text if change.end < len(self.words) else None
        if not said and put == "'s":
            return f"whose? perhaps `{self.words[change.begin - 1].text}'s {following}`"
        if not said:
            return may_be_missing(put, following)
        return f"write `{put}` here, not `{said}`" if put else f"leave out `{said}`"

    def _said(self, change: Change) -> str:
        """Return the replaced words as they are written in the line."""
        replaced = self.tokens[change.begin : change.end]
        if not replaced:
            return ""
        return self.span.text[replaced[0].start - self.begins : replaced[-1].end - self.begins]


def _put(text: str, pieces: Sequence[tuple[int, int, str]]) -> str:
    """Return `text` with `pieces` replaced."""
    said, place = "", 0
    for begin, end, put in pieces:
        said += text[place:begin] + put
        place = end
    return said + text[place:]


def _joined(words: Sequence[Word]) -> str:
    """Return `words` as written text."""
    said = " ".join(word.text for word in words)
    return said.replace(" 's", "'s").replace(" ,", ",").replace("( ", "(").replace(" )", ")")


@cache
def as_words(text: str) -> tuple[Word, ...]:
    """Return `text` as the words that the parser takes."""
    tokens = grammar().lexer.tokens(Excerpt(Source("", text), text, lines=False))
    return tuple(Word(token.type, token.text) for token in tokens if token.type not in LAYOUT)


@cache
def instead() -> dict[str, tuple[tuple[Word, ...], ...]]:
    """Return words that people write for words of the language, each with its replacements."""
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
    """Return the number of words in the longest key of `instead()`."""
    return max(len(said.split()) for said in instead())

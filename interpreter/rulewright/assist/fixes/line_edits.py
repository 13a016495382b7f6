"""Edits of a line: words replaced by words of the language, and the help that describes the edit."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from rulewright.assist.example_table import folder
from rulewright.base.records import Draft, Record
from rulewright.language.syntax.parsing.lexer import LAYOUT, Excerpt, Token
from rulewright.language.syntax.parsing.parser import grammar
from rulewright.language.text import Fix, Source, Span, missing_word_hint

JOINTS: Final = (
    "the", "'s", "a", "to", ",", "is", "from", "in", "of", "for", "at", "if", "by", "with", "as", "where",
    "than", "each", "be", "and", "on", "into", ":", "=", "it",
)  # fmt: skip
"""Function words, those that people omit most often first."""
BEFORE_KNOWN: Final = ("called", "my")
"""Words that occur only directly before or after names of the game."""
_NOTHING: Final = "~"
"""Marks an empty replacement in the table."""


class LexedWord(Record):
    """A word as the parser takes it (`kind`), and as it is written."""

    kind: str
    text: str


class WordEdit(Record):
    """An edit of a line: the words from `begin` to `end` are replaced by `inserted`, at a `cost`."""

    begin: int
    end: int
    inserted: tuple[LexedWord, ...]
    cost: int = 0


class EditedLine(Draft):
    """A line whose edits can be written out; its first word is at offset `begins` of the parsed text."""

    span: Span
    begins: int
    tokens: Sequence[Token]

    @property
    def words(self) -> tuple[LexedWord, ...]:
        """The words of the line."""
        return tuple(LexedWord(token.type, token.text) for token in self.tokens)

    def _replaced_pieces(self, changes: Sequence[WordEdit]) -> list[tuple[int, int, str]]:
        """Return the replaced parts of the text as offsets in the line, each with its new text."""
        pieces: list[tuple[int, int, str]] = []
        tokens = self.tokens
        for change in changes:
            inserted = _join_words(change.inserted)
            attaches_left = inserted.startswith(("'s", ",", ")"))
            if change.begin < change.end:
                begin, end = tokens[change.begin].start, tokens[change.end - 1].end
                if (not inserted or inserted.startswith(",")) and change.begin:
                    begin = tokens[change.begin - 1].end
                elif not inserted:
                    end = tokens[change.end].start if change.end < len(tokens) else end
                elif inserted and self._has_no_blank_before(begin):
                    inserted = f" {inserted}"
            elif attaches_left or self._joins_word_before(change.begin):
                begin = end = tokens[change.begin - 1].end if change.begin else self.begins
                inserted = inserted if attaches_left else f" {inserted}"
            else:
                begin = end = tokens[change.begin].start
                inserted = inserted if inserted == "(" else f"{inserted} "
            pieces.append((begin - self.begins, end - self.begins, inserted))
        return pieces

    def _joins_word_before(self, at: int) -> bool:
        """Return whether an insertion at word `at` belongs to the word before it."""
        return at == len(self.words) or self.words[at].text in (",", "'s", ")")

    def _has_no_blank_before(self, place: int) -> bool:
        """Return whether there is no blank before the offset `place`."""
        before = self.span.text[: place - self.begins]
        return bool(before) and not before[-1].isspace() and before[-1] not in "("

    def text_after(self, changes: Sequence[WordEdit]) -> str:
        """Return the text of the line after `changes`."""
        return _replace_pieces(self.span.text, self._replaced_pieces(changes))

    def to_fix(self, changes: Sequence[WordEdit]) -> Fix:
        """Return `changes` as a single fix."""
        pieces, span = self._replaced_pieces(changes), self.span
        begin, end = pieces[0][0], pieces[-1][1]
        inside = [(one - begin, other - begin, inserted) for one, other, inserted in pieces]
        text = _replace_pieces(span.text[begin:end], inside)
        at = Span(span.source, span.start + begin, span.start + end)
        if len(pieces) == 1:
            return Fix(at, text, self._help_for_edit(changes[0]))
        return Fix(at, text, f"write `{' '.join(self.text_after(changes).split())}`")

    def _help_for_edit(self, change: WordEdit) -> str:
        """Return the help for one edit."""
        inserted, replaced = _join_words(change.inserted), self._replaced_text(change)
        following = self.words[change.end].text if change.end < len(self.words) else None
        if not replaced and inserted == "'s":
            return f"whose? perhaps `{self.words[change.begin - 1].text}'s {following}`"
        if not replaced:
            return missing_word_hint(inserted, following)
        return (
            f"write `{inserted}` here, not `{replaced}`" if inserted else f"leave out `{replaced}`"
        )

    def _replaced_text(self, change: WordEdit) -> str:
        """Return the replaced words as they are written in the line."""
        replaced = self.tokens[change.begin : change.end]
        if not replaced:
            return ""
        return self.span.text[replaced[0].start - self.begins : replaced[-1].end - self.begins]


def _replace_pieces(text: str, pieces: Sequence[tuple[int, int, str]]) -> str:
    """Return `text` with `pieces` replaced."""
    result, place = "", 0
    for begin, end, inserted in pieces:
        result += text[place:begin] + inserted
        place = end
    return result + text[place:]


def _join_words(words: Sequence[LexedWord]) -> str:
    """Return `words` as written text."""
    text = " ".join(word.text for word in words)
    return text.replace(" 's", "'s").replace(" ,", ",").replace("( ", "(").replace(" )", ")")


@cache
def as_words(text: str) -> tuple[LexedWord, ...]:
    """Return `text` as the words that the parser takes."""
    tokens = grammar().lexer.tokens(Excerpt(Source("", text), text, lines=False))
    return tuple(LexedWord(token.type, token.text) for token in tokens if token.type not in LAYOUT)


@cache
def replacements() -> dict[str, tuple[tuple[LexedWord, ...], ...]]:
    """Return words that people write for words of the language, each with its replacements."""
    path = folder() / "instead.words"
    meanings: dict[str, dict[tuple[LexedWord, ...], None]] = {}
    for row in path.read_text(encoding="utf-8").splitlines():
        if row and not row.startswith("#"):
            phrases, _, replacements_text = row.rpartition(" = ")
            others = dict.fromkeys(
                () if each.strip() == _NOTHING else as_words(each)
                for each in replacements_text.split(" | ")
            )
            for one in map(as_words, phrases.split(" | ")):
                meanings.setdefault(" ".join(word.text for word in one), {}).update(others)
                meanings[" ".join(word.text for word in one)].pop(one, None)
    return {phrases: tuple(inserted) for phrases, inserted in meanings.items()}


@cache
def longest_replaced() -> int:
    """Return the number of words in the longest key of `replacements()`."""
    return max(len(phrase.split()) for phrase in replacements())

"""Decides whether a fix only restores what the author meant: a spelling, a sign, a blank or a small word.

Such a fix cannot turn a rule into another rule, so tools may apply it. A fix that removes or replaces a word or
moves a line is only suggested.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from difflib import SequenceMatcher
from typing import Final

from rulewright.language.syntax import language_keywords
from rulewright.language.syntax.recovery.known_mistakes.mistaken_words import DIGITS
from rulewright.language.text.words.english import base_form
from rulewright.language.text.words.nearest_names import distance

_TOKEN: Final = re.compile(r"\"[^\"\n]*\"|'s\b|[^\W_]+(?:[-'_][^\W_]+)*|\S")
_FUNCTION_WORDS: Final = frozenset({
    "the", "'s", "a", "an", "to", ",", "is", "from", "in", "of", "for", "at", "if", "by", "with", "as", "where",
    "than", "each", "be", "called", "and", "on", "into", ":", "=", "\"",
})  # fmt: skip
"""Function words, which carry no meaning of their own."""
_PUNCTUATION: Final = frozenset(",;.:=!?'\"`[]{}\u2018\u2019\u201c\u201d\u201e\u00ab\u00bb\u2026")
"""Punctuation that is not part of arithmetic."""
_LETTERS: Final = 4
"""One letter in this many may be wrong."""


def restores(
    before: str, after: str, names: Collection[str] = (), verbs: Collection[str] = ()
) -> bool:
    """Return whether `after` is the same text as `before` with only its spelling corrected.

    `names` are the names known at this place, `verbs` all forms of those that are verbs.
    """
    moved = "\n" in after and _indentations(before) != _indentations(after)
    if moved or (before and not before.strip(" ") and not after):
        return False  # indentation decides which block a line belongs to
    ours, theirs = _TOKEN.findall(before), _TOKEN.findall(after)
    known = _KnownWords(names, verbs)
    steps = SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes()
    for what, i, end, j, until in steps:
        dropped, inserted = ours[i:end], theirs[j:until]
        if what == "insert" and not _FUNCTION_WORDS.issuperset(inserted):
            return False
        if what == "delete" and not (
            _is_punctuation(dropped) or _is_doubled(dropped, ours[:i], ours[end:])
        ):
            return False
        if what == "replace" and not known.is_spelling(dropped, inserted):
            return False
    return True


class _KnownWords:
    """The words known in the language and in a game."""

    def __init__(self, names: Collection[str], verbs: Collection[str]) -> None:
        self.names, self.verbs = names, verbs

    def is_spelling(self, dropped: Sequence[str], inserted: Sequence[str]) -> bool:
        """Return whether `inserted` are the words `dropped` in another spelling."""
        if _is_punctuation(dropped):
            return _FUNCTION_WORDS.issuperset(inserted) or _is_punctuation(inserted)
        if len(dropped) == len(inserted):
            return all(map(self._is_slip, dropped, inserted))
        one, other = _joined_letters(dropped), _joined_letters(inserted)
        return bool(one) and (one == other or self._is_contracted(dropped, one, other))

    def _is_contracted(self, dropped: Sequence[str], one: str, other: str) -> bool:
        """Return whether the words are a contraction, such as `isn't`."""
        return "'" in "".join(dropped) and other.replace("not", "nt") == one

    def _is_slip(self, written: str, correct: str) -> bool:
        """Return whether `written` is an unknown word, at most a few letters different from `correct`."""
        if written == correct or DIGITS.get(written) == correct:
            return True
        one, other = _joined_letters([written]), _joined_letters([correct])
        if not one or any(map(str.isdigit, written + correct)):
            return False
        if one == other:
            return True
        if written in self.verbs:
            return base_form(written) == base_form(correct)
        if written in self.names or written in language_keywords():
            return False
        return distance(one, other) <= max(1, min(len(one), len(other)) // _LETTERS)


def _is_punctuation(tokens: Sequence[str]) -> bool:
    """Return whether all tokens are punctuation marks."""
    return _PUNCTUATION.issuperset(tokens)


def _is_doubled(dropped: Sequence[str], before: Sequence[str], after: Sequence[str]) -> bool:
    """Return whether the removed words repeat those directly before or after them."""
    long = len(dropped)
    return list(dropped) in (list(before[-long:]), list(after[:long]))


def _joined_letters(tokens: Sequence[str]) -> str:
    """Return the letters and digits of `tokens` in lower case, without separators."""
    return re.sub(r"[^a-z0-9]", "", "".join(tokens).lower())


def _indentations(text: str) -> list[int]:
    """Return the indentation of each line below the first."""
    return [len(line) - len(line.lstrip()) for line in text.split("\n")[1:]]

"""Stemming of English words, and groups of words that people use for the same thing."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache, lru_cache
from typing import Final

from rulewright.assist.example_table import folder
from rulewright.language.syntax.recovery.known_mistakes.mistaken_words import DIGITS

NUMBERS: Final = DIGITS | {
    "eleven": "11", "twelve": "12", "thirteen": "13", "fourteen": "14", "fifteen": "15", "sixteen": "16",
    "seventeen": "17", "eighteen": "18", "nineteen": "19", "twenty": "20", "twenty-five": "25", "thirty": "30",
    "forty": "40", "fifty": "50", "hundred": "100", "third": "3", "fourth": "4", "fifth": "5", "sixth": "6",
    "seventh": "7", "eighth": "8", "ninth": "9", "tenth": "10",
}  # fmt: skip
"""Words for numbers."""
SAME: Final = ("alike.words", "same.words")
"""The lists of words that stand for the very same."""
NUMBER: Final = "#"
"""Stands for any number."""
_WORD: Final = re.compile(r"[^\W\d_]+|\d+")
_NOT: Final = re.compile(
    r"(?i)\b(?:can't|can ?not|can no longer|(?:may|can|must) (?:not|never)|mustn't"
    r"|(?:is|are|am)(?: not|n't) (?:allowed|able|permitted) to)\b"
)
"""Ways to forbid."""
_SHORT: Final = 3
"""Words of so few letters are not bent."""
_ENDINGS: Final = ("ies", "ing", "est", "ed", "er", "es", "s", "ly")
_SILENT: Final = frozenset({
    "a", "an", "the", "of", "is", "are", "be", "been", "was", "were", "am", "it", "s", "that", "which", "when",
    "who", "by", "with", "as", "so", "there", "do", "does", "did", "will", "shall", "then", "me", "i",
    "you", "my", "your", "his", "her", "their", "he", "she", "they", "them", "him", "to", "in", "on", "at", "for",
    "t", "whenever", "if", "after", "before", "while", "upon", "where",
})  # fmt: skip
"""Words that say nothing of what is meant, as they are everywhere."""


@cache
def groups(*files: str) -> dict[str, frozenset[str]]:
    """Of each word those that people use for the same thing, in one form; in all lists, or in some."""
    found: dict[str, set[str]] = defaultdict(set)
    for name in files or ("alike.words", "same.words", "near.words"):
        for line in (folder() / name).read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                alike = {form for word in line.split() for form in _parts(word)}
                for word in alike:
                    found[word] |= alike
    return {word: frozenset(alike) for word, alike in found.items()}


def _parts(word: str) -> tuple[str, ...]:
    """A word of a group in one form; one of two parts, or in braces, is left out."""
    return () if word.startswith("{") or "-" in word else (stem(word),)


@cache
def _bent() -> dict[str, str]:
    """Forms of verbs that are not made by rule."""
    path = folder() / "bent.words"
    lines = (line.split() for line in path.read_text(encoding="utf-8").splitlines())
    return {form: line[0] for line in lines if line and line[0] != "#" for form in line[1:]}


@lru_cache(maxsize=4000)
def stem(word: str) -> str:
    """A word without its ending: `destroys`, `destroyed` and `destroying` are one."""
    word = _bent().get(word, word)
    if word in NUMBERS:
        return NUMBER
    for ending in _ENDINGS:
        left = word.removesuffix(ending)
        if left != word and len(left) >= _SHORT and not (ending == "s" and left.endswith("s")):
            if len(left) > _SHORT and left[-1] == left[-2] and left[-1] not in "sl":
                left = left[:-1]
            word = left + "y" * (ending == "ies")
            break
    return word.removesuffix("e") if len(word) > _SHORT else word


@lru_cache(maxsize=4000)
def terms(text: str) -> tuple[str, ...]:
    """The words of a text that say what is meant, each in one form."""
    words = (word.lower() for word in _WORD.findall(_NOT.sub("cannot", text)))
    return tuple(NUMBER if word.isdigit() else stem(word) for word in words if word not in _SILENT)

"""Stemming of English words, and groups of synonyms."""

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
EXACT_SYNONYMS: Final = ("alike.words", "same.words")
"""The lists of words with exactly one meaning."""
NUMBER: Final = "#"
"""Replaces any number."""
_WORD: Final = re.compile(r"[^\W\d_]+|\d+")
_NOT: Final = re.compile(
    r"(?i)\b(?:can't|can ?not|can no longer|(?:may|can|must) (?:not|never)|mustn't"
    r"|(?:is|are|am)(?: not|n't) (?:allowed|able|permitted) to)\b"
)
"""Matches ways to forbid."""
_SHORT: Final = 3
"""Words of at most this many letters keep their ending."""
_ENDINGS: Final = ("ies", "ing", "est", "ed", "er", "es", "s", "ly")
_STOP_WORDS: Final = frozenset({
    "a", "an", "the", "of", "is", "are", "be", "been", "was", "were", "am", "it", "s", "that", "which", "when",
    "who", "by", "with", "as", "so", "there", "do", "does", "did", "will", "shall", "then", "me", "i",
    "you", "my", "your", "his", "her", "their", "he", "she", "they", "them", "him", "to", "in", "on", "at", "for",
    "t", "whenever", "if", "after", "before", "while", "upon", "where",
})  # fmt: skip
"""Stop words."""


@cache
def synonyms(*files: str) -> dict[str, frozenset[str]]:
    """Return the synonyms of each word, stemmed, from the listed files or from all of them."""
    synonyms_of: dict[str, set[str]] = defaultdict(set)
    for name in files or ("alike.words", "same.words", "near.words"):
        for line in (folder() / name).read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                group = {form for word in line.split() for form in _stem_parts(word)}
                for word in group:
                    synonyms_of[word] |= group
    return {word: frozenset(group) for word, group in synonyms_of.items()}


def _stem_parts(word: str) -> tuple[str, ...]:
    """Return the stem of a word of a group; none for compounds and placeholders in braces."""
    return () if word.startswith("{") or "-" in word else (stem(word),)


@cache
def _irregular_forms() -> dict[str, str]:
    """Return the irregular verb forms, each with its base form."""
    path = folder() / "bent.words"
    lines = (line.split() for line in path.read_text(encoding="utf-8").splitlines())
    return {form: line[0] for line in lines if line and line[0] != "#" for form in line[1:]}


@lru_cache(maxsize=4000)
def stem(word: str) -> str:
    """Return `word` without its ending: `destroys`, `destroyed` and `destroying` have one stem."""
    word = _irregular_forms().get(word, word)
    if word in NUMBERS:
        return NUMBER
    for ending in _ENDINGS:
        shortened = word.removesuffix(ending)
        if (
            shortened != word
            and len(shortened) >= _SHORT
            and not (ending == "s" and shortened.endswith("s"))
        ):
            if (
                len(shortened) > _SHORT
                and shortened[-1] == shortened[-2]
                and shortened[-1] not in "sl"
            ):
                shortened = shortened[:-1]
            word = shortened + "y" * (ending == "ies")
            break
    return word.removesuffix("e") if len(word) > _SHORT else word


@lru_cache(maxsize=4000)
def terms(text: str) -> tuple[str, ...]:
    """Return the stems of the words in `text`, without stop words."""
    words = (word.lower() for word in _WORD.findall(_NOT.sub("cannot", text)))
    return tuple(
        NUMBER if word.isdigit() else stem(word) for word in words if word not in _STOP_WORDS
    )

"""Numbers in running text, as digits or as words of a language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_WORDS: Final = {
    "en": "two three four five six seven eight nine ten eleven twelve",
    "fr": "deux trois quatre cinq six sept huit neuf dix onze douze",
}
"""The number words from 2, by language; the word for 1 is an article too."""
_NUMBERS: Final = {
    language: {word: number for number, word in enumerate(words.split(), 2)}
    for language, words in _WORDS.items()
}
_PATTERNS: Final = {
    language: re.compile(rf"\b(?:[0-9]+|{'|'.join(words)})\b", re.IGNORECASE)
    for language, words in _NUMBERS.items()
}
_DIGITS: Final = re.compile(r"\b[0-9]+\b")


def numbers_in(text: str, language: str) -> Iterator[tuple[int, int, int]]:
    """Yield the numbers from 2 in a text, each with the offsets where its word begins and ends.

    A capital letter within a sentence begins a name, and no number.
    """
    for found in _PATTERNS.get(language, _DIGITS).finditer(text):
        word = found[0]
        number = int(word) if word.isdigit() else _NUMBERS[language][word.lower()]
        before = text[: found.start()].rstrip(" «“\"'")
        begins = not before or before[-1] in ".!?:;"
        if number >= 2 and (begins or not word[0].isupper()):
            yield number, found.start(), found.end()

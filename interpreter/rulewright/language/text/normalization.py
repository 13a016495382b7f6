"""Unicode normalization (NFC), limited to texts where it takes linear time."""

from __future__ import annotations

import re
from typing import Final
from unicodedata import combining, normalize

MOST_MARKS: Final = 30
"""The maximum number of combining marks in a row, as in Unicode's stream-safe text format (UAX 15, section 13)."""

# No character below U+0300 is a combining mark.
_MAY_BE_MARKS: Final = re.compile(rf"[^\x00-\u02ff]{{{MOST_MARKS + 1},}}")


def excess_marks(text: str) -> tuple[int, int] | None:
    """Return start and end of the first run of more than MOST_MARKS combining marks; None if there is none."""
    if text.isascii():
        return None
    for run in _MAY_BE_MARKS.finditer(text):
        begin = run.start()
        for place in range(begin, run.end() + 1):
            if place == run.end() or not _is_mark(text[place]):
                if place - begin > MOST_MARKS:
                    return begin, place
                begin = place + 1
    return None


def _is_mark(character: str) -> bool:
    """Return whether a character is a combining mark, or one of three Tibetan ones that decompose to marks."""
    return combining(character) != 0 or combining(normalize("NFD", character)[0]) != 0


def to_nfc(text: str) -> str:
    """Return `text` in NFC, or unchanged if it has more than MOST_MARKS combining marks in a row.

    NFC sorts the marks of a run, which takes quadratic time in its length.
    """
    if text.isascii() or excess_marks(text) is not None:
        return text
    return normalize("NFC", text)

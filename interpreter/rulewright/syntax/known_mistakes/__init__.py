"""Habits from other languages, and slips that many make: recognised, so that the help can be plain."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rulewright.syntax.known_mistakes import mistaken_names, mistaken_phrases, mistaken_signs
from rulewright.syntax.known_mistakes.mistaken_words import DEEDS, FIRST_WORDS, INNER_WORDS
from rulewright.syntax.parse_failure import Trouble
from rulewright.text import Complaint

__all__ = ["DEEDS", "FIRST_WORDS", "INNER_WORDS", "habit"]

Habit = Callable[[Trouble], "Complaint | None"]

#: What explains more comes first.
_HABITS: Final[tuple[Habit, ...]] = (
    mistaken_phrases.first_word,
    mistaken_signs.strange,
    mistaken_signs.colon,
    mistaken_phrases.small_i,
    mistaken_names.small_name,
    mistaken_phrases.misspelled,
    mistaken_names.capital,
    mistaken_phrases.no_parentheses,
    mistaken_phrases.inner_word,
    mistaken_phrases.bare,
    mistaken_names.two_words,
    mistaken_names.reserved,
    mistaken_phrases.article,
    mistaken_signs.minus,
)

#: What the line says whose block is missing; the trouble is met on the next one.
_HABITS_OF_HEADS: Final[tuple[Habit, ...]] = (
    mistaken_phrases.first_word,
    mistaken_phrases.small_i,
    mistaken_names.small_name,
    mistaken_phrases.misspelled,
)


def habit(trouble: Trouble) -> Complaint | None:
    """The complaint about a habit that explains the trouble, None if none does."""
    for look in _HABITS_OF_HEADS if trouble.lacks_block else _HABITS:
        if (found := look(trouble)) is not None:
            return found
    return None

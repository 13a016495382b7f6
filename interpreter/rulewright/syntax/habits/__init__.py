"""Habits from other languages, and slips that many make: recognised, so that the help can be plain."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rulewright.syntax.habits import names, phrases, signs
from rulewright.syntax.habits.words import DEEDS, FIRST_WORDS, INNER_WORDS
from rulewright.syntax.trouble import Trouble
from rulewright.text import Complaint

__all__ = ["DEEDS", "FIRST_WORDS", "INNER_WORDS", "habit"]

Habit = Callable[[Trouble], "Complaint | None"]

#: What explains more comes first.
_HABITS: Final[tuple[Habit, ...]] = (
    phrases.first_word,
    signs.strange,
    signs.colon,
    phrases.small_i,
    names.small_name,
    phrases.misspelled,
    names.capital,
    phrases.no_parentheses,
    phrases.inner_word,
    phrases.bare,
    names.two_words,
    names.reserved,
    phrases.article,
    signs.minus,
)

#: What the line says whose block is missing; the trouble is met on the next one.
_HABITS_OF_HEADS: Final[tuple[Habit, ...]] = (
    phrases.first_word,
    phrases.small_i,
    names.small_name,
    phrases.misspelled,
)


def habit(trouble: Trouble) -> Complaint | None:
    """The complaint about a habit that explains the trouble, None if none does."""
    for look in _HABITS_OF_HEADS if trouble.lacks_block else _HABITS:
        if (found := look(trouble)) is not None:
            return found
    return None

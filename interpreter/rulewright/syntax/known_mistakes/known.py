"""Which known mistake explains why a text cannot be read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rulewright.syntax.known_mistakes import (
    mistaken_lines,
    mistaken_names,
    mistaken_phrases,
    mistaken_signs,
    open_parentheses,
)
from rulewright.syntax.parse_failure import ParseFailure
from rulewright.text import Complaint

Mistake = Callable[[ParseFailure], "Complaint | None"]

#: What explains more comes first.
_MISTAKES: Final[tuple[Mistake, ...]] = (
    mistaken_phrases.first_word,
    open_parentheses.open_parenthesis,
    mistaken_signs.strange,
    mistaken_lines.comma_above,
    mistaken_lines.headless,
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

#: What the line says whose block is missing; the failure is met on the next one.
_MISTAKES_OF_HEADS: Final[tuple[Mistake, ...]] = (
    mistaken_phrases.first_word,
    mistaken_phrases.small_i,
    mistaken_names.small_name,
    mistaken_phrases.misspelled,
)


def known_mistake(failure: ParseFailure) -> Complaint | None:
    """The complaint about a known mistake that explains the failure, None if none does."""
    for look in _MISTAKES_OF_HEADS if failure.lacks_block else _MISTAKES:
        if (found := look(failure)) is not None:
            return found
    return None

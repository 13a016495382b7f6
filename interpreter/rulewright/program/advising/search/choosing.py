"""Which of what was found is told: what says all, else what says parts, and what is like it, as such."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rulewright.program.advising.search.joining import Found
from rulewright.program.advising.search.pieces import Piece
from rulewright.records import evolve

Answered = tuple[Piece, list[Found]]
"""A part of a sentence, and what says it."""

_LIKE: Final = 0.6
"""What says less of a sentence is not like it."""
_SURELY: Final = 0.7
"""What fits less well does not say it, whatever words it has."""
VERY_SURE: Final = 0.8
"""What fits so well is meant as it stands, also where it says something in another way."""
_NEARLY: Final = 0.5
"""What fits less well is not like it."""
_DENIED: Final = re.compile(r"\b(?:no|not|never|nobody|nothing|cannot|without)\b|n't\b", re.I)
"""What leaves this out says the contrary."""
_WHOLE: Final = 3
_ALIKE: Final = 2
"""So many are told that are only like what was asked."""


def chosen(
    told: Sequence[Found], answers: Sequence[Answered], cards: Sequence[Found], most: int
) -> list[Found]:
    """What is told of what may say a sentence, of what says its parts, and of cards that do what is like one."""
    whole = [each for each in told if is_sure(each) and not each.is_card]
    if whole:
        return distinct(whole, min(most, _WHOLE))
    parts = [evolve(found[0], part=part.text) for part, found in answers if found]
    if parts:
        unsaid = tuple(part.text for part, found in answers if not found)
        parts[-1] = evolve(parts[-1], missing=unsaid)
    like = [evolve(each, near=True) for each in sorted(told, key=_likeness) if is_like(each)]
    return distinct([*parts, *like[:_ALIKE], *cards], most)


def is_sure(found: Found) -> bool:
    """Whether it says what was asked, and nothing else."""
    return found.is_whole and found.fit >= _SURELY


def is_like(found: Found) -> bool:
    """Whether it says most of what was asked, and hardly anything else."""
    if any(_DENIED.search(each) for each in found.missing):
        return False
    return found.share >= _LIKE and len(found.besides) <= 1 and found.fit >= _NEARLY


def _likeness(found: Found) -> float:
    return -found.share + len(found.besides) / 10


def distinct(found: Sequence[Found], most: int) -> list[Found]:
    """The first of them, no two with the same lines or of the same card."""
    made: list[Found] = []
    for each in found:
        known = any(
            each.lines == one.lines or (each.is_card and each.card == one.card) for one in made
        )
        if not known and len(made) < most:
            made.append(each)
    return made

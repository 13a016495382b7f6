"""A part of a sentence made ready to be looked for: its words, its numbers, its names, and of whom it speaks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rulewright.program.advising.search.little_game import FRAME_NAMES, NUMBER_IN
from rulewright.program.advising.search.naming import Link, Names
from rulewright.program.advising.search.one_form import NUMBERS, patterned, terms
from rulewright.program.advising.search.whom import Person, persons, signs, without
from rulewright.records import Record

_BOUNDS: Final = "bounds.words"
_MANY: Final = re.compile(
    rf"\b(\d+|{'|'.join(NUMBERS)}) (?:(?:more|extra|new|other|additional) )?([a-z]+)\b", re.I
)
_COMPARES: Final = re.compile(r"\b(?:at least|at most|more than|less than)\b")
_ONE: Final = re.compile(r"\b(?:an?|another|one more|the|one|extra)\b", re.I)


class Bound(Record):
    """How much something has at most or at least, and which words say so."""

    said: str
    start: int
    end: int


class Question(Record):
    """A part of a sentence."""

    text: str
    role: str
    links: tuple[Link, ...]
    persons: tuple[Person, ...]
    numbers: tuple[str, ...]
    """Those that bound nothing."""
    all_numbers: tuple[str, ...]
    bounds: tuple[Bound, ...]
    words: tuple[str, ...]
    """Its words, in one form."""
    kind: str
    """How the game calls the cards that one has in mind."""
    amount: str
    """And what players have so many of."""
    units: frozenset[tuple[str, str]]
    """Each number with the sort of what there are so many of."""
    asked: tuple[frozenset[str], ...]
    """Its words and signs, each with what documents may have in its place."""

    @property
    def subject(self) -> Person | None:
        """Who does it, if that is not me."""
        return next((each for each in self.persons if each.is_subject), None)

    @property
    def object(self) -> Person | None:
        """To whom it is done."""
        return next((each for each in self.persons if not each.is_subject), None)

    def numbers_for(self, lines: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The numbers for lines, and those for where they compare something."""
        one = ("1",) if _ONE.search(self.text) and lines[0] != "settings:" else ()
        bounds = tuple(each.said.rsplit(" ", 1)[1] for each in self.bounds)
        if _COMPARES.search(" ".join(lines)):
            return self.numbers or one, bounds
        return self.all_numbers or one, ()

    @property
    def is_mine(self) -> bool:
        """Whether I do it."""
        return (
            re.match(
                r"(?:when|after|before|if|whenever|once|each time|every time)? ?I\b", self.text
            )
            is not None
        )


def question(text: str, role: str, names: Names) -> Question:
    """A part of a sentence with what its words stand for."""
    found = persons(text)
    said = without(text, found)
    bounds = tuple(_bounds(text))
    free = "".join(_left(text, bounds))
    words = terms(said)
    asked = (*names.asked(said), *(frozenset({each}) for each in signs(text, found)))
    return Question(
        text,
        role,
        tuple(names.links(said)),
        tuple(found),
        _numbers(free),
        _numbers(text),
        bounds,
        words,
        names.usual_kind or "",
        names.usual.get(FRAME_NAMES.amount) or "",
        units_in(text, names),
        asked,
    )


def units_in(text: str, names: Names) -> frozenset[tuple[str, str]]:
    """The numbers in a text, each with the sort of what there are so many of."""
    made: set[tuple[str, str]] = set()
    for found in _MANY.finditer(text):
        sorts = {link.sort for link in names.links(found[2])} & {"amount", "kind"}
        if len(sorts) == 1:
            made.add((NUMBERS.get(found[1].lower(), found[1]), sorts.pop()))
    return frozenset(made)


def _numbers(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(NUMBERS.get(each.lower(), each) for each in NUMBER_IN.findall(text)))


def _bounds(text: str) -> Sequence[Bound]:
    made: list[Bound] = []
    for pattern, said in patterned(_BOUNDS)[1]:
        for each in pattern.finditer(text):
            if not any(one.start < each.end() and each.start() < one.end for one in made):
                made.append(Bound(f"{said} {NUMBERS.get(each[1].lower(), each[1])}", *each.span()))
    return made


def _left(text: str, bounds: Sequence[Bound]) -> Sequence[str]:
    """What of a text is outside of its bounds."""
    at = 0
    made: list[str] = []
    for each in sorted(bounds, key=lambda one: one.start):
        made.append(text[at : each.start])
        at = each.end
    return [*made, text[at:]]

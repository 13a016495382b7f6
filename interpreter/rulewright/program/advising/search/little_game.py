"""What the little game calls what, in which the wishes are written, and their numbers and colours."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final

from rulewright.library import find_library
from rulewright.program.advising.search.one_form import NUMBERS, stem
from rulewright.program.advising.wish_table import FRAME
from rulewright.records import Record

NUMBER_IN: Final = re.compile(
    rf"(?<![\w-])(?!one of\b)(?!(?<=choose )one\b)(?:\d+|{'|'.join(NUMBERS)})(?![\w-])", re.I
)
_COMPARED: Final = re.compile(r"\b(?:at least|at most|more than|less than) (\d+)")
_MARK: Final = re.compile(r"(?m)^a (\w+) may be ([\w-]+),.*$")
NO_LOOKS: Final[Mapping[str, str]] = {}
_SPOKEN: Final = {"magenta": ("purple", "violet", "pink")}
"""What people call a colour of the terminal."""


class Frame(Record):
    """What the little game calls what."""

    kind: str = "card"
    amount: str = "chips"
    hand: str = "hand"
    row: str = "row"
    deck: str = "deck"
    heap: str = "heap"
    lead: str = "dealer"
    lead_taken: str = "lead"
    labels: str = "suit"
    words: tuple[str, ...] = ("sun", "moon", "star")
    numbers: tuple[str, ...] = ("rank", "price")
    cost: str = "cost"
    values: tuple[str, ...] = ("hand-limit", "row-limit")
    cards: tuple[str, ...] = ("Duke", "Fool", "Page", "Nun", "Monk")
    verb: str = "lay"
    undone: str = "discard"
    moments: tuple[str, ...] = ("main", "closing")


FRAME_NAMES: Final = Frame()


@cache
def frame_marks() -> dict[str, str]:
    """The marks of the little game, each with the line that declares it."""
    text = (find_library().folder("grammar") / "wishes" / FRAME).read_text(encoding="utf-8")
    return {found[2]: found[0] for found in _MARK.finditer(text)}


def with_numbers(
    lines: Iterable[str], example: str, free: Sequence[str], bounds: Sequence[str] = ()
) -> tuple[str, ...]:
    """Lines with the numbers of what was asked for those of the example, one after the other.

    What bounds something stands where lines compare, the others elsewhere.
    """
    text = "\n".join(lines)
    said = set(NUMBER_IN.findall(text))
    numbers = _numbers(example)
    theirs = [each for each in numbers if each in said]
    if len(theirs) > len(free) + len(bounds) and "1" not in (*free, *bounds):
        theirs = [each for each in theirs if each != "1"]  # one is seldom counted aloud
    compared = [each for each in dict.fromkeys(_COMPARED.findall(text)) if each in theirs]
    if compared and bounds:
        others = [each for each in theirs if each not in compared]
        changed = dict(zip(compared, bounds, strict=False)) | dict(zip(others, free, strict=False))
    else:
        given = [*free, *bounds]
        changed = dict(zip(numbers if len(numbers) == len(given) else theirs, given, strict=False))
    return tuple(NUMBER_IN.sub(lambda each: changed.get(each[0], each[0]), text).split("\n"))


def colours_of(look: str) -> frozenset[str]:
    """The words for a colour, each in one form."""
    plain = look.removeprefix("bright-")
    return frozenset(stem(word) for word in (plain, *_SPOKEN.get(plain, ())))


def how_many_numbers(text: str) -> int:
    """How many numbers a text speaks of."""
    return len(_numbers(text))


def _numbers(text: str) -> list[str]:
    found = (NUMBERS.get(each.lower(), each) for each in NUMBER_IN.findall(text))
    return list(dict.fromkeys(found))

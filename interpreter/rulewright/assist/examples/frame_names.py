"""Names and colours of the sample game that the worked examples use."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from rulewright.assist.example_table import FRAME, folder
from rulewright.assist.stemming import stem
from rulewright.base.records import Record

_MARK: Final = re.compile(r"(?m)^a (\w+) may be ([\w-]+),.*$")
NO_COLOURS: Final[Mapping[str, str]] = {}
_SPOKEN: Final = {"magenta": ("purple", "violet", "pink")}
"""Common words for colours of the terminal."""


class SampleNames(Record):
    """Names of the sample game, by their role."""

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
    cards: tuple[str, ...] = ("Duke", "Fool", "Page", "Nun", "Monk")
    verb: str = "lay"
    undone: str = "discard"
    moments: tuple[str, ...] = ("main", "closing")


SAMPLE_NAMES: Final = SampleNames()


@cache
def sample_marks() -> dict[str, str]:
    """Return the marks of the sample game, each with the line that declares it."""
    text = (folder() / FRAME).read_text(encoding="utf-8")
    return {match[2]: match[0] for match in _MARK.finditer(text)}


def colours_of(style: str) -> frozenset[str]:
    """Return the stemmed words for the colour of a card style."""
    plain = style.removeprefix("bright-")
    return frozenset(stem(word) for word in (plain, *_SPOKEN.get(plain, ())))

"""Search for a sentence of the language that says what a natural sentence says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Final

from rulewright.program.advising.game_words import Vocabulary
from rulewright.program.advising.patterns import Lines, filled
from rulewright.program.advising.wish_index import Rows
from rulewright.program.advising.wish_table import Wish

MOST_SENTENCES: Final = 120
"""So many ways to put a sentence are looked at."""
MOST_STEPS: Final = 6
_LATE: Final = 3
"""A late rewriting counts as so many."""

Used = tuple[Wish, ...]


def ways_to_say(text: str, rows: Rows, words: Vocabulary) -> Iterator[tuple[Lines, Used]]:
    """Ways to put a sentence, those that change least first, each with the wishes by which it was found."""
    seen = {_settled(lines, rows) for lines in _beginnings(text)}
    waiting: list[tuple[int, int, Lines, Used]] = [(0, 0, lines, ()) for lines in sorted(seen)]
    number = 0
    while waiting:
        steps, _, lines, used = heappop(waiting)
        if lines != ((0, text),):
            yield lines, used
        for cost, wish, made in _rewritten(lines, rows, words):
            if made in seen or steps + cost > MOST_STEPS or number >= MOST_SENTENCES:
                continue
            number += 1
            seen.add(made)
            after = (*used, wish) if wish is not None else used
            heappush(waiting, (steps + cost, number, made, after))


def form_of(text: str, rows: Rows) -> tuple[str, Wish] | None:
    """How something is said that cannot be put into one sentence, if the text wishes for it."""
    for ((_, line),) in _beginnings(text):
        for wish, way in rows.forms.fitting(((0, line),)):
            if (found := way.search(line)) is not None:
                return filled(way.template[0][1], found), wish
    return None


def _settled(lines: Lines, rows: Rows) -> Lines:
    """The lines after all that is always said in another way."""
    for _ in range(MOST_STEPS):
        ways = rows.soon.fitting(lines)
        made = next((each for _, way in ways for each in way.applied(lines)), None)
        if made is None:
            break
        lines = made
    return lines


def _rewritten(
    lines: Lines, rows: Rows, words: Vocabulary
) -> Iterator[tuple[int, Wish | None, Lines]]:
    for wish, way in rows.searched.fitting(lines):
        cost = _LATE if way.sort == "late" else 1
        for made in way.applied(lines):
            yield from ((cost, wish, each) for each in words.filled(made))
    yield from ((1, None, made) for made in words.exchanged(lines))


def _beginnings(text: str) -> tuple[Lines, ...]:
    """The sentence without a full stop, and also without the capital letter at its beginning."""
    text = re.sub(r"\s+", " ", text).strip().rstrip(".!;")
    small = re.sub(r"^[A-Z](?=[a-z]+ )", lambda first: first[0].lower(), text)
    return (((0, text),), ((0, small),)) if small != text else (((0, text),),)
